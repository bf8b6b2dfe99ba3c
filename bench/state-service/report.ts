/** How benchmarks tell what they measured: one JSON object a line, as `npm run bench` reads them. */

export interface Limit {
  readonly limit: number;
  /** Which side of the limit is good. */
  readonly good: 'above' | 'below';
}

export const atLeast = (limit: number): Limit => ({ limit, good: 'above' });
export const atMost = (limit: number): Limit => ({ limit, good: 'below' });

export function tell(name: string, value: number, unit: string, limited?: Limit): void {
  const verdict = limited && {
    limit: limited.limit,
    ok: limited.good === 'above' ? value >= limited.limit : value <= limited.limit,
  };
  console.log(JSON.stringify({ name, value: Number(value.toPrecision(4)), unit, ...verdict }));
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
