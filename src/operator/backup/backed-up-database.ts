import { rmSync } from 'node:fs';
import type { Clock } from '../../platform/clock.js';
import { compareRows, copyRows, sameNumbers } from '../../platform/database/copying/copy-rows.js';
import { openSource, rowTarget } from '../../platform/database/copying/open-copying.js';
import type { RowSource } from '../../platform/database/copying/row-source.js';
import { databaseStatus } from '../../platform/database/database.js';
import { storeFact } from '../../platform/installation/store-owner.js';
import { readRecord } from '../../platform/installation/store-record.js';
import type { StoreRecord } from '../../platform/installation/store-record.js';
import { isThere } from '../../platform/is-there.js';
import { OperatorError } from '../../platform/operator-error.js';
import { outageOf } from '../../platform/outage.js';
import type { Config } from '../../settings/config.js';
import { copyDatabase, databaseFile, inOneFile, recordIn, sealKeysOf } from '../files.js';
import { Progress } from '../progress.js';

/** A database that may be in use, as a backup needs it. */
export interface BackedUpDatabase {
  /** Its file; `null` for PostgreSQL. */
  readonly file: string | null;
  /** Ids of the master keys that may seal its objects now. */
  sealKeys(): Promise<readonly string[]>;
  /** What it says of its object store; `null` if there is none yet. */
  store(): Promise<StoreRecord | null>;
  /** A copy of it as it is at one moment: a new SQLite file. */
  copyTo(file: string): Promise<void>;
}

/** @throws OperatorError if there is none */
export async function backedUpDatabase(
  config: Config,
  clock: Clock,
  tell: (line: string) => void,
): Promise<BackedUpDatabase> {
  const file = databaseFile(config);
  if (file === null) return onPostgresql(config.databaseUrl, clock, tell);
  if (!isThere(file)) throw new OperatorError(`There is no database ${file} to back up.`);
  return await Promise.resolve({
    file,
    sealKeys: () => Promise.resolve(sealKeysOf(file)),
    store: () => Promise.resolve(recordIn(file)),
    copyTo: (to) => sayingWhere(to, () => copyDatabase(file, to)),
  });
}

/** A full disk is the one of the copy: what is copied is only read. */
async function sayingWhere(copy: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (outageOf(error) !== 'full') throw error;
    throw new OperatorError(`The copy ${copy} of the database cannot be written: the disk is full.`, { cause: error });
  }
}

/** Rows of one transaction, which sees the database as it was at its beginning. They are compared with the copy before it ends. */
async function onPostgresql(url: string, clock: Clock, tell: (line: string) => void): Promise<BackedUpDatabase> {
  const { applied, pending } = await databaseStatus({ url });
  if (applied.length === 0) throw new OperatorError('The database is empty: there is nothing to back up.');
  if (pending.length > 0)
    throw new OperatorError(
      `The database is of an earlier version (${pending.length} migrations are pending): back it up with that version, or run "trustate migrate apply" first.`,
    );
  const read = async <T>(work: (source: RowSource) => Promise<T>): Promise<T> => {
    const source = await openSource(url);
    try {
      return await work(source);
    } finally {
      await source.close();
    }
  };
  return {
    file: null,
    sealKeys: () => read((source) => source.sealKeys()),
    store: async () => {
      const fact = await read((source) => source.fact(storeFact));
      return fact === null ? null : readRecord(fact);
    },
    copyTo: (file) => sayingWhere(file, () => read((source) => copyRowsTo(file, source, clock, new Progress(tell)))),
  };
}

async function copyRowsTo(file: string, source: RowSource, clock: Clock, progress: Progress): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true });
  const target = await rowTarget(file, clock);
  try {
    await target.begin({ id: 'backup', state: '' });
    let rows = 0;
    await copyRows(source, target, (count) => {
      rows += count;
      progress.at(() => `copied ${rows} rows`);
    });
    const copy = await openSource(file);
    try {
      const { different } = await compareRows(source, copy, () => undefined);
      if (different.length > 0 || !(await sameNumbers(source, copy)))
        throw new OperatorError(
          `The copy of the database differs from it: ${different.map(({ name }) => name).join(', ')}.`,
        );
    } finally {
      await copy.close();
    }
    await target.finish();
  } finally {
    await target.close();
  }
  inOneFile(file);
}
