/**
 * The stored bytes of a state version are the bytes that its creator sent. Callers know this number before sending, and `size` shows it; compression,
 * encryption and derived data do not count. Permanently deleted content does not count.
 */
export interface StoredColumns {
  readonly contentObjectId: string | null;
  readonly size: bigint;
  readonly jsonObjectId: string | null;
  readonly jsonSize: bigint | null;
  readonly outputsSize: bigint;
}

/** The columns for {@link storedBytesOf}. */
export const storedColumns = {
  contentObjectId: true,
  size: true,
  jsonObjectId: true,
  jsonSize: true,
  outputsSize: true,
} as const satisfies Readonly<Record<keyof StoredColumns, true>>;

/** The sum of the versions' bytes. */
export function storedBytesOf(...versions: readonly StoredColumns[]): bigint {
  let bytes = 0n;
  for (const { contentObjectId, size, jsonObjectId, jsonSize, outputsSize } of versions) {
    bytes += (contentObjectId === null ? 0n : size) + (jsonObjectId === null ? 0n : (jsonSize ?? 0n)) + outputsSize;
  }
  return bytes;
}

/** The same as an SQL expression on the columns of a version. */
export const storedBytesSql = (version: string): string =>
  `CASE WHEN ${version}."contentObjectId" IS NULL THEN 0 ELSE ${version}."size" END
    + CASE WHEN ${version}."jsonObjectId" IS NULL THEN 0 ELSE COALESCE(${version}."jsonSize", 0) END
    + ${version}."outputsSize"`;
