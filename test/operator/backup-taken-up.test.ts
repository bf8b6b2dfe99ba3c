import { existsSync, linkSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { backup } from '../../src/operator/backup/backup.js';
import { restore } from '../../src/operator/backup/restore.js';
import { unfinishedBackup } from '../../src/operator/backup/unfinished-backup.js';
import { clock, placeOfBackups } from './place-of-backups.js';

const given = placeOfBackups();

describe('a backup that was killed is taken up:', () => {
  const objectOf = (folder: string, name: string) => path.join(folder, 'objects/ab', name);
  /** What is left of a backup that was killed, with these objects. */
  const killed = (objects: Readonly<Record<string, string>>) => {
    mkdirSync(path.join(given.at.copy, 'objects/ab'), { recursive: true });
    writeFileSync(path.join(given.at.copy, 'backup.unfinished'), '');
    for (const [name, content] of Object.entries(objects)) writeFileSync(objectOf(given.at.copy, name), content);
  };

  test('what is whole is kept, what is not is copied, what is no object any more goes', async () => {
    given.at.inUse().close();
    writeFileSync(objectOf(given.at.config.dataDir, 'abd'), 'object two');
    writeFileSync(objectOf(given.at.config.dataDir, 'abe'), 'object three');
    killed({ abc: 'object one', abd: 'object TWO', abe: 'object', abf: 'swept' });
    mkdirSync(path.join(given.at.copy, 'data'));
    for (const name of ['trustate.db', 'trustate.db-wal', 'manifest.json.new', 'data/ca.pem', 'data/old'])
      writeFileSync(path.join(given.at.copy, name), 'half');
    const whole = statSync(objectOf(given.at.copy, 'abc')).ino;
    expect(await given.at.take()).toMatchObject({ objects: 3, kept: 1, linked: 0 });
    expect(statSync(objectOf(given.at.copy, 'abc')).ino).toBe(whole);
    expect(readdirSync(given.at.copy, { recursive: true }).sort()).toEqual(
      ['data', 'data/ca.pem', 'manifest.json', 'objects', 'objects/ab', 'trustate.db']
        .concat(['abc', 'abd', 'abe'].map((name) => `objects/ab/${name}`))
        .sort(),
    );
    await restore(given.at.configFor('other'), given.at.copy, { clock });
    expect(readFileSync(objectOf(given.at.configFor('other').dataDir, 'abd'), 'utf8')).toBe('object two');
  });

  test('what it linked stays linked, and a place that is taken is never written over: it may be of the earlier one', async () => {
    given.at.inUse().close();
    writeFileSync(objectOf(given.at.config.dataDir, 'abd'), 'object two');
    await given.at.take();
    const first = given.at.copy;
    given.at.copy = path.join(given.at.base, 'second');
    killed({});
    linkSync(objectOf(first, 'abc'), objectOf(given.at.copy, 'abc'));
    linkSync(objectOf(first, 'abc'), objectOf(given.at.copy, 'abd'));
    const report = await backup(given.at.config, given.at.copy, { includeKeys: false, clock, previous: first });
    expect(report).toMatchObject({ objects: 2, kept: 1, linked: 1 });
    expect(readFileSync(objectOf(first, 'abc'), 'utf8')).toBe('object one');
    expect(readFileSync(objectOf(given.at.copy, 'abd'), 'utf8')).toBe('object two');
  });

  test('what it linked and what is cut in the earlier one by now is copied', async () => {
    given.at.inUse().close();
    await given.at.take();
    const first = given.at.copy;
    given.at.copy = path.join(given.at.base, 'second');
    killed({});
    linkSync(objectOf(first, 'abc'), objectOf(given.at.copy, 'abc'));
    writeFileSync(objectOf(first, 'abc'), 'object');
    const report = await backup(given.at.config, given.at.copy, { includeKeys: false, clock, previous: first });
    expect(report).toMatchObject({ objects: 1, kept: 0, linked: 0 });
    expect(readFileSync(objectOf(given.at.copy, 'abc'), 'utf8')).toBe('object one');
  });

  test('by one at a time, and not once it is whole', async () => {
    given.at.inUse().close();
    killed({});
    const running = await unfinishedBackup(given.at.copy, 'manifest.json');
    await expect(given.at.take()).rejects.toThrow(/Another backup is being made/);
    running.close();
    await given.at.take();
    writeFileSync(path.join(given.at.copy, 'backup.unfinished'), '');
    await expect(given.at.take()).rejects.toThrow(/has a complete backup already/);
  });
});

test('a backup that fails leaves the objects that are whole, and is taken up', async () => {
  const database = given.at.inUse();
  database.exec(`INSERT INTO t VALUES ('${'x'.repeat(100_000)}'); PRAGMA wal_checkpoint(TRUNCATE)`);
  database.close();
  const file = path.join(given.at.config.dataDir, 'trustate.db');
  const damaged = readFileSync(file);
  damaged.fill(0xff, 4096 * 2 + 1);
  writeFileSync(file, damaged);
  const onLeft = vi.fn();
  const attempt = () => backup(given.at.config, given.at.copy, { includeKeys: false, clock, onLeft });
  const left = ['backup.unfinished', 'objects', 'objects/ab', 'objects/ab/abc'];
  for (let time = 1; time <= 2; time += 1) {
    await expect(attempt()).rejects.toThrow(/damaged|malformed/);
    expect(readdirSync(given.at.copy, { recursive: true }).sort()).toEqual(left);
  }
  writeFileSync(file, 'no database');
  await expect(attempt()).rejects.toThrow(/not a database/);
  expect(readdirSync(given.at.copy, { recursive: true }).sort()).toEqual(left);
  expect(onLeft.mock.calls).toEqual([[1], [1]]);
  await expect(restore(given.at.configFor('other'), given.at.copy, { clock })).rejects.toThrow(/is not a whole backup/);
  rmSync(file);
  given.at.inUse().close();
  expect(await attempt()).toMatchObject({ objects: 1, kept: 1 });
  expect(existsSync(path.join(given.at.copy, 'backup.unfinished'))).toBe(false);
});
