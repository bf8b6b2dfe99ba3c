/**
 * Readers of single values in rows of {@link Database.readSql}. SQLite has no booleans and no dates, and PostgreSQL returns big numbers as text: each reader
 * accepts both forms. Any other value means a damaged row or a wrong statement, and throws.
 */
interface ColumnReader<T> {
  (value: unknown): T;
  /** The same, with `null` for SQL's NULL. */
  readonly orNull: (value: unknown) => T | null;
}

function reader<T>(kind: string, read: (value: unknown) => T | undefined): ColumnReader<T> {
  const required = (value: unknown): T => {
    const result = read(value);
    if (result === undefined) throw new Error(`a column does not hold ${kind}`);
    return result;
  };
  return Object.assign(required, {
    orNull: (value: unknown) => (value === null || value === undefined ? null : required(value)),
  });
}

export const text = reader('text', (value) => (typeof value === 'string' ? value : undefined));

export const boolean = reader('a boolean', (value) => {
  if (typeof value === 'boolean') return value;
  return value === 1 || value === 0 || value === 1n || value === 0n ? Number(value) === 1 : undefined;
});

export const bigint = reader('a whole number', (value) => {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : undefined;
});

export const integer = reader('a whole number', (value) => {
  const number = typeof value === 'bigint' ? Number(value) : value;
  return Number.isSafeInteger(number) && typeof number === 'number' ? number : undefined;
});

export const date = reader('a time', (value) => {
  if (value instanceof Date) return value;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? undefined : time;
});

const isBytes = (value: unknown): value is Uint8Array<ArrayBuffer> =>
  value instanceof Uint8Array && value.buffer instanceof ArrayBuffer;

export const bytes = reader('bytes', (value) => (isBytes(value) ? value : undefined));
