import { existsSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { backup } from '../../src/operator/backup/backup.js';
import { restore } from '../../src/operator/backup/restore.js';
import { clock, placeOfBackups } from './place-of-backups.js';

const given = placeOfBackups();

describe('a backup', () => {
  test('after another one links what that has, and is whole without it', async () => {
    given.at.inUse().close();
    await given.at.take();
    writeFileSync(path.join(given.at.config.dataDir, 'objects/ab/abd'), 'object two');
    const second = path.join(given.at.base, 'second');
    const report = await backup(given.at.config, second, { includeKeys: false, clock, previous: given.at.copy });
    expect(report).toMatchObject({ objects: 2, linked: 1, missing: 0 });
    const inode = (folder: string, name: string) => statSync(path.join(folder, 'objects/ab', name)).ino;
    expect(inode(second, 'abc')).toBe(inode(given.at.copy, 'abc'));
    rmSync(given.at.copy, { recursive: true });
    const other = given.at.configFor('other');
    expect(await restore(other, second, { clock })).toMatchObject({ objects: 2 });
    expect(readFileSync(path.join(other.dataDir, 'objects/ab/abc'), 'utf8')).toBe('object one');
    expect(readFileSync(path.join(other.dataDir, 'objects/ab/abd'), 'utf8')).toBe('object two');
  });

  test('copies everything when the master keys are others than those of the earlier one', async () => {
    const database = given.at.inUse();
    database.exec(`CREATE TABLE "SealKey" ("id"); INSERT INTO "SealKey" VALUES ('aaaa')`);
    await given.at.take();
    database.exec(`UPDATE "SealKey" SET "id" = 'bbbb'`);
    writeFileSync(path.join(given.at.config.dataDir, 'objects/ab/abc'), 'object ONE');
    const second = path.join(given.at.base, 'second');
    expect(await backup(given.at.config, second, { includeKeys: false, clock, previous: given.at.copy })).toMatchObject(
      { linked: 0 },
    );
    expect(readFileSync(path.join(second, 'objects/ab/abc'), 'utf8')).toBe('object ONE');
    const third = path.join(given.at.base, 'third');
    expect(await backup(given.at.config, third, { includeKeys: false, clock, previous: second })).toMatchObject({
      linked: 1,
    });
    database.close();
  });

  test.each([[false], [true]])(
    'of objects that are sealed anew while they are copied has none of before, linked to an earlier one: %s',
    async (linked) => {
      const database = given.at.inUse();
      database.exec(`CREATE TABLE "SealKey" ("id"); INSERT INTO "SealKey" VALUES ('aaaa'), ('bbbb')`);
      for (let n = 0; n < 1_000; n += 1)
        writeFileSync(path.join(given.at.config.dataDir, `objects/ab/abc${n}`), 'object old');
      const previous = linked ? path.join(given.at.base, 'earlier') : undefined;
      if (previous !== undefined) await backup(given.at.config, previous, { includeKeys: false, clock });
      const options = { includeKeys: false, clock, previous, threads: { threads: 1, worth: 1 } };
      const made = backup(given.at.config, given.at.copy, options);
      const begun = () =>
        existsSync(path.join(given.at.copy, 'objects/ab')) &&
        readdirSync(path.join(given.at.copy, 'objects/ab')).length > 0;
      // The thread has made its first files, and asks here for the next ones: there are several batches.
      while (!begun()) await new Promise((resolve) => setImmediate(resolve));
      for (let n = 0; n < 1_000; n += 1) {
        const file = path.join(given.at.config.dataDir, `objects/ab/abc${n}`);
        writeFileSync(`${file}.new`, 'object NEW');
        renameSync(`${file}.new`, file);
      }
      database.exec(`DELETE FROM "SealKey" WHERE "id" = 'aaaa'`);
      expect(await made).toMatchObject({ objects: 1_001, linked: 0 });
      database.close();
      for (let n = 0; n < 1_000; n += 1)
        expect(readFileSync(path.join(given.at.copy, `objects/ab/abc${n}`), 'utf8')).toBe('object NEW');
    },
  );

  test('copies again what the earlier one has lost, and what is cut there', async () => {
    given.at.inUse().close();
    writeFileSync(path.join(given.at.config.dataDir, 'objects/ab/abd'), 'object two');
    await given.at.take();
    rmSync(path.join(given.at.copy, 'objects/ab/abd'));
    writeFileSync(path.join(given.at.copy, 'objects/ab/abc'), 'object');
    const second = path.join(given.at.base, 'second');
    const report = await backup(given.at.config, second, { includeKeys: false, clock, previous: given.at.copy });
    expect(report).toMatchObject({ objects: 2, linked: 0 });
    expect(readFileSync(path.join(second, 'objects/ab/abc'), 'utf8')).toBe('object one');
  });
});
