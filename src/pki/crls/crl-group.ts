import type { Authority, AuthorityIssuer } from '../issuers/authority.js';

/**
 * Issuers with one subject and one key: an authority that was reissued or cross-signed. Verifiers cannot distinguish their certificates, so they share one CRL.
 */
export interface CrlGroup {
  /** The first issuer: the CRL is stored for it. */
  readonly leader: AuthorityIssuer;
  readonly members: readonly AuthorityIssuer[];
  /** The issuer that signs; undefined if none has the key and the usage `crl-signing`. */
  readonly signer: AuthorityIssuer | undefined;
}

const known = new WeakMap<Authority, readonly CrlGroup[]>();

const identityOf = ({ certificate: { subject, publicKey } }: AuthorityIssuer): string =>
  `${subject.der.toString('latin1')}\n${publicKey.der.toString('latin1')}`;

export function crlGroups(authority: Authority): readonly CrlGroup[] {
  const before = known.get(authority);
  if (before) return before;
  const byIdentity = new Map<string, AuthorityIssuer[]>();
  for (const issuer of authority.issuers) {
    const identity = identityOf(issuer);
    byIdentity.set(identity, [...(byIdentity.get(identity) ?? []), issuer]);
  }
  const groups = [...byIdentity.values()].flatMap((members): CrlGroup[] => {
    const [leader] = members;
    const able = members.filter(({ keyId, usage }) => keyId !== undefined && usage.has('crl-signing'));
    return leader ? [{ leader, members, signer: able.find(({ isDefault }) => isDefault) ?? able[0] }] : [];
  });
  known.set(authority, groups);
  return groups;
}

export function crlGroupOf(authority: Authority, issuerId: string): CrlGroup | undefined {
  return crlGroups(authority).find(({ members }) => members.some(({ id }) => id === issuerId));
}
