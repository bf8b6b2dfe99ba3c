import { openReader } from './connection.js';
import type { SqliteConnection } from './connection.js';
import { SqliteRows } from './rows.js';

/** One connection that reads, for Prisma and for statements of our own. */
export interface Reader {
  readonly connection: SqliteConnection;
  readonly rows: SqliteRows;
}

/** A reader that takes a place in the log and stays there until it ends. */
export class OpenReader implements Reader {
  readonly connection: SqliteConnection;
  readonly rows: SqliteRows;
  /** Takes a place, a new one if it had one. */
  readonly begin: () => void;
  readonly end: () => void;

  constructor(file: string) {
    this.connection = openReader(file);
    const { driver } = this.connection;
    this.rows = new SqliteRows(driver);
    const statements = {
      begin: driver.prepare('BEGIN'),
      commit: driver.prepare('COMMIT'),
      // Reads something, so that the transaction has its place.
      version: driver.prepare('PRAGMA data_version'),
    };
    this.end = () => {
      if (driver.inTransaction) statements.commit.run();
    };
    this.begin = () => {
      this.end();
      statements.begin.run();
      statements.version.value();
    };
  }
}
