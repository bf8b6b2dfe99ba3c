/** One server of the benchmark in a process of its own: the message names it, the answer is its port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import { fastify } from 'fastify';
import { createGateway } from '../../src/gateway/gateway.js';
import { systemClock } from '../../src/platform/clock.js';
import { ids } from '../../src/platform/ids.js';
import { createLog } from '../../src/platform/log/log.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { responseSchema, schemaOfVersions, versions } from './versions.js';

export type ServerName = 'fastify' | 'apollo' | 'trustate';

const caller = {
  kind: 'user',
  ...{ tokenId: ids.token.make(), userId: ids.user.make(), username: 'ada', epoch: '0' },
  ...{ siteAdmin: false, narrowed: false, bound: false, policies: ['default'], organizations: new Map() },
} as const;

const starts: Readonly<Record<ServerName, () => Promise<number>>> = {
  /** A route with a response schema, which answers the same document. */
  async fastify() {
    const app = fastify();
    app.get('/', { schema: { response: { 200: responseSchema } } }, () => ({
      data: { versions: { nodes: versions } },
    }));
    return Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
  },
  /** As its documentation sets it up, with nothing added. */
  async apollo() {
    const server = new ApolloServer({ schema: schemaOfVersions() });
    await server.start();
    const app = express();
    app.use('/graphql', express.json(), expressMiddleware(server));
    const http = createServer(app);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    return (http.address() as AddressInfo).port;
  },
  /** The compiled gateway with its limits, budget, authentication, metrics and logs. */
  async trustate() {
    const gateway = await createGateway({
      settings: {
        ...{ maxBodySize: 1_000_000, requestTimeout: 60_000, operationTimeout: 30_000 },
        ...{ introspection: 'authenticated', costBudget: 999_999_999 },
      },
      log: createLog({
        level: 'info',
        readable: false,
        to: new Writable({ write: (_chunk, _encoding, done) => done() }),
      }),
      metrics: new Metrics(),
      clock: systemClock,
      authenticate: (token, origin) => Promise.resolve(token === 'good' ? { ...caller, origin } : null),
      schema: schemaOfVersions(),
      ...{ slices: {}, nodes: [], rest: [], ready: [] },
      operations: () => {
        throw new Error('nothing is mounted that has operations');
      },
    });
    const { http } = await gateway.listen({ host: '127.0.0.1', httpPort: 0, https: null });
    return http?.port ?? 0;
  },
};

// Ends as a process does that has finished, so that a profile of it is written.
process.once('SIGTERM', () => process.exit(0));
process.on('message', (message) => {
  const { name } = message as { readonly name: ServerName };
  void starts[name]().then((port) => process.send?.(port));
});
