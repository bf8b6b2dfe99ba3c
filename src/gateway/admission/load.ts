import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Places } from './places.js';
import type { Spared } from './spared.js';
import type { Refuse } from './refuse.js';

export interface LoadDeps {
  readonly places: Places;
  /** Answered whatever else is going on. */
  readonly spared: Spared;
  /** Answered where there is room, without taking any here: what is paced by its caller, or takes a place of its own for the part that is work. */
  readonly longLived: (request: FastifyRequest) => boolean;
  readonly refuse: Refuse;
}

/**
 * Sheds what is more than this process can do. What waits, waits longer the more there is of it (Little's law): with a bound on the requests that are worked
 * on, those that are accepted take no longer than so many at once do, and the others learn at once that they have to come back. A request counts from when its
 * body is there until its answer begins: neither who sends slowly nor who reads slowly takes a place.
 */
export function shedLoad(app: FastifyInstance, { places, spared, longLived, refuse }: LoadDeps): void {
  const working = new WeakSet<FastifyRequest>();
  const isOver = (request: FastifyRequest) => places.areFull && !spared(request);
  const leave = (request: FastifyRequest) => {
    if (working.delete(request)) places.leave();
  };

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
  // Where the answer never begins: its caller went away, or it was taken over.
  app.addHook('onResponse', (request, _reply, done) => {
    leave(request);
    done();
  });
}
