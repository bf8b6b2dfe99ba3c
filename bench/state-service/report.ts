/** How benchmarks tell what they measured: one JSON object a line, as `npm run bench` reads them. */
import type { Told } from '../results/result.js';

export interface Limit {
  readonly limit: number;
  /** Which side of the limit is good. */
  readonly good: 'above' | 'below';
}

export const atLeast = (limit: number): Limit => ({ limit, good: 'above' });
export const atMost = (limit: number): Limit => ({ limit, good: 'below' });

/** A number without a limit of which more, or less, is good. */
export const more = 'higher';
export const less = 'lower';

/** @param measured one number for each round, where there were rounds */
export function tell(
  name: string,
  measured: number | readonly number[],
  unit: string,
  judged?: Limit | typeof more | typeof less,
): void {
  const rounds = typeof measured === 'number' ? [measured] : measured;
  const told = toldOf(name, rounds, unit, judged);
  // Such as CPU where nobody counts it, or of rounds that were too short for its clock.
  console.log(Number.isFinite(told.value) ? JSON.stringify(told) : `${name}: not measured`);
}

function toldOf(
  name: string,
  rounds: readonly number[],
  unit: string,
  judged?: Limit | typeof more | typeof less,
): Told {
  const value = rounded(median(rounds));
  const told = {
    ...{ name, value, unit },
    ...(rounds.length > 1 && {
      spread: [rounded(Math.min(...rounds)), rounded(Math.max(...rounds))] as [number, number],
    }),
  };
  if (judged === undefined) return told;
  if (typeof judged === 'string') return { ...told, better: judged };
  const { limit, good } = judged;
  const isAbove = good === 'above';
  return { ...told, better: isAbove ? more : less, limit, ok: isAbove ? value >= limit : value <= limit };
}

const rounded = (value: number): number => Number(value.toPrecision(4));

/** How long a part of them took at most, the part from 0 to 1. */
export function percentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
