import type { Authority, AuthorityIssuer, AuthorityReader } from '../issuers/authority.js';
import { deciderOf } from '../enrolment/decider.js';
import type { Decider, Undecided } from '../enrolment/decider.js';
import { pathPolicyOf } from '../enrolment/path-policy.js';
import type { RoleStore } from '../roles/role.store.js';
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
  async deciderOf({ authority, issuerRef, role, config }: OpenPlace, named: string | null): Promise<Decider> {
    if (named !== null && role !== undefined && named !== role)
      throw new CmpRefusal('notAuthorized', 'the path names another role than the sender may use');
    const name = role ?? named;
    const policy = name === null ? pathPolicyOf(config.defaultPathPolicy) : { kind: 'role' as const, name };
    const deciding = { authority, policy, issuerRef, usage: 'issuing-certificates' as const, keeps: true };
    return deciderOf(this.deps.roles, deciding, (why) => new CmpRefusal('notAuthorized', textOf(why)));
  }

  /** Whose name and key answer, whatever is decided. @throws ISSUER_NOT_FOUND, CmpRefusal */
  responder({ authority, issuerRef }: OpenPlace): AuthorityIssuer {
    return issuerRef === undefined ? authority.issuer('default') : authority.issuer(issuerRef);
  }
}

function textOf(why: Undecided): string {
  switch (why.kind) {
    case 'no-policy':
      return 'the configuration of CMP has no default path policy';
    case 'unknown-role':
      return `there is no role ${why.role}`;
    case 'unkept':
      return `the role ${why.role} has no_store, so that CMP cannot use it`;
  }
}
