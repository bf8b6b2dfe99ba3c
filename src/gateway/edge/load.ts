import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../../platform/problems.js';
import type { ProblemError } from '../../platform/problems.js';
import type { Metrics } from '../../platform/metrics/metrics.js';

export interface LoadDeps {
  /** Requests that are worked on at once; `null` for no limit. */
  readonly most: number | null;
  readonly metrics: Metrics;
  /** Answered whatever else is going on. */
  readonly spared: (request: FastifyRequest) => boolean;
  /** Answered where there is room, without taking any: what goes on for long and is paced by its caller. */
  readonly longLived: (request: FastifyRequest) => boolean;
  readonly refuse: (request: FastifyRequest, reply: FastifyReply, error: ProblemError) => FastifyReply;
}

/** Seconds after which to try again. */
const wait = 1;

/**
 * Sheds what is more than this process can do. What waits, waits longer the more there is of it (Little's law): with a bound on the requests that are worked
 * on, those that are accepted take no longer than so many at once do, and the others learn at once that they have to come back. A request counts from when its
 * body is there until its answer begins: neither who sends slowly nor who reads slowly takes a place.
 */
export function shedLoad(app: FastifyInstance, { most, metrics, spared, longLived, refuse }: LoadDeps): void {
  const working = new WeakSet<FastifyRequest>();
  let count = 0;
  metrics.gauge('trustate_requests_in_work', 'Requests that are worked on.', () => count);
  if (most === null) return;
  const shed = metrics.counter(
    'trustate_requests_shed_total',
    'Requests refused because there were too many at once.',
    [],
  );

  const isOver = (request: FastifyRequest) => count >= most && !spared(request);
  const turnAway = (request: FastifyRequest, reply: FastifyReply) => {
    shed.inc();
    const message = `The server is busy; try again in ${wait} s`;
    refuse(request, reply, problem('UNAVAILABLE', message, undefined, { retryAfter: wait }));
  };
  const leave = (request: FastifyRequest) => {
    if (working.delete(request)) count -= 1;
  };

  app.addHook('onRequest', (request, reply, done) => {
    if (isOver(request)) turnAway(request, reply);
    else done();
  });
  app.addHook('preHandler', (request, reply, done) => {
    if (isOver(request)) {
      turnAway(request, reply);
      return;
    }
    if (!longLived(request)) {
      working.add(request);
      count += 1;
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
