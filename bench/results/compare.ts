import { isRatio, keyOf } from './result.js';
import type { Machine, Result, ResultsFile } from './result.js';

/** How much a median may get worse before it counts, in parts of the earlier one. */
const tolerated = 0.05;

export interface Change {
  readonly before: Result;
  readonly now: Result;
  /** The median of now as a part of the one before. */
  readonly times: number;
}

export interface Comparison {
  readonly slower: readonly Change[];
  readonly faster: readonly Change[];
  /** Results that are in both files and can be compared. */
  readonly compared: number;
  /** Whether both files are of machines alike, so that rates and times are compared too. Else only ratios are. */
  readonly alike: boolean;
}

/**
 * What got slower is worse in every round than it was in any round before, and its median by more than a twentieth. So what only varies is not told, and a small
 * loss shows once the rounds agree about it.
 */
export function compare(before: ResultsFile, now: ResultsFile): Comparison {
  const alike = isAlike(before.machine, now.machine);
  const earlier = new Map(before.results.map((result) => [keyOf(result), result]));
  const changes = now.results.flatMap((result): Change[] => {
    const same = earlier.get(keyOf(result));
    if (!same || result.better === undefined || !(alike || isRatio(result))) return [];
    return [{ before: same, now: result, times: result.value / same.value }];
  });
  return {
    slower: changes.filter(({ before: old, now: next }) => isBeyond(old, next, 'worse')),
    faster: changes.filter(({ before: old, now: next }) => isBeyond(old, next, 'better')),
    compared: changes.length,
    alike,
  };
}

const spreadOf = ({ value, spread = [value, value] }: Result): readonly [number, number] => spread;

function isBeyond(before: Result, now: Result, way: 'worse' | 'better'): boolean {
  const rises = (now.better === 'lower') === (way === 'worse');
  const [least, most] = spreadOf(before);
  const [leastNow, mostNow] = spreadOf(now);
  return rises
    ? leastNow > most && now.value > before.value * (1 + tolerated)
    : mostNow < least && now.value < before.value / (1 + tolerated);
}

/** Node's patch level changes nothing that is seen here. */
function isAlike(one: Machine, other: Machine): boolean {
  const lineOf = ({ node }: Machine) => node.split('.').slice(0, 2).join('.');
  return one.processor === other.processor && one.cores === other.cores && lineOf(one) === lineOf(other);
}
