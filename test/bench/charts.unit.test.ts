import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dotChart } from '../../bench/charts/dots.js';
import { chartOf, charts } from '../../bench/charts/table.js';
import { chartsFolder, drawn } from '../../bench/charts/write.js';
import { committedResults } from '../../bench/command/options.js';
import { parts } from '../../bench/parts.js';
import { parsedResults } from '../../bench/results/result.js';
import type { Result, ResultsFile } from '../../bench/results/result.js';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

test('charts are what the committed results make (npm run bench -- --charts)', () => {
  const charts = drawn(parsedResults(read(committedResults)));
  expect(charts.size).toBeGreaterThan(0);
  expect(readdirSync(chartsFolder).toSorted()).toEqual([...charts.keys()].toSorted());
  for (const [name, svg] of charts) expect(readFileSync(path.join(chartsFolder, name), 'utf8'), name).toBe(svg);
});

test('the pages about performance show every chart once', () => {
  const pages = readdirSync(new URL('../../docs/', import.meta.url)).filter((name) => name.startsWith('performance'));
  const shown = pages.flatMap((page) =>
    [...read(`docs/${page}`).matchAll(/!\[[^\]]{10,}\]\(charts\/([^)]+)\)/g)].map(([, name]) => name),
  );
  expect(shown.toSorted()).toEqual(readdirSync(chartsFolder).toSorted());
});

test('results of a benchmark have names of their own', () => {
  const names = parsedResults(read(committedResults)).results.map((result) =>
    [result.bench, result.database, result.name, result.unit].join(' '),
  );
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('a chart has a dot and a number for each median, and room for the widest spread', () => {
  const svg = dotChart({
    ...{ title: 'A <title>', unit: 'ms', series: ['SQLite', 'PostgreSQL'], mark: 1 },
    rows: [
      { label: 'one & two', points: [{ value: 2, spread: [0.5, 900] }, null] },
      {
        label: 'three',
        points: [
          { value: 40, spread: [30, 50] },
          { value: 0.7, spread: [0.7, 0.7] },
        ],
      },
    ],
  });
  expect(svg).toContain('A &lt;title&gt;');
  expect(svg).toContain('one &amp; two');
  // Two of the legend.
  expect(svg.match(/<circle/g)).toHaveLength(3 + 2);
  expect([...svg.matchAll(/class="value"[^>]*>([^<]+)</g)].map(([, text]) => text)).toEqual(['2', '40', '0.7']);
  const places = [...svg.matchAll(/(?:cx|x1|x2)="([\d.]+)"/g)].map(([, x]) => Number(x));
  expect(Math.min(...places)).toBeGreaterThanOrEqual(330);
  expect(Math.max(...places)).toBeLessThan(710);
});

test('a limit is drawn at its row, and labels have the room that they take', () => {
  const label = 'a'.repeat(100);
  const svg = dotChart({
    ...{ title: 'Limits', unit: 'times', series: ['SQLite'] },
    rows: [
      { label, points: [{ value: 2, spread: [1, 3] }], limit: 50 },
      { label: 'none', points: [{ value: 2, spread: [1, 3] }] },
    ],
  });
  const limits = [...svg.matchAll(/class="limit" x1="([\d.]+)"/g)].map(([, x]) => Number(x));
  expect(limits).toHaveLength(1);
  const dots = [...svg.matchAll(/cx="([\d.]+)"/g)].map(([, x]) => Number(x));
  const width = Number(/width="(\d+)"/.exec(svg)?.[1]);
  expect(Math.min(...dots)).toBeGreaterThan(600);
  expect(limits[0]).toBeGreaterThan(Math.max(...dots));
  expect(limits[0]).toBeLessThan(width);
});

const resultsOf = (results: readonly Result[]): ResultsFile => ({
  ...{ measuredAt: '2026-01-01T00:00:00.000Z', quick: false, results: [...results] },
  machine: { processor: 'any', cores: 2, memoryGb: 1, system: 'any', node: '20.20.0' },
});

test.each(parts.filter(({ name }) => name !== 'peer'))('$name has a chart of its ratios', ({ name, on }) => {
  const database = on === 'no database' ? {} : ({ database: 'sqlite' } as const);
  const results = resultsOf([
    { bench: name, ...database, name: 'a thing', value: 3, unit: '× another', spread: [2, 4], limit: 5 },
    { bench: name, ...database, name: 'two things', value: 3, unit: '×' },
    { bench: name, ...database, name: 'a thing', value: 300, unit: 'ms' },
  ]);
  const drawable = charts.find(({ file }) => file === name);
  expect(drawable && chartOf(drawable, results)?.rows).toEqual([
    { label: 'a thing, × another', points: [{ value: 3, spread: [2, 4] }], limit: 5 },
    { label: 'two things', points: [{ value: 3, spread: [3, 3] }] },
  ]);
});
