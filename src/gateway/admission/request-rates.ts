import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../../platform/networks.js';
import { problem } from '../../platform/problems.js';
import type { ProblemError } from '../../platform/problems.js';
import type { Siblings } from '../../platform/processes/siblings.js';
import { presentedToken } from '../context.js';
import type { Spared } from './spared.js';
import { secondsLeft, Windows } from './windows.js';
import type { Usage } from './windows.js';
import type { Refuse } from './refuse.js';

/** Requests per second; `null` for no limit. */
export interface RequestRates {
  readonly perToken: number | null;
  readonly perAddress: number | null;
}

/** Who sends a request: an address, and the token that it contains, valid or not. */
export interface Asking {
  readonly address: string;
  readonly token: string | null;
}

/** Why a request is refused, and after how many milliseconds another is accepted. */
export interface RateRefusal {
  readonly error: ProblemError;
  readonly resetMs: number;
}

/**
 * Counts requests of one token and of one address (IPv6 by /64) in windows of a second, from every transport: clients read the limit as requests per second.
 */
export class RequestCounters {
  readonly #ofTokens: Windows | null;
  readonly #ofAddresses: Windows | null;

  constructor({ perToken, perAddress }: RequestRates, siblings: Siblings) {
    const windows = (limit: number | null, name: string) =>
      limit === null ? null : new Windows({ limit, seconds: 1, siblings, name });
    this.#ofTokens = windows(perToken, 'requests of tokens');
    this.#ofAddresses = windows(perAddress, 'requests of addresses');
  }

  /** Counts a request; `null` if nothing is limited. */
  get count(): ((asking: Asking) => Promise<Usage | null>) | null {
    return this.#ofTokens || this.#ofAddresses ? (asking) => this.#counted(asking) : null;
  }

  /** Counts a request; `null` if it is accepted. */
  async refusal(asking: Asking): Promise<RateRefusal | null> {
    const usage = (await this.count?.(asking)) ?? null;
    const error = usage && overRate(usage);
    return usage && error && { error, resetMs: usage.resetMs };
  }

  /** Counts a request. @throws LIMIT_EXCEEDED */
  async pass(asking: Asking): Promise<void> {
    const refusal = await this.refusal(asking);
    if (refusal) throw refusal.error;
  }

  /** @returns the state of the limit that is closer */
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
  /** Paths that are answered at any load. */
  readonly spared: Spared;
  readonly refuse: Refuse;
}

/** Counts every HTTP request. */
export function limitRequests(app: FastifyInstance, { counters, spared, refuse }: RequestRatesDeps): void {
  const { count } = counters;
  if (!count) return;
  const seen = new WeakMap<FastifyRequest, Usage>();

  app.addHook('onRequest', async (request, reply) => {
    if (spared(request)) return;
    const usage = await count({ address: request.sender.address, token: countedToken(request) });
    if (!usage) return;
    seen.set(request, usage);
    const refusal = overRate(usage);
    if (refusal) return refuse(request, reply, refusal);
  });

  // Last, because without a limit the dialects set headers with the same names.
  app.addHook('onSend', (request, reply, payload, done) => {
    const usage = seen.get(request);
    if (usage) reply.headers(headersOf(usage));
    done(null, payload);
  });
}

/** Callers who present no token of ours, but a name and a password for instance, do not share one limit. */
const countedToken = ({ headers }: FastifyRequest): string | null => {
  const token = presentedToken(headers);
  return token === '' ? null : token;
};

/** With the names of the IETF drafts and the usual ones. All are numbers, because clients fail on anything else. */
function headersOf(usage: Usage): Readonly<Record<string, string>> {
  const limit = String(usage.limit);
  const left = String(leftOf(usage));
  const reset = String(secondsLeft(usage));
  return {
    'ratelimit-limit': limit,
    'ratelimit-remaining': left,
    'ratelimit-reset': reset,
    'ratelimit-policy': `${limit};w=1`,
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': left,
    'x-ratelimit-reset': reset,
  };
}

const leftOf = ({ limit, used }: Usage): number => Math.max(0, limit - used);

/** A token is never stored, not even in a counter. */
const hashOf = (token: string): string => hash('sha256', token, 'base64');
