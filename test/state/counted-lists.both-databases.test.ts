import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from '../../src/platform/database/database.js';
import { allStoredBytes, rowCount } from '../../src/platform/database/row-counts.js';
import type { WholeCounter } from '../../src/platform/database/row-counts.js';
import { openStateWorld } from './world.js';
import type { StateWorld } from './world.js';

let world: StateWorld;
let organizationId: string;
let projectId: string;
beforeAll(async () => {
  world = await openStateWorld();
  organizationId = (await world.organizations.read(world.owner, world.organization)).id;
  ({ id: projectId } = await world.client.project.findFirstOrThrow({ where: { organizationId } }));
});
afterAll(() => world.close());

const stamps = () => ({ createdAt: world.clock.now(), updatedAt: world.clock.now() });
const workspaceIds = ['ws-AAAAAAAAAAAAAAA1', 'ws-AAAAAAAAAAAAAAA2', 'ws-AAAAAAAAAAAAAAA3'] as const;
const [first, second, third] = workspaceIds;

const counts = (lists: readonly WholeCounter[]) =>
  Promise.all(lists.map(async (list) => Number(await rowCount(world.database, list))));

/** Everything that is counted here, beside bytes. */
const lists: readonly WholeCounter[] = [
  `workspace-access/${first}`,
  `consumer/${first}`,
  'role/mnt-1',
  'cel-role/mnt-1',
  'certificate-role/mnt-1/web',
  'certificate-issuer/iss-1',
];

async function fill(): Promise<void> {
  const { client, clock } = world;
  for (const [at, id] of workspaceIds.entries())
    await client.workspace.create({
      data: {
        ...{ id, organizationId, projectId, name: `counted-${at}`, searchName: `counted-${at}`, storedBytes: 10n },
        ...{ ...stamps(), latestChangeAt: clock.now() },
      },
    });
  await client.remoteStateConsumer.createMany({
    data: [second, third].map((consumerId) => ({ workspaceId: first, consumerId })),
  });
  const teams = ['team-1', 'team-2', 'team-3'];
  await client.team.createMany({ data: teams.map((id) => ({ id, organizationId, name: id, ...stamps() })) });
  await client.teamWorkspaceAccess.createMany({
    data: teams.map((teamId) => ({
      ...{ id: `tws-${teamId}`, teamId, workspaceId: first, access: 'read', stateVersions: 'read' },
      ...{ workspaceLocking: false, ...stamps() },
    })),
  });
  await client.mount.create({ data: { id: 'mnt-1', path: 'counted', accessor: 'pki_1', ...stamps() } });
  const names = ['Web_one', 'web-two', 'other'];
  await client.role.createMany({
    data: names.map((name) => ({ id: `role-${name}`, mountId: 'mnt-1', name, definition: '{}', ...stamps() })),
  });
  await client.celRole.createMany({
    data: names.map((name) => ({ id: `cel-${name}`, mountId: 'mnt-1', name, program: '{}', ...stamps() })),
  });
  const at = clock.now();
  const certificate = (id: string, roleName: string | null) => ({
    ...{ id, mountId: 'mnt-1', serialNumber: id, issuerId: 'iss-1', roleName, commonName: '', keyType: 'ec' },
    ...{ notBefore: at, notAfter: at, issuedAt: at, certificate: new Uint8Array([1]) },
  });
  await client.certificate.createMany({
    data: [...['crt-1', 'crt-2', 'crt-3'].map((id) => certificate(id, 'web')), certificate('crt-4', null)],
  });
  await client.certificate.updateMany({ where: { id: { in: ['crt-1', 'crt-4'] } }, data: { indexed: true } });
}

test('what is added, listed and removed is counted', async () => {
  const { client, database } = world;
  const before = await allStoredBytes(database);
  await fill();
  expect(await counts(lists)).toEqual([3, 2, 3, 3, 1, 2]);
  expect((await allStoredBytes(database)) - before).toBe(30n);

  await client.certificate.updateMany({ where: { id: { in: ['crt-2', 'crt-3'] } }, data: { indexed: true } });
  await client.certificate.updateMany({ where: { id: 'crt-1' }, data: { indexed: false } });
  await client.workspace.update({ where: { id: second }, data: { storedBytes: 4n } });
  await client.role.deleteMany({ where: { name: 'other' } });
  await client.celRole.deleteMany({ where: { name: { not: 'other' } } });
  await client.teamWorkspaceAccess.deleteMany({ where: { teamId: 'team-1' } });
  // With what it is of.
  await client.workspace.delete({ where: { id: third } });
  expect(await counts(lists)).toEqual([2, 1, 2, 1, 2, 3]);
  expect((await allStoredBytes(database)) - before).toBe(14n);

  await client.certificate.deleteMany({ where: { id: { in: ['crt-1', 'crt-2'] } } });
  expect(await counts(lists)).toEqual([2, 1, 2, 1, 1, 2]);
});

test('certificates that go to another issuer are counted as those of that one, once their names are listed', async () => {
  const { client } = world;
  const ofIssuers = () => counts(['certificate-issuer/iss-1', 'certificate-issuer/iss-2']);
  const moved = async (from: string, to: string | null) => {
    await client.certificate.updateMany({ where: { issuerId: from }, data: { issuerId: to } });
    return ofIssuers();
  };
  expect(await ofIssuers()).toEqual([2, 0]);
  await client.certificate.update({ where: { id: 'crt-4' }, data: { indexed: false } });
  expect(await moved('iss-1', 'iss-2')).toEqual([0, 1]);
  await client.certificate.update({ where: { id: 'crt-4' }, data: { indexed: true, issuerId: 'iss-1' } });
  expect(await ofIssuers()).toEqual([1, 1]);
  expect(await moved('iss-2', 'iss-1')).toEqual([2, 0]);
  expect(await counts(['certificate-role/mnt-1/web'])).toEqual([1]);
});

test('what was there before is counted by the migration, and names are listed', async () => {
  const { client, database } = world;
  const rows = async () => ({
    counts: await database.readSql(`SELECT * FROM "RowCount" WHERE "list" NOT LIKE 'stored-bytes%' ORDER BY "list"`),
    bytes: await allStoredBytes(database),
    names: await database.readSql(`SELECT * FROM "NamePart" ORDER BY "list", "text", "rowId"`),
  });
  const kept = await rows();
  expect(kept.names.filter(({ list }) => list === 'role/mnt-1').length).toBeGreaterThan(10);
  const sqlite = database.provider === 'sqlite';
  const made = ['Team%Access', 'RemoteStateConsumer', 'Role', 'CelRole', 'AuthRole', 'AclPolicy', 'WebhookDelivery'];
  const triggers = sqlite
    ? await database.readSql(
        `SELECT "name" FROM sqlite_schema WHERE "type" = 'trigger' AND ("name" LIKE '%parted%counted%' OR "name" LIKE '%all_stored%' OR ${made.map((name) => `"tbl_name" LIKE '${name}'`).join(' OR ')})`,
      )
    : [];
  const undone = sqlite
    ? triggers.map(({ name }) => `DROP TRIGGER "${String(name)}"`)
    : [
        ...['count_rows_of_owners', 'count_parted_certificates', 'count_parted_certificates_of_copies'],
        ...['add_all_stored_bytes', 'list_role_name'],
      ].map((name) => `DROP FUNCTION "${name}" CASCADE`);
  const counted = ['workspace-access/', 'project-access/', 'consumer/', 'role/', 'cel-role/', 'auth-role/', 'policy']
    .concat(['webhook-delivery/', 'certificate-role/', 'certificate-issuer/', 'stored-bytes'])
    .map((list) => `"list" LIKE '${list}%'`)
    .join(' OR ');
  for (const statement of [
    ...undone,
    `DELETE FROM "RowCount" WHERE ${counted}`,
    `DELETE FROM "NamePart" WHERE "list" LIKE '%role/%'`,
    `DELETE FROM "_prisma_migrations" WHERE "migration_name" IN ('0069_more_counters', '0071_role_names')`,
  ])
    await client.$executeRawUnsafe(statement);
  const again = ['0069_more_counters', '0071_role_names'];
  expect((await migrateDatabase({ url: world.url })).map(({ name }) => name)).toEqual(again);
  expect(await rows()).toEqual(kept);
});

test('nothing is left of what went with its owner', async () => {
  await world.client.mount.delete({ where: { id: 'mnt-1' } });
  await world.client.workspace.delete({ where: { id: first } });
  expect(await counts(lists)).toEqual([0, 0, 0, 0, 0, 0]);
  const left = await world.database.readSql(`SELECT * FROM "NamePart" WHERE "list" LIKE '%role/%'`);
  expect(left).toEqual([]);
});
