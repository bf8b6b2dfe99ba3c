import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { describe, expect, test, vi } from 'vitest';
import { migrateDatabase } from '../../../src/platform/database/database.js';
import { Checkpoints } from '../../../src/platform/database/sqlite/checkpoints.js';
import { SqliteDatabase } from '../../../src/platform/database/sqlite/driver.js';
import { openSqlite } from '../../../src/platform/database/sqlite/engine.js';
import { eventually } from '../../eventually.js';
import { afterwards, scratchFile, scratchFolder } from './scratch.js';

/** Another process, which writes whenever it is its turn: readers of it always have a place in the log, unless it waits for the lock. */
function sibling(file: string) {
  const [writer, reader] = [new SqliteDatabase(file, { timeout: 0 }), new SqliteDatabase(file, { readOnly: true })];
  const leave = () => {
    if (reader.inTransaction) reader.exec('COMMIT');
  };
  let written = 0;
  let refused: unknown = 'nothing';
  const write = () => {
    try {
      writer.exec('BEGIN IMMEDIATE');
    } catch (error) {
      refused = error;
      leave();
      return;
    }
    leave();
    reader.exec('BEGIN');
    reader.setting('data_version');
    writer.prepare('INSERT INTO "InstallationFact" ("key", "value") VALUES (?, ?)').run(`theirs ${written}`, '');
    writer.exec('COMMIT');
    written += 1;
  };
  afterwards(() => {
    for (const each of [reader, writer]) each.close();
  });
  return { write, written: () => written, refused: () => refused };
}

test('the log is begun anew again and again beside another process that writes all the time', async () => {
  const file = scratchFile();
  await migrateDatabase({ url: file });
  const watch = new SqliteDatabase(file, { readOnly: true });
  const engine = openSqlite(file, { checkpointPages: 50 });
  const theirs = sibling(file);
  afterwards(async () => {
    watch.close();
    await engine.close();
  });
  let [ours, anew, before] = [0, 0, 0];
  const until = Date.now() + eventually.timeout;
  while (anew < 3 || theirs.written() === 0) {
    if (Date.now() > until)
      throw new Error(
        `the log began anew ${anew} times, and has ${before} pages; the other wrote ${theirs.written()} times, and was refused for ${String(theirs.refused())}`,
      );
    const rows = [[`ours ${ours}`, 'x'.repeat(4_000)]];
    await engine.write([{ sql: 'INSERT INTO "InstallationFact" ("key", "value") VALUES (?, ?)', rows }]);
    ours += 1;
    // The lock is free for the other one, unless the log is being begun anew.
    for (let turn = 0; turn < 2; turn += 1) {
      await pause(1);
      theirs.write();
    }
    const now = Number(watch.pragma('wal_checkpoint(NOOP)')[0]?.['log']);
    if (now < before) anew += 1;
    before = now;
  }
  const count = Number(watch.prepare('SELECT count(*) FROM "InstallationFact"').value());
  expect([count, watch.setting('integrity_check')]).toEqual([ours + theirs.written(), 'ok']);
});

/** Notes what it is asked; `acts` says what it answers. */
const thread = (acts: string) => `
const { parentPort, workerData } = require('node:worker_threads');
const note = (what) => require('node:fs').appendFileSync(workerData, what + '\\n');
parentPort.on('message', (order) => {
  note(order);
  const answer = (what) => { note('answered ' + order); parentPort.postMessage(what); };
  ${acts}
});`;

function checkpoints(acts: string, between = (work: () => Promise<void>) => work()) {
  const notes = join(scratchFolder(), 'notes');
  appendFileSync(notes, '');
  // It grows all the time: after a failure it is tried again once it is longer.
  let frames = 0;
  const made = new Checkpoints({
    ...{ file: notes, pagesEnough: 1, idleMs: 5, between },
    readers: {
      get frames() {
        frames += 10;
        return frames;
      },
      withoutLingering: (work) => work(),
    },
    commits: { shown: () => Promise.resolve(), inDoubt: false },
    shown: () => Promise.resolve(),
    startThread: (workerData) => new Worker(thread(acts), { eval: true, workerData }),
  });
  afterwards(() => made.close());
  const asked = () => (existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n') : []);
  /** Commits until something was asked so many times. */
  const until = (order: string, times: number) =>
    vi.waitFor(() => {
      for (let commits = 0; commits < 16; commits += 1) made.consider();
      expect(asked().filter((each) => each === order).length).toBeGreaterThanOrEqual(times);
    }, eventually);
  return { made, asked, until };
}

describe('the thread that copies the log', () => {
  test('is asked one thing after the other, and nothing after its end', async () => {
    const { asked, until } = checkpoints(`setTimeout(() => answer('done'), order === 'end' ? 50 : 1);`);
    await until('end', 3);
    const notes = asked();
    // The last end may be unanswered yet.
    const orders = notes.filter((_, at) => at % 2 === 0);
    expect(notes.filter((_, at) => at % 2 === 1)).toEqual(
      orders.slice(0, notes.length >> 1).map((each) => `answered ${each}`),
    );
    const rounds = orders.join(' ').replaceAll('copy begin anew', 'round');
    expect(rounds).toMatch(/^(?:(?:round )+end ?){3,}$/);
  });

  test('keeps nobody waiting that asks it after it ended by itself', async () => {
    const { until } = checkpoints(`answer('done'); if (order === 'begin anew') setTimeout(() => process.exit(1), 1);`);
    await until('begin anew', 3);
  });

  test('is asked again after what failed, whatever that was', async () => {
    let failures = 0;
    const { until } = checkpoints(`answer('done');`, (work) => {
      failures += 1;
      return failures % 2 === 1 ? Promise.reject(new Error('no')) : work();
    });
    await until('begin anew', 2);
    expect(failures).toBeGreaterThanOrEqual(3);
  });
});
