import type { SignInLimit } from '../../identity/auth-methods/sign-in-limit.js';
import type { Caller, RequestOrigin } from '../../identity/caller.js';
import { readToken } from '../../identity/tokens/token-text.js';
import type { GatewayPorts } from '../ports.js';

export interface SignInsDeps {
  readonly authenticate: GatewayPorts['authenticate'];
  readonly limit: SignInLimit;
}

/** Authenticates callers by their tokens, and counts failures: those of a token by its id, whose secret is guessed. */
export class SignIns {
  constructor(private readonly deps: SignInsDeps) {}

  /** `null` for an invalid token. @throws LIMIT_EXCEEDED */
  readonly authenticate = async (token: string, origin: RequestOrigin): Promise<Caller | null> => {
    const { limit } = this.deps;
    const id = readToken(token)?.id;
    const attempt = {
      address: origin.remoteAddress,
      account: id === undefined ? null : `token ${id}`,
      sent: token,
    };
    await limit.check(attempt);
    const caller = await this.deps.authenticate(token, origin);
    if (caller) limit.succeeded(attempt);
    else await limit.failed(attempt);
    return caller;
  };
}
