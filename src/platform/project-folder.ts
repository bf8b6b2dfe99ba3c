import { existsSync } from 'node:fs';

/** The folder of package.json and of the files that the server reads at run time, both from the sources and from the bundle in `dist`. */
export const projectFolder = folderAbove(new URL('.', import.meta.url));

function folderAbove(folder: URL): URL {
  if (existsSync(new URL('package.json', folder))) return folder;
  const above = new URL('..', folder);
  if (above.href === folder.href)
    throw new Error('Trustate runs from its own folder: there is no package.json above it.');
  return folderAbove(above);
}
