import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AuditChain } from '../../../src/identity/audit/chain.js';
import { AuditKeeping } from '../../../src/identity/audit/keeping.js';
import { gate } from '../../gate.js';
import { openWorld } from '../world.js';
import type { World } from '../world.js';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  await world.close();
});

test('records that come while others are being chained wait for the end of that, and so does who closes', async () => {
  const heard: (() => void)[] = [];
  vi.spyOn(world.audit, 'listen').mockImplementation((listener) => void heard.push(listener));
  const held = gate();
  const runs: string[] = [];
  vi.spyOn(AuditChain.prototype, 'run').mockImplementation(async (signal) => {
    // That of the job, which has one, is another matter.
    if (signal) return false;
    runs.push('begun');
    await held.opened;
    runs.push('ended');
    return true;
  });
  const keeping = new AuditKeeping({
    ...{ database: world.database, audit: world.audit, clock: world.clock, keys: world.keys },
    ...{ log: pino({ level: 'silent' }), keepMs: null, exportTo: null },
    failed: (error) => void runs.push(String(error)),
  });
  await keeping.start();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  for (let second = 0; second < 3; second += 1) {
    for (const listener of heard) listener();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  vi.useRealTimers();
  expect(runs).toEqual(['begun']);
  const closed = keeping.close();
  held.open();
  await closed;
  expect(runs).toEqual(['begun', 'ended', 'begun', 'ended', 'begun', 'ended']);
});
