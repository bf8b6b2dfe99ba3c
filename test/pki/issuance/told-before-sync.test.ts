import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LogFile } from '../../../src/platform/database/sqlite/log-file.js';
import { gate } from '../../gate.js';
import { openIssuanceWorld } from './world.js';
import type { IssuanceWorld } from './world.js';

let world: IssuanceWorld;
beforeAll(async () => {
  world = await openIssuanceWorld();
  await world.simple();
  const role = { allow_any_name: true, key_type: 'ec', ttl: '1h' };
  await world.role('stored', role);
  await world.role('unstored', { ...role, no_store: true, no_store_metadata: false });
  await world.issue('stored', { common_name: 'warm.example' });
});
afterAll(() => world.end());

const issue = (role: string, more: object = {}) => world.issue(role, { common_name: 'told.example', ...more });
const recorded = () => world.client.auditRecord.count();

/** Whether `work` is answered while no sync of the database ends. */
async function answeredBeforeSync(work: () => Promise<unknown>): Promise<boolean> {
  const [asked, disk] = [gate(), gate()];
  const sync = vi.spyOn(LogFile.prototype, 'sync').mockImplementation(() => {
    asked.open();
    return disk.opened;
  });
  const answer = work().then(() => true);
  try {
    return await Promise.race([answer, asked.opened.then(() => delay(20, false))]);
  } finally {
    disk.open();
    await answer;
    sync.mockRestore();
  }
}

test('a certificate that is not stored is answered when its record is committed, before that is synced', async () => {
  const before = await recorded();
  expect(await answeredBeforeSync(() => issue('unstored'))).toBe(true);
  expect(await recorded()).toBe(before + 1);
});

test('what is kept is synced before the answer', async () => {
  expect(await answeredBeforeSync(() => issue('stored'))).toBe(false);
  const metadata = Buffer.from('kept').toString('base64');
  expect(await answeredBeforeSync(() => issue('unstored', { cert_metadata: metadata }))).toBe(false);
});

test('content is read as soon as its record is committed', async () => {
  const actor = world.rootCaller;
  const before = await recorded();
  const read = () => world.audit.read(actor, 'state-version.download', { type: 'state-version', id: 'sv-1' });
  expect(await answeredBeforeSync(read)).toBe(true);
  expect(await recorded()).toBe(before + 1);
});
