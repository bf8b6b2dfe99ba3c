/**
 * A list of twenty objects of ten fields through `/graphql`: from memory, against a JSON route of Fastify and stock Apollo on Express, and from the
 * database, against the same route. Every server in a process of its own, load from another, 32 connections. Run with: npm run bench graphql.
 */
import { compiled } from './graphql/compiled.js';
import { operation } from './graphql/versions.js';
import type { ServerName } from './graphql/servers.js';
import { roundsOf, secondsOf } from './settings.js';
import { Client } from './state-service/client.js';
import { CompiledServer, Helper, newFolder } from './state-service/processes.js';
import { atLeast, less, tell } from './state-service/report.js';
import { inTurns, loaded, ratios } from './state-service/rounds.js';
import type { Subject } from './state-service/rounds.js';
import { written } from './state-service/wire.js';
import type { Asked } from './state-service/wire.js';
import { Writer } from './state-service/writer.js';

const connections = 32;
const rounds = roundsOf(7);
const seconds = secondsOf(2);

const fromDatabase = `query Versions($workspace: ID!) {
  workspace(id: $workspace) {
    stateVersions(first: 20) {
      nodes { id serial number status createdAt md5 size lineage intermediate resourceCount }
    }
  }
}`;

const servers = await compiled('servers.ts');
const loader = Helper.start('load.ts');
const helpers: Helper[] = [loader];
const server = await CompiledServer.start(newFolder(), { TRUSTATE_COST_BUDGET: 'off' });

const subject = (pids: readonly number[], port: number, asked: Asked): Subject =>
  loaded(loader, { connections, load: { kind: 'read', port, request: written(asked) } }, pids);

const post = (token: string, body: object): Asked => ({
  ...{ method: 'POST', path: '/graphql', token, type: 'application/json' },
  body: JSON.stringify(body),
});

async function fromMemory(name: ServerName, asked: Asked): Promise<Subject> {
  const helper = Helper.start(servers, 'answers');
  helpers.push(helper);
  return subject([helper.pid], await helper.ask<number>({ name }), asked);
}

/** A workspace with twenty finalized versions, from which the list is read. */
async function listed(): Promise<Subject> {
  const client = new Client(server, server.token);
  const workspaceId = await client.lockedWorkspace('list');
  const writer = new Writer({ workspaceId, token: server.token, lineage: 'bench', serial: 0, padding: 0 });
  for (let count = 0; count < 20; count += 1) {
    const { path, body = '' } = writer.next();
    await client.ask('POST', path, JSON.parse(body));
  }
  await client.processed(workspaceId);
  const asked = { query: fromDatabase, variables: { workspace: workspaceId } };
  const answer = await client.ask<{ data: { workspace: { stateVersions: { nodes: unknown[] } } } }>(
    'POST',
    '/graphql',
    asked,
  );
  if (answer.data.workspace.stateVersions.nodes.length !== 20) throw new Error(JSON.stringify(answer));
  return subject([server.pid, ...server.database.pids], server.port, post(server.token, asked));
}

try {
  const asked = { query: operation, variables: { first: 20 } };
  const subjects = {
    fastify: await fromMemory('fastify', { path: '/' }),
    apollo: await fromMemory('apollo', post('none', asked)),
    memory: await fromMemory('trustate', post('good', asked)),
    database: await listed(),
  };
  const { fastify, apollo, memory, database } = await inTurns(subjects, { rounds, seconds, warmUp: secondsOf(3) });
  tell('Fastify, a JSON route', fastify.rates, '/s');
  tell('stock Apollo on Express', apollo.rates, '/s');
  tell('from memory through /graphql', memory.rates, '/s');
  for (const [name, { cpu }] of Object.entries({ fastify, apollo, memory, database })) {
    tell(`CPU of a request, ${name}`, cpu, 'µs', less);
  }
  tell('from memory through /graphql', ratios(memory.rates, fastify.rates), '× Fastify', atLeast(0.3));
  tell('from memory through /graphql', ratios(memory.rates, apollo.rates), '× Apollo', atLeast(2.2));
  tell('from the database through /graphql', ratios(database.rates, fastify.rates), '× Fastify', atLeast(0.12));
} finally {
  await server.discard();
  await Promise.all(helpers.map((helper) => helper.stop()));
}
