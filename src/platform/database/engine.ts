import { RollbackError } from '../outage.js';
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';

export type Provider = 'sqlite' | 'postgresql';

/** A parameter of a statement. Times are compared with stored ones as points in time. */
export type SqlParameter = string | number | bigint | boolean | Date | Uint8Array | null;

/**
 * One row, the same on both providers: Int and Float columns are numbers, BigInt columns and counts are bigints, Decimal columns are texts, DateTime columns
 * Dates, Json columns parsed values, Bytes columns Uint8Arrays. Rows and lists may be shared, so nobody may change them.
 */
export type SqlRow = Readonly<Record<string, unknown>>;

/** A writing statement with `?` placeholders in order, and the parameters of each time that it runs. */
export interface SqlWrite {
  readonly sql: string;
  readonly rows: readonly (readonly SqlParameter[])[];
  /** How many rows each run must change. Otherwise nothing of the batch is kept, and it rejects with {@link ChangesMissing}. */
  readonly changes?: number;
}

/** Statements that go with the batches of others. */
export interface Rider {
  concerns(batch: readonly SqlWrite[]): boolean;
  readonly writes: readonly SqlWrite[];
}

/** A statement of a batch did not find the rows that it expected: another writer was faster. */
export class ChangesMissing extends RollbackError {
  override readonly name = 'ChangesMissing';
}

/** @throws ChangesMissing */
export function requireChanges({ sql, changes }: SqlWrite, changed: number | null): void {
  if (changes !== undefined && changed !== changes)
    throw new ChangesMissing(`${String(changed)} rows were changed instead of ${changes}: ${sql}`);
}

/** One database behind the client: the adapter for Prisma, and the statements without it. */
export interface Engine {
  readonly provider: Provider;
  readonly adapter: SqlDriverAdapterFactory;
  /** @param sql a SELECT with `?` placeholders */
  read(sql: string, parameters: readonly SqlParameter[]): Promise<readonly SqlRow[]>;
  /** The same for a few rows by their keys: those that a request asks for in one turn take one round trip. Absent where a statement takes none. */
  readBeside?(sql: string, parameters: readonly SqlParameter[]): Promise<readonly SqlRow[]>;
  /** The same for a statement whose answer depends on more than rows: it is never answered from memory. */
  readAnew(sql: string, parameters: readonly SqlParameter[]): Promise<readonly SqlRow[]>;
  /** Runs all of it, or none. Resolves when it is on disk. */
  write(batch: readonly SqlWrite[]): Promise<void>;
  /** The same ways to write, which do not wait for the disk: see `Database.background`. Absent where that makes no difference. */
  readonly background?: Pick<Engine, 'adapter' | 'write'>;
  /** Listens to a channel. Not needed if only this process can write. @returns a function that stops it */
  listen?(channel: string, heard: () => void): () => Promise<void>;
  /** Has the statements of a rider run at the end of each commit with batches that it concerns. Absent where batches do not commit together. @returns a function that stops it */
  rideAlong?(rider: Rider): () => void;
  /** Milliseconds that this process has waited for other ones to write. Absent where they write at the same time. */
  readonly waitedToWriteMs?: () => number;
  /** Rejects while it cannot be read, or a file of it is not what was opened. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
