import { hash } from 'node:crypto';
import { problem } from '../../platform/problems.js';
import type { RequestOrigin } from '../caller.js';
import { termsIn } from '../tokens/own-token.js';
import type { SignInRenewals as Port } from '../tokens/renewal-terms.js';
import type { TokenTerms } from '../tokens/token-lifetime.js';
import type { ShownToken } from '../tokens/token.store.js';
import { recordIn } from './auth-method.js';
import type { AuthMethod } from './auth-method.js';
import type { AuthMethodStore } from './auth-method.store.js';
import type { AuthRole } from './auth-role.js';
import { lifetimesOf } from './logins.js';
import type { SigningIn } from './signing-in.js';
import { policiesOf } from './sign-in-terms.js';

const refused = (message: string) => problem('INVALID_INPUT', message, ['token']);

/** Renews tokens of those who signed in, under the role as it is by now: as long as it gives the same policies, and to the same certificate. */
export class SignInRenewals implements Port {
  constructor(private readonly deps: { store: AuthMethodStore; signingIn: Pick<SigningIn, 'stillTakes'> }) {}

  async termsOf(row: ShownToken, origin: RequestOrigin): Promise<TokenTerms> {
    const { store } = this.deps;
    const { role: name, policies, fingerprint } = recordIn(row.signIn ?? '{}');
    const method = row.methodId === null ? null : await store.byId(row.methodId);
    const role = method && typeof name === 'string' ? await store.role(method.id, name) : null;
    if (!method || !role) throw refused('what this token was signed in under is gone, not renewing');
    if (!Array.isArray(policies) || policies.join(' ') !== policiesOf(role.terms).join(' '))
      throw refused('policies have changed, not renewing');
    if (typeof fingerprint === 'string') await this.#requireSame(method, role, fingerprint, origin);
    const { ttl, period } = role.terms;
    return {
      creationTtl: ttl === 0 ? null : ttl,
      period: period === 0 ? null : period,
      explicitMaxTtl: termsIn(row).explicitMaxTtl,
      within: lifetimesOf(method, role.terms),
    };
  }

  /** The request must be sent with the certificate that signed in, and the role must still take it; unless the method says that it need not. */
  async #requireSame(method: AuthMethod, role: AuthRole, fingerprint: string, { certificates }: RequestOrigin) {
    if (method.settings['disableBinding'] === true) return;
    const presented = certificates?.() ?? [];
    const [leaf] = presented;
    if (!leaf) throw refused('no client certificate found');
    if (hash('sha256', leaf, 'hex') !== fingerprint)
      throw refused('client identity during renewal not matching client identity used during login');
    if (!(await this.deps.signingIn.stillTakes(role, presented)))
      throw refused('invalid certificate or no client certificate supplied');
  }
}
