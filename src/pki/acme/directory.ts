import { trimmed } from '../../platform/trimmed.js';
import type { Authority, AuthorityIssuer, AuthorityReader } from '../issuers/authority.js';
import type { NamedRole, RoleStore } from '../roles/role.store.js';
import { allowsAll, directoryPolicyOf } from './acme-config.js';
import type { AcmeConfig } from './acme-config.js';
import { AcmeProblem, malformed, unauthorized } from './acme-problem.js';

/** Which directory of a mount a path names (docs/http-surface.md, "ACME"). */
export interface DirectoryPlace {
  readonly mount: string;
  readonly issuerRef?: string | undefined;
  readonly role?: string | undefined;
}

/** A directory of an enabled mount. */
export interface Directory extends DirectoryPlace {
  readonly authority: Authority;
  readonly config: AcmeConfig;
  /** As it is stored with accounts: `''`, `issuer/a`, `roles/b`, `issuer/a/roles/b`. */
  readonly name: string;
  /** Its address, which ends with `/acme`. */
  readonly base: string;
}

/** What decides about an order. */
export type Decider =
  | { readonly kind: 'role'; readonly role: NamedRole; readonly issuer: AuthorityIssuer }
  | { readonly kind: 'verbatim'; readonly issuer: AuthorityIssuer }
  /** Another issuer signs if the service says so. */
  | { readonly kind: 'external-policy'; readonly policy: string; readonly issuer: AuthorityIssuer };

export const directoryName = ({ issuerRef, role }: Pick<DirectoryPlace, 'issuerRef' | 'role'>): string =>
  [...(issuerRef === undefined ? [] : [`issuer/${issuerRef}`]), ...(role === undefined ? [] : [`roles/${role}`])].join(
    '/',
  );

/** The parts of {@link directoryName}. */
export function placeOfDirectory(mount: string, name: string): DirectoryPlace {
  const [, issuerRef, role] = /^(?:issuer\/([^/]+))?\/?(?:roles\/([^/]+))?$/.exec(name) ?? [];
  return { mount, ...(issuerRef !== undefined && { issuerRef }), ...(role !== undefined && { role }) };
}

/** Path of a directory below its mount, for people. */
export const directoryPath = (name: string): string => pathIn(name, 'directory');

/** Path of an operation below the mount, for records. */
export const pathIn = (name: string, operation: string): string => `${name === '' ? '' : `${name}/`}acme/${operation}`;

export class Directories {
  constructor(private readonly deps: { readonly authorities: AuthorityReader; readonly roles: RoleStore }) {}

  /** @throws MOUNT_NOT_FOUND; AcmeProblem if ACME is not enabled there, or the issuer is not for it */
  async open(place: DirectoryPlace): Promise<Directory> {
    const authority = await this.deps.authorities.byPath(place.mount);
    const { acme: config, cluster } = authority.mount;
    if (!config.enabled)
      throw new AcmeProblem('serverInternal', 'ACME is not enabled at this mount', {
        status: 404,
        errors: ['unsupported path'],
      });
    if (cluster.path === '')
      throw new AcmeProblem('serverInternal', 'the mount has no address: config/cluster has no path', { status: 503 });
    if (place.issuerRef !== undefined && !authority.issuerReferred(place.issuerRef))
      throw malformed('the issuer of the directory does not exist');
    if (place.role !== undefined && !isAllowedRole(config, place.role))
      throw unauthorized('the role of the directory is not allowed by the configuration of ACME');
    const name = directoryName(place);
    const base = `${trimmed(cluster.path, '/')}/${name === '' ? '' : `${name}/`}acme`;
    return { ...place, authority, config, name, base };
  }

  /**
   * The role, or whatever else decides, and the issuer that signs.
   * @param profile of the order: the name of a role, where the path names none
   * @throws AcmeProblem, ISSUER_NOT_FOUND, ISSUER_NOT_USABLE
   */
  async deciderOf(directory: Directory, profile: string | null): Promise<Decider> {
    const { config, authority } = directory;
    if (profile !== null && directory.role !== undefined) throw noProfiles();
    const named = directory.role ?? profile ?? undefined;
    const policy = directoryPolicyOf(config.defaultDirectoryPolicy) ?? { kind: 'forbid' };
    if (named === undefined && policy.kind === 'sign-verbatim')
      return { kind: 'verbatim', issuer: this.#issuerFor(directory, 'default') };
    if (named === undefined && policy.kind === 'external-policy')
      return { kind: 'external-policy', policy: policy.name, issuer: this.#issuerFor(directory, 'default') };
    const name = named ?? (policy.kind === 'role' ? policy.name : undefined);
    if (name === undefined) throw unauthorized('this directory is not allowed by the configuration of ACME');
    if (!isAllowedRole(config, name))
      throw profile === null
        ? unauthorized(`the role ${name} is not allowed by the configuration of ACME`)
        : unknownProfile(profile);
    const role = await this.deps.roles.find(authority.mount.id, name);
    if (!role && profile !== null) throw unknownProfile(profile);
    if (!role) throw malformed(`the role ${name} does not exist`);
    if (role.role.noStore)
      throw new AcmeProblem('serverInternal', `the role ${name} has no_store, so that ACME cannot use it`);
    return { kind: 'role', role, issuer: this.#issuerFor(directory, role.role.issuerRef) };
  }

  /** The roles that orders of a directory may name. */
  async profilesOf(directory: Directory): Promise<readonly string[]> {
    const { config, authority, role } = directory;
    if (role !== undefined) return [];
    if (!allowsAll(config.allowedRoles)) return config.allowedRoles.slice(0, mostProfiles);
    return this.deps.roles.names(authority.mount.id, { size: mostProfiles, after: null });
  }

  #issuerFor({ authority, config, issuerRef }: Directory, usual: string): AuthorityIssuer {
    const issuer = authority.issuerFor(issuerRef ?? usual, 'issuing-certificates');
    if (!isAllowedIssuer({ config, authority }, issuer))
      throw unauthorized('the issuer is not allowed by the configuration of ACME');
    return issuer;
  }
}

export const isAllowedIssuer = (
  { config, authority }: Pick<Directory, 'config' | 'authority'>,
  { id }: AuthorityIssuer,
): boolean =>
  allowsAll(config.allowedIssuers) ||
  config.allowedIssuers.some((reference) => authority.issuerReferred(reference)?.id === id);

/** Of a directory. */
const mostProfiles = 100;

const isAllowedRole = ({ allowedRoles }: AcmeConfig, name: string): boolean =>
  allowsAll(allowedRoles) || allowedRoles.includes(name);

const noProfiles = () => new AcmeProblem('invalidProfile', 'this directory has no profiles: its path names the role');
const unknownProfile = (profile: string) =>
  new AcmeProblem('invalidProfile', `there is no profile ${JSON.stringify(profile.slice(0, 100))}`);
