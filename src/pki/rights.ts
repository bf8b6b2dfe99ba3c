import type { Caller } from '../identity/caller.js';
import type { PathCapability, PathPolicies } from './access.js';

/** Paths below `/v1` that lead to the same object, and what must be allowed at one of them; a `deny` at one denies the object. */
export interface Right {
  readonly capability: PathCapability;
  readonly paths: readonly [string, ...string[]];
}

/** How REST may refer to an issuer or key: its identifiers, its name, and `default` if it is the default. */
export interface Referred {
  readonly id: string;
  readonly uuid: string;
  readonly name?: string | null | undefined;
  readonly isDefault?: boolean | null | undefined;
}

function toReadReferred(above: string, { id, uuid, name, isDefault }: Referred): Right {
  const others = [id, ...(name ? [name] : []), ...(isDefault === true ? ['default'] : [])];
  return { capability: 'read', paths: [`${above}/${uuid}`, ...others.map((reference) => `${above}/${reference}`)] };
}

export const toReadIssuer = (mount: string, issuer: Referred): Right => toReadReferred(`${mount}/issuer`, issuer);
export const toReadKey = (mount: string, key: Referred): Right => toReadReferred(`${mount}/key`, key);
export const toReadManagedKey = (name: string): Right => ({
  capability: 'read',
  paths: [`sys/managed-keys/pkcs11/${name}`],
});
export const toReadRole = (mount: string, name: string): Right => ({
  capability: 'read',
  paths: [`${mount}/roles/${name}`],
});
export const toReadMetadata = (mount: string, serialNumber: string): Right => ({
  capability: 'read',
  paths: [`${mount}/cert-metadata/${serialNumber}`],
});
export const toReadCelRole = (mount: string, name: string): Right => ({
  capability: 'read',
  paths: [`${mount}/cel/roles/${name}`],
});
/** The role that a certificate names: of those that are programs, the name begins with `cel/`. */
export const toReadRoleOf = (mount: string, name: string): Right =>
  name.startsWith('cel/') ? toReadCelRole(mount, name.slice('cel/'.length)) : toReadRole(mount, name);
export const toList = (mount: string, what: 'keys' | 'roles' | 'certs'): Right => ({
  capability: 'list',
  paths: [`${mount}/${what}/`],
});

/** Where a permission is refused; null if the caller has it. */
async function refusedAt(policies: PathPolicies, caller: Caller, { capability, paths }: Right): Promise<string | null> {
  let allowed = false;
  for (const path of paths) {
    if (paths.length > 1 && (await policies.denies(caller, path))) return path;
    allowed ||= await policies.allows(caller, path, capability);
  }
  return allowed ? null : paths[0];
}

export async function holdsAny(policies: PathPolicies, caller: Caller, rights: readonly Right[]): Promise<boolean> {
  for (const right of rights) if ((await refusedAt(policies, caller, right)) === null) return true;
  return false;
}

/** Requires one of the permissions; the refusal and its record name the first. @throws PERMISSION_DENIED */
export async function requireOne(
  policies: PathPolicies,
  caller: Caller,
  rights: readonly [Right, ...Right[]],
): Promise<void> {
  if (await holdsAny(policies, caller, rights)) return;
  const [first] = rights;
  await policies.require(caller, (await refusedAt(policies, caller, first)) ?? first.paths[0], first.capability);
}
