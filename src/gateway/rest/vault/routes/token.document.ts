import { secondsOf } from '../../seconds.js';
import type { OwnTokenFieldsFragment, ServiceTokenFieldsFragment } from '../generated/operations.js';

type TokenFields = OwnTokenFieldsFragment | ServiceTokenFieldsFragment;

/** A token in `auth`, with its remaining time. @param text empty where the caller only knows the accessor */
export function authOf(token: TokenFields, text: string) {
  const { accessor, policies, meta, renewable, orphan, ttl } = token;
  return {
    client_token: text,
    accessor,
    policies,
    token_policies: policies,
    metadata: meta,
    lease_duration: secondsOf(ttl),
    renewable,
    entity_id: '',
    token_type: token.type.toLowerCase(),
    orphan,
    mfa_requirement: null,
    num_uses: token.usesLeft ?? 0,
  };
}

/** What is looked up of a token. @param text empty where the caller only knows the accessor */
export const tokenDocument = (token: TokenFields, text: string) => ({
  accessor: token.accessor,
  creation_time: Math.floor(Date.parse(token.createdAt) / 1_000),
  creation_ttl: secondsOf(token.creationTtl),
  display_name: token.displayName,
  entity_id: '',
  expire_time: token.expiresAt,
  explicit_max_ttl: secondsOf(token.explicitMaxTtl),
  id: text,
  issue_time: token.createdAt,
  meta: token.meta,
  ...(token.renewedAt !== null && {
    last_renewal: token.renewedAt,
    last_renewal_time: Math.floor(Date.parse(token.renewedAt) / 1_000),
  }),
  // The last request with a token is told apart from a token for any number of requests.
  num_uses: token.usesLeft === 0 ? -1 : (token.usesLeft ?? 0),
  orphan: token.orphan,
  path: token.path ?? 'auth/token/root',
  ...(token.period !== null && { period: secondsOf(token.period) }),
  ...(token.role !== null && { role: token.role }),
  ...(token.boundCidrs.length > 0 && { bound_cidrs: token.boundCidrs }),
  policies: token.policies,
  renewable: token.renewable,
  ttl: secondsOf(token.ttl),
  type: token.type.toLowerCase(),
});
