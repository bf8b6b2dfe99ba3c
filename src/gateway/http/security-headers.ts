import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/**
 * The headers of every response unless its route sets others. Responses may contain tokens, keys, state and refusals about them, so they must not be cached.
 * None is a page, so a browser that shows one runs and loads nothing, and guesses no type.
 */
const everywhere = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
} as const;

export interface AnswerHeaders {
  /** Sets them first. */
  set(request: FastifyRequest, reply: FastifyReply): void;
}

/**
 * @param hsts milliseconds for which browsers use only HTTPS (RFC 6797); `null` for no such header. Only sent over HTTPS, because browsers ignore it otherwise
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

/** Also for refusals before routing. */
export function setOnAll(app: FastifyInstance, headers: AnswerHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    headers.set(request, reply);
    done();
  });
}
