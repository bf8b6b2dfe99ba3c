import { chmodSync, closeSync, lstatSync, openSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { marksFilesOf } from './database/sqlite/log-marks.js';
import { isSystemError } from './durable-folder.js';
import { systemReason } from './operator-error.js';

/** Only for the owner, whatever the umask of the process is. */
const fileMode = 0o600;
const folderMode = 0o700;
/** The permissions of group and others. */
const foreign = 0o077;
/** A folder such as `/tmp` is shared on purpose. */
const sticky = 0o1000;

/** Mode bits have no meaning on Windows. */
const known = process.platform !== 'win32';

/**
 * Creates an empty file for its owner only, if it is missing: for files that a library opens without setting a mode. SQLite gives the files next to a database
 * (`-wal`, `-shm`, `-journal`) the mode of the database. If it cannot be created, that library reports it.
 */
export function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'wx', fileMode));
    chmodSync(file, fileMode);
  } catch {
    // It exists already, or opening it will report why it cannot be created.
  }
}

/** The places where an installation stores what others must not read. */
export interface PrivatePlaces {
  readonly dataFolder: string;
  /** The file of the embedded database; `null` if the database is elsewhere. */
  readonly database: string | null;
  /** The folder of the object store; `null` if the store is elsewhere. */
  readonly objects: string | null;
}

/** Files of the data folder. Public files (`ca.pem`, `tls/server.pem`) are only protected by the folder. */
const secretFiles = ['seal.key', 'root-token', 'tls/server.key', 'tls/ca.key', 'server.lock', 'server.pid'];

/** What an installation has in its folders. A hidden file says nothing: the home of an account has some. */
const ownNames = {
  data: /^(?:trustate\.db.*|objects|tls|pkcs11|ca\.pem.*|seal\.key.*|root-token.*|server\..*|restore\.unfinished.*|backups?|lost\+found|\..*)$/,
  tls: /^(?:(?:server|ca)\.(?:pem|key).*|\..*)$/,
  objects: /^(?:[0-9a-f]{2}|temporary|notes|lost\+found|\..*)$/,
} as const;

/**
 * Removes the permissions of group and others from existing files: folders of an earlier version, an unpacked copy, a umask that was too wide. To be called when
 * the database has shown that it is one of ours.
 * @returns what stays as it is, as lines for the log: a folder that is shared on purpose or holds what is not ours, files of another owner
 */
export function tighten({ dataFolder, database, objects }: PrivatePlaces): string[] {
  if (!known) return [];
  const beside =
    database === null
      ? []
      : [
          ...['', '-wal', '-shm', '-journal', '-reserve'].map((suffix) => `${database}${suffix}`),
          ...marksFilesOf(database),
        ];
  const parts = objects === null ? [] : subfolders(objects).map((name) => path.join(objects, name));
  const files = [
    ...(objects === null ? [] : notesIn(objects)),
    ...secretFiles.map((name) => path.join(dataFolder, name)),
    ...beside,
  ];
  // Settings may give them other names.
  const named = [database, objects].flatMap((place) =>
    place !== null && path.dirname(path.resolve(place)) === path.resolve(dataFolder) ? [path.basename(place)] : [],
  );
  return [
    ...tightenOne(dataFolder, (name) => ownNames.data.test(name) || named.some((own) => isBeside(own, name))),
    ...tightenOne(path.join(dataFolder, 'tls'), (name) => ownNames.tls.test(name)),
    ...(objects === null ? [] : tightenOne(objects, (name) => ownNames.objects.test(name))),
    ...[...parts, ...files].flatMap((place) => tightenOne(place)),
  ];
}

const isBeside = (own: string, name: string): boolean => name === own || name.startsWith(`${own}-`);

/** @param isOwn which names a folder may hold: with others, as in `/etc` or a home, it is somebody else's too */
function tightenOne(place: string, isOwn?: (name: string) => boolean): string[] {
  let said = 'cannot be looked at';
  try {
    const found = statSync(place);
    if ((found.mode & foreign) === 0 || !(found.isFile() || found.isDirectory())) return [];
    if ((found.mode & sticky) !== 0)
      return [`${place} is a folder that everybody shares: others can see what it holds`];
    const others =
      isOwn && found.isDirectory()
        ? readdirSync(place)
            .toSorted()
            .filter((name) => !isOwn(name))
        : [];
    if (others.length > 0)
      return [
        `${place} holds what is not Trustate's (${listed(others)}), so it stays open to others: give Trustate a folder of its own, or run chmod 700`,
      ];
    said = 'can be read by others, and that cannot be changed';
    chmodSync(place, found.isDirectory() ? folderMode : found.mode & 0o700);
    return [];
  } catch (error) {
    if (isSystemError(error, 'ENOENT') || isSystemError(error, 'ENOTDIR')) return [];
    return [`${place} ${said}: ${systemReason(error)}`];
  }
}

const listed = (names: readonly string[]): string =>
  names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${String(names.length - 3)} more`;

/** The folders of an object store, with names of two digits. Its files were created private, and can only be reached through these. */
function subfolders(folder: string): string[] {
  try {
    return readdirSync(folder).filter(
      (name) => /^(?:[0-9a-f]{2}|temporary|notes)$/.test(name) && lstatSync(path.join(folder, name)).isDirectory(),
    );
  } catch {
    return [];
  }
}

/** The notes that servers leave for each other in an object store: a few empty files. */
function notesIn(folder: string): string[] {
  try {
    return readdirSync(path.join(folder, 'notes')).map((name) => path.join(folder, 'notes', name));
  } catch {
    return [];
  }
}
