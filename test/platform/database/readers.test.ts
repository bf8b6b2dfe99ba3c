import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { migrateDatabase } from '../../../src/platform/database/database.js';
import { Commits } from '../../../src/platform/database/sqlite/commits.js';
import { openWriter } from '../../../src/platform/database/sqlite/connection.js';
import { SqliteDatabase } from '../../../src/platform/database/sqlite/driver.js';
import { LogFile } from '../../../src/platform/database/sqlite/log-file.js';
import { LogMarks, noMarks, reaches } from '../../../src/platform/database/sqlite/log-marks.js';
import type { Marks } from '../../../src/platform/database/sqlite/log-marks.js';
import { Readers } from '../../../src/platform/database/sqlite/readers.js';
import { afterwards, scratchFile } from './scratch.js';

async function opened(marked = false, before: readonly string[] = [], knowsEnd = () => true) {
  const file = scratchFile();
  await migrateDatabase({ url: file });
  const writer = openWriter(file);
  writer.driver.pragma('synchronous = NORMAL');
  const sibling = new SqliteDatabase(file);
  let syncs = 0;
  const sync = () => {
    syncs += 1;
    return Promise.resolve();
  };
  const shown = () => commits.shown();
  const log = new LogFile(file);
  const marksOf = (frames: () => number): Marks =>
    marked ? new LogMarks({ file, salts: () => log.salts(), frames }) : noMarks;
  const insert = `INSERT INTO "InstallationFact" ("key", "value") VALUES (?, '')`;
  for (const key of before) sibling.prepare(insert).run(key);
  const ownMarks = (frames: () => number): Marks => {
    const marks = marksOf(frames);
    const atLeast = marks.atLeast.bind(marks);
    return Object.assign(marks, { atLeast: () => (knowsEnd() ? atLeast() : null) });
  };
  const readers = new Readers({ file, writer, leftOver: false, shown, marks: ownMarks });
  const others = marksOf(() => readers.frames);
  const commits: Commits = new Commits({
    log: { sync, rewrite: sync, requirePlace: () => undefined, leftOver: false },
    readers,
  });
  afterwards(() => {
    for (const each of [readers, sibling, writer, log]) each.close();
  });
  const keys = () =>
    readers.read(({ rows }) =>
      rows.read('SELECT "key" FROM "InstallationFact" ORDER BY "key"', []).map(({ key }) => key),
    );
  const own = (key: string, synced: boolean) => {
    writer.driver.exec('BEGIN IMMEDIATE');
    writer.driver.prepare(insert).run(key);
    return {
      /** Commits; `after` happens right after COMMIT, before anything else does. */
      commit: (after: () => void) =>
        new Promise<void>((resolve, reject) => {
          const ending = { keep: true, tell: resolve };
          const members = [{ perform: () => ending, fail: reject, repeatable: true, synced, trailing: [] }];
          commits.commit({ members, endings: [ending], synced }, () => {
            writer.driver.exec('COMMIT');
            after();
          });
        }),
    };
  };
  /** Whether all that is committed is announced. */
  const announced = () => reaches(others.read()?.announced, others.look()?.atMost);
  return {
    ...{ file, readers, sibling, keys, own, announced },
    others: (key: string) => void sibling.prepare(insert).run(key),
    syncs: () => syncs,
  };
}

test('what another process commits right after a commit of ours is not taken for ours: it is read after a sync', async () => {
  const { keys, own, others, syncs } = await opened();
  await own('ours', false).commit(() => {
    others('theirs');
  });
  expect([await keys(), syncs()]).toEqual([['ours', 'theirs'], 1]);
});

test('a commit of ours alone that needs no sync is read without one', async () => {
  const { keys, own, syncs } = await opened();
  await own('ours', false).commit(() => undefined);
  await own('ours too', false).commit(() => undefined);
  expect([await keys(), syncs()]).toEqual([['ours', 'ours too'], 0]);
});

test('what was committed before ours by another process is read after a sync, once', async () => {
  const { keys, own, others, syncs } = await opened();
  others('theirs');
  await own('ours', false).commit(() => undefined);
  expect([await keys(), await keys(), syncs()]).toEqual([['ours', 'theirs'], ['ours', 'theirs'], 1]);
});

test('what a sibling commits while this process opens a log that was empty, is read after a sync', async () => {
  const { keys, syncs } = await opened(false, ['theirs']);
  expect([await keys(), syncs()]).toEqual([['theirs'], 1]);
});

test('a commit of ours is announced right after it, unless another program committed before or right after it', async () => {
  const { own, others, announced } = await opened(true);
  await own('first', true).commit(() => undefined);
  const seen: boolean[] = [];
  const note = () => seen.push(announced());
  // Told by now; then announced while its sync is under way.
  note();
  const second = own('second', true).commit(() => undefined);
  note();
  await second;
  const third = own('third', true).commit(() => {
    others('right after it');
  });
  note();
  await third;
  others('before it');
  const fourth = own('fourth', true).commit(() => undefined);
  note();
  await fourth;
  note();
  expect(seen).toEqual([true, true, false, false, true]);
});

test('after a commit whose end is not known, nothing is announced before something is told', async () => {
  let known = true;
  const { own, announced } = await opened(true, [], () => known);
  const note = () => seen.push(announced());
  const seen: boolean[] = [];
  await own('told', false).commit(() => undefined);
  note();
  await own('told without a place', false).commit(() => {
    known = false;
  });
  known = true;
  const third = own('third', true).commit(() => undefined);
  note();
  await third;
  note();
  expect(seen).toEqual([true, false, true]);
});

/** Makes the two copies of the header of the log's index differ for moments, as a process does that enters what it has committed. */
const entering = `
  const { workerData, parentPort } = require('node:worker_threads');
  const { openSync, readSync, writeSync } = require('node:fs');
  const file = openSync(workerData, 'r+');
  const kept = Buffer.alloc(4);
  readSync(file, kept, 0, 4, 56);
  const other = Buffer.from(kept.map((byte) => byte ^ 255));
  const waits = new Int32Array(new SharedArrayBuffer(4));
  for (let times = 0; times < 100; times += 1) {
    writeSync(file, other, 0, 4, 56);
    Atomics.wait(waits, 0, 0, 1);
    writeSync(file, kept, 0, 4, 56);
    Atomics.wait(waits, 0, 0, 1);
  }
  parentPort.postMessage('done');
`;

test('how long the log is, is known also while another process enters what it has just committed', async () => {
  const { file, readers, sibling, others } = await opened(true);
  others('one');
  const { frames } = readers;
  expect(frames).toBeGreaterThan(0);
  // It has the lock for writing, so nobody takes what is there for left behind.
  sibling.exec('BEGIN IMMEDIATE');
  const worker = new Worker(entering, { eval: true, workerData: `${file}-shm` });
  const ended: unknown[] = [];
  worker.on('message', (message) => ended.push(message));
  const seen = new Set<number>();
  while (ended.length === 0) {
    seen.add(readers.frames);
    await new Promise(setImmediate);
  }
  sibling.exec('ROLLBACK');
  await worker.terminate();
  expect([...seen]).toEqual([frames]);
});
