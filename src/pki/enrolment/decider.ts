import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import type { IssuerUsage } from '../issuers/usages.js';
import type { NamedRole, RoleStore } from '../roles/role.store.js';
import { longestName } from './longest-name.js';
import type { PathPolicy } from './path-policy.js';

/** What decides about requests to a path of an enrolment protocol, and who signs. */
export type Decider =
  | { readonly kind: 'role'; readonly role: NamedRole; readonly issuer: AuthorityIssuer }
  | { readonly kind: 'verbatim'; readonly issuer: AuthorityIssuer };

/** Why nothing decides at a path. */
export type Undecided =
  | { readonly kind: 'no-policy' }
  | { readonly kind: 'unknown-role'; readonly role: string }
  /** The role does not keep its certificates, and the protocol needs them. */
  | { readonly kind: 'unkept'; readonly role: string };

interface Deciding {
  readonly authority: Authority;
  /** Undefined if the path has none. */
  readonly policy: PathPolicy | undefined;
  /** In place of the issuer of the role, or the default one. */
  readonly issuerRef?: string | undefined;
  /** Undefined if nothing is signed. */
  readonly usage: IssuerUsage | undefined;
  /** Whether the protocol asks for certificates again. */
  readonly keeps: boolean;
}

/**
 * The role that a path is under, with the issuer that signs.
 * @param refusal in the form of the protocol
 * @throws `refusal`, ISSUER_NOT_FOUND, ISSUER_NOT_USABLE
 */
export async function deciderOf(
  roles: RoleStore,
  { authority, policy, issuerRef, usage, keeps }: Deciding,
  refusal: (why: Undecided) => Error,
): Promise<Decider> {
  const issuerOf = (usual: string): AuthorityIssuer => {
    const reference = issuerRef ?? usual;
    return usage === undefined ? authority.issuer(reference) : authority.issuerFor(reference, usage);
  };
  if (!policy) throw refusal({ kind: 'no-policy' });
  if (policy.kind === 'sign-verbatim') return { kind: 'verbatim', issuer: issuerOf('default') };
  const role = await roles.find(authority.mount.id, policy.name);
  if (!role) throw refusal({ kind: 'unknown-role', role: policy.name.slice(0, longestName) });
  if (keeps && role.role.noStore) throw refusal({ kind: 'unkept', role: role.name });
  return { kind: 'role', role, issuer: issuerOf(role.role.issuerRef) };
}
