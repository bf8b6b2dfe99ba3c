/** In lower case: some file systems do not tell capitals apart. */
const names = new Set([
  '.directory',
  '.ds_store',
  '.localized',
  '.snapshot',
  '.zfs',
  'desktop.ini',
  'ehthumbs.db',
  'lost+found',
  'thumbs.db',
]);

/** Whether a system makes this by itself in a folder that somebody opens or mounts, and makes it again: nobody keeps anything in it. */
export const isMadeBySystem = (name: string): boolean => names.has(name.toLowerCase());
