import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Config } from '../config.js';
import type { Clock } from '../platform/clock.js';
import { isEmptyFolder, openDataFolder } from '../platform/data-folder.js';
import { makeFolders } from '../platform/durable-folder.js';
import { OperatorError, errorCode } from '../platform/operator-error.js';
import {
  copyDatabase,
  copyHashed,
  databaseFaults,
  databaseFile,
  filesBelow,
  hashFile,
  notesFor,
  objectFolder,
  writeSynced,
} from './files.js';
import type { HashedFile } from './files.js';

/** A backup is a folder: `manifest.json`, `trustate.db`, `objects/…`, and what else was in the data folder under `data/…`. */
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

/** What a backup holds and what the operator should know of it. */
export interface BackupReport {
  readonly folder: string;
  readonly objects: number;
  readonly bytes: number;
  readonly keysIncluded: boolean;
  /** The file to keep elsewhere; `null` when it is in the backup or no file holds the key. */
  readonly sealKeyFile: string | null;
}

export interface RestoreReport {
  readonly createdAt: string;
  readonly objects: number;
  readonly bytes: number;
  /** A key the operator still has to put in place. */
  readonly sealKeyMissing: boolean;
}

/**
 * Copies database and objects into a new folder while a server may be running.
 *
 * Objects are copied before the database and what is new once more after it: whatever the copied rows name is there,
 * even where an object was written or let go meanwhile.
 * @throws OperatorError
 */
export async function backup(
  config: Config,
  destination: string,
  options: { includeKeys: boolean; clock: Clock },
): Promise<BackupReport> {
  const { database, objects } = embedded(config, 'backup');
  const folder = path.resolve(destination);
  if (!isEmptyFolder(folder)) throw new OperatorError(`The backup folder ${folder} is not empty; name a new one.`);
  if (!existsSync(database)) throw new OperatorError(`There is no database ${database} to back up.`);
  makeFolders(folder);

  const files = new Map<string, HashedFile>();
  const keep = async (from: string, name: string) => {
    try {
      files.set(name, { path: name, ...(await copyHashed(from, path.join(folder, name))) });
    } catch (error) {
      // Swept since it was listed: no row names it any more.
      if (errorCode(error) !== 'ENOENT') throw error;
      await rm(path.join(folder, name), { force: true });
    }
  };
  const keepObjects = async () => {
    for (const name of (await filesBelow(objects)).filter((name) => !/^(?:temporary|notes)\//.test(name))) {
      if (!files.has(`objects/${name}`)) await keep(path.join(objects, name), `objects/${name}`);
    }
  };

  await keepObjects();
  await copyDatabase(database, path.join(folder, databaseName));
  await keepObjects();
  files.set(databaseName, { path: databaseName, ...(await hashFile(path.join(folder, databaseName))) });
  // Those that go with the copied rows: the store itself may have gone on meanwhile.
  for (const note of notesFor(path.join(folder, databaseName))) {
    const name = `${notesPath}${note}`;
    makeFolders(path.dirname(path.join(folder, name)));
    await writeSynced(path.join(folder, name), '');
    files.set(name, { path: name, ...(await hashFile(path.join(folder, name))) });
  }
  for (const name of await otherFiles(config, { database, objects })) {
    if (options.includeKeys || !isKey(name)) await keep(path.join(config.dataDir, name), `data/${name}`);
  }

  const faults = databaseFaults(path.join(folder, databaseName));
  if (faults.length > 0) throw new OperatorError(`The copied database is damaged: ${faults[0] ?? ''}.`);
  const manifest: z.infer<typeof manifestShape> = {
    format: 1,
    createdAt: options.clock.now().toISOString(),
    keysIncluded: options.includeKeys,
    files: [...files.values()],
  };
  await writeSynced(path.join(folder, manifestName), `${JSON.stringify(manifest, null, 1)}\n`);

  const sealKeyFile = config.sealKeyFile ?? path.join(config.dataDir, 'seal.key');
  return {
    folder,
    ...totals(manifest.files),
    keysIncluded: options.includeKeys,
    sealKeyFile: config.sealKey !== undefined || files.has('data/seal.key') ? null : sealKeyFile,
  };
}

/**
 * Puts a backup into an empty data folder, after checking every file of it against the manifest.
 * @throws OperatorError, with the data folder left as it was
 */
export async function restore(config: Config, source: string): Promise<RestoreReport> {
  const { database, objects } = embedded(config, 'restore');
  const from = path.resolve(source);
  const manifest = await readManifest(from);
  for (const file of manifest.files) {
    if (!same(file, await hashFile(path.join(from, file.path)).catch(() => null))) throw damaged(file);
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
    // The database comes last: without it nothing takes a restore that was cut short for a whole one.
    for (const file of [...manifest.files].sort(
      (a, b) => Number(a.path === databaseName) - Number(b.path === databaseName),
    )) {
      const [top = '', ...rest] = file.path.split('/');
      const to = top === databaseName ? database : path.join(top === 'objects' ? objects : config.dataDir, ...rest);
      placed.push(to);
      if (!same(file, await copyHashed(path.join(from, file.path), to))) throw damaged(file);
    }
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
  return { createdAt: manifest.createdAt, ...totals(manifest.files), sealKeyMissing: !keyThere };
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

/** What else the data folder holds, such as the certificate to trust: neither database nor objects nor the lock. */
async function otherFiles({ dataDir }: Config, { database, objects }: { database: string; objects: string }) {
  const inObjects = `${path.relative(dataDir, objects).replaceAll(path.sep, '/')}/`;
  const ofDatabase = path.relative(dataDir, database).replaceAll(path.sep, '/');
  return (await filesBelow(dataDir)).filter(
    (name) => !name.startsWith(inObjects) && !name.startsWith(ofDatabase) && !/^(server\.|\.probe-)/.test(name),
  );
}

/** Files whose content alone lets somebody in. */
function isKey(name: string): boolean {
  return name.endsWith('.key') || name === 'root-token';
}

function same(file: HashedFile, found: { size: number; sha256: string } | null): boolean {
  return found?.sha256 === file.sha256 && found.size === file.size;
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
