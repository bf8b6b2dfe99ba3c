import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.js';
import type { Database } from '../../../src/platform/database/database.js';
import { JobStore } from '../../../src/platform/jobs/job.store.js';
import { HandClock } from '../../identity/world.js';
import { freshDatabase } from '../database/fresh-database.js';
import type { FreshDatabase } from '../database/fresh-database.js';

/** Milliseconds for which jobs are claimed. */
export const lease = 60_000;

/** A database for the tests of a file, with no job before each of them, and a store by a clock of their own. */
export function jobStores() {
  const folder = mkdtempSync(join(tmpdir(), 'trustate-jobs-'));
  let fresh: FreshDatabase;
  let database: Database;
  let clock: HandClock;
  let store: JobStore;

  beforeAll(async () => {
    fresh = await freshDatabase(folder);
    database = await openDatabase({ url: fresh.url });
  });
  beforeEach(async () => {
    await database.client.job.deleteMany();
    clock = new HandClock();
    store = new JobStore({ database, clock });
  });
  afterAll(async () => {
    await database.close();
    await fresh.remove();
    rmSync(folder, { recursive: true });
  });

  return {
    /** Those of the test that runs. */
    opened: () => ({ database, clock, store }),
    schedule: (subject: string, more: { kind?: string; dueAt?: Date; payload?: string } = {}) =>
      database.transaction((tx) => store.schedule(tx, { kind: 'k', subject, ...more })),
    claim: async (worker = 'w') => (await store.claim(['k'], worker, lease)).jobs[0] ?? null,
    inMs: (ms: number) => new Date(clock.now().getTime() + ms),
  };
}
