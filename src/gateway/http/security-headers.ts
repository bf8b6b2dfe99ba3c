import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * What every answer says unless its route says otherwise. Tokens, keys, state and what is refused about them may be in any of them, so nobody keeps one;
 * none is a page, so a browser that is made to show one runs and loads nothing, and guesses at no type.
 */
const everywhere = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;

export interface AnswerHeaders {
  /** Sets them, before anything else does. */
  set(request: FastifyRequest, reply: FastifyReply): void;
}

/**
 * @param hsts milliseconds for which browsers come back over HTTPS alone (RFC 6797); `null` to leave that open. Said over HTTPS only: said in the clear it would not
 * count
 */
export function answerHeaders(hsts: number | null): AnswerHeaders {
  const secured =
    hsts === null ? everywhere : { ...everywhere, 'strict-transport-security': `max-age=${Math.floor(hsts / 1000)}` };
  return {
    set: (request, reply) => {
      reply.headers(hsts !== null && request.sender.scheme === 'https' ? secured : everywhere);
      reply.header('x-request-id', request.id);
    },
  };
}

/** Also on what is refused before a route is looked for. */
export function setOnAll(app: FastifyInstance, headers: AnswerHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    headers.set(request, reply);
    done();
  });
}
