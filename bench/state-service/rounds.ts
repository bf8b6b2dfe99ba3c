import type { Load, LoadResult } from './load.js';
import type { Helper } from './processes.js';
import { median } from './report.js';

export interface Subject {
  readonly load: Load['load'];
  readonly connections: number;
}

/**
 * Measures subjects in turns, so that what else the machine does meets all of them alike; each is warmed up first.
 * @returns for each subject, requests a second in each round
 */
export async function inTurns<Name extends string>(
  loader: Helper,
  subjects: Readonly<Record<Name, Subject>>,
  { rounds, seconds, warmUp = 2 }: { rounds: number; seconds: number; warmUp?: number },
): Promise<Record<Name, number[]>> {
  const names = Object.keys(subjects) as Name[];
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  const once = async (name: Name, time: number) => {
    const { answered, seconds: took } = await loader.ask<LoadResult>({ ...subjects[name], seconds: time });
    return answered / took;
  };
  for (const name of names) await once(name, warmUp);
  for (let round = 0; round < rounds; round += 1) {
    // Forwards and backwards in turns: nobody always comes after the same one.
    for (const name of round % 2 === 0 ? names : names.toReversed()) rates[name].push(await once(name, seconds));
  }
  return rates;
}

/** The median over the rounds of one rate as a part of the other. */
export function ratio(subject: readonly number[], baseline: readonly number[]): number {
  return median(subject.map((rate, round) => rate / (baseline[round] ?? Number.NaN)));
}
