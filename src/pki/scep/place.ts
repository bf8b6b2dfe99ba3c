import { problem } from '../../platform/problems.js';
import type { Authority, AuthorityIssuer, AuthorityReader } from '../issuers/authority.js';
import { deciderOf } from '../enrolment/decider.js';
import type { Decider, Undecided } from '../enrolment/decider.js';
import { pathPolicyOf } from '../enrolment/path-policy.js';
import type { PathPolicy } from '../enrolment/path-policy.js';
import type { RoleStore } from '../roles/role.store.js';
import type { ScepConfig } from './scep-config.js';

/** Which path of a mount a request was sent to (docs/http-surface.md, "SCEP"). */
export interface ScepPlace {
  readonly mount: string;
  readonly role?: string | undefined;
  /** The path below the mount, for policies and records. */
  readonly path: string;
}

/** A path of a mount where SCEP is enabled. */
export interface OpenPlace extends ScepPlace {
  readonly authority: Authority;
  readonly config: ScepConfig;
  readonly decider: Decider;
  /** As it is kept with transactions: `''` or `roles/a`. */
  readonly name: string;
}

/** A larger key takes too long, for a message that anybody can send. */
const mostBits = 4096;

/** Why an issuer cannot serve SCEP; undefined if it can. Requests are encrypted for it, which only works with RSA in this protocol (RFC 8894 2.1.1). */
export function unfitIssuer(issuer: AuthorityIssuer): string | undefined {
  const { spec } = issuer.certificate.publicKey;
  if (spec.type !== 'rsa') return `SCEP needs an issuer with an RSA key, and this one's is of type ${spec.type}`;
  if (spec.bits > mostBits) return `SCEP needs an issuer with an RSA key of at most ${mostBits} bits`;
  if (issuer.isKeyRemote) return 'SCEP needs an issuer whose key can decrypt here, and this one is in a token';
  return issuer.keyId === undefined ? 'SCEP needs an issuer whose key is in the mount' : undefined;
}

export class ScepPlaces {
  constructor(private readonly deps: { readonly authorities: AuthorityReader; readonly roles: RoleStore }) {}

  /** @throws MOUNT_NOT_FOUND, NOT_FOUND (not enabled), UNKNOWN_ROLE, ISSUER_NOT_FOUND, ISSUER_NOT_USABLE */
  async open(place: ScepPlace): Promise<OpenPlace> {
    const authority = await this.deps.authorities.byPath(place.mount);
    const { scep: config } = authority.mount;
    if (!config.enabled) throw problem('NOT_FOUND', 'SCEP is not enabled at this mount');
    const policy: PathPolicy | undefined =
      place.role === undefined ? pathPolicyOf(config.defaultPathPolicy) : { kind: 'role', name: place.role };
    const deciding = { authority, policy, usage: 'issuing-certificates' as const, keeps: true };
    const decider = await deciderOf(this.deps.roles, deciding, refusalOf);
    const why = unfitIssuer(decider.issuer);
    if (why !== undefined) throw problem('ISSUER_NOT_USABLE', why);
    return { ...place, authority, config, decider, name: place.role === undefined ? '' : `roles/${place.role}` };
  }
}

function refusalOf(why: Undecided): Error {
  switch (why.kind) {
    case 'no-policy':
      return problem('NOT_FOUND', 'the configuration of SCEP has no default path policy');
    case 'unknown-role':
      return problem('UNKNOWN_ROLE', `unknown role: ${why.role}`, ['role']);
    case 'unkept':
      return problem('REQUEST_REFUSED', `the role ${why.role} has no_store, so that SCEP cannot use it`, ['role']);
  }
}

/** The place that a transaction was begun at. */
export const placeNamed = (mount: string, name: string): ScepPlace => {
  const role = /^roles\/(.+)$/s.exec(name)?.[1];
  return { mount, ...(role !== undefined && { role }), path: name === '' ? 'scep' : `${name}/scep` };
};
