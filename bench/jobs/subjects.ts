import { performance } from 'node:perf_hooks';
import type { Load } from '../state-service/load.js';
import { loaded } from '../state-service/rounds.js';
import type { Subject } from '../state-service/rounds.js';
import type { Helper } from '../state-service/processes.js';
import type { JobLoad } from './steps.js';
import type { Bare, Job } from './table.js';
import type { Target } from './target.js';

/** No round sends more, whatever a server answers in its time: what it stored has to be removed again. */
export const mostRequests = 40_000;

/** A job at a server, with what has to come before each round. */
export function jobAt(loader: Helper, target: Target, { before }: Job, load: JobLoad, connections: number): Subject {
  const subject = loaded(loader, { load, connections, atMost: mostRequests }, target.pids, target.settled);
  if (before === undefined) return subject;
  return async (seconds) => {
    await subject(Math.min(before, seconds * 2));
    return subject(seconds);
  };
}

/** What a client of a job does, once: whether the server offers it is known then. @throws Error where it does not */
export async function onceAt(loader: Helper, load: JobLoad): Promise<void> {
  const once: Load = { load, connections: 1, seconds: 60, atMost: 1 };
  await loader.ask(once);
}

/** The same of work in this process, one after the other. */
export function bareAt({ work }: Bare): Subject {
  return async (seconds) => {
    const [used, began] = [process.cpuUsage(), performance.now()];
    const took: number[] = [];
    for (let from = began; from - began < seconds * 1000; from = performance.now()) {
      await work();
      took.push(performance.now() - from);
    }
    const { user, system } = process.cpuUsage(used);
    took.sort((a, b) => a - b);
    const part = (of: number) => took[Math.floor(took.length * of)] ?? Number.NaN;
    return {
      rate: (took.length * 1000) / (performance.now() - began),
      cpu: (user + system) / took.length,
      ...{ half: part(0.5), most: part(0.99) },
    };
  };
}
