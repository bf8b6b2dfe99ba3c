import type { Kind } from '../direct/kinds.js';
import type { CopiedValue } from './copied-row.js';

/** The types of columns, as migrations declare them. */
export const postgresqlTypes: Readonly<Record<Kind, string>> = {
  String: 'text',
  Int: 'integer',
  BigInt: 'bigint',
  Boolean: 'boolean',
  DateTime: 'timestamp(3)',
  Bytes: 'bytea',
};

/** A value as the driver of PostgreSQL takes it, alone or within a list. */
export function toParameter(value: CopiedValue): string | number | boolean | Buffer | null {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return value;
}
