/**
 * What jobs cost among a million that wait, or that are due and stay behind, against a hundred: two databases in turns, through the store that the servers use.
 * Run with: npm run bench due-jobs. `BENCH_ROWS` sets the number.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../src/platform/clock.js';
import { openDatabase } from '../src/platform/database/database.js';
import type { Database } from '../src/platform/database/database.js';
import { jobMetrics } from '../src/platform/jobs/job-metrics.js';
import { JobStore } from '../src/platform/jobs/job.store.js';
import { Metrics } from '../src/platform/metrics/metrics.js';
import { Filler } from './growth/filler.js';
import { roundsOf, sizeOf } from './settings.js';
import { databaseFor } from './state-service/databases.js';
import type { BenchDatabase } from './state-service/databases.js';
import { atMost, less, median, tell } from './state-service/report.js';
import { ratios } from './state-service/rounds.js';

const few = 100;
const many = sizeOf('BENCH_ROWS', 1_000_000, 2_000);
const rounds = roundsOf(7);
const calls = 20;

/** Kinds are as long as a server's, and each has some of the jobs. */
const kinds = Array.from({ length: 20 }, (_, index) => `bench.kind-${String(index).padStart(2, '0')}`);
const [first = ''] = kinds;

class World {
  readonly #jobs: JobStore;
  readonly #metrics = new Metrics();
  #subject = 0;

  private constructor(
    private readonly deps: { readonly made: BenchDatabase; readonly folder: string; readonly database: Database },
  ) {
    const { database } = deps;
    this.#jobs = new JobStore({ database, clock: systemClock });
    jobMetrics(this.#metrics, { database, clock: systemClock });
  }

  /** @param due whether its jobs are, and nobody does them */
  static async of(count: number, due: boolean): Promise<World> {
    const folder = mkdtempSync(join(process.env['BENCH_DIR'] ?? tmpdir(), 'trustate-bench-'));
    const made = await databaseFor(folder);
    // With its tables.
    await (await openDatabase({ url: made.url })).close();
    const filler = await Filler.open(made.url, { alone: true });
    await filler.put({
      table: 'Job',
      count,
      given: {
        id: ({ padded }) => `'job-' || ${padded}`,
        kind: ({ number }) => `'bench.kind-' || substr('0' || (${number} % ${kinds.length}), -2)`,
        subject: ({ padded }) => `'filled-' || ${padded}`,
        payload: () => `'{}'`,
        dueAt: ({ time, later }) => (due ? time : later),
        attempts: () => '0',
        createdAt: ({ time }) => time,
      },
    });
    await filler.done();
    return new World({ made, folder, database: await openDatabase({ url: made.url }) });
  }

  /** A job from its transaction to its end. */
  async done(): Promise<void> {
    const { database } = this.deps;
    const subject = `made-${(this.#subject += 1)}`;
    const dueAt = new Date(0);
    await database.transaction((tx) => this.#jobs.schedule(tx, { kind: first, subject, dueAt }));
    const { jobs } = await this.#jobs.claim([first], '1-bench', 60_000);
    const [job] = jobs;
    if (job?.subject !== subject) throw new Error(`${String(job?.subject)} was claimed, not ${subject}`);
    await this.#jobs.complete(job);
  }

  /** What a runner of all kinds asks when it has nothing to do, and a scrape of the metrics. */
  async looked(): Promise<void> {
    await this.#jobs.nextDue(kinds);
  }

  async scraped(): Promise<void> {
    await this.#metrics.render();
  }

  /** What a server does at its start, after a sibling has ended, and after a clock was set. */
  async begun(): Promise<void> {
    const now = new Date();
    await this.#jobs.release(null);
    await this.#jobs.retrySoon(kinds, new Date(now.getTime() + 3_600_000));
    await this.#jobs.leasedBeyond(kinds, now);
  }

  async close(): Promise<void> {
    const { database, made, folder } = this.deps;
    await database.close();
    await made.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns milliseconds that half of the calls took at most */
async function took(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return median(times);
}

async function measure(name: string, worlds: readonly [World, World], work: (world: World) => Promise<void>) {
  const [small, large] = worlds;
  const measured = { small: [] as number[], large: [] as number[] };
  for (const world of worlds) await took(() => work(world));
  for (let round = 0; round < rounds; round += 1) {
    measured.small.push(await took(() => work(small)));
    measured.large.push(await took(() => work(large)));
  }
  tell(`${name}, ${few} jobs`, measured.small, 'ms', less);
  tell(`${name}, ${many} jobs`, measured.large, 'ms', less);
  tell(`${name}, ${many} jobs`, ratios(measured.large, measured.small), `× of ${few}`, atMost(1.2));
}

for (const due of [false, true]) {
  const worlds = [await World.of(few, due), await World.of(many, due)] as const;
  const all = due ? 'all due' : 'all waiting';
  try {
    await measure(`${all}: schedule, claim and end one`, worlds, (world) => world.done());
    await measure(`${all}: when the next is due`, worlds, (world) => world.looked());
    await measure(`${all}: a start`, worlds, (world) => world.begun());
    await measure(`${all}: a scrape`, worlds, (world) => world.scraped());
  } finally {
    for (const world of worlds) await world.close();
  }
}
