import type { Refuse } from './admission/refuse.js';
import type { RestTable } from './rest/terraform/route.js';
import { jsonApi } from './rest/terraform/json-api.js';
import { httpStates } from './rest/http/dialect.js';
import { httpPrefix } from './rest/http/routes.js';
import { vault } from './rest/vault/dialect.js';
import { sendProblems } from './rest/refused.js';
import type { Dialect } from './rest/dialect.js';

/** The mounted paths. */
interface Mounted {
  readonly rest: readonly Pick<RestTable, 'prefix' | 'dialect'>[];
  /** Below `/v1`. */
  readonly vault?: object;
  readonly httpStates?: object;
}

/** The dialect of a path, if it has one: refusals before routing use the dialect of that route. */
function dialectOf({ rest, vault: paths, httpStates: states }: Mounted, url: string): Dialect | null {
  if (paths && url.startsWith('/v1/')) return vault;
  if (url.startsWith('/objects/')) return jsonApi;
  if (states && url.startsWith(`${httpPrefix}/`)) return httpStates;
  return rest.find(({ prefix }) => url.startsWith(`${prefix}/`))?.dialect ?? null;
}

/** Refuses a request by its path. GraphQL has the code in `extensions`; paths without a dialect answer with one line. */
export function refusals(deps: Mounted): Refuse {
  return (request, reply, error) => {
    const url = request.raw.url ?? '';
    const dialect = dialectOf(deps, url);
    if (dialect) return sendProblems(reply, dialect, error.problems, request);
    const { code, message, retryAfter } = error.problems[0];
    // Without a dialect, a status has its general meaning.
    reply.code(vault.problem(error.problems, { headers: request.headers }).status);
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    if (url.split('?', 1)[0] !== '/graphql') return reply.send({ error: message });
    const extensions = { code, ...(retryAfter !== undefined && { retryAfter }) };
    return reply.send({ errors: [{ message, extensions }] });
  };
}
