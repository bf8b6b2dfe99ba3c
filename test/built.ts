import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
let current: boolean | undefined;

/** Whether the built program is newer than every source, as under `npm test`. */
export function builtIsCurrent(): boolean {
  current ??= newerThanSources(path.join(root, 'dist/main.js'));
  return current;
}

function newerThanSources(built: string): boolean {
  const sources = readdirSync(path.join(root, 'src'), { recursive: true, withFileTypes: true });
  const newest = Math.max(
    ...sources.filter((entry) => entry.isFile()).map(({ parentPath, name }) => changed(path.join(parentPath, name))),
  );
  return existsSync(built) && changed(built) > newest;
}

const changed = (file: string) => statSync(file).mtimeMs;
