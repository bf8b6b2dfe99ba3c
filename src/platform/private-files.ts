import { chmodSync, closeSync, lstatSync, openSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { isSystemError } from './durable-folder.js';

/** For their owner alone, whatever the mask of the process says. */
const fileMode = 0o600;
const folderMode = 0o700;
/** What group and others may do. */
const foreign = 0o077;
/** A folder like `/tmp` is shared on purpose. */
const sticky = 0o1000;

/** Mode bits say nothing there. */
const known = process.platform !== 'win32';

/**
 * Makes a file empty, for its owner alone, if it is not there: for what is opened by a library that knows no modes. SQLite gives the files beside a database
 * (`-wal`, `-shm`, `-journal`) the mode of the database. What cannot be made is left to that library to complain about.
 */
export function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'wx', fileMode));
    chmodSync(file, fileMode);
  } catch {
    // There already, or for the one who opens it to say why it cannot be there.
  }
}

/** Where an installation keeps what others must not read. */
export interface PrivatePlaces {
  readonly dataFolder: string;
  /** The file of the embedded database; `null` where it is elsewhere. */
  readonly database: string | null;
  /** The folder of the object store; `null` where it is elsewhere. */
  readonly objects: string | null;
}

/** Of the data folder. What is for everybody (`ca.pem`, `tls/server.pem`) is protected by the folder alone. */
const secretFiles = ['seal.key', 'root-token', 'tls/server.key', 'tls/ca.key', 'server.lock', 'server.pid'];

/**
 * Takes away what group and others may do with what is there: folders of an earlier version, a copy that was unpacked, a mask that was too wide.
 * @returns what could not be changed, as lines for the log: a folder that is shared on purpose, files of another owner
 */
export function tighten({ dataFolder, database, objects }: PrivatePlaces): string[] {
  if (!known) return [];
  const beside =
    database === null ? [] : ['', '-wal', '-shm', '-journal', '-reserve'].map((suffix) => `${database}${suffix}`);
  const parts = objects === null ? [] : subfolders(objects).map((name) => path.join(objects, name));
  return [
    dataFolder,
    path.join(dataFolder, 'tls'),
    ...(objects === null ? [] : [objects]),
    ...parts,
    ...(objects === null ? [] : notesIn(objects)),
    ...secretFiles.map((name) => path.join(dataFolder, name)),
    ...beside,
  ].flatMap(tightenOne);
}

function tightenOne(place: string): string[] {
  try {
    const found = statSync(place);
    if ((found.mode & foreign) === 0) return [];
    if ((found.mode & sticky) !== 0)
      return [`${place} is a folder that everybody shares: others can see what it holds`];
    chmodSync(place, found.isDirectory() ? folderMode : found.mode & 0o700);
    return [];
  } catch (error) {
    if (isSystemError(error, 'ENOENT') || isSystemError(error, 'ENOTDIR')) return [];
    return [
      `${place} can be read by others, and that cannot be changed: ${error instanceof Error ? error.message : ''}`,
    ];
  }
}

/** Those of an object store, by two digits each. Its files were made private, and nobody reaches them but through these. */
function subfolders(folder: string): string[] {
  try {
    return readdirSync(folder).filter(
      (name) => /^(?:[0-9a-f]{2}|temporary|notes)$/.test(name) && lstatSync(path.join(folder, name)).isDirectory(),
    );
  } catch {
    return [];
  }
}

/** What servers left in an object store for each other: a few files without content. */
function notesIn(folder: string): string[] {
  try {
    return readdirSync(path.join(folder, 'notes')).map((name) => path.join(folder, 'notes', name));
  } catch {
    return [];
  }
}
