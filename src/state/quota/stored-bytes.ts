/**
 * What a state version stores: the bytes that its creator sent, as they came. That is what a caller can know before it sends them and what `size` shows; what
 * compressing and sealing make of them, and what the server reads out of them, is its own affair. Nothing is counted once it is gone for good.
 */
export interface StoredColumns {
  readonly contentObjectId: string | null;
  readonly size: bigint;
  readonly jsonObjectId: string | null;
  readonly jsonSize: bigint | null;
  readonly outputsSize: bigint;
}

/** The columns to select for {@link storedBytesOf}. */
export const storedColumns = {
  contentObjectId: true,
  size: true,
  jsonObjectId: true,
  jsonSize: true,
  outputsSize: true,
} as const satisfies Readonly<Record<keyof StoredColumns, true>>;

/** Bytes of the versions together. */
export function storedBytesOf(...versions: readonly StoredColumns[]): bigint {
  let bytes = 0n;
  for (const { contentObjectId, size, jsonObjectId, jsonSize, outputsSize } of versions) {
    bytes += (contentObjectId === null ? 0n : size) + (jsonObjectId === null ? 0n : (jsonSize ?? 0n)) + outputsSize;
  }
  return bytes;
}

/** The same as an expression of SQL on the columns of a version. */
export const storedBytesSql = (version: string): string =>
  `CASE WHEN ${version}."contentObjectId" IS NULL THEN 0 ELSE ${version}."size" END
    + CASE WHEN ${version}."jsonObjectId" IS NULL THEN 0 ELSE COALESCE(${version}."jsonSize", 0) END
    + ${version}."outputsSize"`;
