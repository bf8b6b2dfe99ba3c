import { createServer as createHttpServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fastify, LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestId } from '../platform/log/log.js';
import { followsWork } from '../platform/work/work.js';
import { allowOrigins } from './allowed-origins.js';
import { CostBudget } from './budget.js';
import type { GatewayDeps } from './deps.js';
import { Senders } from './edge/senders.js';
import type { Sender } from './edge/senders.js';
import { NamedDocuments } from './documents.js';
import { contexts, reception } from './exchange.js';
import { Executor } from './executor.js';
import { mountGraphQL } from './graphql.js';
import { understandList } from './list-method.js';
import { defaultLimits } from './limits.js';
import { mountPlayground } from './playground.js';
import { mountDiscovery } from './raw/discovery.js';
import { mountHealth } from './raw/health.js';
import { mountMetrics } from './raw/metrics.js';
import { mountRest, sendProblems } from './rest/route.js';
import type { RestDeps } from './rest/route.js';
import { vault } from './rest/vault.js';
import { mountVault } from './rest/vault/route.js';
import { problem } from '../platform/problems.js';
import { createSubscriptions } from './subscriptions/subscriptions.js';
import { followRequests } from './request-work.js';
import { hearUpgrades } from './upgrades.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who sent it, from where and to which host: the one place that tells. */
    readonly sender: Sender;
  }
}

/** Where to listen; `null` leaves a listener out. Port 0 is any free one. */
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
  /** For what else is mounted (uploads, downloads), before {@link listen}. */
  readonly app: FastifyInstance;
  /** @throws the error of `net` when a port is taken */
  listen(where: Listening): Promise<Addresses>;
  /** Takes a new certificate into use; connections that are open keep theirs. */
  renewCertificate(pem: { readonly certificate: string; readonly key: string }): void;
  /** Stops accepting and resolves when all that is in flight has been answered. */
  close(): Promise<void>;
}

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Everything a caller can reach, behind one request handler that both listeners share. */
export async function createGateway(deps: GatewayDeps & Pick<RestDeps, 'operations'>): Promise<Gateway> {
  const { settings, log, metrics } = deps;
  let handle: Handle | undefined;
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = fastify({
    loggerInstance,
    // One logger for all: a child for each request costs as much as routing it.
    childLoggerFactory: (logger) => logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    requestIdHeader: false,
    bodyLimit: settings.maxBodySize,
    routerOptions: { maxParamLength: 65_536, ignoreTrailingSlash: true },
    requestTimeout: settings.requestTimeout,
    // A key called __proto__ stays a key: nothing here copies documents into objects that inherit.
    onProtoPoisoning: 'ignore',
    // A path that cannot be decoded reaches no route: it is answered like one that is not there.
    frameworkErrors: (_error, request, reply) => void notFound(deps, request, reply),
    serverFactory: (handler) => {
      handle = handler;
      return createHttpServer(handler);
    },
  });

  const senders = new Senders(settings.trustedProxies ?? []);
  app.decorateRequest('sender', {
    getter() {
      return senders.senderOf(this.raw);
    },
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
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
  app.setNotFoundHandler((request, reply) => notFound(deps, request, reply));

  const trusted = settings.trustedDocuments ?? null;
  const executor = new Executor({ schema: deps.schema, limits: { ...defaultLimits, ...settings.limits }, trusted });
  for (const name of executor.trustedNames()) metrics.knowOperation(name);
  const makeContext = contexts(deps);
  const receive = reception({ ...deps, makeContext });
  await allowOrigins(app, settings.origins ?? []);
  mountHealth(app, deps);
  mountMetrics(app, deps);
  mountDiscovery(app);
  await mountPlayground(app);
  const budget = new CostBudget({ perMinute: settings.costBudget, clock: deps.clock });
  const documents = new NamedDocuments(trusted);
  const shared = { ...deps, executor, budget, documents };
  const subscriptions = deps.subscriptions
    ? createSubscriptions({ ...shared, makeContext, senders, subscriptions: deps.subscriptions })
    : null;
  const stopGraphQL = await mountGraphQL(app, { ...shared, receive, streams: subscriptions?.streams ?? null });
  for (const table of deps.rest) await mountRest(app, table, { ...deps, executor, receive });

  if (deps.vault) await mountVault(app, deps.vault, { ...deps, executor, receive });

  let plain: Server | null = null;
  let secure: ReturnType<typeof createHttpsServer> | null = null;
  return {
    app,
    async listen({ host, httpPort, https }) {
      await app.ready();
      if (!handle) throw new Error('the application was not built');
      const timeouts = { requestTimeout: settings.requestTimeout };
      if (httpPort !== null) {
        plain = understandList(createHttpServer(timeouts, handle), handle);
        if (subscriptions) hearUpgrades(plain, 'connection', '/graphql', subscriptions.upgrade);
        await listening(plain, httpPort, host);
      }
      if (https) {
        secure = createHttpsServer({ ...timeouts, cert: https.certificate, key: https.key }, handle);
        understandList(secure, handle);
        if (subscriptions) hearUpgrades(secure, 'secureConnection', '/graphql', subscriptions.upgrade);
        await listening(secure, https.port, host);
      }
      return { http: addressOf(plain), https: addressOf(secure) };
    },
    renewCertificate({ certificate, key }) {
      secure?.setSecureContext({ cert: certificate, key });
    },
    async close() {
      const draining = [plain, secure].flatMap((server) => (server ? [drained(server)] : []));
      await subscriptions?.close();
      await Promise.all(draining);
      await stopGraphQL();
      await app.close();
    },
  };
}

function notFound(
  deps: Pick<GatewayDeps, 'rest' | 'vault'>,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (deps.vault && request.raw.url?.startsWith('/v1/')) {
    return sendProblems(reply, vault, problem('UNSUPPORTED_PATH').problems, request);
  }
  const table = deps.rest.find(({ prefix }) => request.raw.url?.startsWith(`${prefix}/`));
  if (!table) return reply.code(404).send({ error: 'Not found' });
  return sendProblems(reply, table.dialect, problem('NOT_FOUND').problems, request);
}

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

/** Connections that are kept alive are closed as soon as they have nothing in flight. */
function drained(server: Server): Promise<void> {
  // One that never came to listen has nothing to finish.
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const idle = setInterval(() => {
      server.closeIdleConnections();
    }, 50);
    server.close((error) => {
      clearInterval(idle);
      if (error) reject(error);
      else resolve();
    });
  });
}
