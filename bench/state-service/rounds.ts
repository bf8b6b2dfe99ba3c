import type { Load, LoadResult } from './load.js';
import { cpuSeconds } from './processes.js';
import type { Helper } from './processes.js';
import { median } from './report.js';

export interface Subject {
  readonly load: Load['load'];
  readonly connections: number;
  /** The process that answers. */
  readonly pid: number;
}

/** What was measured of a subject, a number for each round. */
export interface Measured {
  /** Requests a second. */
  readonly rates: number[];
  /** Microseconds of CPU that the answering process took for a request. */
  readonly cpu: number[];
}

/**
 * Measures subjects in turns, so that what else the machine does meets all of them alike; each is warmed up first.
 */
export async function inTurns<Name extends string>(
  loader: Helper,
  subjects: Readonly<Record<Name, Subject>>,
  { rounds, seconds, warmUp = 2 }: { rounds: number; seconds: number; warmUp?: number },
): Promise<Record<Name, Measured>> {
  const names = Object.keys(subjects) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, { rates: [], cpu: [] }])) as unknown as Record<
    Name,
    Measured
  >;
  const once = async (name: Name, time: number) => {
    const { load, connections, pid } = subjects[name];
    const before = cpuSeconds(pid);
    const { answered, seconds: took } = await loader.ask<LoadResult>({ load, connections, seconds: time });
    return { rate: answered / took, cpu: ((cpuSeconds(pid) - before) / answered) * 1e6 };
  };
  for (const name of names) await once(name, warmUp);
  for (let round = 0; round < rounds; round += 1) {
    // Forwards and backwards in turns: nobody always comes after the same one.
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { rate, cpu } = await once(name, seconds);
      measured[name].rates.push(rate);
      measured[name].cpu.push(cpu);
    }
  }
  return measured;
}

/** The median over the rounds of one number as a part of the other. */
export function ratio(subject: readonly number[], baseline: readonly number[]): number {
  return median(subject.map((rate, round) => rate / (baseline[round] ?? Number.NaN)));
}
