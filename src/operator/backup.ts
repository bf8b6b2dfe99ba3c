import { existsSync, statSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Config } from '../settings/config.js';
import type { Clock } from '../platform/clock.js';
import { isEmptyFolder, openDataFolder } from '../platform/data-folder.js';
import { makeFolders, syncFolder } from '../platform/durable-folder.js';
import { OperatorError, errorCode } from '../platform/operator-error.js';
import { outageOf } from '../platform/outage.js';
import { NewFiles } from './copying.js';
import {
  copyDatabase,
  databaseFaults,
  databaseFile,
  filesBelow,
  notesFor,
  sealKeysOf,
  objectFolder,
  objectsNamedIn,
  writeSynced,
} from './files.js';
import type { HashedFile } from './files.js';
import { hashFile, place } from './placing.js';
import type { Content, Placing } from './placing.js';
import { placeAll } from './placing-threads.js';
import type { PlacingThreads } from './placing-threads.js';
import { unfinishedBackup } from './unfinished-backup.js';

/** A backup is a folder with `manifest.json`, which is written last, `trustate.db`, `objects/…`, and the other files of the data folder in `data/…`. */
const manifestName = 'manifest.json';
const databaseName = 'trustate.db';
const notesPath = 'objects/notes/';

const manifestShape = z.object({
  format: z.literal(1),
  createdAt: z.iso.datetime(),
  keysIncluded: z.boolean(),
  files: z.array(
    z.object({
      path: z.string().regex(/^(?:trustate\.db|(?:objects|data)(?:\/(?!\.{1,2}(?:\/|$))[^/\\\0]+)+)$/),
      size: z.number().int().min(0),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
    }),
  ),
});

/** The content of a backup, and what the operator should know about it. */
export interface BackupReport {
  readonly folder: string;
  readonly objects: number;
  readonly bytes: number;
  /** How many of the objects are links to those of the earlier backup. */
  readonly linked: number;
  /** How many of the objects were copied by an interrupted backup into this folder. */
  readonly kept: number;
  /** Objects that the copied rows refer to, but that the store does not have. */
  readonly missing: number;
  readonly keysIncluded: boolean;
  /** The file to keep elsewhere; `null` if it is in the backup, or no file contains the key. */
  readonly sealKeyFile: string | null;
}

export interface RestoreReport {
  readonly createdAt: string;
  readonly objects: number;
  readonly bytes: number;
  /** Objects that the restored rows refer to, but that the backup does not have. */
  readonly missing: number;
  /** A key that the operator must still put in place. */
  readonly sealKeyMissing: boolean;
}

/**
 * Copies database and objects into a new folder while a server may be running. An object only changes with the master key: if an earlier backup has it, it is
 * linked and not copied. So each backup is complete by itself, and costs only what is new.
 *
 * Objects are copied before the database, and new ones again after it. So all objects that the copied rows refer to are there, even if objects were written or
 * removed in the meantime.
 *
 * A backup that was killed or failed can be continued in the same folder: existing objects are kept if they equal those of the store.
 * @throws OperatorError, and errors of the disk and the database. Complete objects are then kept, except on a full disk that the store uses too: there they are
 * removed
 */
export async function backup(
  config: Config,
  destination: string,
  options: {
    includeKeys: boolean;
    clock: Clock;
    previous?: string | undefined;
    threads?: PlacingThreads | undefined;
    /** Called with the number of objects that a failed backup leaves. */
    onLeft?: (objects: number) => void;
  },
): Promise<BackupReport> {
  const { database, objects } = embedded(config, 'backup');
  const folder = path.resolve(destination);
  if (!existsSync(database)) throw new OperatorError(`There is no database ${database} to back up.`);
  const sealedUnder = sealKeysOf(database);
  const earlier = await earlierObjects(options.previous, sealedUnder);
  const unfinished = await unfinishedBackup(folder, manifestName);
  let before: readonly string[] = [];
  try {
    before = await objectsIn(folder);
    if (unfinished.again) await removeParts(folder, [manifestName, 'data', notesPath, databaseName]);
    const plan = { config, database, objects, sealedUnder, earlier, again: unfinished.again, ...options };
    const report = await copyInto(folder, plan);
    await unfinished.done();
    return report;
  } catch (error) {
    await removeParts(folder, [manifestName, 'data', notesPath, databaseName]);
    // A running server needs the space.
    if (outageOf(error) === 'full' && sharesDisk(folder, database, objects))
      await removeUnlisted(folder, new Set(before));
    const left = await objectsIn(folder);
    if (left.length > 0) options.onLeft?.(left.length);
    else {
      await removeParts(folder, ['objects']);
      await unfinished.done();
    }
    throw error;
  } finally {
    unfinished.close();
  }
}

/** By their paths in the folder of a backup. */
const objectsIn = async (folder: string): Promise<string[]> =>
  (await filesBelow(path.join(folder, 'objects'))).map((below) => `objects/${below}`);

function sharesDisk(folder: string, ...others: readonly string[]): boolean {
  const [disk, ...disks] = [folder, ...others].map((one) => statSync(one, { throwIfNoEntry: false })?.dev);
  return disks.includes(disk);
}

async function removeParts(folder: string, names: readonly string[]): Promise<void> {
  const besides = ['-journal', '-wal', '-shm'].map((end) => `${databaseName}${end}`);
  for (const name of [...names, `${manifestName}.new`, ...besides])
    await rm(path.join(folder, name), { recursive: true, force: true });
}

interface Plan {
  readonly config: Config;
  /** The paths. */
  readonly database: string;
  readonly objects: string;
  /** Master keys before the first object is copied. */
  readonly sealedUnder: readonly string[];
  readonly earlier: Earlier;
  /** The folder has objects of an interrupted backup. */
  readonly again: boolean;
  readonly includeKeys: boolean;
  readonly clock: Clock;
  readonly threads?: PlacingThreads | undefined;
}

async function copyInto(folder: string, plan: Plan): Promise<BackupReport> {
  const { config, database, objects, sealedUnder, includeKeys, threads } = plan;
  let { earlier, again } = plan;
  const made = new NewFiles();
  const files = new Map<string, HashedFile>();
  const how = { copied: 0, linked: 0, kept: 0 };
  const keepObjects = async () => {
    const placings: Placing[] = [];
    const nameOf = (file: string) => path.relative(folder, file).replaceAll(path.sep, '/');
    for (const below of await filesBelow(objects)) {
      const name = `objects/${below}`;
      if (/^objects\/(?:temporary|notes)\//.test(name) || files.has(name)) continue;
      const known = earlier.files.get(name);
      const to = path.join(folder, name);
      made.makeFolderOf(to);
      const linkable = known ? { file: path.join(earlier.folder, name), content: known } : null;
      placings.push({ from: path.join(objects, below), to, earlier: linkable, again });
    }
    await placeAll(
      placings,
      ({ to }, placed) => {
        if (!placed) return;
        const name = nameOf(to);
        made.add(to);
        files.set(name, { path: name, size: placed.content.size, sha256: placed.content.sha256 });
        how[placed.how] += 1;
      },
      threads,
    );
  };

  await keepObjects();
  const copied = path.join(folder, databaseName);
  await copyDatabase(database, copied);
  made.add(copied);
  const stillNeeded = sealKeysOf(copied);
  if (!sealedUnder.every((id) => stillNeeded.includes(id))) {
    // A rotation ended in the meantime: earlier copies may need a key that the copied rows no longer refer to.
    files.clear();
    [earlier, again] = [noneEarlier, true];
    Object.assign(how, { copied: 0, linked: 0, kept: 0 });
  }
  await keepObjects();
  files.set(databaseName, { path: databaseName, ...hashFile(copied) });
  // The notes that belong to the copied rows: the store itself may have continued in the meantime.
  for (const note of notesFor(copied)) {
    const name = `${notesPath}${note}`;
    files.set(name, { path: name, ...made.empty(path.join(folder, name)) });
  }
  for (const name of await otherFiles(config, { database, objects })) {
    if (!includeKeys && isKey(name)) continue;
    const kept = path.join(folder, 'data', name);
    made.makeFolderOf(kept);
    const placed = place({ from: path.join(config.dataDir, name), to: kept, earlier: null, again: false });
    if (!placed) continue;
    made.add(kept);
    files.set(`data/${name}`, { path: `data/${name}`, ...placed.content });
  }

  const faults = databaseFaults(copied);
  if (faults.length > 0) throw new OperatorError(`The copied database is damaged: ${faults[0] ?? ''}.`);
  const manifest: z.infer<typeof manifestShape> = {
    format: 1,
    createdAt: plan.clock.now().toISOString(),
    keysIncluded: includeKeys,
    files: [...files.values()].sort((one, other) => (one.path < other.path ? -1 : 1)),
  };
  if (again) await removeUnlisted(folder, files);
  // Everything in the manifest is on disk before the manifest: if there is one, the backup is complete.
  await made.settled(folder);
  const unfinished = path.join(folder, `${manifestName}.new`);
  await writeSynced(unfinished, `${JSON.stringify(manifest, null, 1)}\n`);
  await rename(unfinished, path.join(folder, manifestName));
  await syncFolder(folder);
  await syncFolder(path.dirname(folder));

  const sealKeyFile = config.sealKeyFile ?? path.join(config.dataDir, 'seal.key');
  return {
    folder,
    ...totals(manifest.files),
    linked: how.linked,
    kept: how.kept,
    missing: missingOf(copied, manifest.files),
    keysIncluded: includeKeys,
    sealKeyFile: config.sealKey !== undefined || files.has('data/seal.key') ? null : sealKeyFile,
  };
}

/** Objects that are not in the list: an interrupted backup copied them, and the store no longer has them. */
async function removeUnlisted(folder: string, files: Pick<ReadonlySet<string>, 'has'>): Promise<void> {
  for (const name of await objectsIn(folder)) if (!files.has(name)) await rm(path.join(folder, name));
}

interface Earlier {
  readonly folder: string;
  /** Its objects by their paths. */
  readonly files: ReadonlyMap<string, HashedFile>;
}

const noneEarlier: Earlier = { folder: '', files: new Map() };

/** @throws OperatorError if the folder is not a complete backup */
async function earlierObjects(previous: string | undefined, sealedUnder: readonly string[]): Promise<Earlier> {
  if (previous === undefined) return noneEarlier;
  const folder = path.resolve(previous);
  const { files } = await readManifest(folder);
  // If they are sealed with other master keys, they may need one that was removed: then every object is copied.
  const sealedAlike = sealKeysOf(path.join(folder, databaseName)).join() === sealedUnder.join();
  if (!sealedAlike) return noneEarlier;
  const objects = files.filter(({ path: name }) => name.startsWith('objects/'));
  return { folder, files: new Map(objects.map((file) => [file.path, file])) };
}

/**
 * Restores a backup into an empty data folder, after checking every file against the manifest.
 * @throws OperatorError; the data folder is then unchanged
 */
export async function restore(config: Config, source: string): Promise<RestoreReport> {
  const { database, objects } = embedded(config, 'restore');
  const from = path.resolve(source);
  const manifest = await readManifest(from);
  for (const file of manifest.files) {
    if (!same(file, contentOf(path.join(from, file.path)))) throw damaged(file);
  }
  const places: readonly (readonly [string, string])[] = [
    ['data folder', config.dataDir],
    ['object store', objects],
  ];
  for (const [what, place] of places) {
    if (!isEmptyFolder(place))
      throw new OperatorError(`The ${what} ${place} is not empty; a restore needs an empty one.`);
  }
  if (existsSync(database))
    throw new OperatorError(`There is a database ${database} already; a restore never replaces one.`);

  const held = openDataFolder(config.dataDir);
  const placed: string[] = [];
  try {
    const made = new NewFiles();
    const put = (file: HashedFile, to: string) => {
      placed.push(to);
      if (!same(file, made.copy(path.join(from, file.path), to))) throw damaged(file);
    };
    for (const file of manifest.files.filter(({ path: name }) => name !== databaseName)) {
      const [top = '', ...rest] = file.path.split('/');
      put(file, path.join(top === 'objects' ? objects : config.dataDir, ...rest));
    }
    // The database comes last: without it, an interrupted restore is not mistaken for a complete one.
    makeFolders(objects);
    for (const folder of [objects, config.dataDir]) await made.settled(folder);
    for (const file of manifest.files.filter(({ path: name }) => name === databaseName)) put(file, database);
    await made.settled(path.dirname(database));
    const faults = databaseFaults(database);
    if (faults.length > 0) throw new OperatorError(`The database of the backup is damaged: ${faults[0] ?? ''}.`);
  } catch (error) {
    await Promise.all(placed.map((file) => rm(file, { force: true })));
    throw error;
  } finally {
    held.close();
  }
  const keyThere =
    config.sealKey !== undefined || existsSync(config.sealKeyFile ?? path.join(config.dataDir, 'seal.key'));
  return {
    createdAt: manifest.createdAt,
    ...totals(manifest.files),
    missing: missingOf(database, manifest.files),
    sealKeyMissing: !keyThere,
  };
}

async function readManifest(folder: string): Promise<z.infer<typeof manifestShape>> {
  const file = path.join(folder, manifestName);
  try {
    return manifestShape.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const why = errorCode(error) === 'ENOENT' ? `${file} is missing` : `${file} cannot be read as a manifest`;
    throw new OperatorError(`${folder} is not a whole backup: ${why}.`, { cause: error });
  }
}

function embedded(config: Config, what: string): { database: string; objects: string } {
  const database = databaseFile(config);
  const objects = objectFolder(config);
  if (database !== null && objects !== null) return { database, objects };
  throw new OperatorError(
    `"trustate ${what}" is for SQLite and a folder of objects. For PostgreSQL use pg_dump, for S3 the bucket's versions or a copy of it.`,
  );
}

/** The other files of the data folder, such as the certificate to trust: not the database, the objects or the lock. */
async function otherFiles({ dataDir }: Config, { database, objects }: { database: string; objects: string }) {
  const inObjects = `${path.relative(dataDir, objects).replaceAll(path.sep, '/')}/`;
  const ofDatabase = path.relative(dataDir, database).replaceAll(path.sep, '/');
  return (await filesBelow(dataDir)).filter(
    (name) => !name.startsWith(inObjects) && !name.startsWith(ofDatabase) && !/^(server\.|\.probe-)/.test(name),
  );
}

/** Files whose content alone gives access. */
function isKey(name: string): boolean {
  return name.endsWith('.key') || name === 'root-token';
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

/** How many objects of the database's rows are not among the files. */
function missingOf(database: string, files: readonly HashedFile[]): number {
  const present = new Set(files.map(({ path: name }) => path.posix.basename(name)));
  return [...objectsNamedIn(database)].filter((id) => !present.has(id)).length;
}

function damaged({ path: name }: HashedFile): OperatorError {
  return new OperatorError(`The backup is damaged: ${name} is not what its manifest says. Nothing was restored.`);
}

function totals(files: readonly HashedFile[]): { objects: number; bytes: number } {
  return {
    objects: files.filter(({ path: name }) => name.startsWith('objects/') && !name.startsWith(notesPath)).length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
  };
}
