import { hash, randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Attempt, SignInLimit } from '../../identity/auth-methods/sign-in-limit.js';
import { networkOf } from '../../platform/networks.js';
import { problem } from '../../platform/problems.js';
import type { Siblings } from '../../platform/processes/siblings.js';
import { secondsLeft, Windows } from './windows.js';

/** Seconds of a window. */
const minute = 60;
/** How many pairs of something that was right and its network are remembered. */
const mostGood = 20_000;

/**
 * Counts failures, of tokens and of methods to sign in: by the address (IPv6 by /64), and by whose secret is guessed, from any address. Above the limit,
 * nothing is even checked, unless this address has sent it before and it was right. So a caller who shares an address or a name with an attacker can continue.
 * Concurrent requests may exceed the limit by their number.
 */
export class FailedSignIns implements SignInLimit {
  readonly #failures: Windows | null;
  readonly #good = new LRUCache<string, true>({ max: mostGood });
  readonly #salt = randomBytes(16).toString('base64');

  /** @param settings.perMinute `null` for no limit */
  constructor({ perMinute: limit, siblings }: { readonly perMinute: number | null; readonly siblings: Siblings }) {
    this.#failures = limit === null ? null : new Windows({ limit, seconds: minute, siblings, name: 'failed sign-ins' });
  }

  async check(attempt: Attempt): Promise<void> {
    const failures = this.#failures;
    const keys = keysOf(attempt);
    if (!failures || !keys.some((key) => failures.knows(key)) || this.#good.has(this.#pair(attempt))) return;
    for (const key of keys) {
      const usage = await failures.look(key);
      if (!usage || usage.used < usage.limit) continue;
      const wait = secondsLeft(usage);
      const message = `Too many failed sign-ins; try again in ${wait} s`;
      throw problem('LIMIT_EXCEEDED', message, undefined, { retryAfter: wait });
    }
  }

  async failed(attempt: Attempt): Promise<void> {
    if (!this.#failures) return;
    this.#good.delete(this.#pair(attempt));
    for (const key of keysOf(attempt)) await this.#failures.count(key);
  }

  succeeded(attempt: Attempt): void {
    if (this.#failures) this.#good.set(this.#pair(attempt), true);
  }

  /** In one call: several take several times as long, for every request. */
  #pair({ address, account, sent }: Attempt): string {
    return hash('sha256', `${this.#salt} ${networkOf(address)} ${account ?? ''} ${sent}`, 'base64');
  }
}

const keysOf = ({ address, account }: Attempt): readonly string[] => [
  `address ${networkOf(address)}`,
  ...(account === null ? [] : [account]),
];
