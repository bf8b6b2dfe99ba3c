import { ApolloServer, HeaderMap } from '@apollo/server';
import type { ApolloServerOptions, ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance } from 'fastify';
import { GraphQLError, parse } from 'graphql';
import { ProblemError } from '../../platform/problems.js';
import type { EndableContext } from '../context.js';
import { fastPath } from './fast-path.js';
import { withNamedDocument } from './documents.js';
import type { NamedDocuments } from './documents.js';
import type { ContextOfRequest } from './exchange.js';
import type { Executor } from '../execution/executor.js';
import { joinBodies } from '../admission/joined-bodies.js';
import { parseJson } from '../admission/json.js';
import type { OperationDeps } from '../execution/operation.js';
import { httpAnswer, preparedDocument, responseMediaType, unreceived } from './http-answers.js';
import type { ReadDocument } from '../execution/prepared.js';
import { fastPathRequest } from './fast-path-requests.js';
import { SplicedAnswers } from './spliced-answers.js';
import { boundUnknown } from '../admission/unknown-bodies.js';
import type { EventStreams } from '../subscriptions/event-streams.js';
import { formattedError } from './problems.js';
import { receiveRest } from '../admission/refused-body.js';
import { sendToPlayground } from '../http/playground.js';
import { refuseOtherMethods } from './refused-methods.js';
import type { GatewayPorts } from '../ports.js';

export interface GraphQLDeps extends OperationDeps, Pick<GatewayPorts, 'authenticate' | 'schema'> {
  readonly documents: NamedDocuments;
  readonly receive: ContextOfRequest;
  readonly streams: EventStreams | null;
}

/** A placeholder for a failed document: Apollo needs one, and this one is never executed. */
const nothing = parse('{ __typename }');

/**
 * `/graphql`: plain requests go directly to the executor. Apollo Server checks all others, and the same executor runs them.
 * @returns a function that stops it
 */
export async function mountGraphQL(app: FastifyInstance, deps: GraphQLDeps): Promise<() => Promise<void>> {
  const spliced = new SplicedAnswers();
  let reading: ReturnType<typeof startApollo> | undefined;
  // At its first request: to begin, Apollo prints and hashes the whole schema.
  const apollo = () => (reading ??= startApollo(deps, spliced));

  await app.register((scope, _options, done) => {
    boundUnknown(scope, deps);
    joinBodies(scope);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, Buffer.isBuffer(body) ? withNamedDocument(parseJson(body)) : undefined);
    });
    scope.addHook('onRequest', sendToPlayground);
    scope.setErrorHandler((error, request, reply) => {
      receiveRest(error, request, reply);
      const refused: ReturnType<typeof unreceived> = refusal(error) ?? unreceived(error, deps, request.id);
      void reply.code(refused.status);
      if (refused.retryAfter !== undefined) void reply.header('retry-after', String(refused.retryAfter));
      return { errors: [{ message: refused.message, extensions: { code: refused.code } }] };
    });
    const directly = fastPath(deps);
    const { streams } = deps;
    scope.addHook('preHandler', (request, reply, next) => {
      if (streams?.wants(request)) {
        streams.open(request, reply).catch(next);
        return;
      }
      const plain = fastPathRequest(request);
      if (plain) directly(plain, request, reply).catch(next);
      else next();
    });
    scope.addHook('onSend', (_request, reply, payload, send) => {
      send(null, spliced.payloadOf(payload, reply));
    });
    scope.route<{ Reply: string }>({
      method: ['GET', 'POST', 'OPTIONS'],
      url: '/graphql',
      handler: async (request, reply) => (await apollo()).handle.call(scope, request, reply),
    });
    refuseOtherMethods(scope, '/graphql');
    done();
  });
  return async () => (await reading)?.server.stop();
}

/** Apollo Server over the executor, for what does not take the fast path. */
async function startApollo(deps: GraphQLDeps, spliced: SplicedAnswers) {
  const { executor, documents, log, receive, schema } = deps;
  const server = new ApolloServer<EndableContext>({
    schema,
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      { requestDidStart: () => Promise.resolve(listener(deps)) },
    ],
    // Called before Apollo would parse and validate a document itself: our plugin has done both by then.
    documentStore: {
      get: (key) => {
        const digest = key.slice(key.lastIndexOf(':') + 1);
        if (!documents.admits(digest)) return Promise.resolve(nothing);
        const prepared = executor.seen(digest);
        return Promise.resolve(prepared && (prepared.errors ? nothing : prepared.document));
      },
      set: () => Promise.resolve(),
      delete: () => Promise.resolve(false),
    },
    // Headers that browsers only send to other sites after a preflight.
    csrfPrevention: {
      requestHeaders: [
        ...['apollo-require-preflight', 'x-apollo-operation-name'],
        ...['authorization', 'x-service-token', 'x-vault-token'],
      ],
    },
    allowBatchedHttpRequests: false,
    persistedQueries: { cache: persistedQueries(documents, executor) },
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    stringifyResult: (result) => spliced.textOf(result),
    formatError: (formatted, error) => formattedError(formatted, error, log),
    logger: log,
  });
  await server.start();
  const handle = fastifyApolloHandler(server, {
    context: async (request, reply) => {
      try {
        return await receive(request, reply);
      } catch (error) {
        const { status, message, ...extensions } = unreceived(error, deps, request.id);
        const { retryAfter } = extensions;
        if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
        throw new GraphQLError(message, { extensions: { ...extensions, http: { status } } });
      }
    },
  });
  return { server, handle };
}

const retryHeader = (seconds: number | undefined): HeaderMap =>
  new HeaderMap(seconds === undefined ? [] : [['retry-after', String(seconds)]]);

type QueryCache = Extract<ApolloServerOptions<EndableContext>['cache'], object>;

/** Apollo's cache of documents by hash: only documents that can run are kept, and none that was only sent without a token. */
function persistedQueries(documents: NamedDocuments, executor: Executor): QueryCache {
  const digestIn = (key: string) => key.slice(key.lastIndexOf(':') + 1);
  return {
    get: (key) => Promise.resolve(documents.find(digestIn(key))),
    set: (key, source) => {
      const digest = digestIn(key);
      const known = executor.known(digest);
      if (known && !known.errors) documents.remember(digest, source);
      return Promise.resolve();
    },
    delete: () => Promise.resolve(false),
  };
}

/** Refusals by Fastify before our code gets the request. */
function refusal(error: unknown): { code: string; message: string; status: number } | null {
  if (error instanceof ProblemError) return null;
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return { code: 'BODY_TOO_LARGE', message: 'The request body is larger than the limit', status };
  if (status === 415) return { code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Send application/json', status };
  return typeof status === 'number' && status < 500
    ? { code: 'MALFORMED_BODY', message: 'The request could not be read', status }
    : null;
}

type Listener = Exclude<Awaited<ReturnType<NonNullable<ApolloServerPlugin<EndableContext>['requestDidStart']>>>, void>;

/** Handles one request: the document is prepared when its source is known, and run instead of Apollo's execution. */
function listener(deps: GraphQLDeps): Listener {
  let prepared: ReadDocument | undefined;
  return {
    didResolveSource({ source, queryHash, contextValue }) {
      prepared = preparedDocument(deps, { source, digest: queryHash }, contextValue);
      return Promise.resolve();
    },
    async responseForOperation({ request, contextValue }) {
      if (!prepared) throw new Error('no document was prepared');
      const asked = {
        operationName: request.operationName ?? undefined,
        variables: request.variables ?? {},
        readsStatus: request.http?.headers.get('accept')?.includes(responseMediaType) ?? false,
      };
      const { status, result, retryAfter } = await httpAnswer(deps, prepared, asked, contextValue);
      return { http: { status, headers: retryHeader(retryAfter) }, body: { kind: 'single', singleResult: result } };
    },
  };
}
