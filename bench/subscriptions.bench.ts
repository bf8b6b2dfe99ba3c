// 1,000 WebSockets with a subscription each, of ten accounts: what they cost the server, and how long an event takes to reach all of them.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Api } from '../test/e2e/harness/api.js';
import { World } from '../test/e2e/harness/world.js';
import type { Workspace } from '../test/e2e/harness/world.js';
import { openLive } from '../test/gateway/rest/live.js';
import { subscribe } from './processes/subscriber.js';
import type { Subscriber } from './processes/subscriber.js';
import { quick } from './settings.js';
import { atMost, less, tell } from './state-service/report.js';

const accounts = 10;
const each = quick ? 5 : 100;
const rounds = quick ? 2 : 10;
let locked = false;

if (process.argv.includes('--serve')) {
  // More come from one address here than one may have.
  const live = await openLive({ TRUSTATE_CONNECTIONS_PER_ADDRESS: '2000' });
  process.on('message', (asked) => {
    if (asked === 'after a collection') globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    process.send?.({ rss, heapUsed, cpuMs: (user + system) / 1000 });
  });
  process.once('disconnect', () => void live.close());
  process.send?.({ base: live.base, token: live.rootToken });
} else await measure();

interface Usage {
  readonly rss: number;
  readonly heapUsed: number;
  readonly cpuMs: number;
}

async function measure(): Promise<void> {
  const child = fork(fileURLToPath(import.meta.url), ['--serve'], { execArgv: ['--expose-gc', '--import', 'tsx'] });
  const server = await new Promise<{ base: string; token: string }>((resolve) => child.once('message', resolve));
  const usage = (how: 'as it is' | 'after a collection') =>
    new Promise<Usage>((resolve) => {
      child.once('message', resolve);
      child.send(how);
    });
  /** Once the server has put away what it no longer needs. */
  const settled = async (): Promise<Usage> => {
    for (let tries = 0; tries < 2; tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await usage('after a collection');
    }
    return usage('after a collection');
  };

  const root = new Api(server.base, server.token);
  const world = new World(root);
  const organization = await world.organization();
  const workspace = await world.workspace(organization);
  const tokens: string[] = [];
  for (let account = 0; account < accounts; account += 1) {
    tokens.push((await world.member(organization, 'READ', workspace.id)).api.token ?? '');
  }
  const open = async (count: number): Promise<Subscriber[]> => {
    const opened: Subscriber[] = [];
    // One of each account at a time: all at once are more than a server takes.
    for (let round = 0; round < count; round += 1)
      opened.push(...(await Promise.all(tokens.map((token) => subscribe(server.base, token, workspace.id)))));
    return opened;
  };

  // What the first ones load stays loaded.
  const first = await open(5);
  await reached(first, workspace);
  await reached(first, workspace);
  for (const { close } of first) close();
  const before = await settled();
  const subscribers = await open(each);
  await reached(subscribers, workspace);
  const after = await settled();
  tell(`${accounts * each} subscriptions, resident memory`, (after.rss - before.rss) / 1e6, 'MB', atMost(40));
  tell(`${accounts * each} subscriptions, heap`, (after.heapUsed - before.heapUsed) / 1e6, 'MB', less);

  const times: number[] = [];
  const { cpuMs } = await usage('as it is');
  for (let round = 0; round < rounds; round += 1) times.push(await reached(subscribers, workspace));
  const spent = (await usage('as it is')).cpuMs - cpuMs;
  tell('an event at all of them, from the request that makes it', times, 'ms', atMost(250));
  tell('the slowest event', Math.max(...times), 'ms', atMost(250));
  tell("an event: the server's CPU", spent / rounds, 'ms', less);
  for (const { close } of subscribers) close();
  child.disconnect();
}

/** Locks the workspace, or unlocks it. @returns milliseconds until all subscribers know */
async function reached(subscribers: readonly Subscriber[], workspace: Workspace): Promise<number> {
  const all = Promise.all(subscribers.map((subscriber) => subscriber.next()));
  const began = performance.now();
  if (locked) await workspace.unlock();
  else await workspace.lock();
  locked = !locked;
  await all;
  return performance.now() - began;
}
