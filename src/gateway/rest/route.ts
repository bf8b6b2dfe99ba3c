import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { getOperationAST, print } from 'graphql';
import type { DocumentNode, GraphQLError } from 'graphql';
import { problem, ProblemError } from '../../platform/problems.js';
import type { Problem } from '../../platform/problems.js';
import type { GatewayDeps } from '../deps.js';
import { digestOf } from '../documents.js';
import type { Reception } from '../exchange.js';
import type { EndableContext } from '../context.js';
import type { Executor, OwnOperation } from '../executor.js';
import { parseJson } from '../json.js';
import { problemsOf } from '../problems.js';
import { hearOut } from '../refused-body.js';
import { OperationRun } from '../running.js';
import { boundUnknown } from '../unknown-bodies.js';
import type { OperationIdentity } from '../running.js';
import { sendJson } from '../spliced-answers.js';
import { payloadNames, readOperations, throwProblems } from './operations.js';
import { includesOf, ParsedRequest } from './request.js';
import type { Dialect, RestTable, Row } from './row.js';
import { withWholeLists } from './whole-lists.js';

export interface RestDeps extends Pick<GatewayDeps, 'authenticate' | 'log' | 'metrics' | 'settings' | 'schema'> {
  readonly executor: Executor;
  readonly receive: Reception;
  /** Where the operations of a table come from; graphql/rest unless said. */
  readonly operations?: (folder: string) => ReadonlyMap<string, DocumentNode>;
}

/**
 * Mounts a table: each row becomes a route.
 * @throws Error for a row whose operation is missing
 */
export async function mountRest(app: FastifyInstance, table: RestTable, deps: RestDeps): Promise<void> {
  const { dialect, prefix } = table;
  const operations = (deps.operations ?? readOperations)(table.operations);
  // Outside of the plugin: what is thrown inside of it ends the process.
  const routes = table.rows.map((row) => ({
    method: row.method,
    url: row.path,
    handler: handler(row, dialect, operations, deps),
  }));
  await app.register(
    (scope, _options, done) => {
      boundUnknown(scope, deps);
      readBodies(scope, dialect);
      for (const route of routes) scope.route(route);
      const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
        hearOut(error, request, reply);
        return sendProblems(reply, dialect, refused(error, deps, request), request);
      };
      scope.setErrorHandler(refuse);
      scope.setNotFoundHandler((request, reply) => refuse(problem('NOT_FOUND'), request, reply));
      done();
    },
    { prefix },
  );
}

/** Real clients send several content types, or none, for the same JSON. */
function readBodies(scope: FastifyInstance, dialect: Dialect): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, parsed) => {
    if (!Buffer.isBuffer(body) || body.length === 0) {
      parsed(null, undefined);
      return;
    }
    const type = (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
    try {
      if (!dialect.readsContentType(type)) throw problem('UNSUPPORTED_MEDIA_TYPE');
      parsed(null, parseJson(body));
    } catch (error) {
      parsed(error instanceof Error ? error : new Error('the body could not be read'));
    }
  });
}

function handler(
  row: Row,
  dialect: Dialect,
  operations: ReadonlyMap<string, DocumentNode>,
  deps: RestDeps,
): RouteHandlerMethod {
  const includes = includesOf(row);
  const named = (name: string) => runner(name, operations, deps);
  const run = row.operation ? withWholeLists(named(row.operation.name), row.whole ?? [], named) : null;
  const head = { ...dialect.headers, 'content-type': `${dialect.contentType}; charset=utf-8` };
  const { status = 200, anonymous = false } = row;

  // Nobody is asked who they are where it makes no difference: a ping with an old token still tells what it is for.
  const receive: Reception =
    run || !anonymous ? deps.receive : (request, reply) => deps.receive(request, reply, { anonymous: true });

  return async (request, reply) => {
    reply.headers(head);
    let parsed: ParsedRequest | undefined;
    try {
      const receiving = receive(request, reply);
      const context = 'then' in receiving ? await receiving : receiving;
      parsed = new ParsedRequest(request, includes, context.baseUrl);
      if (row.headers) reply.headers(row.headers(parsed));
      if (!anonymous && !context.caller) throw problem('UNAUTHENTICATED');
      const data = run ? await run(context, row.variables(parsed)) : {};
      const document = row.document(data, parsed);
      if (document === null)
        return await reply
          .removeHeader('content-type')
          .code(status === 200 ? 204 : status)
          .send();
      return await sendJson(reply.code(status), document);
    } catch (error) {
      return sendProblems(reply, dialect, problemsOf(error, deps.log, request.id), request, row.pointers);
    }
  };
}

export type Run = (context: EndableContext, variables: object) => Promise<object>;

/** An error without a path came before anything ran: a value that does not fit its variable. Fields are read by tables, so few get this far. */
function requestError({ path, message }: GraphQLError): Error | null {
  return path === undefined ? problem('INVALID_INPUT', message) : null;
}

/** The hash is made when somebody asks for it: most operations are never seen to be slow. */
function identityOf(name: string, document: DocumentNode): OperationIdentity {
  const type = getOperationAST(document, name)?.operation ?? 'query';
  let digest: string | undefined;
  return { name, type, digest: () => (digest ??= digestOf(print(document))) };
}

/** Runs a row's operation. @throws ProblemError, or whatever a resolver threw */
export function runner(name: string, operations: ReadonlyMap<string, DocumentNode>, deps: RestDeps): Run {
  const document = operations.get(name);
  if (!document) throw new Error(`no operation is called ${name}`);
  const execute: OwnOperation = deps.executor.ownAtFirstUse(document, name);
  const payloads = payloadNames(deps.schema, document);
  const identity = identityOf(name, document);
  deps.metrics.knowOperation(name);
  return async (context, variables) => {
    const run = new OperationRun(deps, identity, context);
    try {
      const running = run.execute(() => execute(context, { ...variables }));
      const { data, errors } = 'then' in running ? await running : running;
      if (errors?.[0]) throw requestError(errors[0]) ?? errors[0];
      if (!data) throw new Error(`the operation ${name} answered nothing`);
      run.outcome = 'problems';
      throwProblems(data, payloads);
      run.outcome = 'ok';
      return data;
    } finally {
      run.end();
    }
  };
}

/** Answers with problems, in the words of the dialect. */
export function sendProblems(
  reply: FastifyReply,
  dialect: Dialect,
  problems: readonly [Problem, ...Problem[]],
  request: FastifyRequest,
  pointers?: Row['pointers'],
): FastifyReply {
  const { headers } = request;
  const { retryAfter } = problems[0];
  const waiting =
    retryAfter === undefined ? {} : { 'retry-after': String(retryAfter), ...dialect.waiting?.(retryAfter) };
  const { status, body } = dialect.problem(problems, { headers, ...(pointers && { pointers }) });
  return reply
    .headers({ ...dialect.headers, ...waiting })
    .header('content-type', `${dialect.contentType}; charset=utf-8`)
    .code(status)
    .send(JSON.stringify(body));
}

/** What Fastify refuses before a row sees the request, in our words. */
export function refused(error: unknown, { log }: RestDeps, request: FastifyRequest): readonly [Problem, ...Problem[]] {
  if (error instanceof ProblemError) return error.problems;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return problem('BODY_TOO_LARGE').problems;
  if (status === 415) return problem('UNSUPPORTED_MEDIA_TYPE').problems;
  if (status === 400) return problem('MALFORMED_BODY', 'The request could not be read').problems;
  return problemsOf(error, log, request.id);
}
