import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Requests that are answered at any load; decided once for each request. */
export type Spared = (request: FastifyRequest) => boolean;

const ofServer = /^\/(?:healthz|readyz|metrics)$/;

/**
 * Separates health, metrics and public documents from all other requests, before anything else happens.
 * @param isPublic whether the request is for a public document
 */
export function sparedRequests(
  app: FastifyInstance,
  isPublic: (request: FastifyRequest) => boolean | Promise<boolean>,
): Spared {
  const spared = new WeakSet<FastifyRequest>();
  app.addHook('onRequest', (request, _reply, done) => {
    const told = ofServer.test(request.raw.url ?? '') || isPublic(request);
    const settle = (is: boolean) => {
      if (is) spared.add(request);
      done();
    };
    if (typeof told === 'boolean') settle(told);
    else told.then(settle, done);
  });
  return (request) => spared.has(request);
}
