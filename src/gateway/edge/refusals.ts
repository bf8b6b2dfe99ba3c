import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProblemError } from '../../platform/problems.js';
import type { GatewayDeps } from '../deps.js';
import { jsonApi } from '../rest/json-api.js';
import { sendProblems } from '../rest/route.js';
import type { Dialect } from '../rest/row.js';
import { vault } from '../rest/vault.js';

export type Refuse = (request: FastifyRequest, reply: FastifyReply, error: ProblemError) => FastifyReply;

/** The dialect of a path, where it has one: what is refused before a route sees it is refused in the words of that route. */
function dialectOf({ rest, vault: paths }: Pick<GatewayDeps, 'rest' | 'vault'>, url: string): Dialect | null {
  if (paths && url.startsWith('/v1/')) return vault;
  if (url.startsWith('/objects/')) return jsonApi;
  return rest.find(({ prefix }) => url.startsWith(`${prefix}/`))?.dialect ?? null;
}

/** Refuses a request by the path that it asks for. GraphQL has the code in `extensions`; what has no dialect is told in one line. */
export function refusals(deps: Pick<GatewayDeps, 'rest' | 'vault'>): Refuse {
  return (request, reply, error) => {
    const url = request.raw.url ?? '';
    const dialect = dialectOf(deps, url);
    if (dialect) return sendProblems(reply, dialect, error.problems, request);
    const { code, message, retryAfter } = error.problems[0];
    // Without a dialect, a status means what it means anywhere.
    reply.code(vault.problem(error.problems, { headers: request.headers }).status);
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    if (url.split('?', 1)[0] !== '/graphql') return reply.send({ error: message });
    const extensions = { code, ...(retryAfter !== undefined && { retryAfter }) };
    return reply.send({ errors: [{ message, extensions }] });
  };
}
