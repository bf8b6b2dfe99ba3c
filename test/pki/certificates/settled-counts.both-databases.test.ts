import { afterAll, beforeAll, expect, test } from 'vitest';
import { CertificateWalk, uncountedIn } from '../../../src/pki/certificates/certificate-walk.js';
import { newestFirst } from '../../../src/pki/certificates/certificate.store.js';
import { queryOf } from '../../../src/pki/certificates/certificate-search.js';
import { migrateDatabase } from '../../../src/platform/database/database.js';
import { rowCount, unsettled, wholeCount } from '../../../src/platform/database/row-counts.js';
import { openIssuanceWorld } from '../issuance/world.js';
import type { IssuanceWorld } from '../issuance/world.js';

let world: IssuanceWorld;
let mountId: string;
let other: string;
const at = new Date('2026-01-01T00:00:00Z');
beforeAll(async () => {
  world = await openIssuanceWorld();
  [mountId, other] = [await world.mount(), await world.mount('other')];
});
afterAll(() => world.end());

const certificate = (id: string, of = mountId) => ({
  ...{ id, mountId: of, serialNumber: id, issuerId: 'iss-1', roleName: '', commonName: '', keyType: 'ec' },
  ...{ notBefore: at, notAfter: at, issuedAt: at, certificate: new Uint8Array([1]) },
});
const revocation = (id: string, ordinal: number, of = mountId) => ({
  ...{
    id,
    mountId: of,
    issuerId: `iss-${of}`,
    serialNumber: id,
    ordinal: BigInt(ordinal),
    revokedAt: at,
    notAfter: at,
  },
});
const record = (id: number, organizationId: string | null) => ({
  ...{
    id: BigInt(id),
    at,
    actorName: 'x',
    actorKind: 'user',
    action: 'x',
    targetType: 'x',
    targetId: 'x',
    organizationId,
  },
  outcome: 'success',
});

/** What the counters say, and what there is. */
async function compared() {
  const { client, database } = world;
  const besides = (organizationId: string) => ({
    ...unsettled.auditRecord,
    of: { sql: `"position" IS NULL AND "organizationId" = '${organizationId}'`, parameters: [] },
  });
  const all: (readonly [string, bigint, number])[] = [];
  for (const id of [mountId, other]) {
    const where = { mountId: id };
    all.push(
      [
        'certificate',
        await wholeCount(database, `certificate/${id}`, uncountedIn(id)),
        await client.certificate.count({ where }),
      ],
      ['revocation', await rowCount(database, `revocation/${id}`), await client.revocation.count({ where })],
      ['account', await rowCount(database, `acme-account/${id}`), await client.acmeAccount.count({ where })],
      ['key', await rowCount(database, `acme-eab-key/${id}`), await client.acmeEabKey.count({ where })],
    );
  }
  all.push(['audit', await wholeCount(database, 'audit', unsettled.auditRecord), await client.auditRecord.count()]);
  for (const organizationId of ['org-a', 'org-b'])
    all.push([
      organizationId,
      await wholeCount(database, `audit/${organizationId}`, besides(organizationId)),
      await client.auditRecord.count({ where: { organizationId } }),
    ]);
  return all;
}

async function agree(): Promise<readonly number[]> {
  const all = await compared();
  for (const [name, counted, there] of all) expect([name, Number(counted)]).toEqual([name, there]);
  return all.map(([, , there]) => there);
}

test('what is settled is counted by whatever settles and removes it, the rest when somebody asks', async () => {
  const { client } = world;
  await client.certificate.createMany({
    data: [...['c1', 'c2', 'c3', 'c4', 'c5'].map((id) => certificate(id)), certificate('d1', other)],
  });
  await client.certificate.updateMany({ where: { id: { in: ['c4', 'c5'] } }, data: { indexed: true } });
  await client.revocation.createMany({ data: [revocation('r1', 1), revocation('r2', 2), revocation('r3', 1, other)] });
  const account = { directory: 'acme', jwk: '{}', status: 'valid', createdAt: at };
  await client.acmeAccount.createMany({
    data: ['a', 'b'].map((thumbprint) => ({ ...account, id: `acct-${thumbprint}`, mountId, thumbprint })),
  });
  await client.acmeEabKey.create({
    data: { id: 'k1', mountId, directory: '', sealedKey: new Uint8Array([1]), createdAt: at },
  });
  const before = await client.auditRecord.count();
  await client.auditRecord.createMany({
    data: [
      ...[record(900_001, 'org-a'), record(900_002, 'org-a'), record(900_003, 'org-b')],
      ...[record(900_004, null), record(900_005, 'org-b')],
    ],
  });
  const place = (id: bigint) => client.auditRecord.update({ where: { id }, data: { position: id } });
  await place(900_005n);
  expect(await agree()).toEqual([5, 2, 2, 1, 1, 1, 0, 0, before + 5, 2, 2]);

  await client.certificate.updateMany({ where: { id: { in: ['c1', 'c2', 'd1'] } }, data: { indexed: true } });
  // Again: a job that was interrupted marks what it has marked.
  await client.certificate.updateMany({ where: { id: { in: ['c1', 'c3'] } }, data: { indexed: true } });
  await client.certificate.updateMany({ where: { id: 'c3' }, data: { indexed: false } });
  await client.certificate.updateMany({ where: { id: 'c4' }, data: { revokedAt: at } });
  for (const id of [900_001n, 900_003n, 900_004n]) await place(id);
  await agree();
  await client.certificate.deleteMany({ where: { id: { in: ['c1', 'c3', 'c5'] } } });
  await client.revocation.deleteMany({ where: { id: 'r1' } });
  await client.acmeAccount.deleteMany({ where: { id: 'acct-a' } });
  await client.acmeEabKey.deleteMany({ where: { id: 'k1' } });
  await client.auditRecord.deleteMany({ where: { id: { in: [900_001n, 900_002n, 900_005n] } } });
  expect(await agree()).toEqual([2, 1, 1, 0, 1, 1, 0, 0, before + 2, 0, 1]);

  const everything = queryOf({ mount: { id: mountId }, issuer: (id: string) => ({ id }) }, {}, at);
  expect(Number(await new CertificateWalk(world).count(everything, newestFirst))).toBe(2);
});

test('what was there before is counted by the migration', async () => {
  const { client, database } = world;
  const rows = () => database.readSql('SELECT * FROM "RowCount" ORDER BY "list"');
  const kept = await rows();
  const sqlite = database.provider === 'sqlite';
  const tables = ['Certificate', 'AuditRecord', 'Revocation', 'AcmeAccount', 'AcmeEabKey'];
  const triggers = sqlite
    ? await database.readSql(
        `SELECT "name" FROM sqlite_schema WHERE "type" = 'trigger' AND "name" LIKE '%counted_%' AND "tbl_name" IN (${tables.map((name) => `'${name}'`).join()})`,
      )
    : [];
  const undone = sqlite
    ? triggers.map(({ name }) => `DROP TRIGGER "${String(name)}"`)
    : [
        ...['count_rows_of_mounts', 'count_certificates', 'count_certificates_of_copies'],
        ...['count_audit_records', 'count_audit_records_of_copies', 'add_to_count'],
      ].map((name) => `DROP FUNCTION "${name}" CASCADE`);
  const lists = ['certificate/%', 'audit%', 'revocation/%', 'acme-%'].map((like) => `"list" LIKE '${like}'`);
  for (const statement of [
    ...undone,
    `DELETE FROM "RowCount" WHERE ${lists.join(' OR ')}`,
    `DELETE FROM "_prisma_migrations" WHERE "migration_name" = '0063_more_row_counts'`,
  ])
    await client.$executeRawUnsafe(statement);
  const { url } = world;
  expect((await migrateDatabase({ url })).map(({ name }) => name)).toEqual(['0063_more_row_counts']);
  expect(await rows()).toEqual(kept);
});

test('the counters of a mount end with it', async () => {
  await world.client.mount.delete({ where: { id: mountId } });
  const left = await world.database.readSql('SELECT "list" FROM "RowCount" WHERE "list" LIKE ?', [`%/${mountId}`]);
  expect(left).toEqual([]);
});
