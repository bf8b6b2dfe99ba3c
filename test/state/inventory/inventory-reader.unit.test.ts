import { afterEach, describe, expect, test } from 'vitest';
import { threadEntry } from '../../../src/platform/thread-entry.js';
import { InventoryReader } from '../../../src/state/inventory/inventory-reader.js';
import type { InventoryReaderOptions } from '../../../src/state/inventory/inventory-reader.js';
import { readInventory } from '../../../src/state/inventory/read-inventory.js';
import { manyResources } from '../../../bench/content-states.js';
import { reused, whole } from '../content/bytes.js';
import { state } from '../states/index.js';
import { Collected } from './collected.js';

const readers: InventoryReader[] = [];
function reader(options: InventoryReaderOptions = {}): InventoryReader {
  const made = new InventoryReader({ inlineBytes: 0, ...options });
  readers.push(made);
  return made;
}
afterEach(async () => {
  await Promise.all(readers.splice(0).map((each) => each.close()));
});

/** A thread that does `code` on each message. */
const entry = (code: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; parentPort.on('message', (message) => { ${code} });`)}`,
  );

/** As content is read: some, then a turn of the event loop. Node 24 collects garbage without an end where a loop takes all memory in one turn. */
const piecewise = (work: string) =>
  `const on = () => { for (let i = 0; i < 100; i++) ${work}; setImmediate(on); }; on();`;

describe('reading inventories off the main thread', () => {
  test('finds what a read on this thread finds, with backpressure both ways', async () => {
    const here = new Collected();
    const expected = await readInventory(manyResources(3_000), here);
    const there = new Collected();
    let inSink = 0;
    const result = await reader().read(reused(manyResources(3_000)), {
      resources: async (batch) => {
        expect(++inSink).toBe(1);
        await new Promise((resolve) => setImmediate(resolve));
        there.resources(batch);
        inSink--;
      },
      instances: (batch) => {
        expect(inSink).toBe(0);
        there.instances(batch);
      },
    });
    expect(result).toEqual(expected);
    expect(there.found).toEqual(here.found);
    expect(there.foundInstances).toEqual(here.foundInstances);
  });

  test('is done from the sources too, as under `npm run dev`', async () => {
    const entry = threadEntry('state/inventory/inventory.worker');
    expect(entry.protocol).toBe('data:');
    const content = state('genuine-v4.tfstate');
    expect(await reader({ entry }).read([content])).toEqual(await readInventory([content]));
  });

  test('answers for content of every kind, one after the other on one thread and at once on two', async () => {
    const contents = ['v3.tfstate', 'genuine-v4.tfstate', 'v4-by-hand.tfstate'] as const;
    for (const threads of [1, 2]) {
      const pool = reader({ threads });
      const results = await Promise.all(contents.map((name) => pool.read([state(name)])));
      expect(results).toEqual(await Promise.all(contents.map((name) => readInventory([state(name)]))));
    }
  });

  test('says why content is unreadable, early too, and reads on', async () => {
    const pool = reader();
    const endless = (function* (): Generator<Uint8Array> {
      yield* whole('{"version":4,]');
      for (;;) yield Buffer.alloc(64 * 1024, ' ');
    })();
    expect(await pool.read(endless)).toMatchObject({ readable: false, problems: [{ code: 'NOT_JSON', offset: 13 }] });
    expect(await pool.read(whole('{"version":7}'))).toMatchObject({
      readable: false,
      problems: [{ code: 'UNSUPPORTED_VERSION' }],
    });
    expect(await pool.read([state('v3.tfstate')])).toMatchObject({ readable: true });
  });

  test('small content needs no thread', async () => {
    const pool = reader({ inlineBytes: 1024 * 1024, entry: entry('throw new Error("not needed")') });
    expect(await pool.read([state('v3.tfstate')])).toMatchObject({ readable: true });
  });

  test('errors of the stream and of the sink are the caller’s, and the next read works', async () => {
    const pool = reader();
    const broken = (function* (): Generator<Uint8Array> {
      yield* whole('{"version":4,');
      throw new Error('connection lost');
    })();
    await expect(pool.read(broken)).rejects.toThrow('connection lost');
    const full = { resources: () => Promise.reject(new Error('disk full')) };
    await expect(pool.read([state('v3.tfstate')], full)).rejects.toThrow('disk full');
    expect(await pool.read([state('v3.tfstate')])).toMatchObject({ readable: true });
  });

  test.each([
    ['throws', 'throw new Error("boom")', 'the inventory thread failed: boom'],
    ['exits', 'process.exit(3)', 'the inventory thread ended with status 3'],
    ['runs out of memory', `const all = []; ${piecewise('all.push(new Array(1000).fill({}))')}`, 'memory'],
    ['hangs', 'for (;;);', 'did not answer for 300 ms'],
    ['says nothing', '', 'did not answer for 300 ms'],
  ])('a thread that %s fails the reads it has, clearly', async (_what, code, message) => {
    // Memory runs out slowly: only the silent ones are given up early.
    const pool = reader({ entry: entry(code), stallMilliseconds: message.includes('300') ? 300 : 60_000 });
    for (let i = 0; i < 2; i++) await expect(pool.read([state('v3.tfstate')])).rejects.toThrow(message);
  });

  test('reads that wait get the next thread when one died', async () => {
    const dies = reader({ entry: entry('if (message.kind === "end") process.exit(1)') });
    const results = await Promise.allSettled([1, 2, 3].map(() => dies.read([state('v3.tfstate')])));
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected']);
  });

  test('a closed reader refuses', async () => {
    const pool = reader({ entry: entry('') });
    const open = pool.read([state('v3.tfstate')]);
    const waiting = pool.read([state('v3.tfstate')]);
    const all = Promise.allSettled([open, waiting]);
    await new Promise((resolve) => setImmediate(resolve));
    await pool.close();
    expect((await all).map((result) => result.status)).toEqual(['rejected', 'rejected']);
    await expect(pool.read([state('v3.tfstate')])).rejects.toThrow('closed');
  });
});
