import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { CmpNonces } from '../../../src/pki/cmp/nonces.js';
import { idOfTransaction, TransactionStore } from '../../../src/pki/cmp/transaction.store.js';
import type { CmpTransaction } from '../../../src/pki/cmp/transaction.store.js';
import { ChangesMissing } from '../../../src/platform/database/database.js';
import { ids } from '../../../src/platform/ids.js';
import { openWorld } from '../../identity/world.js';

type World = Awaited<ReturnType<typeof openWorld>>;

let world: World;
let transactions: TransactionStore;
let mountId: string;
beforeAll(async () => {
  world = await openWorld();
  transactions = new TransactionStore(world);
});
afterAll(() => world.close());
beforeEach(async () => {
  mountId = ids.mount.make();
  const now = world.clock.now();
  await world.client.mount.create({
    data: { id: mountId, path: mountId, accessor: mountId, createdAt: now, updatedAt: now },
  });
});

const later = (ms: number) => new Date(world.clock.now().getTime() + ms);
const transaction = (more: Partial<CmpTransaction> = {}): CmpTransaction => ({
  ...{ id: idOfTransaction(mountId, randomBytes(16)), mountId, sender: 'secret a', secretId: 'a', state: 'issued' },
  ...{ certificateId: ids.certificate.make(), requestId: -1, nonce: 'aa', signer: new Uint8Array([1]) },
  ...{ createdAt: world.clock.now(), confirmBy: later(1_000), expiresAt: later(10_000), ...more },
});

test('a transaction is begun once, on two nodes at the same time', async () => {
  const nodes = [new CmpNonces(world), new CmpNonces(world)];
  const id = randomBytes(16);
  const begun = await Promise.allSettled(nodes.map((node) => node.begin(mountId, id, { isDated: true })));
  expect(begun.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(nodes[0]?.begin(mountId, id, { isDated: true })).rejects.toMatchObject({
    failure: 'transactionIdInUse',
  });
});

test('a row of one transaction, and an end of it, once', async () => {
  const row = transaction();
  await world.database.writeSql([transactions.inserting(row)]);
  await expect(world.database.writeSql([transactions.inserting(row)])).rejects.toThrow(ChangesMissing);
  expect(await transactions.find(row.id)).toMatchObject({ requestId: -1, state: 'issued', secretId: 'a' });
  expect((await transactions.ofCertificate(row.certificateId))?.id).toBe(row.id);
  await world.database.writeSql([transactions.deciding(row.id, 'confirmed', world.clock.now())]);
  expect(await transactions.find(row.id)).toMatchObject({ state: 'confirmed', signer: null });
  const again = world.database.writeSql([transactions.deciding(row.id, 'ending', world.clock.now())]);
  await expect(again).rejects.toThrow(ChangesMissing);
});

test('what is confirmed too late is not confirmed', async () => {
  const row = transaction({ confirmBy: world.clock.now() });
  await world.database.writeSql([transactions.inserting(row)]);
  const late = world.database.writeSql([transactions.deciding(row.id, 'confirmed', world.clock.now())]);
  await expect(late).rejects.toThrow(ChangesMissing);
});

test('only what waits is counted, of one sender, and no more than is asked for', async () => {
  const rows = [transaction(), transaction(), transaction({ state: 'confirmed' }), transaction({ sender: 'secret b' })];
  await world.database.writeSql(rows.map((row) => transactions.inserting(row)));
  expect(await transactions.waiting(mountId, 'secret a', 300)).toBe(2);
  expect(await transactions.waiting(mountId, 'secret a', 1)).toBe(1);
});
