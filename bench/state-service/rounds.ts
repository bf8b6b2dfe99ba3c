import type { Load, LoadResult } from './load.js';
import { cpuSeconds } from './process-times.js';
import type { Helper } from './processes.js';

/** What one round says of a subject. */
export interface Round {
  /** Requests a second. */
  readonly rate: number;
  /** Microseconds of CPU that the answering processes took for a request; not a number where they are not of this machine. */
  readonly cpu: number;
  /** Milliseconds that a request took at most, of half of them and of 99 in 100. */
  readonly half: number;
  readonly most: number;
}

/** Whatever can be measured for some seconds. */
export type Subject = (seconds: number) => Promise<Round>;

/** What was measured of a subject, a number for each round. */
export interface Measured {
  readonly rates: number[];
  readonly cpu: number[];
  readonly half: number[];
  readonly most: number[];
}

/**
 * @param pids the processes that answer
 * @param settled resolves when what follows the answers is done, which their CPU counts
 */
export function loaded(
  loader: Helper,
  load: Omit<Load, 'seconds'>,
  pids: readonly number[],
  settled: () => Promise<void> = () => Promise.resolve(),
): Subject {
  return async (seconds) => {
    const before = cpuSeconds(...pids);
    const { answered, seconds: took, half, most } = await loader.ask<LoadResult>({ ...load, seconds });
    await settled();
    const used = pids.length === 0 ? Number.NaN : cpuSeconds(...pids) - before;
    return { rate: answered / took, cpu: (used / answered) * 1e6, half, most };
  };
}

/**
 * Measures subjects in turns, so that what else the machine does meets all of them alike; each is warmed up first.
 */
export async function inTurns<Name extends string>(
  subjects: Readonly<Record<Name, Subject>>,
  { rounds, seconds, warmUp = 2 }: { rounds: number; seconds: number; warmUp?: number },
): Promise<Record<Name, Measured>> {
  const names = Object.keys(subjects) as Name[];
  const measured = Object.fromEntries(
    names.map((name) => [name, { rates: [], cpu: [], half: [], most: [] }]),
  ) as unknown as Record<Name, Measured>;
  for (const name of names) await subjects[name](warmUp);
  for (let round = 0; round < rounds; round += 1) {
    // Forwards and backwards in turns: nobody always comes after the same one.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { rate, cpu, half, most } = await subjects[name](seconds);
      measured[name].rates.push(rate);
      measured[name].cpu.push(cpu);
      measured[name].half.push(half);
      measured[name].most.push(most);
    }
  }
  return measured;
}

/** One number as a part of the other, for each round. */
export const ratios = (subject: readonly number[], baseline: readonly number[]): number[] =>
  subject.map((each, round) => each / (baseline[round] ?? Number.NaN));
