import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Caller, RequestOrigin } from '../../identity/caller.js';
import { readToken } from '../../identity/tokens/token-text.js';
import { networkOf } from '../../platform/networks.js';
import { problem } from '../../platform/problems.js';
import type { Siblings } from '../../platform/processes/siblings.js';
import { secondsLeft, Windows } from './windows.js';
import type { GatewayPorts } from '../ports.js';

/** Seconds of a window. */
const minute = 60;
/** How many pairs of a valid token and its network are remembered. */
const mostGood = 20_000;

export interface SignInsDeps {
  readonly authenticate: GatewayPorts['authenticate'];
  /** Failures in a minute, of one address and with one token id; `null` for no limit. */
  readonly perMinute: number | null;
  readonly siblings: Siblings;
}

/**
 * Authenticates callers and counts failures: by their address (IPv6 by /64), and by the id of the token whose secret they guess, from any address. Above the
 * limit, a token is not even checked, unless this address has sent it before and it was valid. So a caller who shares an address or a token id with an attacker
 * can continue. Concurrent requests may exceed the limit by their number.
 */
export class SignIns {
  readonly #failures: Windows | null;
  readonly #good = new LRUCache<string, true>({ max: mostGood });
  readonly #salt = randomBytes(16).toString('base64');

  constructor(private readonly deps: SignInsDeps) {
    const { perMinute: limit, siblings } = deps;
    this.#failures = limit === null ? null : new Windows({ limit, seconds: minute, siblings, name: 'failed sign-ins' });
  }

  /** `null` for an invalid token. @throws LIMIT_EXCEEDED */
  readonly authenticate = async (token: string, origin: RequestOrigin): Promise<Caller | null> => {
    const failures = this.#failures;
    if (!failures) return this.deps.authenticate(token, origin);
    const network = networkOf(origin.remoteAddress);
    const id = readToken(token)?.id;
    const keys = [`address ${network}`, ...(id === undefined ? [] : [`token ${id}`])];
    // In one call: several take several times as long, for every request.
    const pair = hash('sha256', `${this.#salt} ${network} ${token}`, 'base64');
    if (keys.some((key) => failures.knows(key)) && !this.#good.has(pair)) await this.#refuse(failures, keys);
    const caller = await this.deps.authenticate(token, origin);
    if (caller) this.#good.set(pair, true);
    else {
      this.#good.delete(pair);
      for (const key of keys) await failures.count(key);
    }
    return caller;
  };

  async #refuse(failures: Windows, keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const usage = await failures.look(key);
      if (!usage || usage.used < usage.limit) continue;
      const wait = secondsLeft(usage);
      const message = `Too many requests with invalid tokens; try again in ${wait} s`;
      throw problem('LIMIT_EXCEEDED', message, undefined, { retryAfter: wait });
    }
  }
}
