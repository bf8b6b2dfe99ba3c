import type { FastifyInstance } from 'fastify';
import { problem } from '../../platform/problems.js';
import type { Refuse } from './refuse.js';
import { dropRest } from './refused-body.js';

const withoutBody: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A compressed body is refused before anything reads it as what it would be without compression: its bounds count bytes as they come. */
export function refuseEncodings(app: FastifyInstance, refuse: Refuse): void {
  app.addHook('onRequest', (request, reply, done) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
    if (encoding === '' || encoding === 'identity' || withoutBody.has(request.method)) {
      done();
      return;
    }
    dropRest(request);
    const why = 'The body must not be compressed: send it without Content-Encoding';
    // What is asked for, as RFC 9110 section 12.5.3 says it.
    void refuse(request, reply.header('accept-encoding', 'identity'), problem('UNSUPPORTED_MEDIA_TYPE', why));
  });
}
