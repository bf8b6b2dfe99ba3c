import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem, ProblemError } from '../../platform/problems.js';
import type { Problem } from '../../platform/problems.js';
import { problemsOf } from '../graphql/problems.js';
import type { GatewayPorts } from '../ports.js';
import type { Dialect, Pointers } from './dialect.js';

/** A document as it is sent. Bytes: to a text of JSON a charset would be added. */
export const bytesOf = (document: object): Buffer => Buffer.from(JSON.stringify(document));

/** Answers with problems, in the dialect. */
export function sendProblems(
  reply: FastifyReply,
  dialect: Dialect,
  problems: readonly [Problem, ...Problem[]],
  request: FastifyRequest,
  pointers?: Pointers,
): FastifyReply {
  const { headers } = request;
  const { retryAfter } = problems[0];
  const waiting =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter), ...dialect.waiting?.(retryAfter) };
  const { status, body } = dialect.problem(problems, { headers, ...(pointers && { pointers }) });
  const { challenge } = dialect;
  const asking = status === 401 && challenge !== undefined ? { 'www-authenticate': challenge } : {};
  return reply
    .headers({ ...dialect.headers, ...waiting, ...asking })
    .header('content-type', dialect.contentType)
    .code(status)
    .send(bytesOf(body));
}

/** Refusals by Fastify before routing, as our problems. */
export function refused(
  error: unknown,
  { log }: Pick<GatewayPorts, 'log'>,
  request: FastifyRequest,
): readonly [Problem, ...Problem[]] {
  if (error instanceof ProblemError) return error.problems;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return problem('BODY_TOO_LARGE').problems;
  if (status === 415) return problem('UNSUPPORTED_MEDIA_TYPE').problems;
  if (status === 400) return problem('MALFORMED_BODY', 'The request could not be read').problems;
  return problemsOf(error, log, request.id);
}
