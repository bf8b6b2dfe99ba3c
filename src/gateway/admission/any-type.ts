import type { FastifyInstance } from 'fastify';

const token = /[\w!#$%&'*+.^`|~-]+/.source;
const mediaType = new RegExp(`^\\s*${token}/${token}\\s*(?:;|$)`);

/**
 * For paths that read a body whatever type it has: one that says what is no type (RFC 9110 8.3.1; nothing, one word, several types) counts as one that says
 * none. Fastify refuses it before a parser for any type is asked. A merge patch needs its own type, and is told so.
 */
export function acceptAnyType(scope: FastifyInstance): void {
  scope.addHook('onRequest', ({ headers, method }, _reply, next) => {
    const said = headers['content-type'];
    if (said !== undefined && method !== 'PATCH' && !mediaType.test(said)) delete headers['content-type'];
    next();
  });
}
