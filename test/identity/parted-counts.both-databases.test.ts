import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '../../src/platform/database/database.js';
import { partedCount } from '../../src/platform/database/row-counts.js';
import type { PartedCounter } from '../../src/platform/database/row-counts.js';
import type { OrganizationId, UserId } from '../../src/platform/ids.js';
import { openWorld } from './world.js';

let world: Awaited<ReturnType<typeof openWorld>>;
let userId: UserId;
let organizationId: OrganizationId;
let teamId: string;
beforeAll(async () => {
  world = await openWorld();
  userId = await world.user();
  organizationId = await world.organization(userId);
  ({ id: teamId } = await world.client.team.findFirstOrThrow({ where: { organizationId } }));
  for (const id of ['mnt-1', 'mnt-2'])
    await world.client.mount.create({ data: { id, path: id, accessor: id, createdAt: at, updatedAt: at } });
});
afterAll(() => world.close());

const at = new Date('2026-01-01T00:00:00Z');
const statuses = ['pending', 'issued', 'refused'] as const;
const shown = { revokedAt: null, type: { not: 'wrapping' } };

/** What the counters say, and what there is. */
async function compared(): Promise<readonly (readonly [string, number, number])[]> {
  const { client, database } = world;
  const ofMounts = ['mnt-1', 'mnt-2'].flatMap((mountId): readonly (readonly [PartedCounter, Promise<number>])[] => [
    [`acme-order/${mountId}`, client.acmeOrder.count({ where: { mountId } })],
    ...['acct-a', 'acct-b'].map(
      (accountId) =>
        [
          `acme-account-order/${mountId}/${accountId}`,
          client.acmeOrder.count({ where: { mountId, accountId } }),
        ] as const,
    ),
    [`certificate-metadata/${mountId}`, client.certificateMetadata.count({ where: { mountId } })],
    ...statuses.map(
      (status) =>
        [
          `scep-transaction/${mountId}/${status}`,
          client.scepTransaction.count({ where: { mountId, status } }),
        ] as const,
    ),
  ]);
  const all: readonly (readonly [PartedCounter, Promise<number>])[] = [
    ...ofMounts,
    [`user-token/${userId}`, client.token.count({ where: { userId, ...shown } })],
    [`team-token/${teamId}`, client.token.count({ where: { teamId, ...shown } })],
    [`teams-token/${organizationId}`, client.token.count({ where: { team: { organizationId }, ...shown } })],
    ...['active', 'invited'].map(
      (status) =>
        [
          `membership/${organizationId}/${status}` as const,
          client.organizationMembership.count({ where: { organizationId, status } }),
        ] as const,
    ),
  ];
  return Promise.all(
    all.map(async ([list, there]) => [list, Number(await partedCount(database, [list])), await there] as const),
  );
}

async function agree(): Promise<Readonly<Record<string, number>>> {
  const all = await compared();
  for (const [list, counted, there] of all) expect([list, counted]).toEqual([list, there]);
  return Object.fromEntries(all.flatMap(([list, , there]) => (there > 0 ? [[list, there]] : [])));
}

const order = (id: string, mountId: string, accountId: string) => ({
  ...{ id, mountId, accountId, status: 'pending', identifiers: '[]', createdAt: at, expiresAt: at },
});
const metadata = (id: string, mountId: string) => ({
  ...{ id, mountId, serialNumber: id, issuerId: 'iss-1', roleName: '', notAfter: at, storedAt: at },
  sealedMetadata: new Uint8Array([1]),
});
const request = (id: string, mountId: string, status: string) => ({
  ...{ id, mountId, status, transactionId: id, place: '', signerKey: '', requestDigest: '', subject: '' },
  ...{ requester: '', remoteAddress: '', createdAt: at, expiresAt: at },
});

test('what is added, changed and removed is counted', async () => {
  const { client } = world;
  await client.acmeAccount.createMany({
    data: ['a', 'b'].map((thumbprint) => ({
      ...{ id: `acct-${thumbprint}`, mountId: 'mnt-1', thumbprint, directory: 'acme', jwk: '{}' },
      ...{ status: 'valid', createdAt: at },
    })),
  });
  await client.acmeOrder.createMany({
    data: ['o1', 'o2', 'o3'].map((id) => order(id, 'mnt-1', 'acct-a')).concat(order('o4', 'mnt-1', 'acct-b')),
  });
  await client.acmeOrder.create({ data: order('o5', 'mnt-1', 'acct-b') });
  await client.certificateMetadata.createMany({
    data: [metadata('m1', 'mnt-1'), metadata('m2', 'mnt-1'), metadata('m3', 'mnt-2')],
  });
  await client.scepTransaction.createMany({
    data: [request('s1', 'mnt-1', 'pending'), request('s2', 'mnt-1', 'pending'), request('s3', 'mnt-2', 'issued')],
  });
  for (const owner of [{ userId }, { userId }, { userId }, { teamId }, { teamId }]) await world.token(owner);
  await world.token({ userId }, { type: 'wrapping' });
  await world.token({ userId }, { revokedAt: at });
  const guest = await world.user();
  await client.organizationMembership.create({
    data: { id: 'ou-guest', organizationId, userId: guest, status: 'invited', createdAt: at },
  });
  expect(await agree()).toEqual({
    ...{ 'acme-order/mnt-1': 5, 'acme-account-order/mnt-1/acct-a': 3, 'acme-account-order/mnt-1/acct-b': 2 },
    ...{ 'certificate-metadata/mnt-1': 2, 'certificate-metadata/mnt-2': 1 },
    ...{ 'scep-transaction/mnt-1/pending': 2, 'scep-transaction/mnt-2/issued': 1 },
    ...{ [`user-token/${userId}`]: 3, [`team-token/${teamId}`]: 2, [`teams-token/${organizationId}`]: 2 },
    ...{ [`membership/${organizationId}/active`]: 1, [`membership/${organizationId}/invited`]: 1 },
  });

  await client.acmeOrder.update({ where: { id: 'o1' }, data: { status: 'valid' } });
  await client.acmeOrder.deleteMany({ where: { id: { in: ['o2', 'o4'] } } });
  await client.scepTransaction.update({ where: { id: 's1' }, data: { status: 'issued', decidedAt: at } });
  // Another request of the same client takes the row.
  await client.scepTransaction.update({ where: { id: 's2' }, data: { id: 's9', status: 'refused' } });
  await client.certificateMetadata.delete({ where: { id: 'm1' } });
  const [first] = await client.token.findMany({ where: { userId, ...shown }, orderBy: { id: 'asc' } });
  await client.token.updateMany({ where: { teamId }, data: { revokedAt: at } });
  await client.token.update({ where: { id: first?.id ?? '' }, data: { revokedAt: at } });
  await client.token.updateMany({ where: { userId }, data: { lastUsedAt: at } });
  await client.organizationMembership.update({ where: { id: 'ou-guest' }, data: { status: 'active' } });
  expect(await agree()).toEqual({
    ...{ 'acme-order/mnt-1': 3, 'acme-account-order/mnt-1/acct-a': 2, 'acme-account-order/mnt-1/acct-b': 1 },
    ...{ 'certificate-metadata/mnt-1': 1, 'certificate-metadata/mnt-2': 1 },
    ...{ 'scep-transaction/mnt-1/issued': 1, 'scep-transaction/mnt-1/refused': 1, 'scep-transaction/mnt-2/issued': 1 },
    ...{ [`user-token/${userId}`]: 2, [`membership/${organizationId}/active`]: 2 },
  });
  // Back in the list.
  await client.token.updateMany({ where: { teamId }, data: { revokedAt: null } });
  expect(await agree()).toMatchObject({ [`team-token/${teamId}`]: 2, [`teams-token/${organizationId}`]: 2 });
});

test('what was there before is counted by the migrations', async () => {
  const { client, database } = world;
  const rows = () => database.readSql('SELECT * FROM "RowCount" ORDER BY "list"');
  const kept = await rows();
  const tables = ['AcmeOrder', 'CertificateMetadata', 'ScepTransaction', 'Token', 'OrganizationMembership'];
  const triggers =
    database.provider === 'sqlite'
      ? await database.readSql(
          `SELECT "name" FROM sqlite_schema WHERE "type" = 'trigger' AND "name" LIKE '%counted_%' AND "tbl_name" IN (${tables.map((name) => `'${name}'`).join()})`,
        )
      : [];
  const functions = ['acme_orders', 'certificate_metadata', 'scep_transactions', 'tokens', 'memberships'].flatMap(
    (name) => ['inserted', 'changed'].map((when) => `count_${name}_${when}`),
  );
  const undone =
    database.provider === 'sqlite'
      ? triggers.map(({ name }) => `DROP TRIGGER "${String(name)}"`)
      : [...functions, 'add_beside_others'].map((name) => `DROP FUNCTION "${name}" CASCADE`);
  const lists = ['acme-order/', 'acme-account-order/', 'certificate-metadata/', 'scep-transaction/', 'membership/']
    .concat(['user-token/', 'team-token/', 'teams-token/'])
    .map((list) => `"list" LIKE '${list}%'`);
  const again = ['0077_orders_counted', '0078_tokens_counted'];
  for (const statement of [
    ...undone,
    `DELETE FROM "RowCount" WHERE ${lists.join(' OR ')}`,
    `DELETE FROM "_prisma_migrations" WHERE "migration_name" IN (${again.map((name) => `'${name}'`).join()})`,
  ])
    await client.$executeRawUnsafe(statement);
  expect((await rows()).length).toBeLessThan(kept.length);
  expect((await migrateDatabase({ url: world.url })).map(({ name }) => name)).toEqual(again);
  expect(await rows()).toEqual(kept);
});

test('a counter is the sum of its parts, wherever it was made', async () => {
  const { client, database } = world;
  const before = await partedCount(database, ['acme-order/mnt-1']);
  await client.rowCount.createMany({
    data: [
      { list: 'acme-order/mnt-1/1', count: 7n },
      { list: 'acme-order/mnt-1/63', count: -2n },
      // Of another mount.
      { list: 'acme-order/mnt-11', count: 100n },
    ],
  });
  const sum = () => partedCount(database, ['acme-order/mnt-1']);
  expect(await sum()).toBe(before + 5n);
  // More than the first part has.
  const orders = Array.from({ length: 2 }, (_, at) => order(`more-${at}`, 'mnt-1', 'acct-a'));
  await client.acmeOrder.createMany({ data: orders });
  await client.acmeOrder.deleteMany({ where: { mountId: 'mnt-1' } });
  expect(await sum()).toBe(5n);
  await client.rowCount.deleteMany({ where: { list: { startsWith: 'acme-order/mnt-1' } } });
});

test('those who add at the same time are all counted, and nothing is left of what went with its owner', async () => {
  const { client, database } = world;
  await Promise.all(
    Array.from({ length: 20 }, (_, at) => client.acmeOrder.create({ data: order(`at-once-${at}`, 'mnt-1', 'acct-a') })),
  );
  expect(await agree()).toMatchObject({ 'acme-order/mnt-1': 20, 'acme-account-order/mnt-1/acct-a': 20 });
  await client.mount.deleteMany({ where: { id: { in: ['mnt-1', 'mnt-2'] } } });
  const left = await database.readSql(`SELECT "list" FROM "RowCount" WHERE "list" LIKE '%/mnt-%'`);
  expect(left).toEqual([]);
});
