import { problem } from '../../platform/problems.js';
import type { RequestOrigin } from '../caller.js';
import { termsIn } from './own-token.js';
import type { TokenTerms } from './token-lifetime.js';
import type { TokenRoles } from './token-roles.js';
import type { ShownToken } from './token.store.js';

/** How long a token that somebody signed in for may be renewed. */
export interface SignInRenewals {
  /** @throws INVALID_INPUT if the role is gone, or has other policies, or another certificate asks */
  termsOf(row: ShownToken, origin: RequestOrigin): Promise<TokenTerms>;
}

/** How long tokens may be renewed: what they were created under decides as it is by now. */
export class RenewalTerms {
  constructor(private readonly deps: { roles: Pick<TokenRoles, 'find'>; signIns: SignInRenewals }) {}

  /** An explicit end that the token has does not move. @throws INVALID_INPUT for a role that is gone */
  async of(row: ShownToken, origin: RequestOrigin): Promise<TokenTerms> {
    if (row.methodId !== null) return this.deps.signIns.termsOf(row, origin);
    const own = termsIn(row);
    if (row.role === null) return own;
    const role = await this.deps.roles.find(row.role);
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
}
