import { cpus, release, totalmem, type } from 'node:os';
import type { Machine, ResultsFile } from './result.js';

export function thisMachine(): Machine {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release().split('-')[0] ?? ''}`,
    node: process.versions.node,
  };
}

/** Results of now, with those that the file held of parts that did not run. */
export function withOthers(held: ResultsFile | null, now: ResultsFile): ResultsFile {
  const placeOf = ({ bench, database }: ResultsFile['results'][number]) => `${bench} ${database ?? ''}`;
  const measured = new Set(now.results.map(placeOf));
  const others = (held?.results ?? []).filter((result) => !measured.has(placeOf(result)));
  return { ...now, results: [...others, ...now.results] };
}
