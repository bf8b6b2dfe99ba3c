import { afterAll, beforeEach, beforeAll, expect, test } from 'vitest';
import type { AuditFilter } from '../../../src/identity/audit/record-conditions.js';
import { identityLoaders } from '../../../src/identity/loaders.js';
import { pageAsked } from '../../../src/platform/graphql/connection.js';
import { cursorOf, descending, keyset, bigint } from '../../../src/platform/graphql/keyset.js';
import { openWorld } from '../world.js';
import type { World } from '../world.js';

/*
 * Records get their places in the chain while somebody goes from page to page.
 */

const count = 24;
const olgaId = 'user-CCCCCCCCCCCCCCCC';
const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1_000);
/** Of two servers whose clocks differ; some times are equal. */
const rows = Array.from({ length: count }, (_, n) => ({
  ...{ id: BigInt(1_000 + n), at: at(n % 2 === 0 ? Math.floor(n / 4) : n), actorId: n % 3 === 0 ? null : olgaId },
  ...{ actorName: n % 5 === 0 ? 'olga-before' : 'olga', actorKind: 'user', outcome: 'success' },
  ...{ action: 'team.update', targetType: 'team', targetId: 'x' },
}));

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.client.auditRecord.deleteMany();
  await world.client.auditRecord.createMany({ data: rows });
});

async function page(filter: AuditFilter, asked: Parameters<typeof pageAsked>[0]) {
  const caller = await world.root();
  const { recordsOfSite } = world.visibleFor(identityLoaders(world.client), caller);
  return recordsOfSite.connection({ id: 'site' }, filter, pageAsked(asked));
}

/** In the order of numbers, as the chain does. */
async function giveFourPlaces() {
  const waiting = await world.client.auditRecord.findMany({
    where: { position: null },
    orderBy: { id: 'asc' },
    take: 4,
  });
  for (const { id } of waiting)
    await world.client.auditRecord.update({ where: { id }, data: { position: id - 999n, hash: 'x' } });
}

const latestFirst = rows.toSorted((one, other) => other.at.getTime() - one.at.getTime() || Number(other.id - one.id));
const asked: readonly (readonly [AuditFilter, (row: (typeof rows)[number]) => boolean])[] = [
  [{ actor: 'olga' }, ({ actorName }) => actorName === 'olga'],
  [{ actor: olgaId }, ({ actorId }) => actorId === olgaId],
  [{ recordedAfter: at(2) }, (row) => row.at >= at(2)],
];

test.each(asked)('%j: each record is on one page, forwards and backwards', async (filter, meets) => {
  const expected = latestFirst.filter(meets).map(({ id }) => id);
  for (const forwards of [true, false]) {
    const found: bigint[] = [];
    for (let place: string | null = null, more = true; more;) {
      const { nodes, pageInfo, ...rest } = await page(
        filter,
        forwards ? { first: 3, after: place } : { last: 3, before: place },
      );
      const ids = nodes.map(({ id }) => id);
      if (forwards) found.push(...ids);
      else found.unshift(...ids);
      expect(Number(await rest.count())).toBe(expected.length);
      more = forwards ? pageInfo.hasNextPage : pageInfo.hasPreviousPage;
      place = forwards ? pageInfo.endCursor : pageInfo.startCursor;
      await giveFourPlaces();
    }
    expect(found).toEqual(expected);
    await world.client.auditRecord.updateMany({ data: { position: null, hash: null } });
  }
});

test('a cursor of the list in the order of numbers does not fit', async () => {
  const cursor = cursorOf(keyset<{ id: bigint }>({ id: descending(bigint) }), { id: 1_010n });
  expect((await page({}, { first: 1, after: cursor })).nodes.map(({ id }) => id)).toEqual([1_009n]);
  await expect(page({ actor: 'olga' }, { first: 1, after: cursor })).rejects.toThrow(
    'after is not a cursor of this list',
  );
});

test.each([2n ** 63n, -(2n ** 63n) - 1n, 9_999_999_999_999_999_999n])(
  'a cursor with a number that no column has is none: %d',
  async (id) => {
    const key = keyset<{ id: bigint }>({ id: descending(bigint) });
    await expect(page({}, { first: 1, after: cursorOf(key, { id }) })).rejects.toThrow(
      'after is not a cursor of this list',
    );
    expect((await page({}, { first: 1, after: cursorOf(key, { id: 2n ** 63n - 1n }) })).nodes).toHaveLength(1);
  },
);
