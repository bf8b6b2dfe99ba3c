import type { FastifyInstance, FastifyRequest } from 'fastify';

/** What is answered regardless of load; decided once for each request. */
export type Spared = (request: FastifyRequest) => boolean;

const ofServer = /^\/(?:healthz|readyz|metrics)$/;

/**
 * Tells health, metrics, and documents that everybody may have from all other requests, before anything else is done about them.
 * @param isPublic of such a document
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
