import fastifyCors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/** Allows pages of these origins to call (CORS), and no others. Callers are only identified by their token, so cookies are not allowed. */
export async function allowOrigins(app: FastifyInstance, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(fastifyCors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'LIST'],
    exposedHeaders: [
      ...['content-range', 'content-disposition', 'etag', 'last-modified', 'retry-after', 'x-request-id'],
      ...['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'ratelimit-policy'],
      ...['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'],
    ],
    // How long a browser may cache the preflight, in seconds; browsers have lower limits.
    maxAge: 7200,
    // OPTIONS that is not a preflight is not an error.
    strictPreflight: false,
  });
}
