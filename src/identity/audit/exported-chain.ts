import { readLine } from './exported-lines.js';

/** Number of records whose hashes are kept, to compare repeated ones: more than are delivered together. */
const remembered = 2_000;

export interface ExportedPlace {
  readonly position: bigint;
  readonly hash: string;
}

/** The result of checking lines. */
export interface ExportReport {
  readonly records: number;
  /** Lines that were repeated after a crash, and incomplete lines. */
  readonly repeated: number;
  readonly cut: number;
  readonly first: bigint | null;
  readonly last: ExportedPlace | null;
  /** What is wrong with the first line that does not follow; `null` for an intact chain. */
  readonly fault: string | null;
}

/** Checks that exported lines are a chain: each is unchanged, and none is missing in between. */
export async function verifyLines(lines: AsyncIterable<string>): Promise<ExportReport> {
  const recent = new Map<bigint, string>();
  let [records, repeated, cut, number] = [0, 0, 0, 0];
  let first: bigint | null = null;
  let last: ExportedPlace | null = null;
  const report = (fault: string | null): ExportReport => ({ records, repeated, cut, first, last, fault });
  for await (const text of lines) {
    number += 1;
    if (text === '') continue;
    const line = readLine(text);
    if (!line) {
      cut += 1;
      continue;
    }
    const { position, hash, previous, computed } = line;
    const wrong = (what: string) => report(`line ${number}: ${what}`);
    if (last && position > last.position + 1n) return wrong(`record ${last.position + 1n} is missing`);
    if (previous === null) return wrong(`the record before ${position} was missing when it was exported`);
    if (computed !== hash) return wrong(`record ${position} is not as it was chained`);
    if (last && position <= last.position) {
      if (recent.get(position) !== hash) return wrong(`record ${position} comes again, and is another one`);
      repeated += 1;
      continue;
    }
    if (last && previous !== last.hash) return wrong(`record ${position} does not follow the one before it`);
    records += 1;
    first ??= position;
    last = { position, hash };
    recent.set(position, hash);
    recent.delete(position - BigInt(remembered));
  }
  return report(null);
}
