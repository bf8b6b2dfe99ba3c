import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ids } from '../../../src/platform/ids.js';
import { cursorOf } from '../../../src/platform/graphql/keyset.js';
import type { Keyset } from '../../../src/platform/graphql/keyset.js';
import { pageAsked } from '../../../src/platform/graphql/connection.js';
import type { PageAsked } from '../../../src/platform/graphql/connection.js';
import { certificateStatuses, queryOf, statusOf } from '../../../src/pki/certificates/certificate-search.js';
import type { CertificateSearch, CertificateStatus } from '../../../src/pki/certificates/certificate-search.js';
import { certificateOrders, newestFirst } from '../../../src/pki/certificates/certificate.store.js';
import { CertificateWalk, type Walked, type WalkKey } from '../../../src/pki/certificates/certificate-walk.js';
import { openIssuanceWorld } from '../issuance/world.js';
import type { IssuanceWorld } from '../issuance/world.js';

let world: IssuanceWorld;
let mountId: string;
const second = 1_000;
const start = Date.UTC(2026, 0, 1);
const at = (seconds: number) => new Date(start + seconds * second);
const now = at(100);

/** Sixty certificates; what is not said of one is said of few others. */
const certificates = Array.from({ length: 60 }, (_certificate, n) => ({
  id: ids.certificate.makeAt(at(n)),
  serialNumber: n.toString(16).padStart(8, '0'),
  issuerId: `iss-${n % 2}`,
  roleName: n % 20 === 3 ? 'rare' : 'common',
  commonName: `host${n}.corp.example`,
  keyType: n % 30 === 7 ? 'rsa' : 'ec',
  notBefore: at(n % 7 === 0 ? 200 : n === 30 ? 220 : n),
  notAfter: at(n % 5 === 0 ? 90 : 150 + (n % 4)),
  // The clock of another server is ahead.
  issuedAt: at(n % 29 === 1 ? 250 + n : Math.floor(n / 2)),
  revokedAt: n % 9 === 0 ? at(80) : null,
}));
const namesOf = (n: number): readonly [kind: string, name: string][] => [
  ['cn', `host${n}.corp.example`],
  ['dns', n % 10 === 0 ? 'corp.example' : `host${n}.corp.example`],
  ['below', 'corp.example'],
  ['below', 'example'],
];

beforeAll(async () => {
  world = await openIssuanceWorld();
  mountId = await world.mount();
  await world.client.certificate.createMany({
    data: certificates.map((each) => ({ ...each, mountId, certificate: new Uint8Array([1]) })),
  });
  await world.client.certificateName.createMany({
    data: certificates.flatMap(({ id }, n) =>
      namesOf(n).map(([kind, name], place) => ({ id: `n-${n}-${place}`, mountId, certificateId: id, kind, name })),
    ),
  });
});
afterAll(() => world.end());

const authority = () => ({ mount: { id: mountId }, issuer: (reference: string) => ({ id: reference }) });

/** What must be found, from the rows themselves. */
function expected(search: CertificateSearch) {
  const { name, nameKind, below } = search;
  return certificates.filter(
    (each, n) =>
      (name === undefined ||
        namesOf(n).some(
          ([kind, text]) => text === name.toLowerCase() && (nameKind ? kind === nameKind : kind !== 'below'),
        )) &&
      (below === undefined || namesOf(n).some(([kind, text]) => kind === 'below' && text === below)) &&
      (search.commonName ?? each.commonName) === each.commonName &&
      (search.serialNumber ?? each.serialNumber) === each.serialNumber &&
      (search.issuer ?? each.issuerId) === each.issuerId &&
      (search.role ?? each.roleName) === each.roleName &&
      (search.keyType ?? each.keyType) === each.keyType &&
      (!search.expiresAfter || each.notAfter >= search.expiresAfter) &&
      (!search.expiresBefore || each.notAfter < search.expiresBefore) &&
      (!search.issuedAfter || each.issuedAt >= search.issuedAfter) &&
      (!search.issuedBefore || each.issuedAt < search.issuedBefore) &&
      (search.status ?? statusOf(each, now)) === statusOf(each, now),
  );
}

const maybe = <T>(...values: readonly T[]) => fc.constantFrom(undefined, undefined, undefined, ...values);
const searches: fc.Arbitrary<CertificateSearch> = fc.record({
  name: maybe('corp.example', 'host3.corp.example', 'HOST7.corp.example', 'nobody'),
  nameKind: maybe<'dns' | 'cn'>('dns', 'cn'),
  below: maybe('corp.example', 'example', 'nobody'),
  commonName: maybe('host5.corp.example'),
  serialNumber: maybe('00000005'),
  issuer: maybe('iss-1', 'iss-9'),
  role: maybe('rare', 'common', 'none'),
  keyType: maybe('rsa', 'ec', 'ed25519'),
  expiresAfter: maybe(at(100), at(152)),
  expiresBefore: maybe(at(100), at(152)),
  issuedAfter: maybe(at(10)),
  issuedBefore: maybe(at(20)),
  status: maybe<CertificateStatus>('valid', 'expired', 'revoked', 'not-yet-valid'),
});

const steps = [
  { few: 0, firstStep: 4, step: 16, countStep: 25, stretchStep: 7, farthest: 24 },
  { few: 4, firstStep: 5, step: 60, countStep: 60, stretchStep: 60, farthest: 30 },
  { few: 100, firstStep: 15, step: 15, countStep: 15, stretchStep: 1, farthest: 15 },
];

test.each(certificateStatuses)(
  'how many are %s is how many a list of them holds, in steps of any length',
  async (status) => {
    const query = queryOf(authority(), { status }, now);
    for (const limits of steps)
      expect(Number(await new CertificateWalk(world, limits).count(query, newestFirst))).toBe(
        expected({ status }).length,
      );
    expect(expected({ status }).length).toBeGreaterThan(0);
  },
);

test('whatever is looked for, in either order and from either end, pages hold all of it once, and the count is theirs', async () => {
  const limits = fc.constantFrom(...steps);
  const ways = fc.record({
    field: fc.constantFrom('issuedAt' as const, 'notAfter' as const, 'commonName' as const),
    direction: fc.constantFrom('ASC' as const, 'DESC' as const),
  });
  await fc.assert(
    fc.asyncProperty(searches, limits, ways, fc.boolean(), fc.integer({ min: 3, max: 12 }), async (...given) => {
      const [search, bounds, way, fromStart, size] = given;
      const walk = new CertificateWalk(world, bounds);
      const query = queryOf(authority(), search, now);
      const found: string[] = [];
      const follow = async <Key extends WalkKey>(order: Keyset<Key>) => {
        let cursor: string | null = null;
        for (let pages = 0; pages < 200; pages += 1) {
          const page: PageAsked = fromStart
            ? pageAsked({ first: size, after: cursor })
            : pageAsked({ last: size, before: cursor });
          const { keys, stopped }: Walked<Key> = await walk.page(query, order, page);
          const shown = keys.slice(0, size);
          found.push(...shown.map(({ id }) => id));
          const last = stopped ?? (keys.length > size ? shown.at(-1) : undefined);
          if (!last) return;
          cursor = cursorOf(order, last);
        }
        throw new Error('there is no end');
      };
      const { field, direction } = way;
      if (field === 'issuedAt') await follow(certificateOrders[field][direction]);
      else if (field === 'notAfter') await follow(certificateOrders[field][direction]);
      else await follow(certificateOrders[field][direction]);
      const wanted = expected(search);
      const upwards = fromStart === (direction === 'ASC');
      const place = (each: (typeof wanted)[number]) => each[field].valueOf();
      const inOrder = [...wanted].sort((a, b) => {
        const before = place(a) === place(b) ? a.id < b.id : place(a) < place(b);
        return before === upwards ? -1 : 1;
      });
      expect(found).toEqual(inOrder.map(({ id }) => id));
      expect(Number(await walk.count(query, newestFirst))).toBe(wanted.length);
    }),
    { numRuns: 40 },
  );
});

test('no statement looks at more rows than its step, and a page at no more than it may', async () => {
  const walk = new CertificateWalk(world, {
    few: 0,
    firstStep: 2,
    step: 4,
    countStep: 4,
    stretchStep: 4,
    farthest: 12,
  });
  const query = queryOf(authority(), { keyType: 'ed25519' }, now);
  const { result, statements } = await world.heard(() => walk.page(query, newestFirst, pageAsked({})));
  expect(result.keys).toEqual([]);
  expect(result.stopped).not.toBeNull();
  // 2 + 2 + 4 + 4 rows: for each step what matches, and where it ends.
  expect(statements).toHaveLength(8);
});

test.each([
  ['all', { below: 'example' }, 1],
  // 15 of the newest 20: of a step, what matches and where it ends.
  ['most', { status: 'valid' as const }, 3],
])('where %s of the rows match, a page looks at few of them, and for nothing rare', async (_share, search, most) => {
  const walk = new CertificateWalk(world, {
    ...{ few: 10, firstStep: 30, step: 60, countStep: 60, stretchStep: 60, farthest: 60 },
  });
  const query = queryOf(authority(), search, now);
  const { result, statements } = await world.heard(() => walk.page(query, newestFirst, pageAsked({ first: 4 })));
  expect(result.keys).toHaveLength(5);
  expect(statements.filter((sql) => sql.includes('UNION ALL'))).toEqual([]);
  expect(statements.length).toBeLessThanOrEqual(most);
});
