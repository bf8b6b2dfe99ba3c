import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ResultsFile } from '../results/result.js';
import { dotChart } from './dots.js';
import { chartOf, charts } from './table.js';

export const chartsFolder = fileURLToPath(new URL('../../docs/charts', import.meta.url));

/** The charts of results, by the names of their files. */
export function drawn(results: ResultsFile): ReadonlyMap<string, string> {
  return new Map(
    charts.flatMap((each) => {
      const chart = chartOf(each, results);
      return chart === null ? [] : [[`${each.file}.svg`, dotChart(chart)] as const];
    }),
  );
}

/** @returns the files that were written */
export function writeCharts(results: ResultsFile): readonly string[] {
  mkdirSync(chartsFolder, { recursive: true });
  return [...drawn(results)].map(([name, svg]) => {
    writeFileSync(path.join(chartsFolder, name), svg);
    return `docs/charts/${name}`;
  });
}
