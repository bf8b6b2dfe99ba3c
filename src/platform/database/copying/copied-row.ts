import { createHash } from 'node:crypto';
import { bigint, boolean, bytes, date, integer, text } from '../columns.js';
import type { Kind } from '../direct/kinds.js';
import type { Table } from '../direct/table.js';
import { OperatorError } from '../../operator-error.js';

/** A value in the form that both databases share. */
export type CopiedValue = string | number | bigint | boolean | Date | Uint8Array | null;

/** A row: its values in the order of the table's columns. */
export type CopiedRow = readonly CopiedValue[];

const readers: Readonly<Record<Kind, (value: unknown) => CopiedValue>> = {
  String: text,
  Int: integer,
  BigInt: bigint,
  Boolean: boolean,
  // SQLite hands integers out as `bigint` here: milliseconds that another tool wrote.
  DateTime: (value) => date(typeof value === 'bigint' ? Number(value) : value),
  Bytes: bytes,
};

/**
 * Reads the values of a row, as a driver hands them out in the order of the table's columns.
 * @throws OperatorError for a value that its column cannot hold
 */
export function copiedRow({ name: table, columns }: Table, values: readonly unknown[]): CopiedRow {
  return columns.map(({ name, kind, nullable }, index) => {
    const value = values[index] ?? null;
    if (value === null && nullable === true) return null;
    try {
      return readers[kind](value);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new OperatorError(`${table}.${name} of a row cannot be read: ${why}.`, { cause: error });
    }
  });
}

/** How many rows a table has, and a digest of them that does not depend on their order: the sum of the SHA-256 of each. */
export interface TableDigest {
  readonly rows: number;
  /** Hex. */
  readonly digest: string;
}

export class RowDigest {
  #rows = 0;
  #sum = 0n;

  add(row: CopiedRow): void {
    this.#rows += 1;
    this.#sum = BigInt.asUintN(256, this.#sum + BigInt(`0x${hashOf(row)}`));
  }

  get result(): TableDigest {
    return { rows: this.#rows, digest: this.#sum.toString(16).padStart(64, '0') };
  }
}

/** Of a form in which no two rows are alike: each value with its kind, and its length where it has one. */
function hashOf(row: CopiedRow): string {
  const hash = createHash('sha256');
  let said = '';
  for (const value of row) {
    if (value instanceof Uint8Array) {
      hash.update(`${said}x${value.length}:`).update(value);
      said = '';
    } else if (value === null) said += 'n;';
    else if (typeof value === 'string') said += `s${value.length}:${value}`;
    else if (value instanceof Date) said += `t${value.getTime()};`;
    else said += `${typeof value === 'boolean' ? 'b' : 'i'}${String(value)};`;
  }
  return hash.update(said).digest('hex');
}
