import { describe, expect, test } from 'vitest';
import { compare } from '../../bench/results/compare.js';
import { withOthers } from '../../bench/results/file.js';
import { parsedResults, toldIn } from '../../bench/results/result.js';
import type { Machine, Result, ResultsFile } from '../../bench/results/result.js';
import { comparisonOf, tableOf } from '../../bench/results/show.js';

const machine: Machine = { processor: 'a', cores: 2, memoryGb: 8, system: 'Linux 6.1', node: '20.20.1' };

const rate: Result = {
  bench: 'jobs',
  database: 'sqlite',
  name: 'create',
  value: 100,
  unit: '/s',
  spread: [95, 105],
  better: 'higher',
};
const cpu: Result = { ...rate, name: 'create: CPU', value: 2, unit: 'µs', spread: [1.9, 2.1], better: 'lower' };

const file = (results: readonly Result[], on: Machine = machine): ResultsFile => ({
  ...{ measuredAt: '2026-01-01T00:00:00.000Z', quick: false, machine: on },
  results: [...results],
});

const compared = (before: Result, now: Partial<Result>, on: Machine = machine) => {
  const { slower, faster } = compare(file([before]), file([{ ...before, ...now }], on));
  return slower.length > 0 ? 'slower' : faster.length > 0 ? 'faster' : 'alike';
};

describe('what got slower', () => {
  test.each<[string, Result, Partial<Result>, string]>([
    ['a rate below all earlier rounds', rate, { value: 80, spread: [78, 90] }, 'slower'],
    ['a rate that some round reached before', rate, { value: 80, spread: [78, 96] }, 'alike'],
    ['a rate that is lower by less than a twentieth', rate, { value: 96, spread: [94, 94.9] }, 'alike'],
    ['a rate above all earlier rounds', rate, { value: 130, spread: [120, 140] }, 'faster'],
    ['time above all earlier rounds', cpu, { value: 3, spread: [2.5, 4] }, 'slower'],
    ['time below all earlier rounds', cpu, { value: 1, spread: [0.9, 1.2] }, 'faster'],
    ['one number without rounds', { ...cpu, spread: undefined }, { value: 3 }, 'slower'],
    ['a number of which neither is good', { ...rate, better: undefined }, { value: 10, spread: [9, 11] }, 'alike'],
    ['the same on another database', rate, { database: 'postgresql', value: 10, spread: [9, 11] }, 'alike'],
  ])('%s', (_, before, now, is) => {
    expect(compared(before, now)).toBe(is);
  });

  test('on another machine only ratios are compared', () => {
    const other = { ...machine, processor: 'b' };
    const ratio: Result = { ...cpu, unit: '× bare work' };
    expect(compared(cpu, { value: 9, spread: [8, 10] }, other)).toBe('alike');
    expect(compared(ratio, { value: 9, spread: [8, 10] }, other)).toBe('slower');
    expect(compared(cpu, { value: 9, spread: [8, 10] }, { ...machine, node: '20.20.9' })).toBe('slower');
    expect(compared(cpu, { value: 9, spread: [8, 10] }, { ...machine, node: '24.1.0' })).toBe('alike');
  });

  test('is told with both medians, the worst first', () => {
    const before = file([rate, cpu]);
    const now = file([
      { ...rate, value: 50, spread: [49, 51] },
      { ...cpu, value: 40, spread: [39, 41] },
    ]);
    const [first = '', second = '', last = ''] = comparisonOf(compare(before, now)).split('\n');
    expect(first).toMatch(/^slower .*create: CPU +2 → 40 +µs +20 ×$/);
    expect(second).toMatch(/100 → 50/);
    expect(last).toBe('2 compared: 2 slower, 0 faster beyond the spread of the rounds');
  });
});

test('a file keeps the results of parts that did not run, and of a database that they did not run on', () => {
  const old = file([rate, { ...rate, database: 'postgresql' }, { ...rate, bench: 'graphql' }]);
  const merged = withOthers(old, file([{ ...rate, name: 'another' }]));
  expect(merged.results.map(({ bench, database, name }) => [bench, database, name])).toEqual([
    ['jobs', 'postgresql', 'create'],
    ['graphql', 'sqlite', 'create'],
    ['jobs', 'sqlite', 'another'],
  ]);
  expect(parsedResults(JSON.stringify(merged))).toEqual(merged);
});

test.each([
  ['{"name":"a","value":1,"unit":"ms"}', true],
  ['{"name":"a","value":1,"unit":"ms","spread":[1,2],"better":"lower","limit":3,"ok":true}', true],
  // A number that could not be measured is null in JSON.
  ['{"name":"a","value":null,"unit":"ms"}', false],
  ['{"level":30,"msg":"ready"}', false],
  ['{half a line', false],
  ['reading 250 MB', false],
])('a line of a benchmark is a result or something to read: %s', (line, isResult) => {
  expect(toldIn(line) !== null).toBe(isResult);
});

test('a table has a line for each result', () => {
  const [head = '', row = ''] = tableOf([rate]).split('\n');
  expect(head.split(/ {2,}/)).toEqual(['bench', 'database', 'name', 'value', 'unit', 'spread', 'limit', 'ok']);
  expect(row.split(/ {2,}/)).toEqual(['jobs', 'sqlite', 'create', '100', '/s', '95 to 105']);
});
