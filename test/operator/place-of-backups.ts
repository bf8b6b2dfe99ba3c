import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { backup } from '../../src/operator/backup/backup.js';
import { SqliteDatabase } from '../../src/platform/database/sqlite/driver.js';
import { readConfig } from '../../src/settings/config.js';
import type { Config } from '../../src/settings/config.js';

export const clock = { now: () => new Date('2030-01-02T03:04:05.678Z') };

/** One of each that a backup is made of, and the place of the copy; anew for each test. */
class Place {
  readonly base = mkdtempSync(path.join(tmpdir(), 'trustate-backup-'));
  copy = path.join(this.base, 'copy');
  config: Config = this.configFor('data');

  constructor() {
    const { dataDir } = this.config;
    mkdirSync(path.join(dataDir, 'objects/ab'), { recursive: true });
    mkdirSync(path.join(dataDir, 'objects/temporary'));
    writeFileSync(path.join(dataDir, 'objects/ab/abc'), 'object one');
    writeFileSync(path.join(dataDir, 'objects/temporary/half'), 'half');
    writeFileSync(path.join(dataDir, 'seal.key'), 'key');
    writeFileSync(path.join(dataDir, 'root-token'), 'token');
    writeFileSync(path.join(dataDir, 'ca.pem'), 'certificate');
  }

  configFor(folder: string): Config {
    return readConfig({ TRUSTATE_DATA_DIR: path.join(this.base, folder) });
  }

  /** A database in use: the write-ahead log holds what the file does not. */
  inUse(): SqliteDatabase {
    const database = new SqliteDatabase(path.join(this.config.dataDir, 'trustate.db'));
    database.pragma('journal_mode = WAL');
    database.exec("CREATE TABLE t (v TEXT); INSERT INTO t VALUES ('kept')");
    return database;
  }

  take(includeKeys = false) {
    return backup(this.config, this.copy, { includeKeys, clock });
  }

  remove(): void {
    rmSync(this.base, { recursive: true });
  }
}

export function placeOfBackups(): { readonly at: Place } {
  let place: Place | undefined;
  beforeEach(() => {
    place = new Place();
  });
  afterEach(() => place?.remove());
  return {
    get at() {
      if (!place) throw new Error('no test runs');
      return place;
    },
  };
}
