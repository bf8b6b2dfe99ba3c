import { describe, expect, test } from 'vitest';
import { pageAsked } from '../../../src/platform/graphql/connection.js';
import type { ConnectionArgs } from '../../../src/platform/graphql/connection.js';
import { ascending, cursorOf, descending, instant, keyset, text } from '../../../src/platform/graphql/keyset.js';
import { pageOfWhole } from '../../../src/platform/graphql/whole-list.js';

const key = keyset<{ readonly at: Date; readonly id: string }>({ at: descending(instant), id: ascending(text) });
const row = (year: number, id: string) => ({ at: new Date(Date.UTC(year, 0)), id });
/** In no order. */
const rows = [row(2001, 'b'), row(2003, 'a'), row(2001, 'a'), row(2002, 'a'), row(2001, 'c')];
const order = ['2003 a', '2002 a', '2001 a', '2001 b', '2001 c'];
const cursor = (at: number) => {
  const [year = '', id = ''] = order[at]?.split(' ') ?? [];
  return cursorOf(key, row(Number(year), id));
};

const page = (args: Pick<ConnectionArgs, keyof ConnectionArgs>, of = rows) => {
  const { nodes, pageInfo, count } = pageOfWhole(key, pageAsked(args), of);
  const { hasNextPage, hasPreviousPage } = pageInfo;
  return {
    nodes: nodes.map(({ at, id }) => `${at.getUTCFullYear()} ${id}`),
    more: [hasPreviousPage, hasNextPage],
    total: count(),
  };
};

describe('a page of a list that is in memory', () => {
  test.each([
    // asked                                        from  to  before  after
    [{}, 0, 5, false, false],
    [{ first: 2 }, 0, 2, false, true],
    [{ first: 0 }, 0, 0, false, true],
    [{ first: 2, after: cursor(1) }, 2, 4, true, true],
    [{ first: 9, after: cursor(3) }, 4, 5, true, false],
    [{ last: 2 }, 3, 5, true, false],
    [{ last: 2, before: cursor(3) }, 1, 3, true, true],
    [{ last: 9, before: cursor(1) }, 0, 1, false, true],
    [{ first: 9, after: cursor(0), before: cursor(4) }, 1, 4, true, false],
    [{ first: 9, after: cursor(4) }, 5, 5, true, false],
  ])('%j is from %d to %d', (args, from, to, before, after) => {
    expect(page(args)).toEqual({ nodes: order.slice(from, to), more: [before, after], total: 5 });
  });

  test('goes on from what is gone', () => {
    const left = rows.filter(({ at, id }) => at.getUTCFullYear() !== 2001 || id !== 'a');
    expect(page({ after: cursor(2) }, left).nodes).toEqual(['2001 b', '2001 c']);
  });

  test('of another list is refused', () => {
    expect(() => page({ after: 'nowhere' })).toThrow('after is not a cursor of this list');
    expect(() => page({ before: '' })).toThrow('before is not a cursor of this list');
  });
});
