import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { date } from '../../../src/platform/database/columns.js';
import { all, any, condition, equals, oneOf } from '../../../src/platform/database/conditions.js';
import { madeOfRows } from '../../../src/platform/database/made-of-rows.js';
import type { TagRow } from '../../../src/platform/database/models.js';
import { rowReader } from '../../../src/platform/database/row-reader.js';
import { byId } from '../../../src/platform/graphql/by-id.js';
import type { Connection } from '../../../src/platform/graphql/connection.js';
import { descending, keyset, text } from '../../../src/platform/graphql/keyset.js';
import { NestedPages } from '../../../src/platform/graphql/nested-pages.js';
import { pageWindow } from '../../../src/platform/graphql/numbered-page.js';
import { openWorld } from '../../identity/world.js';
import type { World } from '../../identity/world.js';

/** How many tags each organization has. */
const sizes = [0, 1, 2, 7, 12];
const parents = sizes.map((_, index) => ({ id: `org-nested-${index}` }));

interface Filter {
  /** Read as two lists that are put together in order. */
  readonly halves: boolean;
  /** The rows come along with the page. */
  readonly whole: boolean;
}
const lastFirst = keyset<{ key: string; id: string }>({ key: descending(text), id: descending(text) });

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await put(parents.map(({ id }, index) => ({ id, size: sizes[index] ?? 0 })));
});
afterAll(() => world.close());

const keyOf = (index: number) => `key-${String(index).padStart(2, '0')}`;

async function put(organizations: readonly { id: string; size: number }[]): Promise<void> {
  const createdAt = world.clock.now();
  await world.client.organization.createMany({
    data: organizations.map(({ id }) => ({ id, name: id, email: 'a@b.example', createdAt, updatedAt: createdAt })),
  });
  await world.client.tag.createMany({
    data: organizations.flatMap(({ id, size }) =>
      Array.from({ length: size }, (_, index) => ({
        ...{ id: `tag-${id}-${index}`, organizationId: id, key: keyOf(index), createdAt },
      })),
    ),
  });
}

const tags = rowReader<TagRow>({
  id: text.fromColumn,
  organizationId: text.fromColumn,
  key: text.fromColumn,
  searchName: text.fromColumn,
  createdAt: date,
});
const wholeTags = {
  select: (page: string) => `SELECT p."parent", ${tags.selection('t')} FROM ${page} p JOIN "Tag" t ON t."id" = p."id"`,
  read: madeOfRows((row) => tags.read(row)),
};

/** As one request has them. */
function lists({ known = false, whole = false } = {}) {
  const { database, client } = world;
  const load = byId<TagRow>((ids) => client.tag.findMany({ where: { id: { in: ids } } }));
  return new NestedPages({
    ...{ database, table: 'Tag', key: lastFirst },
    of: ({ id }: { id: string }, { halves }: Filter) => {
      const here = equals('organizationId', id);
      if (!halves) return here;
      return [all(here, condition('"key" < ?', keyOf(4))), all(here, condition('"key" >= ?', keyOf(4)))];
    },
    ...(whole ? { rows: wholeTags } : { node: ({ id }: { key: string; id: string }) => load.load(id) }),
    ...(known && { known: () => 99 }),
  });
}

/** Keys of an organization's tags in the order of the list. */
const expected = (index: number) => Array.from({ length: sizes[index] ?? 0 }, (_, each) => keyOf(each)).reverse();

const keysOf = (page: Connection<TagRow>) => page.nodes.map(({ key }) => key);

describe.each([
  { halves: false, whole: false },
  { halves: true, whole: false },
  { halves: false, whole: true },
  { halves: true, whole: true },
])('lists of several objects, %j', (filter) => {
  test.each([1, 2, 3, 5, 20])('pages of %i lead through all of each, from both ends', async (size) => {
    for (const from of ['start', 'end'] as const) {
      const walked = await Promise.all(
        parents.map(async (parent) => {
          const found: string[] = [];
          for (let cursor: string | null = null; ;) {
            const asked = {
              from,
              size,
              after: from === 'start' ? cursor : null,
              before: from === 'end' ? cursor : null,
            };
            const page: Connection<TagRow> = await lists(filter).connection(parent, filter, asked);
            if (from === 'start') found.push(...keysOf(page));
            else found.unshift(...keysOf(page));
            const { hasNextPage, hasPreviousPage, endCursor, startCursor } = page.pageInfo;
            if (!(from === 'start' ? hasNextPage : hasPreviousPage)) return found;
            cursor = from === 'start' ? endCursor : startCursor;
          }
        }),
      );
      expect(walked).toEqual(parents.map((_, index) => expected(index)));
    }
  });

  test('a page is one statement for the rows of all and one for what is shown, unless that came along; totals are one more, when asked for', async () => {
    const list = lists(filter);
    const first = { from: 'start', size: 2, after: null, before: null } as const;
    let pages: Connection<TagRow>[] = [];
    const read = await world.statements(async () => {
      pages = await Promise.all(parents.map((parent) => list.connection(parent, filter, first)));
    });
    expect(read).toHaveLength(filter.whole ? 1 : 2);
    expect(pages.map(keysOf)).toEqual(parents.map((_, index) => expected(index).slice(0, 2)));
    expect(pages.map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual(sizes.map((size) => size > 2));
    let totals: (number | bigint)[] = [];
    const counted = await world.statements(async () => {
      totals = await Promise.all(pages.map(async ({ count }) => count()));
    });
    expect(counted).toHaveLength(1);
    expect(totals.map(Number)).toEqual(sizes);
  });

  test('numbered pages', async () => {
    const list = lists(filter);
    const window = pageWindow({ page: 2, pageSize: 3 });
    const pages = await Promise.all(parents.map((parent) => list.numbered(parent, filter, window)));
    expect(pages.map(({ items }) => items.map(({ key }) => key))).toEqual(
      parents.map((_, index) => expected(index).slice(3, 6)),
    );
    expect(pages.map(({ pagination }) => pagination.totalCount)).toEqual(sizes);
  });
});

test('of one object, only the rows of its page come from the database, however far the page is and of however many parts', async () => {
  const parent = { id: 'org-nested-4' };
  const spy = vi.spyOn(world.database, 'readSql');
  for (const whole of [false, true]) {
    const page = await lists({ whole }).numbered(parent, { halves: true, whole }, pageWindow({ page: 4, pageSize: 2 }));
    expect(page.items.map(({ key }) => key)).toEqual(expected(4).slice(6, 8));
  }
  const read = spy.mock.settledResults.flatMap((each) => (each.type === 'fulfilled' ? [each.value.length] : []));
  spy.mockRestore();
  // Of two parts, a total has two rows.
  expect(read.toSorted()).toEqual([2, 2, 2, 2]);
});

test('a total that is known is not counted', async () => {
  const list = lists({ known: true });
  const seen = await world.statements(async () => {
    expect(await list.count({ id: 'org-nested-0' }, { halves: false, whole: false })).toBe(99);
  });
  expect(seen).toEqual([]);
});

test('a statement for every hundred objects', async () => {
  const many = Array.from({ length: 230 }, (_, index) => ({ id: `org-many-${index}`, size: index % 3 }));
  await put(many);
  const list = lists();
  const first = { from: 'start', size: 2, after: null, before: null } as const;
  let pages: Connection<TagRow>[] = [];
  const read = await world.statements(async () => {
    pages = await Promise.all(many.map((parent) => list.connection(parent, { halves: true, whole: false }, first)));
  });
  expect(read.filter((sql) => sql.includes('UNION ALL'))).toHaveLength(3);
  expect(pages.map(({ nodes }) => nodes.length)).toEqual(many.map(({ size }) => size));
});

test('as many parts as there may be: several statements have those of all objects, with the same pages and totals', async () => {
  const keys = [
    ...Array.from({ length: 12 }, (_, n) => keyOf(n)),
    ...Array.from({ length: 208 }, (_, n) => `none-${n}`),
  ];
  const list = new NestedPages({
    ...{ database: world.database, table: 'Tag', key: lastFirst, node: (key: { key: string; id: string }) => key },
    of: ({ id }: { id: string }) => {
      const [first = all(), ...others] = keys.map((key) => all(equals('organizationId', id), equals('key', key)));
      return [first, ...others] as const;
    },
  });
  const asked = { from: 'start', size: 3, after: null, before: null } as const;
  const pages = await Promise.all(parents.map((parent) => list.connection(parent, {}, asked)));
  expect(pages.map(({ nodes }) => nodes.map(({ key }) => key))).toEqual(
    parents.map((_, index) => expected(index).slice(0, 3)),
  );
  expect((await Promise.all(pages.map(async ({ count }) => count()))).map(Number)).toEqual(sizes);
});

test('nor is there a statement with more parameters than databases take', async () => {
  const values = Array.from({ length: 700 }, (_, n) => `none-${n}`);
  const list = new NestedPages({
    ...{ database: world.database, table: 'Tag', key: lastFirst, node: (key: { key: string; id: string }) => key },
    of: ({ id }: { id: string }) => all(equals('organizationId', id), any(oneOf('key', values), condition('1 = 1'))),
  });
  const many = [...parents, ...Array.from({ length: 90 }, (_, n) => ({ id: `org-none-${n}` }))];
  const asked = { from: 'start', size: 3, after: null, before: null } as const;
  const pages = await Promise.all(many.map((parent) => list.connection(parent, {}, asked)));
  expect(pages.map(({ nodes }) => nodes.map(({ key }) => key))).toEqual(
    many.map((_, index) => expected(index).slice(0, 3)),
  );
  expect((await Promise.all(pages.map(async ({ count }) => count()))).map(Number)).toEqual(
    many.map((_, index) => sizes[index] ?? 0),
  );
});
