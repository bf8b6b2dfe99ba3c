import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { OperatorError, errorCode } from '../../platform/operator-error.js';
import { objectsNamedIn } from '../files.js';
import type { HashedFile } from '../files.js';

/**
 * A backup is a folder with `manifest.json`, which is written last, `trustate.db`, `objects/…`, and the other files of the data folder in `data/…`. Whatever the
 * database was, here it is a SQLite file.
 */
export const manifestName = 'manifest.json';
export const databaseName = 'trustate.db';
export const notesPath = 'objects/notes/';

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

export type Manifest = z.infer<typeof manifestShape>;

/** @throws OperatorError if the folder is not a complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, manifestName);
  try {
    return manifestShape.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const why = errorCode(error) === 'ENOENT' ? `${file} is missing` : `${file} cannot be read as a manifest`;
    throw new OperatorError(`${folder} is not a whole backup: ${why}.`, { cause: error });
  }
}

/** How many objects of the database's rows are not among the files. */
export function missingOf(database: string, files: readonly HashedFile[]): number {
  const present = new Set(files.filter(isObject).map(({ path: name }) => path.posix.basename(name)));
  return [...objectsNamedIn(database)].filter((id) => !present.has(id)).length;
}

const isObject = ({ path: name }: HashedFile): boolean => name.startsWith('objects/') && !name.startsWith(notesPath);

export function totals(files: readonly HashedFile[]): { objects: number; bytes: number } {
  return {
    objects: files.filter(isObject).length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
  };
}
