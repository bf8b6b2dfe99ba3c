import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { dotChart } from '../../bench/charts/dots.js';
import { chartsFolder, drawn } from '../../bench/charts/write.js';
import { committedResults } from '../../bench/command/options.js';
import { parsedResults } from '../../bench/results/result.js';

const read = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');

test('charts are what the committed results make (npm run bench -- --charts)', () => {
  const charts = drawn(parsedResults(read(committedResults)));
  expect(charts.size).toBeGreaterThan(0);
  expect(readdirSync(chartsFolder).toSorted()).toEqual([...charts.keys()].toSorted());
  for (const [name, svg] of charts) expect(readFileSync(path.join(chartsFolder, name), 'utf8'), name).toBe(svg);
});

test('docs/performance.md shows every chart', () => {
  const shown = [...read('docs/performance.md').matchAll(/!\[[^\]]{10,}\]\(charts\/([^)]+)\)/g)].map(
    ([, name]) => name,
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
