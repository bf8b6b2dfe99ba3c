import type { Authority, AuthorityIssuer, AuthorityReader } from '../issuers/authority.js';
import type { NamedRole, RoleStore } from '../roles/role.store.js';
import { pathPolicyOf } from './cmp-config.js';
import type { CmpConfig } from './cmp-config.js';
import { CmpRefusal } from './cmp-refusal.js';

/** Which path of a mount a message came in at (docs/http-surface.md, "CMP"). */
export interface CmpPlace {
  readonly mount: string;
  readonly issuerRef?: string | undefined;
  readonly role?: string | undefined;
}

/** A place of an enabled mount. */
export interface OpenPlace extends CmpPlace {
  readonly authority: Authority;
  readonly config: CmpConfig;
  /** Below the mount, as policies name it. */
  readonly path: string;
}

/** What decides about a request. */
export type CmpDecider =
  | { readonly kind: 'role'; readonly role: NamedRole; readonly issuer: AuthorityIssuer }
  | { readonly kind: 'verbatim'; readonly issuer: AuthorityIssuer };

export const pathOf = ({ issuerRef, role }: Pick<CmpPlace, 'issuerRef' | 'role'>): string =>
  [
    ...(issuerRef === undefined ? [] : [`issuer/${issuerRef}`]),
    ...(role === undefined ? [] : [`roles/${role}`]),
    'cmp',
  ].join('/');

export class Places {
  constructor(private readonly deps: { readonly authorities: AuthorityReader; readonly roles: RoleStore }) {}

  /** @returns null if CMP is not enabled there @throws MOUNT_NOT_FOUND */
  async open(place: CmpPlace): Promise<OpenPlace | null> {
    const authority = await this.deps.authorities.byPath(place.mount);
    const { cmp: config } = authority.mount;
    return config.enabled ? { ...place, authority, config, path: pathOf(place) } : null;
  }

  /**
   * The role, or what else decides, and the issuer that signs.
   * @param named a role that the sender names, or is bound to
   * @throws CmpRefusal, ISSUER_NOT_FOUND, ISSUER_NOT_USABLE
   */
  async deciderOf(place: OpenPlace, named: string | null): Promise<CmpDecider> {
    if (named !== null && place.role !== undefined && named !== place.role)
      throw new CmpRefusal('notAuthorized', 'the path names another role than the sender may use');
    const wanted = place.role ?? named ?? undefined;
    const policy = pathPolicyOf(place.config.defaultPathPolicy) ?? { kind: 'none' };
    if (wanted === undefined && policy.kind === 'sign-verbatim')
      return { kind: 'verbatim', issuer: this.#issuerFor(place, 'default') };
    const name = wanted ?? (policy.kind === 'role' ? policy.name : undefined);
    const role = name === undefined ? null : await this.deps.roles.find(place.authority.mount.id, name);
    if (!role) throw new CmpRefusal('notAuthorized', `there is no role ${(name ?? '').slice(0, 100)}`);
    if (role.role.noStore)
      throw new CmpRefusal('notAuthorized', `the role ${role.name} has no_store, so that CMP cannot use it`);
    return { kind: 'role', role, issuer: this.#issuerFor(place, role.role.issuerRef) };
  }

  /** Whose name and key answer, whatever is decided. @throws ISSUER_NOT_FOUND, CmpRefusal */
  responder({ authority, issuerRef }: OpenPlace): AuthorityIssuer {
    return issuerRef === undefined ? authority.issuer('default') : authority.issuer(issuerRef);
  }

  #issuerFor({ authority, issuerRef }: OpenPlace, usual: string): AuthorityIssuer {
    return authority.issuerFor(issuerRef ?? usual, 'issuing-certificates');
  }
}
