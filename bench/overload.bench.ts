// How long requests take that are accepted, with 16 connections and with 500 that never wait: what is more than the server can do is shed at once.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { World } from '../test/e2e/harness/world.js';
import { Api } from '../test/e2e/harness/api.js';
import { openLive } from '../test/gateway/rest/live.js';

const seconds = 8;
const [few, many] = [16, 500];

function report(name: string, value: number, unit: string, most?: number): void {
  const limits = most === undefined ? {} : { limit: most, ok: value <= most };
  process.stdout.write(`${JSON.stringify({ name, value: Math.round(value * 100) / 100, unit, ...limits })}\n`);
}

if (process.argv.includes('--serve')) {
  const live = await openLive(process.argv.includes('--unbounded') ? { TRUSTATE_REQUESTS_AT_ONCE: 'off' } : {});
  process.once('disconnect', () => void live.close());
  process.send?.({ base: live.base, token: live.rootToken });
} else {
  await measure('bounded', []);
  await measure('unbounded', ['--unbounded']);
}

interface Asked {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

async function measure(name: 'bounded' | 'unbounded', more: readonly string[]): Promise<void> {
  const server = fork(fileURLToPath(import.meta.url), ['--serve', ...more], { execArgv: ['--import', 'tsx'] });
  const { base, token } = await begun(server);
  const world = new World(new Api(base, token));
  const workspace = await world.workspace('default');
  const query = 'query Read { organization(name: "default") { workspaces(first: 20) { nodes { id name } } } }';
  const kinds: Readonly<Record<string, Asked>> = {
    'REST read': { method: 'GET', path: `/api/v2/workspaces/${workspace.id}` },
    GraphQL: { method: 'POST', path: '/graphql', body: JSON.stringify({ query }) },
  };
  for (const [kind, asked] of Object.entries(kinds)) {
    await load(base, token, asked, few, 2);
    const calm = await load(base, token, asked, few, seconds);
    const rush = await load(base, token, asked, many, seconds);
    const ratio = rush.p99 / calm.p99;
    report(`${kind}, ${name}: p99 of ${few} connections`, calm.p99, 'ms');
    report(`${kind}, ${name}: p99 of ${many}, of what was accepted`, rush.p99, 'ms');
    report(`${kind}, ${name}: the second by the first`, ratio, '×', name === 'bounded' ? 10 : undefined);
    report(`${kind}, ${name}: accepted a second, ${few} and then ${many}`, calm.accepted / seconds, '1/s');
    report(`${kind}, ${name}: the same with ${many}`, rush.accepted / seconds, '1/s');
    report(`${kind}, ${name}: shed a second with ${many}`, rush.shed / seconds, '1/s');
  }
  server.disconnect();
}

const begun = (server: ChildProcess) =>
  new Promise<{ base: string; token: string }>((resolve) => server.once('message', resolve));

interface Load {
  readonly p99: number;
  readonly accepted: number;
  readonly shed: number;
}

/** Connections that ask again as soon as they are answered, whatever the answer is. */
async function load(base: string, token: string, asked: Asked, connections: number, forSeconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + forSeconds * 1000;
  const took: number[] = [];
  let shed = 0;
  const one = async () => {
    while (performance.now() < until) {
      const start = performance.now();
      const status = await ask(agent, base, token, asked);
      if (status === 200) took.push(performance.now() - start);
      else if (status === 503) shed += 1;
      else throw new Error(`answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();
  took.sort((a, b) => a - b);
  return { p99: took[Math.floor(took.length * 0.99)] ?? Number.NaN, accepted: took.length, shed };
}

function ask(agent: Agent, base: string, token: string, { method, path, body }: Asked): Promise<number> {
  const headers = { 'x-service-token': token, ...(body !== undefined && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    request(`${base}${path}`, { agent, method, headers }, (response) => {
      response.resume().once('end', () => {
        resolve(response.statusCode ?? 0);
      });
    })
      .on('error', reject)
      .end(body);
  });
}
