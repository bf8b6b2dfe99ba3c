import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Places } from './places.js';
import type { Spared } from './spared.js';
import type { Refuse } from './refuse.js';

export interface LoadDeps {
  readonly places: Places;
  /** Answered at any load. */
  readonly spared: Spared;
  /** Accepted if there is a place, without taking one: requests whose pace the caller decides, or that take a place themselves for their actual work. */
  readonly longLived: (request: FastifyRequest) => boolean;
  readonly refuse: Refuse;
}

/**
 * Refuses requests beyond the capacity of this process. The more requests wait, the longer each waits (Little's law). With a limit on the requests in progress,
 * accepted requests take no longer than this many do, and the others learn immediately that they must come back. A request counts from when its body has
 * arrived until its response begins: slow senders and slow readers take no place.
 */
export function shedLoad(app: FastifyInstance, { places, spared, longLived, refuse }: LoadDeps): void {
  const working = new WeakSet<FastifyRequest>();
  /** Whose handlers have not come to their end, and of these the ones whose callers have left. */
  const handled = new WeakSet<FastifyRequest>();
  const left = new WeakSet<FastifyRequest>();
  const isOver = (request: FastifyRequest) => places.areFull && !spared(request);
  const leave = (request: FastifyRequest) => {
    if (working.delete(request)) places.leave();
  };

  app.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function handleInPlace(request, reply) {
      const result: unknown = Reflect.apply(handler, this, [request, reply]);
      if (!(result instanceof Promise)) return result;
      const settle = () => {
        handled.delete(request);
        if (left.delete(request)) leave(request);
      };
      handled.add(request);
      result.then(settle, settle);
      return result;
    };
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (isOver(request)) refuse(request, reply, places.refusal());
    else done();
  });
  app.addHook('preHandler', (request, reply, done) => {
    if (isOver(request)) {
      refuse(request, reply, places.refusal());
      return;
    }
    if (!longLived(request)) {
      working.add(request);
      places.enter();
    }
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    leave(request);
    done(null, payload);
  });
  // For responses that never begin: the caller closed the connection, which does not end what its request has begun, or it was taken over.
  app.addHook('onResponse', (request, _reply, done) => {
    if (handled.has(request)) left.add(request);
    else leave(request);
    done();
  });
}
