import { readLine } from './exported-lines.js';

/** Records whose hashes are remembered, to compare with when they come again: more than are delivered together. */
const remembered = 2_000;

export interface ExportedPlace {
  readonly position: bigint;
  readonly hash: string;
}

/** What is said of lines that were read. */
export interface ExportReport {
  readonly records: number;
  /** Lines that came again after a crash, and what is left of those that were cut. */
  readonly repeated: number;
  readonly cut: number;
  readonly first: bigint | null;
  readonly last: ExportedPlace | null;
  /** What is wrong with the first line that does not follow; `null` for a whole chain. */
  readonly fault: string | null;
}

/** Checks that exported lines are a chain: each as it was chained, and none missing between. */
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
