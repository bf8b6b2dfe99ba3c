import { LogController, fastify } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import path from 'node:path';
import type { Config } from './config.js';
import type { MigrationDesk, TokenDesk, Tools } from './operator/desks.js';
import type { Check } from './operator/doctor.js';
import { databaseFile } from './operator/files.js';
import type { RunningApp } from './operator/serve.js';
import { openDataFolder } from './platform/data-folder.js';
import { databaseStatus, migrateDatabase, openDatabase } from './platform/database/database.js';
import { cannotListen } from './platform/listening.js';
import type { ListeningPlace } from './platform/listening.js';
import { requestId } from './platform/log/log.js';
import type { Log } from './platform/log/log.js';
import { Metrics } from './platform/metrics/metrics.js';
import { OperatorError } from './platform/operator-error.js';
import { openSeal } from './platform/seal/master-key.js';

/**
 * Config in, running application out.
 * @throws OperatorError for what the operator can put right; nothing stays open then
 */
export async function startApp(config: Config, { log }: { log: Log }): Promise<RunningApp> {
  const open = new Opened();
  try {
    const folder = open.add(openDataFolder(config.dataDir));
    await openSeal(sealSettings(config));
    const database = open.add(
      await openDatabase({
        url: config.databaseUrl,
        onMigrated: (names) => {
          log.info({ migrations: names }, 'database brought up to date');
        },
      }),
    );
    const metrics = new Metrics();
    const http = open.add(server(config, { log, metrics, ready: () => database.ping() }));
    const address = config.httpPort === null ? null : await listen(http, config.host, config.httpPort);
    return {
      welcome: {
        http: address,
        https: null,
        caFile: path.join(folder.path, 'ca.pem'),
        rootTokenFile: config.rootToken === undefined ? path.join(folder.path, 'root-token') : null,
        newRootToken: null,
        organization: 'default',
      },
      close: () => open.close(),
    };
  } catch (error) {
    await open.close();
    throw error;
  }
}

/** What the commands beside `serve` work with. */
export function openTools(config: Config): Promise<Tools> {
  return Promise.resolve({
    tokens: noTokens,
    migrations: migrationDesk(config),
    checks: [migrationCheck(config)],
    close: () => Promise.resolve(),
  });
}

function migrationDesk(config: Config): MigrationDesk {
  const url = config.databaseUrl;
  return {
    async status() {
      const { applied, pending } = await databaseStatus({ url });
      return { applied, pending: pending.map(({ name }) => name) };
    },
    async apply() {
      // A server of another version may be at work on the embedded database.
      const folder = databaseFile(config) === null ? null : openDataFolder(config.dataDir);
      try {
        return (await migrateDatabase({ url })).map(({ name }) => name);
      } finally {
        folder?.close();
      }
    },
  };
}

function migrationCheck(config: Config): Check {
  return {
    name: 'migrations',
    async look() {
      const { applied, pending } = await databaseStatus({ url: config.databaseUrl });
      if (pending.length === 0) return { verdict: 'ok', detail: `${applied.length} applied, none pending` };
      return { verdict: 'warning', detail: `${pending.length} pending; the next start applies them` };
    },
  };
}

const notYet = () =>
  Promise.reject(new OperatorError('Tokens cannot be managed yet: identity is not part of this build.'));
const noTokens: TokenDesk = { create: notYet, list: notYet, revoke: notYet };

function sealSettings({ sealKey, sealKeyFile, dataDir }: Config) {
  return { key: sealKey, keyFile: sealKeyFile, dataDir };
}

function server(
  config: Config,
  { log, metrics, ready }: { log: Log; metrics: Metrics; ready: () => Promise<unknown> },
): FastifyInstance {
  const logger: FastifyBaseLogger = log;
  const http = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => requestId(headers['x-request-id']),
    requestTimeout: config.requestTimeout,
    bodyLimit: config.maxBodySize,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  http.addHook('onResponse', (request, reply, done) => {
    const seconds = reply.elapsedTime / 1000;
    metrics.observeRequest({
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      seconds,
    });
    done();
  });
  http.get('/healthz', () => ({ status: 'ok' }));
  http.get('/readyz', async (_request, reply) => {
    try {
      await ready();
      return { status: 'ok' };
    } catch (error) {
      log.error({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'unavailable' });
    }
  });
  http.get('/metrics', async (_request, reply) => {
    const { contentType, body } = await metrics.render();
    return reply.type(contentType).send(body);
  });
  return http;
}

/** @returns the base URL callers use. @throws OperatorError */
async function listen(http: FastifyInstance, host: string, port: number): Promise<string> {
  const place: ListeningPlace = { host, port, variable: 'TRUSTATE_HTTP_PORT' };
  try {
    await http.listen({ host, port });
  } catch (error) {
    throw cannotListen(error, place);
  }
  const given = http.addresses().find((address) => typeof address === 'object')?.port ?? port;
  const everywhere = host === '0.0.0.0' || host === '::';
  return `http://${everywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${given}`;
}

/** What has been opened so far, let go of in reverse order. */
class Opened {
  private readonly parts: { close(): unknown }[] = [];

  add<Part extends { close(): unknown }>(part: Part): Part {
    this.parts.push(part);
    return part;
  }

  async close(): Promise<void> {
    for (let part = this.parts.pop(); part; part = this.parts.pop()) await part.close();
  }
}
