import { numberedPage } from './numbered-page.js';
import type { NumberedPage, PageWindow } from './numbered-page.js';

/** Rows of a page in the order of the list, or in the opposite order from its end. */
export interface PagePlace {
  readonly skip: number;
  readonly take: number;
  readonly backwards: boolean;
}

/** Rows that are passed over without asking how many there are. */
const near = 1_000;

/**
 * Reads a page by its number. The rows before it have to be passed over, in an index: where they are many, it is read from the nearer end of the list, so that
 * its last page costs what the first one does.
 * @param read rows of the list; backwards, in the opposite order
 */
export async function readPage<Row>(
  window: PageWindow,
  count: () => number | bigint | Promise<number | bigint>,
  read: (place: PagePlace) => Promise<readonly Row[]>,
): Promise<NumberedPage<Row>> {
  const { skip, size: take } = window;
  if (skip < near) {
    const [rows, total] = await Promise.all([read({ skip, take, backwards: false }), count()]);
    return numberedPage(rows, window, total);
  }
  const total = await count();
  const place = placeOf(window, Number(total));
  if (place.take === 0) return numberedPage([], window, total);
  const rows = await read(place);
  return numberedPage(place.backwards ? rows.toReversed() : rows, window, total);
}

/** From where the rows of a page are read, among so many. */
export function placeOf({ skip, size }: Pick<PageWindow, 'skip' | 'size'>, total: number): PagePlace {
  const take = Math.max(0, Math.min(size, total - skip));
  const after = total - skip - take;
  return take > 0 && after < skip ? { skip: after, take, backwards: true } : { skip, take, backwards: false };
}

/** The direction in which rows are read that are listed in the other one. */
export const way = (backwards: boolean, listed: 'asc' | 'desc' = 'asc'): 'asc' | 'desc' =>
  backwards === (listed === 'asc') ? 'desc' : 'asc';
