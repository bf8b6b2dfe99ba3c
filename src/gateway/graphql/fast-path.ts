import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndableContext } from '../context.js';
import { Digests } from './documents.js';
import type { NamedDocuments } from './documents.js';
import type { ContextOfRequest } from './exchange.js';
import type { OperationDeps } from '../execution/operation.js';
import { httpAnswer, preparedDocument, unreceived } from './http-answers.js';
import type { HttpAnswer } from './http-answers.js';
import type { FastPathRequest } from './fast-path-requests.js';
import { sendJson } from './spliced-answers.js';
import type { GatewayPorts } from '../ports.js';

export interface FastPathDeps extends OperationDeps, Pick<GatewayPorts, 'log'> {
  readonly documents: NamedDocuments;
  readonly receive: ContextOfRequest;
}

/** Answers plain requests like Apollo, with the same executor and the same checks, but without its pipeline. */
export function fastPath(
  deps: FastPathDeps,
): (plain: FastPathRequest, request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const digests = new Digests();

  const answer = async (plain: FastPathRequest, request: FastifyRequest, reply: FastifyReply): Promise<HttpAnswer> => {
    let context: EndableContext;
    try {
      context = await deps.receive(request, reply);
    } catch (error) {
      const { status, message, ...extensions } = unreceived(error, deps, request.id);
      const { retryAfter } = extensions;
      return { status, result: { errors: [{ message, extensions }] }, ...(retryAfter !== undefined && { retryAfter }) };
    }
    const prepared = preparedDocument(deps, { source: plain.source, digest: digests.of(plain.source) }, context);
    return httpAnswer(deps, prepared, plain, context);
  };

  return async (plain, request, reply) => {
    const { status, result, retryAfter } = await answer(plain, request, reply);
    reply.code(status).header('content-type', plain.contentType);
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    const { errors, data, extensions } = result;
    // Errors first, so that nobody overlooks them.
    sendJson(reply, errors ? { errors, data, extensions } : { data, extensions }, '\n');
  };
}
