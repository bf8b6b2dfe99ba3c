/** In lower case: some file systems do not tell capitals apart. */
const files = new Set(['.directory', '.ds_store', '.localized', 'desktop.ini', 'ehthumbs.db', 'thumbs.db']);
const folders = new Set(['.snapshot', '.zfs', 'lost+found']);

/** One in a folder; `Dirent` is one. */
export interface Named {
  readonly name: string;
  isFile(): boolean;
}

/**
 * Whether a system makes this by itself in a folder that somebody opens or mounts, and makes it again: nobody keeps anything in it. A folder that has the name of
 * a file may hold anything.
 */
export const isMadeBySystem = (entry: Named): boolean =>
  (entry.isFile() ? files : folders).has(entry.name.toLowerCase());

/** The same of what is a file wherever it has such a name. */
export const isFileOfSystem = (name: string): boolean => files.has(name.toLowerCase());
