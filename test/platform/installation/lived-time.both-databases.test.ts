import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.js';
import type { Database } from '../../../src/platform/database/database.js';
import { RecordedLifetime } from '../../../src/platform/installation/lived-time.js';
import { freshDatabase } from '../database/fresh-database.js';

const folder = mkdtempSync(path.join(tmpdir(), 'trustate-lived-'));
let database: Database;
let remove: () => unknown;
beforeAll(async () => {
  const fresh = await freshDatabase(folder);
  remove = fresh.remove;
  database = await openDatabase({ url: fresh.url });
});
afterAll(async () => {
  await database.close();
  await remove();
  rmSync(folder, { recursive: true });
});

/** A server whose monotonic counter began at a time of its own. */
function server(at: { time: number }): RecordedLifetime {
  const began = at.time - 1_000_000;
  const failed = (error: unknown) => {
    throw error;
  };
  return new RecordedLifetime({ database, failed, monotonic: () => at.time - began });
}

test('one server counts what passes, one that starts again goes on', async () => {
  const at = { time: 0 };
  const first = server(at);
  const began = await first.now();
  at.time += 5_000;
  expect((await first.now()) - began).toBe(5_000n);
  at.time += 60_000;
  const second = server(at);
  expect((await second.now()) - began).toBe(5_000n);
  at.time += 10;
  expect((await second.now()) - began).toBe(5_010n);
});

test('servers that look by turns, start and are killed count no more than has passed, and never back', async () => {
  const step = fc.record({ passes: fc.nat(1_000), who: fc.nat(3), restarts: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const at = { time: 0 };
      const servers = Array.from({ length: 4 }, () => server(at));
      const began = await server(at).now();
      let last = began;
      for (const { passes, who, restarts } of steps) {
        at.time += passes;
        if (restarts) servers[who] = server(at);
        const now = (await servers[who]?.now()) ?? last;
        expect(now).toBeGreaterThanOrEqual(last);
        expect(now - began).toBeLessThanOrEqual(BigInt(at.time));
        last = now;
      }
    }),
    { numRuns: 30 },
  );
});

test('many that look at once lose nothing', async () => {
  const at = { time: 0 };
  const servers = Array.from({ length: 6 }, () => server(at));
  const began = await servers[0]!.now();
  await Promise.all(servers.map((one) => one.now()));
  at.time += 777;
  await Promise.all(servers.map((one) => one.now()));
  expect((await servers[3]!.now()) - began).toBe(777n);
});
