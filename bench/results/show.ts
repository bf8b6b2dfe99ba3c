import type { Comparison } from './compare.js';
import type { Result } from './result.js';

const columns = ['bench', 'database', 'name', 'value', 'unit', 'spread', 'limit', 'ok'] as const;

export const short = (value: number): string => Number(value.toPrecision(4)).toString();

/** Results as a table of text, under a line of headings. */
export function tableOf(results: readonly Result[]): string {
  return aligned([columns, ...results.map((result) => columns.map((column) => cell(result, column)))]);
}

function cell(result: Result, column: (typeof columns)[number]): string {
  const value = result[column];
  if (value === undefined) return '';
  if (typeof value === 'number') return short(value);
  return typeof value === 'object' ? value.map(short).join(' to ') : String(value);
}

/** What changed, the worst first, and under what condition it was compared. */
export function comparisonOf({ slower, faster, compared, alike }: Comparison): string {
  const rows = [
    ...slower.map((change) => ({ ...change, is: 'slower' })),
    ...faster.map((change) => ({ ...change, is: 'faster' })),
  ]
    .toSorted(
      (one, other) =>
        Number(one.is === 'faster') - Number(other.is === 'faster') || badness(other.times) - badness(one.times),
    )
    .map(({ is, before, now, times }) => [
      is,
      now.bench,
      now.database ?? '',
      now.name,
      `${short(before.value)} → ${short(now.value)}`,
      now.unit,
      `${short(times)} ×`,
    ]);
  const judged = `${compared} compared${alike ? '' : ', ratios alone: the machine or its Node is another'}: ${slower.length} slower, ${faster.length} faster beyond the spread of the rounds`;
  return [...(rows.length > 0 ? [aligned(rows)] : []), judged].join('\n');
}

const badness = (times: number): number => Math.abs(Math.log(times));

function aligned(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, index) => Math.max(...lines.map((line) => (line[index] ?? '').length)));
  return lines
    .map((line) =>
      line
        .map((text, index) => text.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
