import { expect, test } from 'vitest';
import { migrateDatabase } from '../../../src/platform/database/database.js';
import { Commits } from '../../../src/platform/database/sqlite/commits.js';
import { openWriter } from '../../../src/platform/database/sqlite/connection.js';
import { SqliteDatabase } from '../../../src/platform/database/sqlite/driver.js';
import { Readers } from '../../../src/platform/database/sqlite/readers.js';
import { afterwards, scratchFile } from './scratch.js';

async function opened() {
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
  const readers = new Readers({ file, writer, leftOver: false, shown: () => commits.shown() });
  const commits: Commits = new Commits({ log: { sync, rewrite: sync, leftOver: false }, readers });
  afterwards(() => {
    for (const each of [readers, sibling, writer]) each.close();
  });
  const insert = `INSERT INTO "InstallationFact" ("key", "value") VALUES (?, '')`;
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
          const members = [{ perform: () => ({ keep: true, tell: resolve }), fail: reject, repeatable: true, synced }];
          commits.commit({ members, endings: [{ keep: true, tell: resolve }], synced }, () => {
            writer.driver.exec('COMMIT');
            after();
          });
        }),
    };
  };
  return { file, keys, own, others: (key: string) => void sibling.prepare(insert).run(key), syncs: () => syncs };
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
