import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { asked, committedResults } from '../../bench/command/options.js';
import { chosen, parts } from '../../bench/parts.js';

test('every benchmark is a part of the command', () => {
  const files = readdirSync(new URL('../../bench', import.meta.url)).filter((name) => name.endsWith('.bench.ts'));
  expect(parts.map(({ name }) => `${name}.bench.ts`).toSorted()).toEqual(files.toSorted());
});

test.each([
  [[], parts.map(({ name }) => name)],
  // A name that is whole means that part alone.
  [['content'], ['content']],
  [['pki'], ['pki-issuance', 'pki-crl', 'pki-around']],
  [
    ['x509', 'jobs'],
    ['jobs', 'x509'],
  ],
  [['none'], []],
])('%j means %j', (names, meant) => {
  expect(chosen(names).map(({ name }) => name)).toEqual(meant);
});

test('options become settings of parts', () => {
  const { names, databases, env, compare, json } = asked(
    '--quick --rounds 3 --seconds 0.5 --clients 1,16 --database postgresql --json out.json jobs peer --compare'.split(
      ' ',
    ),
  );
  expect({ names, databases, compare, json }).toEqual({
    ...{ names: ['jobs', 'peer'], databases: 'postgresql', compare: committedResults, json: 'out.json' },
  });
  expect(env).toEqual({ BENCH_QUICK: '1', BENCH_ROUNDS: '3', BENCH_SECONDS: '0.5', BENCH_CLIENTS: '1,16' });
});

test('an address is a PostgreSQL to measure on', () => {
  const { databases, postgres } = asked(['--database', 'postgresql://user@127.0.0.1:5432/postgres']);
  expect({ databases, postgres }).toEqual({
    databases: 'postgresql',
    postgres: 'postgresql://user@127.0.0.1:5432/postgres',
  });
});
