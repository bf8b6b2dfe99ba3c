import { requireCaller } from '../identity/context.js';
import type { Caller } from '../identity/caller.js';
import { askedOnce, guardFields, isWhole } from '../platform/graphql/guarded.js';
import type { PathCapability, PathPolicies } from './access.js';
import type { PkiContext } from './context.js';

/** Paths below `/v1` that lead to one and the same thing, and what has to be allowed at one of them; a `deny` at one denies the thing. */
export interface Right {
  readonly capability: PathCapability;
  readonly paths: readonly [string, ...string[]];
}

/** What REST may call an issuer or a key by: its identifiers, its name, and `default` where it is that. */
interface Referred {
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
export const toReadRole = (mount: string, name: string): Right => ({
  capability: 'read',
  paths: [`${mount}/roles/${name}`],
});
const toList = (mount: string, what: 'keys' | 'roles' | 'certs'): Right => ({
  capability: 'list',
  paths: [`${mount}/${what}/`],
});

/** Where a right is refused; null where the caller has it. */
async function refusedAt(policies: PathPolicies, caller: Caller, { capability, paths }: Right): Promise<string | null> {
  let allowed = false;
  for (const path of paths) {
    if (paths.length > 1 && (await policies.denies(caller, path))) return path;
    allowed ||= await policies.allows(caller, path, capability);
  }
  return allowed ? null : paths[0];
}

async function holdsAny(policies: PathPolicies, caller: Caller, rights: readonly Right[]): Promise<boolean> {
  for (const right of rights) if ((await refusedAt(policies, caller, right)) === null) return true;
  return false;
}

/** One of the rights; the first is the one that a refusal, and its record, name. @throws PERMISSION_DENIED */
export async function requireOne(
  policies: PathPolicies,
  caller: Caller,
  rights: readonly [Right, ...Right[]],
): Promise<void> {
  if (await holdsAny(policies, caller, rights)) return;
  const [first] = rights;
  await policies.require(caller, (await refusedAt(policies, caller, first)) ?? first.paths[0], first.capability);
}

type RightsOf = (object: object, context: PkiContext) => Promise<readonly [Right, ...Right[]]>;

/** Which rights open which fields of an object; those that are named neither here nor as open take what `''` takes. */
type Fields = Readonly<Record<string, RightsOf>> & { readonly '': RightsOf };

function guard(type: string, open: readonly string[], fields: Fields): void {
  guardFields(type, open, (object, field, context) => {
    if (!isPkiContext(context)) throw new TypeError(`${type}.${field} is asked for outside of a request`);
    const named = Object.hasOwn(fields, field) ? field : '';
    return askedOnce(object, named, async () => {
      const caller = requireCaller(context);
      await requireOne(context.identity.policies, caller, await (fields[named] ?? fields[''])(object, context));
    });
  });
}

const isPkiContext = (context: unknown): context is PkiContext =>
  typeof context === 'object' && context !== null && 'pki' in context && 'identity' in context;

function text(object: object, name: string): string {
  const value: unknown = Reflect.get(object, name);
  return typeof value === 'string' ? value : '';
}
const referred = (object: object): Referred => ({
  id: text(object, 'id'),
  uuid: text(object, 'uuid'),
  name: text(object, 'name'),
  isDefault: Reflect.get(object, 'isDefault') === true,
});

const readIssuer = (issuer: object): Promise<[Right]> =>
  Promise.resolve([toReadIssuer(text(issuer, 'mountPath'), referred(issuer))]);

/** Whether what REST tells at `issuer/:ref` may be told of it, without an answer that refuses. */
export const mayReadIssuer = async (issuer: object, { caller, identity: { policies } }: PkiContext): Promise<boolean> =>
  isWhole(issuer) || (caller !== null && (await holdsAny(policies, caller, await readIssuer(issuer))));

const mountOfKey = async (key: object, { pki }: PkiContext): Promise<string> =>
  (await pki.load.mountById.load(text(key, 'mountId')))?.path ?? '';

/**
 * What REST shows to whoever has a token that may read it, and GraphQL reaches by more ways: as in REST, an issuer is public as far as its certificate
 * and its place in the list go, and a list gives names.
 */
guard(
  'Issuer',
  [
    ...['id', 'uuid', 'name', 'isDefault', 'isRoot', 'mountPath'],
    ...['certificate', 'chain', 'serialNumber', 'subject', 'commonName', 'notBefore', 'notAfter', 'subjectKeyId'],
    // These ask for themselves, or lead to what is public.
    ...['crl', 'key', 'mount', 'certificates'],
  ],
  { '': readIssuer },
);

const readKey: RightsOf = async (key, context) => [toReadKey(await mountOfKey(key, context), referred(key))];
const knowKey: RightsOf = async (key, context) => {
  const mount = await mountOfKey(key, context);
  return [toList(mount, 'keys'), toReadKey(mount, referred(key))];
};
guard('IssuerKey', ['id', 'uuid', 'mount', 'issuers'], { name: knowKey, isDefault: knowKey, '': readKey });

guard('Role', ['id', 'name', 'mountPath', 'mount', 'certificates'], {
  '': (role) => Promise.resolve([toReadRole(text(role, 'mountPath'), text(role, 'name'))]),
});

const knowRole: RightsOf = (certificate) => {
  const mount = text(certificate, 'mountPath');
  return Promise.resolve([
    toReadRole(mount, text(certificate, 'roleName')),
    toList(mount, 'certs'),
    toList(mount, 'roles'),
  ]);
};
/** Certificates are public; under which role one was issued is not. */
export const openOfCertificate = [
  ...['id', 'mountPath', 'serialNumber', 'certificate', 'names', 'commonName', 'keyType', 'keyBits'],
  ...['notBefore', 'notAfter', 'issuedAt', 'revokedAt', 'status', 'issuerId', 'issuer', 'mount', 'role', 'revocation'],
] as const;
guard('Certificate', openOfCertificate, { '': knowRole });
