import { setTimeout as pause } from 'node:timers/promises';
import { madeIn } from '../jobs/made.js';
import { jobs } from '../jobs/table.js';
import type { Target } from '../jobs/target.js';
import { quick, secondsOf, warmUpOf } from '../settings.js';
import { Client } from '../state-service/client.js';
import type { LoadResult } from '../state-service/load.js';
import { CompiledServer, Helper, newFolder } from '../state-service/processes.js';
import { atMost, median, percentile, tell } from '../state-service/report.js';
import { subscribe } from './subscriber.js';
import type { Subscriber } from './subscriber.js';

const clients = 16;
/** Connections are handed out in turn, so each process has two of them. */
const followers = 4;
const mostMs = 50;
const idleEvents = quick ? 10 : 200;

/** How long an event is under way, from the answer to the write that it belongs to until the subscribers of both processes have it. */
export async function measureEvents(): Promise<void> {
  const server = await CompiledServer.start(newFolder(), { TRUSTATE_PROCESSES: '2' });
  const loader = Helper.start('load.ts');
  const { port, pid, token } = server;
  try {
    const client = new Client(server, token);
    const id = await client.lockedWorkspace('followed');
    const subscribers: Subscriber[] = [];
    for (let opened = 0; opened < followers; opened += 1)
      subscribers.push(await subscribe(`http://127.0.0.1:${port}`, token, id));
    let locked = true;
    const once = async (): Promise<number> => {
      const all = Promise.all(subscribers.map(async (each) => (await each.next(), performance.now())));
      await client.ask('POST', `/api/v2/workspaces/${id}/actions/${locked ? 'unlock' : 'lock'}`, {});
      const answered = performance.now();
      locked = !locked;
      const seen = Math.max(...(await all));
      // Never all at the same moment: what goes on by itself has its own.
      await pause(20 + Math.random() * 20);
      return Math.max(0, seen - answered);
    };
    for (let warming = 0; warming < idleEvents; warming += 1) await once();
    const idle: number[] = [];
    for (let event = 0; event < idleEvents; event += 1) idle.push(await once());
    told('nobody else asks', idle);

    const target: Target = { name: 'this server', address: { port }, token, pids: [pid] };
    const made = await madeIn(target, ['vault', 'tfe']);
    for (const name of ['current state version', 'create a state version, 20 resources']) {
      const job = jobs.find((each) => each.name === name);
      if (!job) throw new Error(`no job is called ${name}`);
      const load = await job.load(made, clients);
      const during = (seconds: number) => loader.ask<LoadResult>({ load, connections: clients, seconds });
      await during(warmUpOf(8));
      const until = performance.now() + secondsOf(10) * 1000;
      const loading = during(secondsOf(10));
      const beside: number[] = [];
      while (performance.now() < until) beside.push(await once());
      await loading;
      told(`beside ${clients} clients: ${name}`, beside);
    }
    for (const { close } of subscribers) close();
  } finally {
    await Promise.all([server.discard(), loader.stop()]);
  }
}

function told(when: string, took: readonly number[]): void {
  tell(`an event at both processes, ${when}: half of them`, median(took), 'ms', atMost(mostMs));
  tell(`an event at both processes, ${when}: p99`, percentile(took, 0.99), 'ms', atMost(mostMs));
}
