import path from 'node:path';
import type { Config } from '../../settings/config.js';
import { filesBelow } from '../files.js';
import { databaseName, manifestName } from './manifest.js';
import { markName } from './unfinished-backup.js';

/** The database and the objects of a data folder, which may have moved from there: then they are what they were at that moment, and in the way of a restore. */
const inFiles = /^(?:trustate\.db(?:-[^/]*)?$|objects\/)/;

/**
 * The other files of the data folder, such as the certificate to trust: not the database, the objects or the lock, and no backups, which some keep there: each
 * would have all earlier ones in it.
 */
export async function otherFiles({ dataDir }: Config, elsewhere: readonly (string | null)[]): Promise<string[]> {
  const besides = elsewhere
    .filter((place) => place !== null)
    .map((place) => path.relative(dataDir, place).replaceAll(path.sep, '/'));
  return withoutBackups(await filesBelow(dataDir)).filter(
    (name) => isOther(name) && !besides.some((place) => name.startsWith(place)) && !/^(server\.|\.probe-)/.test(name),
  );
}

/** Backups of an earlier version have the former ones among the other files. */
export const isOther = (name: string): boolean => !inFiles.test(name);

/** Without what is in folders that hold a backup, or the beginning of one. */
function withoutBackups(names: readonly string[]): string[] {
  const there = new Set(names);
  const begins = names.flatMap((name) => {
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const file = name.slice(folder.length);
    const isBackup = file === markName || (file === manifestName && there.has(`${folder}${databaseName}`));
    return folder !== '' && isBackup ? [folder] : [];
  });
  return names.filter((name) => !begins.some((folder) => name.startsWith(folder)));
}

/** Files whose content alone gives access, with the copies that editors and careful people make of them. */
export function isKey(name: string): boolean {
  const file = name.slice(name.lastIndexOf('/') + 1);
  return file.endsWith('.key') || file.includes('seal.key') || file.includes('root-token');
}
