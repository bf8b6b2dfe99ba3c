import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { openDatabase } from '../../../src/platform/database/database.js';
import type { Database } from '../../../src/platform/database/database.js';
import { freshDatabase } from './fresh-database.js';

const undo: (() => Promise<void> | void)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Undone after the test, last first. */
export function afterwards(step: () => Promise<void> | void): void {
  undo.push(step);
}

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
