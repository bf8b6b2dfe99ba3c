import { join } from 'node:path';

/** A database of a test's own, migrated or about to be. */
export interface FreshDatabase {
  readonly url: string;
  /** Once nothing has it open any more. */
  readonly remove: () => Promise<void>;
}

/** @param folder of the test's own; whoever made it removes it */
export type DatabaseSource = (folder: string) => Promise<FreshDatabase>;

const sqlite: DatabaseSource = (folder) =>
  Promise.resolve({ url: join(folder, 'trustate.db'), remove: () => Promise.resolve() });

let source = sqlite;

/** Says where the worlds of this test file keep their rows. Defaults to SQLite. */
export function databasesFrom(other: DatabaseSource): void {
  source = other;
}

export const freshDatabase: DatabaseSource = (folder) => source(folder);
