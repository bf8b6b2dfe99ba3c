import { statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../settings/config.js';
import type { Clock } from '../../platform/clock.js';
import { syncFolder } from '../../platform/durable-folder.js';
import { OperatorError } from '../../platform/operator-error.js';
import type { ObjectStore } from '../../platform/objects/object-store.js';
import { relationOf } from '../../platform/installation/store-record.js';
import { openReachable } from '../../platform/objects/open-object-store.js';
import { outageOf } from '../../platform/outage.js';
import { databaseFaults, filesBelow, notesFor, sealKeysOf, objectFolder, writeSynced } from '../files.js';
import type { PlacingThreads } from '../placing-threads.js';
import { isWithin } from '../within.js';
import { backedUpDatabase } from './backed-up-database.js';
import type { BackedUpDatabase } from './backed-up-database.js';
import { CollectedFiles, noneEarlier } from './collected-files.js';
import type { Earlier } from './collected-files.js';
import { databaseName, manifestName, missingOf, notesPath, readManifest, totals } from './manifest.js';
import type { Manifest } from './manifest.js';
import { isKey, otherFiles } from './other-files.js';
import { unfinishedBackup } from './unfinished-backup.js';
import type { UnfinishedBackup } from './unfinished-backup.js';

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
    /** Called with lines that say how far it is. */
    tell?: (line: string) => void;
  },
): Promise<BackupReport> {
  const database = await backedUpDatabase(config, options.clock, options.tell ?? (() => undefined));
  const objects = objectFolder(config);
  const folder = path.resolve(destination);
  if (objects !== null && isWithin(objects, folder))
    throw new OperatorError(
      `The backup folder ${folder} is within the object store ${objects}; name one outside of it.`,
    );
  const sealedUnder = await database.sealKeys();
  const earlier = await earlierObjects(options.previous, sealedUnder);
  const store = objects === null ? await openReachable(config.objectStore) : null;
  let unfinished: UnfinishedBackup;
  try {
    await requirePair(config, database, store ?? objects ?? '');
    unfinished = await unfinishedBackup(folder, manifestName);
  } catch (error) {
    store?.close();
    throw error;
  }
  let before: readonly string[] = [];
  try {
    before = await objectsIn(folder);
    if (unfinished.again) await removeParts(folder, [manifestName, 'data', notesPath, databaseName]);
    const plan = {
      config,
      database,
      objects: store ?? objects ?? '',
      sealedUnder,
      earlier,
      again: unfinished.again,
      ...options,
    };
    const report = await copyInto(folder, plan);
    await unfinished.done();
    return report;
  } catch (error) {
    await removeParts(folder, [manifestName, 'data', notesPath, databaseName]);
    // A running server needs the space.
    if (outageOf(error) === 'full' && sharesDisk(folder, database.file, objects))
      await removeUnlisted(folder, new Set(before));
    const left = await objectsIn(folder);
    if (left.length > 0) options.onLeft?.(left.length);
    else {
      await removeParts(folder, ['objects']);
      await unfinished.done();
    }
    throw error;
  } finally {
    store?.close();
    unfinished.close();
  }
}

/** Another store has none of the objects, and a backup without them looks whole. @throws OperatorError */
async function requirePair(config: Config, database: BackedUpDatabase, objects: string | ObjectStore): Promise<void> {
  const record = await database.store();
  if (record === null) return;
  const notes = typeof objects === 'string' ? await filesBelow(path.join(objects, 'notes')) : await objects.notes();
  const relation = relationOf(record, notes);
  if (relation === 'ours' || relation === 'older-database' || relation === 'unwritten') return;
  throw new OperatorError(
    `The object store ${config.objectStore} does not belong to the database ("${relation}"), so the backup would lack objects: set TRUSTATE_OBJECT_STORE and TRUSTATE_DATABASE_URL as the server has them. "trustate doctor" says more.`,
  );
}

/** By their paths in the folder of a backup. */
const objectsIn = async (folder: string): Promise<string[]> =>
  (await filesBelow(path.join(folder, 'objects'))).map((below) => `objects/${below}`);

function sharesDisk(folder: string, ...others: readonly (string | null)[]): boolean {
  const here = [folder, ...others].filter((one) => one !== null);
  const [disk, ...disks] = here.map((one) => statSync(one, { throwIfNoEntry: false })?.dev);
  return disks.includes(disk);
}

async function removeParts(folder: string, names: readonly string[]): Promise<void> {
  const besides = ['-journal', '-wal', '-shm'].map((end) => `${databaseName}${end}`);
  for (const name of [...names, `${manifestName}.new`, ...besides])
    await rm(path.join(folder, name), { recursive: true, force: true });
}

interface Plan {
  readonly config: Config;
  readonly database: BackedUpDatabase;
  /** A folder, or a store that is none. */
  readonly objects: string | ObjectStore;
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
  const { config, database, objects, sealedUnder, includeKeys } = plan;
  const collected = new CollectedFiles(folder, plan);
  const { files } = collected;
  await collected.addObjects();
  const copied = path.join(folder, databaseName);
  await database.copyTo(copied);
  const stillNeeded = sealKeysOf(copied);
  // Otherwise a rotation ended in the meantime: earlier copies may need a key that the copied rows no longer refer to.
  if (!sealedUnder.every((id) => stillNeeded.includes(id))) collected.beginAnew();
  await collected.addObjects();
  collected.addMade(databaseName);
  // The notes that belong to the copied rows: the store itself may have continued in the meantime.
  for (const note of notesFor(copied)) collected.addNote(note);
  for (const name of await otherFiles(config, [database.file, typeof objects === 'string' ? objects : null]))
    if (includeKeys || !isKey(name)) collected.addData(config.dataDir, name);

  const faults = databaseFaults(copied);
  if (faults.length > 0) throw new OperatorError(`The copied database is damaged: ${faults[0] ?? ''}.`);
  const manifest: Manifest = {
    format: 1,
    createdAt: plan.clock.now().toISOString(),
    keysIncluded: includeKeys,
    files: [...files.values()].sort((one, other) => (one.path < other.path ? -1 : 1)),
  };
  if (collected.mayHaveMore) await removeUnlisted(folder, files);
  // Everything in the manifest is on disk before the manifest: if there is one, the backup is complete.
  await collected.settled();
  await publish(folder, manifest);

  const { linked, kept } = collected.how;
  const sealKeyFile = config.sealKeyFile ?? path.join(config.dataDir, 'seal.key');
  return {
    folder,
    ...totals(manifest.files),
    linked,
    kept,
    missing: missingOf(copied, manifest.files),
    keysIncluded: includeKeys,
    sealKeyFile: config.sealKey !== undefined || files.has('data/seal.key') ? null : sealKeyFile,
  };
}

async function publish(folder: string, manifest: Manifest): Promise<void> {
  const unfinished = path.join(folder, `${manifestName}.new`);
  await writeSynced(unfinished, `${JSON.stringify(manifest, null, 1)}\n`);
  await rename(unfinished, path.join(folder, manifestName));
  await syncFolder(folder);
  await syncFolder(path.dirname(folder));
}

/** Objects that are not in the list: an interrupted backup copied them, and the store no longer has them. */
async function removeUnlisted(folder: string, files: Pick<ReadonlySet<string>, 'has'>): Promise<void> {
  for (const name of await objectsIn(folder)) if (!files.has(name)) await rm(path.join(folder, name));
}

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
