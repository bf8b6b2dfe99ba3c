import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../src/platform/database/database.js';
import type { Database } from '../../../src/platform/database/database.js';
import { afterwards } from '../../afterwards.js';
import { freshDatabase } from './fresh-database.js';

export { afterwards };

export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trustate-database-'));
  afterwards(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

export function scratchFile(): string {
  return join(scratchFolder(), 'trustate.db');
}

/** URL of an empty database of the kind that the tests are run on. */
export async function scratchUrl(): Promise<string> {
  const { url, remove } = await freshDatabase(scratchFolder());
  afterwards(remove);
  return url;
}

/** An empty, migrated database; of the kind that the tests are run on unless a URL is given. */
export async function scratchDatabase(url?: string): Promise<Database> {
  const database = await openDatabase({ url: url ?? (await scratchUrl()) });
  afterwards(() => database.close());
  return database;
}

export { organization } from './scratch-rows.js';
