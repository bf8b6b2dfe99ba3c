import { existsSync, rmSync, rmdirSync } from 'node:fs';
import type { Dirent } from 'node:fs';
import { copyFile, readFile, rm } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Config } from '../../settings/config.js';
import type { Clock } from '../../platform/clock.js';
import { isEmptyFolder, openDataFolder, restoreMark } from '../../platform/data-folder.js';
import { compareRows, copyRows, sameNumbers } from '../../platform/database/copying/copy-rows.js';
import { openSource, rowTarget } from '../../platform/database/copying/open-copying.js';
import { databaseStatus, migrateDatabase } from '../../platform/database/database.js';
import { makeFolders } from '../../platform/durable-folder.js';
import { copyObjects } from '../../platform/objects/copy-objects.js';
import { FilledStore } from '../../platform/objects/filled-store.js';
import { isMadeBySystem } from '../../platform/objects/made-by-systems.js';
import { OperatorError } from '../../platform/operator-error.js';
import { NewFiles } from '../copying.js';
import { databaseFaults, databaseFile, notesFor, objectFolder } from '../files.js';
import type { HashedFile } from '../files.js';
import { hashFile } from '../placing.js';
import type { Content } from '../placing.js';
import { besideDatabase } from '../held-installation.js';
import { Progress } from '../progress.js';
import { BackupObjects } from './backup-objects.js';
import { databaseName, manifestName, missingOf, readManifest, totals } from './manifest.js';
import type { Manifest } from './manifest.js';
import { isOther } from './other-files.js';
import { UnfinishedRestore } from './unfinished-restore.js';

export interface RestoreReport {
  readonly createdAt: string;
  readonly objects: number;
  readonly bytes: number;
  /** Objects that the restored rows refer to, but that the backup does not have. */
  readonly missing: number;
  /** A key that the operator must still put in place. */
  readonly sealKeyMissing: boolean;
}

export interface RestoreOptions {
  readonly clock: Clock;
  readonly tell?: (line: string) => void;
}

/**
 * Restores a backup into an empty data folder, database and object store, after checking every file against the manifest. They need not be of the kind that
 * was backed up.
 *
 * What goes to PostgreSQL or S3 is filled first: it may take long, goes on after an interruption, and is used by nobody before the end.
 * @throws OperatorError; the data folder is then unchanged
 */
export async function restore(config: Config, source: string, options: RestoreOptions): Promise<RestoreReport> {
  const from = path.resolve(source);
  const manifest = await readManifest(from);
  for (const file of manifest.files) {
    if (!same(file, contentOf(path.join(from, file.path)))) throw damaged(file);
  }
  const [database, folder] = [databaseFile(config), objectFolder(config)];
  // Folders that a restore with PostgreSQL goes on with are filled like S3.
  const objects = database === null ? null : folder;
  const places = { database, objects, filled: objects === null ? folder : null };
  const id = await idOf(from);
  const look = () => {
    const unfinished = UnfinishedRestore.of(config, id);
    if (unfinished.again) refuseForeign(config, places);
    else refuseFull(config, places);
    return unfinished;
  };
  look();

  const held = openDataFolder(config.dataDir, { restoring: true });
  try {
    // What another process has begun or ended meanwhile counts from here on.
    const unfinished = look();
    if (unfinished.again) options.tell?.(`going on with an unfinished restore into ${config.dataDir}`);
    await unfinished.begin();
    const restoring: Restoring = { from, manifest, config, id, again: unfinished.again, ...options };
    let filled: Awaited<ReturnType<typeof fillStore>> | null = null;
    try {
      if (objects === null) filled = await fillStore(restoring);
      if (database === null) await fillDatabase(restoring, () => filled?.finish() ?? Promise.resolve());
      else await placeFiles(restoring, { database, objects }, () => filled?.finish() ?? Promise.resolve());
      await unfinished.done();
    } catch (error) {
      // The mark stays where files do.
      if (areEmpty(config, places)) await unfinished.done();
      throw error;
    } finally {
      filled?.close();
    }
  } finally {
    held.close();
  }
  const keyThere =
    config.sealKey !== undefined || existsSync(config.sealKeyFile ?? path.join(config.dataDir, 'seal.key'));
  return {
    createdAt: manifest.createdAt,
    ...totals(manifest.files),
    missing: missingOf(path.join(from, databaseName), manifest.files),
    sealKeyMissing: !keyThere,
  };
}

interface Restoring extends RestoreOptions {
  readonly from: string;
  readonly manifest: Manifest;
  readonly config: Config;
  /** Of the backup. */
  readonly id: string;
  /** Whether what is there already may be replaced. */
  readonly again: boolean;
}

interface Places {
  readonly database: string | null;
  readonly objects: string | null;
  /** A folder of objects that an interrupted restore may have begun to fill, often within the data folder. */
  readonly filled: string | null;
}

/** @throws OperatorError */
function refuseFull({ dataDir }: Config, { database, objects, filled }: Places): void {
  const begun = within(dataDir, filled);
  // A server whose start failed leaves it.
  const lock = database === null ? null : within(dataDir, `${database}${besideDatabase}`);
  const places: readonly (readonly [string, string | null, (entry: Dirent) => boolean])[] = [
    ['data folder', dataDir, ({ name }) => name === begun || name === lock || name === restoreMark],
    ['object store', objects, isMadeBySystem],
  ];
  for (const [what, place, mayBe] of places) {
    if (place !== null && !isEmptyFolder(place, mayBe))
      throw new OperatorError(`The ${what} ${place} is not empty; a restore needs an empty one.`);
  }
  if (database !== null && existsSync(database))
    throw new OperatorError(`There is a database ${database} already; a restore never replaces one.`);
}

function areEmpty(config: Config, places: Places): boolean {
  try {
    refuseFull(config, places);
    return true;
  } catch (error) {
    if (error instanceof OperatorError) return false;
    throw error;
  }
}

/** The mark keeps servers from the data folder, not from a database that is elsewhere. @throws OperatorError */
function refuseForeign(config: Config, { database }: Places): void {
  if (database === null || !isElsewhere(config, database) || !existsSync(database)) return;
  throw new OperatorError(
    `There is a database ${database} already; a restore never replaces one. If the one that was interrupted left it, and no server has used it, delete it.`,
  );
}

const isElsewhere = ({ dataDir }: Config, place: string): boolean => within(dataDir, place) === '..';

/** The name in a folder of what has another one in it. */
const within = (folder: string, other: string | null): string | null =>
  other === null ? null : (path.relative(folder, other).split(path.sep)[0] ?? null);

/** By its content: the same backup in another place is the same. */
async function idOf(from: string): Promise<string> {
  const text = await readFile(path.join(from, manifestName));
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

/** Puts the files of the data folder into place, and with them what else is a file. @param beforeEnd called before the database is there */
async function placeFiles(
  { from, manifest, config, again }: Restoring,
  { database, objects }: { readonly database: string | null; readonly objects: string | null },
  beforeEnd: () => Promise<void>,
): Promise<void> {
  const placed: string[] = [];
  try {
    const made = new NewFiles();
    const put = (file: HashedFile, to: string) => {
      if (again && to !== database && same(file, contentOf(to))) return;
      if (again && (to !== database || !isElsewhere(config, to))) rmSync(to, { force: true });
      // Whatever another process has put there is not ours to remove.
      if (existsSync(to)) throw new OperatorError(`There is a file ${to} already; a restore never replaces one.`);
      placed.push(to);
      if (!same(file, made.copy(path.join(from, file.path), to))) throw damaged(file);
    };
    for (const file of manifest.files.filter(({ path: name }) => name !== databaseName)) {
      const [top = '', ...rest] = file.path.split('/');
      const folder = top === 'objects' ? objects : isOther(rest.join('/')) ? config.dataDir : null;
      if (folder !== null) put(file, path.join(folder, ...rest));
    }
    if (objects !== null) makeFolders(objects);
    for (const folder of [objects, config.dataDir]) if (folder !== null) await made.settled(folder);
    await beforeEnd();
    if (database === null) return;
    // The database comes last: without it, an interrupted restore is not mistaken for a complete one.
    for (const file of manifest.files.filter(({ path: name }) => name === databaseName)) put(file, database);
    await made.settled(path.dirname(database));
    const faults = databaseFaults(database);
    if (faults.length > 0) throw new OperatorError(`The database of the backup is damaged: ${faults[0] ?? ''}.`);
  } catch (error) {
    await Promise.allSettled(placed.map((file) => rm(file, { force: true })));
    const elsewhere = objects !== null && isElsewhere(config, objects) ? objects : null;
    const kept = new Set([config.dataDir, elsewhere, database === null ? null : path.dirname(database)]);
    for (const folder of [...placed.map((file) => path.dirname(file)), objects ?? config.dataDir])
      removeEmpty(folder, kept);
    throw error;
  }
}

/** Removes a folder and those around it, up to one that stays or has something in it. */
function removeEmpty(folder: string, kept: ReadonlySet<string | null>): void {
  try {
    for (let at = folder; !kept.has(at); at = path.dirname(at)) rmdirSync(at);
  } catch {
    // Something is in it.
  }
}

/** Fills a store that is not simply a new folder. */
async function fillStore({ from, manifest, config, id, tell = () => undefined }: Restoring) {
  const backup = new BackupObjects(from, manifest.files);
  const notes = notesFor(path.join(from, databaseName));
  const open = await FilledStore.at(config.objectStore, tell);
  const filled = await open();
  const { store } = filled;
  try {
    const mark = `restore-${id}`;
    const again = await filled.begin(mark, notes);
    const progress = new Progress(tell);
    let count = 0;
    await copyObjects(backup, store, again, (copied) => {
      const file = backup.files.get(copied.id);
      if (!file || !same(file, copied)) throw new OperatorError(`The backup is damaged: ${copied.id} has changed.`);
      progress.at(() => `restored ${(count += 1)} objects`);
    });
    return {
      finish: () => filled.finish(mark, notes),
      close: () => {
        store.close();
      },
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** Fills a PostgreSQL database. @param beforeEnd called before it is complete */
async function fillDatabase(restoring: Restoring, beforeEnd: () => Promise<void>): Promise<void> {
  const { from, config, id, clock, tell = () => undefined } = restoring;
  const target = await rowTarget(config.databaseUrl, clock);
  if (restoring.again && (await target.isComplete())) {
    // It was interrupted after its last row.
    await target.close();
    await placeFiles(restoring, { database: null, objects: null }, beforeEnd);
    return;
  }
  const rows = await currentRows(path.join(from, databaseName), config.dataDir);
  try {
    if (await target.begin({ id: `restore of backup ${id}`, state: id })) tell('going on with an unfinished restore');
    const source = await openSource(rows.file);
    try {
      const progress = new Progress(tell);
      let count = 0;
      await copyRows(source, target, (more) => {
        count += more;
        progress.at(() => `restored ${count} rows`);
      });
      const copy = await openSource(config.databaseUrl);
      try {
        const { different } = await compareRows(source, copy, () => undefined);
        if (different.length > 0 || !(await sameNumbers(source, copy)))
          throw new OperatorError(
            `The database differs from the backup: ${different.map(({ name }) => name).join(', ')}. Restore into an empty one.`,
          );
      } finally {
        await copy.close();
      }
    } finally {
      await source.close();
    }
    await placeFiles(restoring, { database: null, objects: null }, beforeEnd);
    await target.finish();
  } finally {
    rows.remove();
    await target.close();
  }
}

/** The database of a backup with the tables of this version: itself, or a migrated copy. */
async function currentRows(file: string, dataDir: string): Promise<{ readonly file: string; remove(): void }> {
  const faults = databaseFaults(file);
  if (faults.length > 0) throw new OperatorError(`The database of the backup is damaged: ${faults[0] ?? ''}.`);
  if ((await databaseStatus({ url: file })).pending.length === 0) return { file, remove: () => undefined };
  const copy = path.join(dataDir, 'server.restoring.db');
  const remove = () => {
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${copy}${end}`, { force: true });
  };
  try {
    await copyFile(file, copy);
    await migrateDatabase({ url: copy });
    return { file: copy, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** `null` if it cannot be read. */
function contentOf(file: string): Content | null {
  try {
    return hashFile(file);
  } catch {
    return null;
  }
}

function same(file: HashedFile, found: { size: number; sha256: string } | null): boolean {
  return found?.sha256 === file.sha256 && found.size === file.size;
}

function damaged({ path: name }: HashedFile): OperatorError {
  return new OperatorError(`The backup is damaged: ${name} is not what its manifest says. Nothing was restored.`);
}
