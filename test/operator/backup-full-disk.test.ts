import { existsSync, mkdirSync, readdirSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { backup } from '../../src/operator/backup/backup.js';
import { placeObjects } from '../../src/operator/backup/objects-of-store.js';
import { restore } from '../../src/operator/backup/restore.js';
import { failureText } from '../../src/operator/failing.js';
import { newObjectId } from '../../src/platform/objects/object-id.js';
import { openObjectStore } from '../../src/platform/objects/open-object-store.js';
import { readConfig } from '../../src/settings/config.js';
import { SqliteDatabase } from '../../src/platform/database/sqlite/driver.js';
import { scratchFolder } from '../platform/database/scratch.js';
import { inPieces } from '../platform/objects/content.js';
import { SmallDisk } from '../torture/disk.js';
import { command } from './command.js';

const clock = { now: () => new Date() };
const MiB = 2 ** 20;

/** A data folder with 6 objects of a mebibyte. */
function dataIn(folder: string) {
  const objects = path.join(folder, 'objects/ab');
  mkdirSync(objects, { recursive: true });
  for (let n = 0; n < 6; n += 1) writeFileSync(path.join(objects, `ab${n}`), Buffer.alloc(MiB, n));
  const database = new SqliteDatabase(path.join(folder, 'trustate.db'));
  database.exec('CREATE TABLE t (v TEXT)');
  database.close();
  return readConfig({ TRUSTATE_DATA_DIR: folder });
}

/** A disk of its own takes root, on Linux. */
const canMount = (() => {
  const disk = SmallDisk.mount(1);
  disk?.unmount();
  return disk !== null;
})();
if (!canMount) {
  test('a full disk: none can be mounted by this user: not run', () => {
    expect(canMount).toBe(false);
  });
}

/** A folder on a disk of its own. */
function small(mebibytes: number): SmallDisk {
  const disk = SmallDisk.mount(mebibytes);
  if (!disk) throw new Error('a disk could be mounted before, and now it cannot');
  onTestFinished(() => {
    disk.unmount();
  });
  return disk;
}

const free = ({ folder }: SmallDisk) => statfsSync(folder).bavail;
const objectsIn = (folder: string) => (existsSync(folder) ? readdirSync(path.join(folder, 'objects/ab')).sort() : []);

test.runIf(canMount)(
  'a backup to a disk that is full leaves there what is whole, and goes on once there is room',
  async () => {
    const disk = small(16);
    const config = dataIn(scratchFolder());
    const folder = path.join(disk.folder, 'backup');
    const left: number[] = [];
    const take = () => backup(config, folder, { includeKeys: false, clock, onLeft: (objects) => left.push(objects) });
    for (const [room, whole] of [
      [2.5, 2],
      [1.5, 3],
    ] as const) {
      disk.fill(room * MiB);
      await expect(take()).rejects.toThrow(/ENOSPC/);
      disk.clear();
      expect(objectsIn(folder)).toHaveLength(whole);
    }
    expect(left).toEqual([2, 3]);
    expect(await take()).toMatchObject({ objects: 6, kept: 3 });
    await restore(readConfig({ TRUSTATE_DATA_DIR: path.join(scratchFolder(), 'restored') }), folder, { clock });
  },
);

test.runIf(canMount)(
  'a backup to the disk of the data leaves the room there that there was, and what an earlier run had copied',
  async () => {
    const disk = small(16);
    const config = dataIn(path.join(disk.folder, 'data'));
    const folder = path.join(disk.folder, 'backup');
    const take = () => backup(config, folder, { includeKeys: false, clock });
    disk.fill(2.5 * MiB);
    const before = free(disk);
    await expect(take()).rejects.toThrow(/ENOSPC/);
    expect(free(disk)).toBeGreaterThanOrEqual(before - 2);
    expect(readdirSync(folder)).toEqual([]);
    // One that was killed left two.
    disk.clear();
    mkdirSync(path.join(folder, 'objects/ab'), { recursive: true });
    writeFileSync(path.join(folder, 'backup.unfinished'), '');
    for (const n of [0, 3]) writeFileSync(path.join(folder, `objects/ab/ab${n}`), Buffer.alloc(MiB, n));
    disk.fill(1.5 * MiB);
    await expect(take()).rejects.toThrow(/ENOSPC/);
    expect(objectsIn(folder)).toEqual(['ab0', 'ab3']);
    disk.clear();
    expect(await take()).toMatchObject({ objects: 6, kept: 2 });
  },
);

test.runIf(canMount)('what a full disk has no room for is named: the file, or the copy of the database', async () => {
  const disk = small(16);
  const config = dataIn(scratchFolder());
  const folder = path.join(disk.folder, 'backup');
  const rows = new SqliteDatabase(path.join(config.dataDir, 'trustate.db'));
  rows.exec(`INSERT INTO t VALUES (hex(zeroblob(${2 * MiB})))`);
  rows.close();
  const take = () => command({ TRUSTATE_DATA_DIR: config.dataDir }, 'backup', folder);
  disk.fill(2.5 * MiB);
  expect((await take()).err).toMatch(/trustate: .*\/backup\/objects\/ab\/ab\d: no space left on the device/);
  disk.clear();
  disk.fill(5.5 * MiB);
  const copy = path.join(folder, 'trustate.db');
  expect((await take()).err).toContain(
    `trustate: The copy ${copy} of the database cannot be written: the disk is full.`,
  );
  const data = path.join(disk.folder, 'data');
  disk.clear();
  expect(await take()).toMatchObject({ status: 0 });
  disk.fill(2.5 * MiB);
  expect((await command({ TRUSTATE_DATA_DIR: data }, 'restore', folder)).err).toMatch(
    /trustate: .*\/data\/objects\/ab\/ab\d: no space left on the device/,
  );
  expect(readdirSync(data)).toEqual(['server.lock']);
});

test.runIf(canMount)('so is the file of an object, in a store and in a backup of a bucket', async () => {
  const disk = small(8);
  const whole = await openObjectStore(pathToFileURL(scratchFolder()).href);
  const id = newObjectId();
  await whole.put(id, inPieces(Buffer.alloc(12 * MiB, 7)));
  const store = await openObjectStore(pathToFileURL(disk.folder).href);
  const failureOf = (work: Promise<unknown>) => work.catch((error: unknown) => failureText(error));
  const told = await failureOf(store.put(id, inPieces(Buffer.alloc(12 * MiB, 7))));
  expect(told).toMatch(new RegExp(`^trustate: ${disk.folder}/temporary/${id}\\..*: no space left on the device$`));

  const to = path.join(disk.folder, 'copy');
  const placings = (async function* () {
    yield await Promise.resolve({ id, to, earlier: null, again: false });
  })();
  const copied = await failureOf(placeObjects(whole, placings, () => undefined));
  expect(copied).toBe(`trustate: ${to}: no space left on the device`);
});
