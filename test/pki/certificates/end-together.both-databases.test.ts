import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pkiLists } from '../../../src/pki/lists.js';
import { pkiLoaders } from '../../../src/pki/loaders.js';
import { pageAsked } from '../../../src/platform/graphql/connection.js';
import { planOf } from '../../platform/database/plan.js';
import { openIssuanceWorld } from '../issuance/world.js';
import type { IssuanceWorld } from '../issuance/world.js';

/*
 * Certificates that all end at one moment, as an issuer leaves them that ends before them: a page of a mount, an issuer or a role is read in the order of an index.
 */

const count = 6_000;
const end = new Date('2027-01-01T00:00:00Z');

let world: IssuanceWorld;
let mountId: string;

const idOf = (n: number) => `crt-AAAAAAAA${String(n).padStart(8, '0')}`;
const issuerOf = (n: number) => (n % 10 === 3 ? 'iss-few' : 'iss-many');
const roleOf = (n: number) => (n % 10 === 4 ? 'few' : 'many');
/** A few end otherwise. */
const endOf = (n: number) => new Date(end.getTime() + (n % 1_000 < 2 ? n - 3_000 : 0));

beforeAll(async () => {
  world = await openIssuanceWorld();
  mountId = await world.mount();
  const at = new Date('2026-01-01T00:00:00Z');
  const rows = Array.from({ length: count }, (_, n) => ({
    ...{ id: idOf(n), mountId, serialNumber: n.toString(16).padStart(8, '0'), issuerId: issuerOf(n) },
    ...{ roleName: roleOf(n), commonName: '', keyType: 'ec', certificate: new Uint8Array([1]) },
    ...{ notBefore: at, notAfter: endOf(n), issuedAt: at },
  }));
  for (let from = 0; from < count; from += 500)
    await world.client.certificate.createMany({ data: rows.slice(from, from + 500) });
  await world.client.certificate.updateMany({ data: { indexed: true } });
  if (world.database.provider === 'postgresql') await world.client.$executeRawUnsafe('ANALYZE');
});
afterAll(() => world.end());

const expected = (met: (n: number) => boolean) =>
  Array.from({ length: count }, (_, n) => n)
    .filter(met)
    .toSorted((one, other) => endOf(other).getTime() - endOf(one).getTime() || other - one)
    .map(idOf);

const lists = () =>
  pkiLists({
    ...world,
    load: pkiLoaders({
      ...{ database: world.database, authorities: world.authorities, roles: world.roleStore },
      ...{ celRoles: world.celRoleStore, managedKeys: { where: () => Promise.resolve([]) } },
    }),
  });

type Asked = Parameters<typeof pageAsked>[0];
const mountPath = 'pki';

test.each([
  {
    of: 'the mount',
    page: (asked: Asked) =>
      lists().certificatesOfMount.connection({ id: mountId, path: mountPath }, {}, pageAsked(asked)),
    met: () => true,
    index: 'Certificate_mountId_notAfter_id_idx',
  },
  ...['iss-few', 'iss-many'].map((id) => ({
    of: id,
    page: (asked: Asked) => lists().certificatesOfIssuer.connection({ id, mountPath }, {}, pageAsked(asked)),
    met: (n: number) => issuerOf(n) === id,
    index: 'Certificate_issuerId_notAfter_id_idx',
  })),
  ...['few', 'many'].map((name) => ({
    of: `role ${name}`,
    page: (asked: Asked) =>
      lists().certificatesOfRole.connection({ id: `role-${name}`, name, mountPath }, {}, pageAsked(asked)),
    met: (n: number) => roleOf(n) === name,
    index: 'Certificate_mountId_roleName_notAfter_id_idx',
  })),
])('certificates of $of', async ({ page, met, index }) => {
  const spy = vi.spyOn(world.database, 'readSql');
  const first = await page({ first: 3 });
  const pages = [
    ...[first, await page({ first: 3, after: first.pageInfo.endCursor }), await page({ last: 3 })],
    await page({ last: 2, before: first.pageInfo.endCursor }),
  ].map(({ nodes }) => nodes.map(({ id }) => id));
  const asked = spy.mock.calls.filter(([sql]) => sql.includes('FROM "Certificate"'));
  spy.mockRestore();
  const all = expected(met);
  expect(pages).toEqual([all.slice(0, 3), all.slice(3, 6), all.slice(-3), all.slice(0, 2)]);
  expect(asked).toHaveLength(4);
  for (const [sql, parameters = []] of asked) {
    const plan = await planOf(world.database, { sql, parameters });
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/B-TREE FOR LAST|Incremental Sort|Seq Scan|SCAN Certificate/);
  }
});
