import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../platform/networks.js';
import { problem } from '../../platform/problems.js';
import type { ProblemError } from '../../platform/problems.js';
import { presentedToken } from '../context.js';
import { secondsLeft, Windows } from './windows.js';
import type { Standing } from './windows.js';

/** Requests a second; `null` for no limit. */
export interface RequestRates {
  readonly perToken: number | null;
  readonly perAddress: number | null;
}

export interface RequestRatesDeps {
  readonly rates: RequestRates;
  /** Paths that are answered whatever else is going on. */
  readonly spared: (request: FastifyRequest) => boolean;
  readonly refuse: (request: FastifyRequest, reply: FastifyReply, error: ProblemError) => FastifyReply;
}

/** Requests of one token, valid or not, and of one address (IPv6 by /64) are counted in windows of a second: clients read the limit as requests a second. */
export function limitRequests(app: FastifyInstance, { rates, spared, refuse }: RequestRatesDeps): void {
  const windows = (limit: number | null) => (limit === null ? null : new Windows({ limit, seconds: 1 }));
  const [ofTokens, ofAddresses] = [windows(rates.perToken), windows(rates.perAddress)];
  if (!ofTokens && !ofAddresses) return;
  const seen = new WeakMap<FastifyRequest, Standing>();

  app.addHook('onRequest', async (request, reply) => {
    if (spared(request)) return;
    const token = presentedToken(request.headers);
    const counted: Standing[] = [];
    if (ofAddresses) counted.push(await ofAddresses.count(networkOf(request.sender.address)));
    if (ofTokens && token !== null) counted.push(await ofTokens.count(hashOf(token)));
    const [tightest] = counted.sort((one, other) => leftOf(one) - leftOf(other));
    if (!tightest) return;
    seen.set(request, tightest);
    if (tightest.used <= tightest.limit) return;
    const wait = secondsLeft(tightest);
    const message = `More than ${tightest.limit} requests a second; try again in ${wait} s`;
    return refuse(request, reply, problem('LIMIT_EXCEEDED', message, undefined, { retryAfter: wait }));
  });

  // Last, because the dialects have headers of the same names for where there is no limit.
  app.addHook('onSend', (request, reply, payload, done) => {
    const standing = seen.get(request);
    if (standing) reply.headers(headersOf(standing));
    done(null, payload);
  });
}

/** As drafts of the IETF and as everybody else names them; numbers all of them, because clients end at what is none. */
function headersOf(standing: Standing): Readonly<Record<string, string>> {
  const limit = String(standing.limit);
  const left = String(leftOf(standing));
  const reset = String(secondsLeft(standing));
  return {
    ...{ 'ratelimit-limit': limit, 'ratelimit-remaining': left, 'ratelimit-reset': reset },
    'ratelimit-policy': `${limit};w=1`,
    ...{ 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': left, 'x-ratelimit-reset': reset },
  };
}

const leftOf = ({ limit, used }: Standing): number => Math.max(0, limit - used);

/** A token is kept nowhere, not even in a counter. */
const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64');
