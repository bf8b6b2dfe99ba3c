import { refuseEncodings } from './admission/encodings.js';
import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Server as HttpsServer } from 'node:https';
import { Server as NetServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { fastify, LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestId } from '../platform/log/log.js';
import { onlyProcess } from '../platform/processes/serving-place.js';
import type { ServingPlace } from '../platform/processes/serving-place.js';
import { followsWork } from '../platform/work/work.js';
import { allowOrigins } from './http/allowed-origins.js';
import { namesSeveralHosts, originForm } from './http/request-target.js';
import { CostBudget } from './execution/budget.js';
import type { GatewayPorts } from './ports.js';
import { subgraphSchema } from './federation/subgraph-schema.js';
import { publicSchema } from './public-schema.js';
import type { RestTable } from './rest/terraform/route.js';
import type { VaultPaths } from './rest/vault/register-routes.js';
import type { SubscriptionSettings } from './subscriptions/subscriptions.js';
import { defaultBounds, http1Options, stalledAfter } from './admission/bounds.js';
import { ConnectionLimits } from './http/connection-limits.js';
import { OwedAnswers } from './http/owed-answers.js';
import { StoppedCallers } from './http/stopped-callers.js';
import { UnreadAnswers } from './http/unread-answers.js';
import { UnaskedConnections } from './http/unasked-connections.js';
import { Http2Connections } from './http/http2.js';
import { shedLoad } from './admission/load.js';
import { refusals } from './refusals.js';
import { Places } from './admission/places.js';
import { limitRequests, RequestCounters } from './admission/request-rates.js';
import { answerHeaders, setOnAll } from './http/security-headers.js';
import { ClientCertificates } from './http/client-certificates.js';
import { Senders } from './http/senders.js';
import { FailedSignIns } from './admission/failed-sign-ins.js';
import { SignIns } from './admission/sign-ins.js';
import { sparedRequests } from './admission/spared.js';
import { Handshakes } from './http/handshakes.js';
import { secureContext, tlsOptions } from './http/tls.js';
import type { Sender } from './http/senders.js';
import { NamedDocuments } from './graphql/documents.js';
import { contexts, contextOfRequest } from './graphql/exchange.js';
import { Executor } from './execution/executor.js';
import { mountGraphQL } from './graphql/route.js';
import { understandList } from './http/list-method.js';
import { defaultLimits } from './execution/limits.js';
import { mountPlayground } from './http/playground.js';
import { mountDiscovery } from './http/discovery.js';
import { mountHealth } from './http/health.js';
import { mountMetrics } from './http/metrics.js';
import { mountRest } from './rest/terraform/register-routes.js';
import { publicPaths } from './rest/vault/public-paths.js';
import { mountVault } from './rest/vault/register-routes.js';
import { mountHttpStates } from './rest/http/mount.js';
import type { HttpStates } from './rest/http/mount.js';
import { httpPrefix, sendsState } from './rest/http/routes.js';
import { understandBasic } from './http/basic-authentication.js';
import { problem } from '../platform/problems.js';
import { createSubscriptions } from './subscriptions/subscriptions.js';
import { followRequests } from './http/request-work.js';
import { hearUpgrades } from './http/upgrades.js';
import type { RestDeps } from './rest/run.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent the request, from where and to which host: only this code decides. */
    readonly sender: Sender;
    /** {@link sender}, after the first use. */
    knownSender: Sender | null;
    /** Reads the certificates by which the client has proved itself, DER, its own first: see `ClientCertificates`. */
    readonly clientCertificates: () => readonly Uint8Array[];
  }
}

/** Where to listen; `null` turns a listener off. Port 0 is any free one. */
export interface Listening {
  readonly host: string;
  readonly httpPort: number | null;
  readonly https: { readonly port: number; readonly certificate: string; readonly key: string } | null;
}

export interface Addresses {
  readonly http: AddressInfo | null;
  readonly https: AddressInfo | null;
}

export interface Gateway {
  /** For other routes (uploads, downloads), before {@link listen}. */
  readonly app: FastifyInstance;
  /** Authenticates for these routes; failures are counted. @throws LIMIT_EXCEEDED */
  readonly signIn: GatewayDeps['authenticate'];
  /** @throws the error of `net` if a port is in use */
  listen(where: Listening): Promise<Addresses>;
  /** Uses a new certificate; open connections keep theirs. */
  renewCertificate(pem: { readonly certificate: string; readonly key: string }): void;
  /** Stops accepting, and resolves when all running requests are answered. */
  close(): Promise<void>;
}

/**
 * What the gateway is handed; it constructs no domain.
 *
 * @example
 * type Context = GatewayContext & IdentityContext & StateContext;
 * const slices = { identity: () => services, state: () => ({ ...state, load: stateLoaders(…) }) } satisfies ContextSlices<Context>;
 * const nodes: NodeLoaders<Context>[] = [identityNodes, stateNodes, pkiNodes];
 * const gateway = await createGateway({ …, schema: buildApiSchema(resolvers), slices, nodes, rest: [stateRoutes] });
 * await mountContent(gateway.app, { …, signIn: gateway.signIn });
 * await gateway.listen({ host, httpPort, https });
 */
export interface GatewayDeps extends GatewayPorts {
  readonly rest: readonly RestTable[];
  /** The paths below /v1; absent for none. */
  readonly vault?: VaultPaths;
  /** The paths of the `http` backend; absent for none. */
  readonly httpStates?: HttpStates;
  /** Absent for no subscriptions. */
  readonly subscriptions?: SubscriptionSettings;
  /** Absent for a server of one process. */
  readonly place?: Pick<ServingPlace, 'siblings' | 'ticketKeys'>;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Everything that callers can reach, behind one request handler for both listeners. */
export async function createGateway(deps: GatewayDeps & Pick<RestDeps, 'operations'>): Promise<Gateway> {
  const { settings, log, metrics } = deps;
  const bounds = { ...defaultBounds, ...settings.bounds };
  const { siblings, ticketKeys } = deps.place ?? onlyProcess;
  const senders = new Senders(settings.trustedProxies ?? []);
  const headers = answerHeaders(settings.hsts ?? null);
  const refuse = refusals(deps);
  const limit = deps.failedSignIns ?? new FailedSignIns({ perMinute: bounds.failedSignIns, siblings });
  const signIns = new SignIns({ authenticate: deps.authenticate, limit });
  const { authenticate: signIn } = signIns;
  /** For all code that checks tokens of requests: failures are always counted. */
  const counted = { ...deps, authenticate: signIn };
  const notFound = (request: FastifyRequest, reply: FastifyReply) => {
    const unknown = deps.vault && request.raw.url?.startsWith('/v1/') ? 'UNSUPPORTED_PATH' : 'NOT_FOUND';
    return refuse(request, reply, problem(unknown));
  };
  let handle: Handle | undefined;
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = fastify({
    loggerInstance,
    // One logger for all: a child logger for each request costs as much as routing it.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    requestIdHeader: false,
    bodyLimit: settings.maxBodySize,
    routerOptions: { maxParamLength: 65_536, ignoreTrailingSlash: true },
    rewriteUrl: originForm,
    requestTimeout: settings.requestTimeout,
    // A key called __proto__ stays a key: no code here copies documents into objects with a prototype.
    onProtoPoisoning: 'ignore',
    // A path that cannot be decoded has no route: the response is the one for a missing path.
    frameworkErrors: (_error, request, reply) => {
      headers.set(request, reply);
      void notFound(request, reply);
    },
    serverFactory: (handler) => {
      handle = handler;
      return createHttpServer(handler);
    },
  });

  app.decorateRequest('knownSender', null);
  const certificates = new ClientCertificates({ senders, header: settings.clientCertificateHeader ?? null });
  app.decorateRequest('clientCertificates', {
    getter(this: FastifyRequest) {
      const { raw } = this;
      return () => certificates.of(raw);
    },
  });
  app.decorateRequest('sender', {
    getter() {
      return (this.knownSender ??= senders.senderOf(this.raw));
    },
  });
  new UnreadAnswers({ log, metrics, most: bounds.unread }).watch(app);
  setOnAll(app, headers);
  app.addHook('onRequest', (request, reply, done) => {
    // The same response as for a path that cannot be decoded.
    if (hasNul(request.url)) void notFound(request, reply);
    else if (namesSeveralHosts(request.raw)) void reply.code(400).send({ error: 'Bad request' });
    else done();
  });
  // Bodies are only read for paths that accept them. Those say how.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, parsed) => {
    parsed(null);
  });
  if (followsWork()) followRequests(app);
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const seconds = reply.elapsedTime / 1000;
    metrics.observeRequest({ method, route: routeOptions.url, status: reply.statusCode, seconds });
    done();
  });
  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status >= 500) log.error({ err: error, requestId: request.id }, 'a request failed');
    const message =
      status >= 500 ? `Something went wrong on our side; the request's id is ${request.id}` : 'Bad request';
    return reply.code(status).send({ error: message });
  });
  app.setNotFoundHandler(notFound);
  const spared = sparedRequests(app, deps.vault ? publicPaths(deps.vault) : () => false);
  const trusted = settings.trustedDocuments ?? null;
  const limits = { ...defaultLimits, ...settings.limits };
  const open = publicSchema(deps.schema);
  const schema = settings.federation ? subgraphSchema(open, deps.entities ?? {}) : open;
  const executor = new Executor({ schema, limits, trusted });
  for (const name of executor.trustedNames()) metrics.knowOperation(name);
  const makeContext = contexts(deps);
  const receive = contextOfRequest({ ...counted, makeContext });
  // Rows use fields that the public schema does not have.
  const forRest = {
    ...counted,
    executor: new Executor({ schema: deps.schema, limits }),
    receive: contextOfRequest({ ...counted, makeContext }, { reasons: 'told' }),
  };
  const budget = new CostBudget({ perMinute: settings.costBudget, clock: deps.clock, siblings });
  const documents = new NamedDocuments(trusted);
  const own = { executor, budget, documents };
  const counters = new RequestCounters(bounds.requestRates, siblings);
  const places = new Places({ most: bounds.requestsAtOnce, metrics, siblings });
  const entry = { makeContext, senders, counters, places, signIn, siblings };
  const subscriptions = deps.subscriptions
    ? createSubscriptions({ ...deps, schema, ...own, ...entry, subscriptions: deps.subscriptions })
    : null;
  // A subscription lasts, and has places of its own; every other stream takes its place when it runs. An upload lasts as long as its sender wants.
  const isLongLived = (request: FastifyRequest) =>
    isUpload(request) || (request.routeOptions.url === '/graphql' && subscriptions?.streams.wants(request) === true);

  // Before anything asks for a token.
  if (deps.httpStates) understandBasic(app, httpPrefix);
  limitRequests(app, { counters, spared, refuse });
  shedLoad(app, { places, spared, longLived: isLongLived, refuse });
  refuseEncodings(app, refuse);
  await allowOrigins(app, settings.origins ?? []);
  mountHealth(app, deps);
  mountMetrics(app, counted);
  mountDiscovery(app);
  await mountPlayground(app);
  const stopGraphQL = await mountGraphQL(app, {
    ...counted,
    schema,
    ...own,
    receive,
    streams: subscriptions?.streams ?? null,
  });
  for (const table of deps.rest) await mountRest(app, table, forRest);

  if (deps.httpStates) await mountHttpStates(app, deps.httpStates, forRest);
  if (deps.vault) await mountVault(app, deps.vault, forRest);

  let plain: Server | null = null;
  let secure: HttpsServer | null = null;
  let http2: Http2Connections | null = null;
  const unasked = new UnaskedConnections();
  const handshakes = new Handshakes();
  const answers = new OwedAnswers();
  const callers = new StoppedCallers(bounds.farewell);
  const connections = new ConnectionLimits({ senders, log, metrics, siblings, ...bounds.connections });
  return {
    app,
    signIn,
    async listen({ host, httpPort, https }) {
      await app.ready();
      const answer = handle;
      if (!answer) throw new Error('the application was not built');
      const http1 = http1Options({ requestTimeout: settings.requestTimeout, keepAlive: bounds.keepAlive });
      const stalled = bounds.stalled ?? stalledAfter(settings.requestTimeout, settings.operationTimeout);
      const speak = (server: Server, connected: 'connection' | 'secureConnection') => {
        connections.watch(server);
        server.timeout = stalled;
        answers.watch(server);
        understandList(server, answers, answer);
        const { upgrade } = subscriptions ?? {};
        if (upgrade) hearUpgrades(server, { answers, connection: connected, path: '/graphql', upgrade });
        unasked.watch(server, connected);
        callers.watch(server, connected, (socket) => answers.openOn(socket));
      };
      if (httpPort !== null) {
        plain = createHttpServer(http1, answer);
        speak(plain, 'connection');
        await listening(plain, httpPort, host);
      }
      if (https) {
        const tls = tlsOptions(https, bounds.handshake);
        secure = createHttpsServer({ ...http1, ...tls, ...(ticketKeys && { ticketKeys }) }, answer);
        speak(secure, 'secureConnection');
        http2 = new Http2Connections({
          // Fastify accepts requests of both protocols, but its types only know one at a time.
          handle: (request, response) => void Reflect.apply(answer, undefined, [request, response]),
          requestTimeout: settings.requestTimeout,
          keepAlive: bounds.keepAlive,
          stalled,
          callers,
        });
        http2.attachTo(secure);
        handshakes.watch(secure);
        await listening(secure, https.port, host);
      }
      return { http: addressOf(plain), https: addressOf(secure) };
    },
    renewCertificate(pem) {
      // Without them, it would make keys of its own.
      secure?.setSecureContext({ ...secureContext(pem), ...(ticketKeys && { ticketKeys }) });
    },
    async close() {
      const draining = [plain, secure].flatMap((server) =>
        server ? [drained(server, [handshakes, unasked, answers])] : [],
      );
      const end = callers.leave();
      try {
        await subscriptions?.close();
        await Promise.all([...draining, http2?.close()]);
      } finally {
        http2?.release();
        end();
      }
      await stopGraphQL();
      await app.close();
    },
  };
}

/** Whether a path has the NUL character, which neither database can store: nothing can have such a name. */
const hasNul = (url: string): boolean => /^[^?]*%00/.test(url);

const isUpload = ({ method, raw }: FastifyRequest): boolean =>
  (method === 'PUT' && raw.url?.startsWith('/objects/') === true) || sendsState(method, raw.url ?? '');

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function addressOf(server: Server | null): AddressInfo | null {
  const address = server?.address();
  return typeof address === 'object' ? (address ?? null) : null;
}

/** Connections with keep-alive are closed as soon as no request is running on them. */
function drained(server: Server, unneeded: readonly { close(): void }[]): Promise<void> {
  // A server that never listened has nothing to finish.
  if (!server.listening) return Promise.resolve();
  const closeUnneeded = () => {
    for (const each of unneeded) each.close();
  };
  return new Promise((resolve, reject) => {
    const again = setInterval(closeUnneeded, 50);
    // That of HTTP begins with `closeIdleConnections`.
    NetServer.prototype.close.call(server, (error) => {
      clearInterval(again);
      if (error) reject(error);
      // Now it ends only what HTTP has of its own, and says that it is closed.
      else server.close(() => resolve());
    });
    closeUnneeded();
  });
}
