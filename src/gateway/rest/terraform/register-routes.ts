import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { DocumentNode } from 'graphql';
import { defaultLimits } from '../../execution/limits.js';
import { problem } from '../../../platform/problems.js';
import type { ContextOfRequest } from '../../graphql/exchange.js';
import { joinBodies } from '../../admission/joined-bodies.js';
import { parseJson } from '../../admission/json.js';
import { problemsOf } from '../../graphql/problems.js';
import { leavingOut, timesLarger } from '../../admission/left-out.js';
import { receiveRest } from '../../admission/refused-body.js';
import { boundUnknown } from '../../admission/unknown-bodies.js';
import { sendJson } from '../../graphql/spliced-answers.js';
import { mediaTypeOf } from '../media-type.js';
import { readOperations } from '../operation-documents.js';
import { includesOf, ParsedRequest } from './request.js';
import type { RestTable, Route } from './route.js';
import { withWholeLists } from './whole-lists.js';
import { refused, sendProblems } from '../refused.js';
import { runner } from '../run.js';
import type { RestDeps } from '../run.js';
import type { Dialect } from '../dialect.js';

/**
 * Registers the routes of a table with Fastify.
 * @throws Error for a route whose operation is missing
 */
export async function mountRest(app: FastifyInstance, table: RestTable, deps: RestDeps): Promise<void> {
  const { dialect, prefix } = table;
  const operations = (deps.operations ?? readOperations)(table.operations);
  // Outside the plugin: an error inside it would end the process.
  const routes = table.routes.map((route) => ({
    method: route.method,
    url: route.path,
    handler: handler(route, dialect, operations, deps),
    ...larger(route, deps),
  }));
  await app.register(
    (scope, _options, done) => {
      boundUnknown(scope, deps);
      joinBodies(scope);
      readBodies(scope, dialect);
      for (const route of routes) scope.route(route);
      const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
        receiveRest(error, request, reply);
        return sendProblems(reply, dialect, refused(error, deps, request), request);
      };
      scope.setErrorHandler(refuse);
      scope.setNotFoundHandler((request, reply) => refuse(problem('NOT_FOUND'), request, reply));
      done();
    },
    { prefix },
  );
}

/** What a route has that takes larger documents than others. */
function larger({ leavesOut }: Route, { settings: { maxBodySize } }: RestDeps) {
  if (leavesOut === undefined) return {};
  return { bodyLimit: timesLarger * maxBodySize, preParsing: leavingOut(leavesOut, maxBodySize) };
}

/** Real clients send several content types, or none, for the same JSON. */
function readBodies(scope: FastifyInstance, dialect: Dialect): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, parsed) => {
    if (!Buffer.isBuffer(body) || body.length === 0) {
      parsed(null, undefined);
      return;
    }
    try {
      if (!dialect.readsContentType(mediaTypeOf(request.headers))) throw problem('UNSUPPORTED_MEDIA_TYPE');
      parsed(null, parseJson(body));
    } catch (error) {
      parsed(error instanceof Error ? error : new Error('the body could not be read'));
    }
  });
}

function handler(
  route: Route,
  dialect: Dialect,
  operations: ReadonlyMap<string, DocumentNode>,
  deps: RestDeps,
): RouteHandlerMethod {
  const includes = includesOf(route);
  const named = (name: string) => runner(name, operations, deps);
  const whole = { runner: named, mostObjects: { ...defaultLimits, ...deps.settings.limits }.cost };
  const run = route.operation ? withWholeLists(named(route.operation.name), route.whole ?? [], whole) : null;
  const head = { ...dialect.headers, 'content-type': dialect.contentType };
  const { status = 200, anonymous = false } = route;

  // The token is not checked if it makes no difference: a ping with an old token still works.
  const receive: ContextOfRequest =
    run || !anonymous ? deps.receive : (request, reply) => deps.receive(request, reply, { anonymous: true });

  return async (request, reply) => {
    reply.headers(head);
    let parsed: ParsedRequest | undefined;
    try {
      const receiving = receive(request, reply);
      const context = 'then' in receiving ? await receiving : receiving;
      parsed = new ParsedRequest(request, includes, context.baseUrl);
      if (route.headers) reply.headers(route.headers(parsed));
      if (!anonymous && !context.caller) throw problem('UNAUTHENTICATED');
      // Also where the route includes nothing: a value that is not heeded would look as if there were nothing to include.
      void parsed.include;
      const data = run ? await run(context, route.variables(parsed)) : {};
      const document = route.document(data, parsed);
      if (document === null)
        return await reply
          .removeHeader('content-type')
          .code(status === 200 ? 204 : status)
          .send();
      return await sendJson(reply.code(status), document);
    } catch (error) {
      return sendProblems(reply, dialect, problemsOf(error, deps.log, request.id), request, route.pointers);
    }
  };
}
