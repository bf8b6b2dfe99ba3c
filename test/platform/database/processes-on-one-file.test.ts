import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { migrateDatabase } from '../../../src/platform/database/database.js';
import type { Engine } from '../../../src/platform/database/engine.js';
import { SqliteDatabase } from '../../../src/platform/database/sqlite/driver.js';
import { LogFile } from '../../../src/platform/database/sqlite/log-file.js';
import { LogMarks } from '../../../src/platform/database/sqlite/log-marks.js';
import { openSqlite } from '../../../src/platform/database/sqlite/engine.js';
import type { SqliteOptions } from '../../../src/platform/database/sqlite/engine.js';
import { eventually } from '../../eventually.js';
import { gate } from '../../gate.js';
import { Together } from '../processes/together.js';
import { HeldLog } from './held-log.js';
import { afterwards, scratchFile } from './scratch.js';

/** Readers stay where they are for as long as the test takes. */
const long = 10 ** 9;
const byKey = 'SELECT "key" FROM "InstallationFact" ORDER BY "key"';

const fact = (key: string, value = 'x') => [
  { sql: 'INSERT INTO "InstallationFact" ("key", "value") VALUES (?, ?)', rows: [[key, value]] },
];
const keys = async (engine: Engine) => (await engine.read(byKey, [])).map(({ key }) => String(key));

/** Processes of one server on one file, each with a log of its own; and how another program writes to it. */
async function processes(options: SqliteOptions = {}, openHeld = (of: string) => new HeldLog(of)) {
  const file = scratchFile();
  await migrateDatabase({ url: file });
  return { file, ...on(file, options, openHeld) };
}

function on(file: string, options: SqliteOptions = {}, openHeld = (of: string) => new HeldLog(of)) {
  const together = new Together();
  const open = () => {
    const made: HeldLog[] = [];
    const openLog = (of: string) => {
      const log = openHeld(of);
      made.push(log);
      return log;
    };
    const engine = openSqlite(file, { lingerMs: long, siblings: together.join(), ...options, openLog });
    afterwards(() => engine.close());
    const [log] = made;
    if (!log) throw new Error('the engine opened no log');
    return { engine, log };
  };
  const raw = () => {
    const other = new SqliteDatabase(file);
    afterwards(() => {
      other.close();
    });
    return (key: string) => other.prepare(`INSERT INTO "InstallationFact" ("key", "value") VALUES (?, '')`).run(key);
  };
  return { open, raw };
}

const marksIn = (file: string) => readdirSync(dirname(file)).filter((name) => name.includes('-told-'));

/** Holds the syncs of a log until the test ends, or lets them go. */
function held(log: HeldLog): () => void {
  const { opened, open } = gate();
  log.hold = opened;
  afterwards(open);
  return open;
}

describe('what a process was acknowledged', () => {
  test('is read by another one at once, which syncs nothing for that', async () => {
    const { open } = await processes();
    const [a, b] = [open(), open()];
    held(b.log);
    const written: string[] = [];
    for (let number = 10; number < 30; number += 1) {
      const key = String(number);
      await (number % 3 === 0 ? a.engine.background : a.engine)?.write(fact(key));
      written.push(key);
      expect(await keys(b.engine)).toEqual(written);
    }
    expect(b.log.syncs).toBe(0);
  });

  test('is read in turns, whoever writes and whoever has just read', async () => {
    const { open } = await processes();
    const engines = [open(), open(), open()].map(({ engine }) => engine);
    const written: string[] = [];
    for (let number = 10; number < 40; number += 1) {
      const key = String(number);
      await engines[number % 3]?.write(fact(key));
      written.push(key);
      for (const engine of engines) expect(await keys(engine)).toEqual(written);
    }
  });

  test('is read after a sync of ours by a process that has just begun, whatever the marks say', async () => {
    const { file, open } = await processes();
    await open().engine.write(fact('1'));
    const left = scratchFile();
    for (const name of readdirSync(dirname(file))) {
      if (!name.endsWith('-shm')) copyFileSync(join(dirname(file), name), join(dirname(left), name));
    }
    expect(marksIn(left)).toHaveLength(1);
    const [b, c] = [on(left).open(), on(left).open()];
    expect(await keys(b.engine)).toEqual(['1']);
    expect(await keys(c.engine)).toEqual(['1']);
    expect([b.log.rewrites, c.log.rewrites]).toEqual([1, 1]);
  });

  test('is read while logs are begun anew, whose marks are removed', async () => {
    const { file, open } = await processes({ checkpointPages: 40, lingerMs: 1 });
    const [a, b] = [open(), open()];
    const met = new Set<string>();
    let written = 0;
    const until = Date.now() + eventually.timeout;
    while (met.size < 4) {
      if (Date.now() > until) throw new Error(`there were marks of ${met.size} logs`);
      const [writer, reader] = written % 2 === 0 ? [a, b] : [b, a];
      await (written % 5 === 0 ? writer.engine.background : writer.engine)?.write(
        fact(String(written).padStart(5, '0'), 'x'.repeat(4_000)),
      );
      written += 1;
      expect((await keys(reader.engine)).length).toBe(written);
      for (const name of marksIn(file)) met.add(name);
    }
    expect(marksIn(file)).toHaveLength(1);
    await a.engine.close();
    expect(marksIn(file)).toHaveLength(1);
    await b.engine.close();
    expect(marksIn(file)).toEqual([]);
  });

  test('is read after a sync of ours where marks cannot be written', async () => {
    const file = scratchFile();
    await migrateDatabase({ url: file });
    const { open, raw } = on(file);
    raw()('theirs');
    const salts = readFileSync(`${file}-wal`).subarray(16, 24).toString('hex');
    mkdirSync(`${file}-told-${salts}`);
    const [a, b] = [open(), open()];
    expect(await keys(b.engine)).toEqual(['theirs']);
    for (const key of ['1', '2', '3']) {
      const before = b.log.syncs;
      await a.engine.write(fact(key));
      expect((await keys(b.engine)).includes(key)).toBe(true);
      expect(b.log.syncs).toBeGreaterThan(before);
    }
    rmSync(`${file}-told-${salts}`, { recursive: true });
  });

  test('is read after a sync of ours from when on marks could not be written any more', async () => {
    const { file, open } = await processes();
    const [a, b] = [open(), open()];
    await a.engine.write(fact('1'));
    expect(await keys(b.engine)).toEqual(['1']);
    for (const name of marksIn(file)) chmodSync(join(dirname(file), name), 0o400);
    await a.engine.write(fact('2'));
    const before = b.log.syncs;
    expect(await keys(b.engine)).toEqual(['1', '2']);
    expect(b.log.syncs).toBeGreaterThan(before);
  });

  test('is read where marks are removed while processes serve', async () => {
    const { file, open } = await processes();
    const [a, b] = [open(), open()];
    await a.engine.write(fact('1'));
    for (const name of marksIn(file)) rmSync(join(dirname(file), name));
    const c = open();
    const written = ['1'];
    for (const [key, by] of [
      ['2', a],
      ['3', c],
      ['4', b],
      ['5', c],
      ['6', a],
    ] as const) {
      await by.engine.write(fact(key));
      written.push(key);
      for (const { engine } of [a, b, c]) expect(await keys(engine)).toEqual(written);
    }
  });

  test('by a program that marks nothing is read at once, also where a process committed right after it', async () => {
    const { open, raw } = await processes();
    const [a, b] = [open(), open()];
    const write = raw();
    await a.engine.write(fact('1'));
    expect(await keys(b.engine)).toEqual(['1']);
    write('2');
    expect(await keys(b.engine)).toEqual(['1', '2']);
    await a.engine.write(fact('3'));
    write('4');
    const release = held(a.log);
    const written = a.engine.write(fact('5'));
    const syncs = a.log.syncs;
    await vi.waitFor(() => expect(a.log.syncs).toBeGreaterThanOrEqual(syncs), eventually);
    expect(await keys(b.engine)).toEqual(expect.arrayContaining(['1', '2', '3', '4']));
    release();
    await written;
  });
});

describe('what a process has committed and not synced', () => {
  /** One whose sync is under way, beside another that has seen what was before. */
  async function syncing(options: SqliteOptions = {}) {
    const { open } = await processes(options);
    const [a, b] = [open(), open()];
    await a.engine.write(fact('kept'));
    expect(await keys(b.engine)).toEqual(['kept']);
    const [release, before] = [held(a.log), a.log.syncs];
    const written = a.engine.write(fact('new'));
    await vi.waitFor(() => expect(a.log.syncs).toBe(before + 1), eventually);
    return { a, b, release, written };
  }

  test('keeps nobody else waiting, who reads what was before, and reads it as soon as it is told', async () => {
    const { b, release, written } = await syncing();
    held(b.log);
    for (let times = 0; times < 5; times += 1) expect(await keys(b.engine)).toEqual(['kept']);
    release();
    await written;
    expect([await keys(b.engine), b.log.syncs]).toEqual([['kept', 'new'], 0]);
  });

  test('is not read by one that has read nothing for a while, either', async () => {
    const { b, release, written } = await syncing({ lingerMs: 1 });
    const releaseB = held(b.log);
    await delay(20);
    const read = keys(b.engine);
    expect([['kept'], 'waits']).toContainEqual(await Promise.race([read, delay(30, 'waits')]));
    release();
    await written;
    releaseB();
    await read;
    expect(await keys(b.engine)).toEqual(['kept', 'new']);
  });

  test('is read after a sync of ours if it is not told soon: that process may have ended', async () => {
    const { a, b, release, written } = await syncing({ lingerMs: 1 });
    await vi.waitFor(async () => expect(await keys(b.engine)).toEqual(['kept', 'new']), eventually);
    expect([b.log.syncs > 0, a.log.syncs]).toEqual([true, 2]);
    release();
    await written;
  });
});

test('who waits for what is never told leaves the log after a while, so that it can be begun anew', async () => {
  const { file, open } = await processes({ lingerMs: 50 });
  const { engine } = open();
  await engine.write(fact('1'));
  const other = new SqliteDatabase(file, { timeout: 0 });
  const otherLog = new LogFile(file);
  afterwards(() => {
    other.close();
    otherLog.close();
  });
  const checkpoint = (kind: string) => other.pragma(`wal_checkpoint(${kind})`)[0];
  const marks = new LogMarks({
    file,
    salts: () => otherLog.salts(),
    frames: () => Number(checkpoint('NOOP')?.['log']),
  });
  marks.tell(marks.look()?.atLeast ?? null);
  other.prepare(`INSERT INTO "InstallationFact" ("key", "value") VALUES ('2', '')`).run();
  marks.announce(marks.look()?.atLeast ?? null);
  await keys(engine);
  await vi.waitFor(() => expect(checkpoint('RESTART')?.['busy']).toBe(0), eventually);
});

/** Knows what is on disk by its syncs, each of which takes some turns of a timer, and what is committed at its beginning. */
class WatchedLog extends HeldLog {
  constructor(
    file: string,
    private readonly watch: { committed: () => readonly string[]; onDisk: Set<string>; takes: () => number },
  ) {
    super(file);
  }

  override async sync(): Promise<void> {
    const { committed, onDisk, takes } = this.watch;
    const written = committed();
    await delay(takes());
    await super.sync();
    for (const key of written) onDisk.add(key);
  }
}

test('nobody reads less than was told before, or more than is on disk', async () => {
  const step = fc.record({
    by: fc.nat({ max: 2 }),
    does: fc.constantFrom('write', 'write', 'in the background', 'read', 'read', 'read', 'another program'),
    pause: fc.constantFrom(0, 0, 1, 3),
    takes: fc.constantFrom(0, 1, 4, 8),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 40, maxLength: 120 }), fc.boolean(), async (steps, short) => {
      const file = scratchFile();
      await migrateDatabase({ url: file });
      const database = new SqliteDatabase(file);
      afterwards(() => {
        database.close();
      });
      const statement = database.prepare(byKey);
      const onDisk = new Set<string>();
      let takes = 0;
      const watch = { committed: () => statement.column().map(String), onDisk, takes: () => takes };
      const options = { checkpointPages: short ? 30 : 4_000, lingerMs: short ? 5 : 100 };
      const { open, raw } = on(file, options, (of) => new WatchedLog(of, watch));
      const engines = [open(), open(), open()].map(({ engine }) => engine);
      const theirs = raw();
      const [told, free] = [new Set<string>(), new Set<string>()];
      const work = steps.map(async ({ by, does, takes: ms }, number) => {
        // One after the other begins, and none waits for the one before.
        for (const { pause } of steps.slice(0, number)) await (pause === 0 ? Promise.resolve() : delay(pause));
        const engine = engines[by];
        if (!engine) return;
        takes = ms;
        const key = String(number).padStart(4, '0');
        if (does === 'another program') {
          // It syncs by itself.
          free.add(key);
          try {
            theirs(key);
            told.add(key);
          } catch {
            // Somebody else has the lock.
          }
        } else if (does === 'read') {
          const before = [...told];
          const seen = await keys(engine);
          expect(before.filter((each) => !seen.includes(each))).toEqual([]);
          expect(seen.filter((each) => !onDisk.has(each) && !free.has(each))).toEqual([]);
        } else {
          if (does !== 'write') free.add(key);
          await (does === 'write' ? engine : engine.background)?.write(fact(key, 'x'.repeat(2_000)));
          told.add(key);
        }
      });
      await Promise.all(work);
      for (const engine of engines) await engine.close();
    }),
    // What failed once by its timing would not fail again when it is made shorter.
    { numRuns: 8, endOnFailure: true },
  );
});
