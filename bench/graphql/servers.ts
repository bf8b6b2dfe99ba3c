/** One server of the benchmark in a process of its own: the message names it, the answer is its port. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import { fastify } from 'fastify';
import { runGateway } from '../../test/gateway/fixture.js';
import { responseSchema, schemaOfVersions, versions } from './versions.js';

export type ServerName = 'fastify' | 'apollo' | 'trustate';

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
  /** The gateway with its limits, budget, authentication, metrics and logs. */
  async trustate() {
    const { url } = await runGateway(
      { costBudget: 999_999_999 },
      { schema: schemaOfVersions(), rest: [], nodes: [], slices: {} },
    );
    return Number(new URL(url).port);
  },
};

process.on('message', (message) => {
  const { name } = message as { readonly name: ServerName };
  void starts[name]().then((port) => process.send?.(port));
});
