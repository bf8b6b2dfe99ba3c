import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageWindow } from '../../../src/platform/graphql/numbered-page.js';
import { placeOf, readPage, way } from '../../../src/platform/graphql/read-page.js';
import type { PagePlace } from '../../../src/platform/graphql/read-page.js';

/** As a database reads rows. */
const listed = (rows: readonly number[]) => {
  const places: PagePlace[] = [];
  const read = (place: PagePlace) => {
    places.push(place);
    const inOrder = place.backwards ? rows.toReversed() : rows;
    return Promise.resolve(inOrder.slice(place.skip, place.skip + place.take));
  };
  return { read, places };
};

test('a page has the rows of its number, from whichever end they are read', async () => {
  const lists = fc.record({
    total: fc.integer({ min: 0, max: 5_000 }),
    page: fc.integer({ min: 1, max: 80 }),
    pageSize: fc.integer({ min: 1, max: 100 }),
  });
  await fc.assert(
    fc.asyncProperty(lists, async ({ total, ...asked }) => {
      const rows = Array.from({ length: total }, (_, index) => index);
      const { read, places } = listed(rows);
      const window = pageWindow(asked);
      const { items, pagination } = await readPage(window, () => total, read);
      expect(items).toEqual(rows.slice(window.skip, window.skip + window.size));
      expect(pagination).toMatchObject({ currentPage: asked.page, totalCount: total });
      for (const { skip } of places) expect(skip).toBeLessThanOrEqual(Math.max(1_000, total / 2));
    }),
  );
});

test.each([
  // window                         total      place
  [{ skip: 0, size: 20 }, 1_000_000, { skip: 0, take: 20, backwards: false }],
  [{ skip: 999_980, size: 20 }, 1_000_000, { skip: 0, take: 20, backwards: true }],
  [{ skip: 999_990, size: 20 }, 1_000_000, { skip: 0, take: 10, backwards: true }],
  [{ skip: 600_000, size: 20 }, 1_000_000, { skip: 399_980, take: 20, backwards: true }],
  [{ skip: 1_000_000, size: 20 }, 1_000_000, { skip: 1_000_000, take: 0, backwards: false }],
])('%j of %d: %j', (window, total, place) => {
  expect(placeOf(window, total)).toEqual(place);
});

test('a way is the other one backwards', () => {
  expect([way(false), way(true), way(false, 'desc'), way(true, 'desc')]).toEqual(['asc', 'desc', 'desc', 'asc']);
});
