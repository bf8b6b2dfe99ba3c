import { expect, test } from 'vitest';
import { torture } from '../torture/torture.js';

/** Each of them starts the server once more; `npm run torture` has many. */
const kills = 2;

test('a server that is killed under load has everything that it acknowledged', { timeout: 180_000 }, async () => {
  const ledger = await torture({
    seed: 20_26,
    database: 'sqlite',
    nodes: 1,
    workers: 2,
    kills,
    milliseconds: 60_000,
    quiet: 1_200,
    say: () => undefined,
  });
  expect(ledger.violations).toEqual([]);
  expect(ledger.acknowledged).toBeGreaterThan(kills);
});
