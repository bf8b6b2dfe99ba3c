import { expect, test } from 'vitest';
import { isUndone, outageOf, problemOfOutage } from '../../../src/platform/outage.js';
import { scratchDatabase } from './scratch.js';

test('a transaction that takes too long, and one that waits too long for its turn, are outages and not bugs', async () => {
  const database = await scratchDatabase();
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const late = await database
    .transaction(
      async (tx) => {
        await tx.job.count();
        await expect.poll(() => tx.job.count().then(() => null, outageOf)).toBe('away');
        await tx.job.count();
      },
      { timeoutMs: 50 },
    )
    .catch((error: unknown) => error);
  const holding = database.transaction(async (tx) => {
    await tx.job.count();
    await held;
  });
  const work = () => Promise.resolve();
  const waiting = await database.transaction(work, { maxWaitMs: 50 }).catch((error: unknown) => error);
  goOn();
  await holding;
  for (const error of [late, waiting]) {
    expect(error).toMatchObject({ code: 'P2028' });
    expect([outageOf(error), problemOfOutage(error)?.code, isUndone(error)]).toEqual(['away', 'UNAVAILABLE', false]);
  }
});
