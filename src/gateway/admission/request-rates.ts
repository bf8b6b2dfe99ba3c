import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../../platform/networks.js';
import { problem } from '../../platform/problems.js';
import type { ProblemError } from '../../platform/problems.js';
import { presentedToken } from '../context.js';
import type { Spared } from './spared.js';
import { secondsLeft, Windows } from './windows.js';
import type { Usage } from './windows.js';
import type { Refuse } from './refuse.js';

/** Requests a second; `null` for no limit. */
export interface RequestRates {
  readonly perToken: number | null;
  readonly perAddress: number | null;
}

/** Who asks: an address, and the token that was sent with it, valid or not. */
export interface Asking {
  readonly address: string;
  readonly token: string | null;
}

/** Why one more is one too many, and in how many milliseconds there is room again. */
export interface RateRefusal {
  readonly error: ProblemError;
  readonly resetMs: number;
}

/** Counts requests of one token and of one address (IPv6 by /64) in windows of a second, whatever they came in by: clients read the limit as requests a second. */
export class RequestCounters {
  readonly #ofTokens: Windows | null;
  readonly #ofAddresses: Windows | null;

  constructor({ perToken, perAddress }: RequestRates) {
    const windows = (limit: number | null) => (limit === null ? null : new Windows({ limit, seconds: 1 }));
    this.#ofTokens = windows(perToken);
    this.#ofAddresses = windows(perAddress);
  }

  /** Counts one more; `null` where nothing is limited. */
  get count(): ((asking: Asking) => Promise<Usage | null>) | null {
    return this.#ofTokens || this.#ofAddresses ? (asking) => this.#counted(asking) : null;
  }

  /** Counts one more; `null` where there was room. */
  async refusal(asking: Asking): Promise<RateRefusal | null> {
    const usage = (await this.count?.(asking)) ?? null;
    const error = usage && overRate(usage);
    return usage && error && { error, resetMs: usage.resetMs };
  }

  /** Counts one more. @throws LIMIT_EXCEEDED */
  async pass(asking: Asking): Promise<void> {
    const refusal = await this.refusal(asking);
    if (refusal) throw refusal.error;
  }

  /** @returns of two limits how the tighter one stands */
  async #counted({ address, token }: Asking): Promise<Usage | null> {
    const counted: Usage[] = [];
    if (this.#ofAddresses) counted.push(await this.#ofAddresses.count(networkOf(address)));
    if (this.#ofTokens && token !== null) counted.push(await this.#ofTokens.count(hashOf(token)));
    const [tightest = null] = counted.sort((one, other) => leftOf(one) - leftOf(other));
    return tightest;
  }
}

function overRate(usage: Usage): ProblemError | null {
  if (usage.used <= usage.limit) return null;
  const wait = secondsLeft(usage);
  const message = `More than ${usage.limit} requests a second; try again in ${wait} s`;
  return problem('LIMIT_EXCEEDED', message, undefined, { retryAfter: wait });
}

export interface RequestRatesDeps {
  readonly counters: RequestCounters;
  /** Paths that are answered whatever else is going on. */
  readonly spared: Spared;
  readonly refuse: Refuse;
}

/** Has every request over HTTP counted. */
export function limitRequests(app: FastifyInstance, { counters, spared, refuse }: RequestRatesDeps): void {
  const { count } = counters;
  if (!count) return;
  const seen = new WeakMap<FastifyRequest, Usage>();

  app.addHook('onRequest', async (request, reply) => {
    if (spared(request)) return;
    const usage = await count({ address: request.sender.address, token: presentedToken(request.headers) });
    if (!usage) return;
    seen.set(request, usage);
    const refusal = overRate(usage);
    if (refusal) return refuse(request, reply, refusal);
  });

  // Last, because the dialects have headers of the same names for where there is no limit.
  app.addHook('onSend', (request, reply, payload, done) => {
    const usage = seen.get(request);
    if (usage) reply.headers(headersOf(usage));
    done(null, payload);
  });
}

/** As drafts of the IETF and as everybody else names them; numbers all of them, because clients end at what is none. */
function headersOf(usage: Usage): Readonly<Record<string, string>> {
  const limit = String(usage.limit);
  const left = String(leftOf(usage));
  const reset = String(secondsLeft(usage));
  return {
    ...{ 'ratelimit-limit': limit, 'ratelimit-remaining': left, 'ratelimit-reset': reset },
    'ratelimit-policy': `${limit};w=1`,
    ...{ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': left, 'x-ratelimit-reset': reset },
  };
}

const leftOf = ({ limit, used }: Usage): number => Math.max(0, limit - used);

/** A token is kept nowhere, not even in a counter. */
const hashOf = (token: string): string => hash('sha256', token, 'base64');
