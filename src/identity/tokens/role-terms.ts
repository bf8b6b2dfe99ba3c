import { problem } from '../../platform/problems.js';
import { termsIn } from './own-token.js';
import type { TokenTerms } from './token-lifetime.js';
import type { TokenRoles } from './token-roles.js';
import type { ShownToken } from './token.store.js';

/**
 * How long a token may be renewed. Its role decides as it is by now; an explicit end that the token has does not move.
 * @throws INVALID_INPUT for a role that is gone
 */
export async function termsUnder(roles: Pick<TokenRoles, 'find'>, row: ShownToken): Promise<TokenTerms> {
  const own = termsIn(row);
  if (row.role === null) return own;
  const role = await roles.find(row.role);
  if (!role) {
    const message = `original token role "${row.role}" could not be found, not renewing`;
    throw problem('INVALID_INPUT', message, ['token']);
  }
  const ends = [own.explicitMaxTtl ?? 0, role.explicitMaxTtl].filter((end) => end > 0);
  return {
    creationTtl: own.creationTtl,
    period: role.period === 0 ? null : role.period,
    explicitMaxTtl: ends.length === 0 ? null : Math.min(...ends),
  };
}
