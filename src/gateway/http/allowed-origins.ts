import fastifyCors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';

/**
 * Lets pages of these origins call (CORS), and no others. Callers are known by their token alone, so no cookies are let through.
 */
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
    // How long a browser may remember the answer, in seconds; browsers cap it themselves.
    maxAge: 7200,
    // OPTIONS without a question in it is no error.
    strictPreflight: false,
  });
}
