import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { queryOf } from '../../../src/pki/certificates/certificate-search.js';
import type { CertificateSearch } from '../../../src/pki/certificates/certificate-search.js';
import { CertificateStore, newestFirst } from '../../../src/pki/certificates/certificate.store.js';
import { CertificateWalk } from '../../../src/pki/certificates/certificate-walk.js';
import { ExpiryHistograms, mostBuckets, mostCounted } from '../../../src/pki/certificates/expiry-histogram.js';
import type { CertificateOrder } from '../../../src/pki/certificates/certificate.store.js';
import { pageAsked } from '../../../src/platform/graphql/connection.js';
import { gate } from '../../gate.js';
import { planOf } from '../../platform/database/plan.js';
import type { AskedStatement } from '../../platform/database/plan.js';
import { openIssuanceWorld } from '../issuance/world.js';
import type { IssuanceWorld } from '../issuance/world.js';

/*
 * What the databases mean to do for a search, among so many certificates that reading all of them would look cheap for what is common and be dear for what is rare.
 */
const count = 20_000;
const start = Date.UTC(2026, 0, 1);
const now = new Date(start + 10_000_000);

let world: IssuanceWorld;
let mountId: string;
beforeAll(async () => {
  world = await openIssuanceWorld();
  mountId = await world.mount();
  const at = (seconds: number) => new Date(start + seconds * 1_000).toISOString();
  const cast = world.database.provider === 'postgresql' ? '::timestamp' : '';
  const certificates = Array.from({ length: count }, (_, n) => [
    ...[`crt-${String(n).padStart(8, '0')}`, mountId, n.toString(16).padStart(8, '0'), `iss-${n % 2}`],
    ...[n % 10 === 4 ? 'tenth' : 'web', n % 3 === 0 ? '' : `host${n}.corp.example`, 'ec'],
    // Roles may say one end for all that they issue, and what was imported together was issued together.
    ...[at(n), at(n % 3 === 1 ? 1_000_000_000 : n + 9_000), at(n < 5_000 ? 0 : n), new Uint8Array([1])],
  ]);
  const names = Array.from({ length: count }, (_, n) => `crt-${String(n).padStart(8, '0')}`).flatMap((id, n) => [
    [`${id}.0`, mountId, id, 'dns', n % 2 === 0 ? 'shared.corp.example' : `host${n}.corp.example`],
    [`${id}.1`, mountId, id, 'below', 'corp.example'],
  ]);
  const insert = `INSERT INTO "Certificate" ("id", "mountId", "serialNumber", "issuerId", "roleName", "commonName", "keyType", "notBefore", "notAfter", "issuedAt", "certificate")
    VALUES (?, ?, ?, ?, ?, ?, ?, ?${cast}, ?${cast}, ?${cast}, ?)`;
  const insertName =
    'INSERT INTO "CertificateName" ("id", "mountId", "certificateId", "kind", "name") VALUES (?, ?, ?, ?, ?)';
  await world.database.writeSql([
    { sql: insert, rows: certificates },
    { sql: insertName, rows: names },
    { sql: 'UPDATE "Certificate" SET "indexed" = ?', rows: [[true]] },
  ]);
  if (world.database.provider === 'postgresql') await world.client.$executeRawUnsafe('ANALYZE');
});
afterAll(() => world.end());
afterEach(() => {
  vi.restoreAllMocks();
});

/** The statements of the first two pages of a search. */
async function statementsOf(search: CertificateSearch, order: CertificateOrder): Promise<AskedStatement[]> {
  const spy = vi.spyOn(world.database, 'readSql');
  const store = new CertificateStore(world);
  const authority = { mount: { id: mountId }, issuer: (id: string) => ({ id }) };
  const query = queryOf(authority, search, now);
  const first = await store.page(query, order, pageAsked({ first: 5 }));
  if (first.pageInfo.hasNextPage) {
    await store.page(query, order, pageAsked({ first: 5, after: first.pageInfo.endCursor }));
    await store.page(query, order, pageAsked({ last: 5, before: first.pageInfo.endCursor }));
  }
  const asked = spy.mock.calls.map(([sql, parameters]) => ({ sql, parameters: parameters ?? [] }));
  spy.mockRestore();
  return asked;
}

/** What reads a table or an index from one end to the other, or begins where the page does not. */
const unbounded = {
  sqlite: /^SCAN (?!json_each|e\b|c\b|p\d+|l\b|\(subquery|CONSTANT)/m,
  postgresql: /Seq Scan on|Hash (?:Semi )?Join|Merge (?:Semi )?Join|Bitmap/,
};

test.each<CertificateSearch>([
  {},
  { name: 'shared.corp.example' },
  { name: 'shared.corp.example', nameKind: 'dns', keyType: 'none' },
  { name: 'nobody' },
  { below: 'corp.example' },
  { below: 'corp.example', name: 'host1.corp.example' },
  { commonName: '' },
  { serialNumber: '00000005' },
  { role: 'tenth' },
  { role: 'none' },
  { issuer: 'iss-1' },
  { issuer: 'none' },
  { keyType: 'rsa' },
  { status: 'valid' },
  { status: 'expired' },
  { status: 'revoked' },
  { status: 'not-yet-valid' },
  { expiresAfter: now, role: 'none' },
  { issuedAfter: new Date(start), issuedBefore: now },
])('%j: no statement reads all certificates or all names', async (search) => {
  for (const field of ['issuedAt', 'notAfter', 'commonName'] as const) {
    for (const asked of await statementsOf(search, { field, direction: field === 'issuedAt' ? 'DESC' : 'ASC' })) {
      expect(await planOf(world.database, asked), asked.sql).not.toMatch(unbounded[world.database.provider]);
    }
  }
});

test.each([
  ['valid', 9_334],
  ['expired', 667],
  ['revoked', 0],
  ['not-yet-valid', 9_999],
] as const)('how many are %s is a sum of stretches of indexes', async (status, total) => {
  const spy = vi.spyOn(world.database, 'readSql');
  const authority = { mount: { id: mountId }, issuer: (id: string) => ({ id }) };
  const counted = await new CertificateWalk(world).count(queryOf(authority, { status }, now), newestFirst);
  const asked = spy.mock.calls.map(([sql, parameters]) => ({ sql, parameters: parameters ?? [] }));
  spy.mockRestore();
  expect(Number(counted)).toBe(total);
  for (const each of asked.filter(({ sql }) => !sql.includes('"RowCount"')))
    expect(await planOf(world.database, each), each.sql).not.toMatch(unbounded[world.database.provider]);
});

test('how many end when is counted along the index, and no further than a bucket goes', async () => {
  const spy = vi.spyOn(world.database, 'readSql');
  const histograms = new ExpiryHistograms(world);
  const from = new Date(start);
  // All certificates end within the first 29,000 seconds, but for a third: they end in the one second that is in the last bucket.
  const range = { from, to: new Date(start + 1_000_000_001_000), bucket: 10_000_001 };
  const [here, elsewhere] = await Promise.all([histograms.of(mountId, range), histograms.of('mnt-none', range)]);
  const asked = spy.mock.calls.map(([sql, parameters]) => ({ sql, parameters: parameters ?? [] }));
  spy.mockRestore();
  expect(asked).toHaveLength(1);
  const most = mostCounted / (2 * mostBuckets);
  expect(here.map(({ count, hasMore }) => [count, hasMore])).toEqual(
    here.map((_, index) => (index === 0 || index === mostBuckets - 1 ? [most, true] : [0, false])),
  );
  expect(elsewhere.map(({ count }) => count)).toEqual(here.map(() => 0));
  for (const each of asked) {
    const plan = await planOf(world.database, each);
    expect(plan).not.toMatch(unbounded[world.database.provider]);
    expect(plan).toMatch(
      world.database.provider === 'sqlite'
        ? /SEARCH Certificate USING COVERING INDEX Certificate_mountId_notAfter_id_idx \(mountId=\? AND notAfter>\? AND notAfter<\?\)/
        : /Limit[^]*Index (?:Only )?Scan using "Certificate_mountId_notAfter_id_idx"/,
    );
  }
});

/** So many ranges, of one bucket that all certificates end in. */
const ranges = (many: number) =>
  Array.from({ length: many }, (_, n) => {
    const [from, to] = [new Date(start - n), new Date(start + 1_000_000_001_000)];
    return { from, to, bucket: 2_000_000_000 };
  });

test('all ranges of a request share what it counts, together and one after the other', async () => {
  const spy = vi.spyOn(world.database, 'readSql');
  const histograms = new ExpiryHistograms(world);
  const counted = async (many: number) => {
    const found = await Promise.all(ranges(many).map((range) => histograms.of(mountId, range)));
    return found.flat().map(({ count, hasMore }) => `${count}${hasMore ? ' and more' : ''}`);
  };
  expect(await counted(1)).toEqual([`${count}`]);
  // One of them is known.
  const part = (mostCounted - count) / 40;
  expect(await counted(41)).toEqual([`${count}`, ...Array.from({ length: 40 }, () => `${part} and more`)]);
  expect(await counted(42)).toHaveLength(42);
  expect((await counted(42)).at(-1)).toBe('0 and more');
  expect(spy).toHaveBeenCalledTimes(3);
  spy.mockRestore();
});

test('ranges that are asked for while others are counted have what those leave', async () => {
  const { database } = world;
  const read = database.readSql.bind(database);
  const [begun, released] = [gate(), gate()];
  const spy = vi.spyOn(database, 'readSql').mockImplementation(async (sql, parameters) => {
    begun.open();
    await released.opened;
    return read(sql, parameters);
  });
  const histograms = new ExpiryHistograms(world);
  const [late, ...early] = ranges(41);
  const first = Promise.all(early.map((range) => histograms.of(mountId, range)));
  await begun.opened;
  const second = late && histograms.of(mountId, late);
  released.open();
  for (const [bucket] of await first) expect(bucket).toMatchObject({ count: mostCounted / 40, hasMore: true });
  expect(await second).toMatchObject([{ count: 0, hasMore: true }]);
  spy.mockRestore();
});

test.each([
  ['issuedAt', 'DESC', '"issuedAt", "id"'],
  ['issuedAt', 'ASC', '"issuedAt", "id"'],
  ['notAfter', 'ASC', '"notAfter", "id"'],
  ['notAfter', 'DESC', '"notAfter", "id"'],
  ['commonName', 'ASC', '"commonName", "id"'],
  ['commonName', 'DESC', '"commonName", "id"'],
] as const)(
  '%s %s: the second page begins at its place in the index, however many are alike',
  async (field, direction, row) => {
    const asked = (await statementsOf({}, { field, direction })).filter(({ sql }) => sql.includes(`(${row}`));
    expect(asked.length).toBeGreaterThan(0);
    for (const each of asked) {
      const plan = await planOf(world.database, each);
      expect(plan).toMatch(
        world.database.provider === 'sqlite'
          ? /USING (?:COVERING )?INDEX \S+ \(mountId=\? AND \((?:issuedAt|notAfter|commonName),id\)[<>]\(\?,\?\)\)/
          : /Index Cond: .*ROW\("?(?:issuedAt|notAfter|commonName)"?(?:::text)?, .?id/,
      );
    }
  },
);
