import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { problem, ProblemError } from '../../platform/problems.js';
import { presentedToken } from '../context.js';
import { originOf } from '../graphql/exchange.js';
import type { GatewayPorts } from '../ports.js';

const statuses = { UNAUTHENTICATED: 401, PERMISSION_DENIED: 403, NOT_FOUND: 404, LIMIT_EXCEEDED: 429 } as const;

/** `/metrics`: numbers for Prometheus. They contain names of operations, the load of callers and details of the system, so they are for operators. */
export function mountMetrics(
  app: FastifyInstance,
  { authenticate, metrics, settings }: Pick<GatewayPorts, 'authenticate' | 'metrics' | 'settings'>,
): void {
  const { who, token: own } = settings.metrics ?? { who: 'administrators' };

  /** @throws UNAUTHENTICATED, PERMISSION_DENIED, NOT_FOUND, and what `authenticate` throws */
  const admit = async (request: FastifyRequest): Promise<void> => {
    if (who === 'open') return;
    if (who === 'off') throw problem('NOT_FOUND');
    const token = presentedToken(request.headers);
    if (token === null) throw problem('UNAUTHENTICATED');
    if (own !== undefined && isSame(token, own)) return;
    const caller = await authenticate(token, originOf(request));
    if (!caller) throw problem('UNAUTHENTICATED');
    // A restricted token has only the permissions of its policies, regardless of its creator.
    if (!caller.siteAdmin || caller.kind === 'restricted') throw problem('PERMISSION_DENIED');
  };

  app.get('/metrics', async (request, reply) => {
    try {
      await admit(request);
    } catch (error) {
      const status = error instanceof ProblemError ? statusOf(error) : undefined;
      if (status === undefined || !(error instanceof ProblemError)) throw error;
      const { retryAfter } = error.problems[0];
      if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
      if (status === 401) reply.header('www-authenticate', 'Bearer');
      return reply.code(status).send({ error: error.message });
    }
    const { contentType, body } = await metrics.render();
    return reply.header('content-type', contentType).send(body);
  });
}

function statusOf({ code }: ProblemError): number | undefined {
  return Object.entries(statuses).find(([name]) => name === code)?.[1];
}

/** In constant time. */
function isSame(given: string, expected: string): boolean {
  const hashOf = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hashOf(given), hashOf(expected));
}
