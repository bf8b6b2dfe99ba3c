import { RollbackError } from '../outage.js';
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';

export type Provider = 'sqlite' | 'postgresql';

/** What a statement takes. Times are compared with stored ones as instants. */
export type SqlParameter = string | number | bigint | boolean | Date | Uint8Array | null;

/**
 * One row, the same on both providers: Int and Float columns are numbers, BigInt columns and counts bigints, Decimal columns
 * text, DateTime columns Dates, Json columns parsed, Bytes columns Uint8Arrays. Others may hold the same row, and the same list: nobody changes them.
 */
export type SqlRow = Readonly<Record<string, unknown>>;

/** A statement that writes, with `?` placeholders in order, and the parameters of each time that it runs. */
export interface SqlWrite {
  readonly sql: string;
  readonly rows: readonly (readonly SqlParameter[])[];
  /** How many rows each of them must change: else nothing of the batch is kept, and it rejects with {@link ChangesMissing}. */
  readonly changes?: number;
}

/** A statement of a batch found other rows than it had to: somebody else was faster. */
export class ChangesMissing extends RollbackError {
  override readonly name = 'ChangesMissing';
}

/** @throws ChangesMissing */
export function requireChanges({ sql, changes }: SqlWrite, changed: number | null): void {
  if (changes !== undefined && changed !== changes)
    throw new ChangesMissing(`${String(changed)} rows were changed instead of ${changes}: ${sql}`);
}

/** One database behind the client: what Prisma talks to, and what goes past it. */
export interface Engine {
  readonly provider: Provider;
  readonly adapter: SqlDriverAdapterFactory;
  /** @param sql a SELECT with `?` placeholders */
  read(sql: string, parameters: readonly SqlParameter[]): Promise<readonly SqlRow[]>;
  /** Runs all of it, or none. Resolves when it is on disk. */
  write(batch: readonly SqlWrite[]): Promise<void>;
  /** Hears what is sent to a channel; where only this process can write there is nothing to hear. @returns what stops it */
  listen?(channel: string, heard: () => void): () => Promise<void>;
  ping(): Promise<void>;
  /** Copies the database, as it is at one moment, into a new file. @throws OperatorError where the provider has its own tools for it */
  backup(toFile: string): Promise<void>;
  close(): Promise<void>;
}
