// How long requests take that are accepted, with 16 connections and with 500 that ask as soon as they are answered, or after the second that a refusal
// tells them to wait. What is more than the server can do is shed at once.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { World } from '../test/e2e/harness/world.js';
import { Api } from '../test/e2e/harness/api.js';
import { openLive } from '../test/gateway/rest/live.js';
import { secondsOf } from './settings.js';
import { atMost, less, more, tell } from './state-service/report.js';

/** Measured, after as many again in which connections are opened and what is hot is compiled. */
const seconds = secondsOf(8);
const [few, many] = [16, 500];

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

async function measure(name: 'bounded' | 'unbounded', options: readonly string[]): Promise<void> {
  const server = fork(fileURLToPath(import.meta.url), ['--serve', ...options], { execArgv: ['--import', 'tsx'] });
  const { base, token } = await begun(server);
  const world = new World(new Api(base, token));
  const workspace = await world.workspace('default');
  const query = 'query Read { organization(name: "default") { workspaces(first: 20) { nodes { id name } } } }';
  const kinds: Readonly<Record<string, Asked>> = {
    'REST read': { method: 'GET', path: `/api/v2/workspaces/${workspace.id}` },
    GraphQL: { method: 'POST', path: '/graphql', body: JSON.stringify({ query }) },
  };
  for (const [kind, asked] of Object.entries(kinds)) {
    const calm = await load(base, token, asked, few);
    const rush = await load(base, token, asked, many);
    const ratio = rush.p99 / calm.p99;
    tell(`${kind}, ${name}: p99 of ${few} connections`, calm.p99, 'ms', less);
    tell(`${kind}, ${name}: p99 of ${many}, of what was accepted`, rush.p99, 'ms', less);
    tell(`${kind}, ${name}: p99 of ${many}`, ratio, `× that of ${few}`, name === 'bounded' ? atMost(10) : less);
    tell(`${kind}, ${name}: accepted of ${few}`, calm.accepted / seconds, '/s', more);
    tell(`${kind}, ${name}: accepted of ${many}`, rush.accepted / seconds, '/s', more);
    tell(`${kind}, ${name}: shed of ${many}`, rush.shed / seconds, '/s');
  }
  server.disconnect();
}

function begun(server: ChildProcess): Promise<{ base: string; token: string }> {
  return new Promise((resolve) => server.once('message', resolve));
}

interface Load {
  readonly p99: number;
  readonly accepted: number;
  readonly shed: number;
}

/** Connections that ask again as soon as they are answered, and after a refusal when it says. */
async function load(base: string, token: string, asked: Asked, connections: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const from = performance.now() + seconds * 1000;
  const until = from + seconds * 1000;
  const took: number[] = [];
  let shed = 0;
  const one = async () => {
    while (performance.now() < until) {
      const start = performance.now();
      const { status, retryAfter } = await ask(agent, base, token, asked);
      if (status !== 200 && status !== 503) throw new Error(`answered with ${status}`);
      const end = performance.now();
      if (status === 503) await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000));
      if (start < from) continue;
      if (status === 200) took.push(end - start);
      else shed += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  agent.destroy();
  took.sort((a, b) => a - b);
  return { p99: took[Math.floor(took.length * 0.99)] ?? Number.NaN, accepted: took.length, shed };
}

interface Answered {
  readonly status: number;
  /** Seconds; 0 where nothing is said. */
  readonly retryAfter: number;
}

function ask(agent: Agent, base: string, token: string, { method, path, body }: Asked): Promise<Answered> {
  const headers = { 'x-service-token': token, ...(body !== undefined && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    request(`${base}${path}`, { agent, method, headers }, (response) => {
      response.resume().once('end', () => {
        const { statusCode = 0, headers: told } = response;
        resolve({ status: statusCode, retryAfter: Number(told['retry-after'] ?? 0) });
      });
    })
      .on('error', reject)
      .end(body);
  });
}
