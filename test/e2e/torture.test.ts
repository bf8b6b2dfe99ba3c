import { expect, test } from 'vitest';
import { torture } from '../torture/torture.js';

/** Each of them starts the server once more; `npm run torture` has many. */
const kills = 2;

test.each([
  ['a server that is killed', 1],
  ['a server of two processes, of which one or all are killed,', 2],
])('%s under load has everything that it acknowledged', { timeout: 600_000 }, async (_what, processes) => {
  const ledger = await torture({
    seed: 20_26,
    database: 'sqlite',
    nodes: 1,
    processes,
    workers: 2,
    kills,
    milliseconds: 60_000,
    quiet: 1_200,
    say: () => undefined,
  });
  expect(ledger.violations).toEqual([]);
  expect(ledger.acknowledged).toBeGreaterThan(kills);
});
