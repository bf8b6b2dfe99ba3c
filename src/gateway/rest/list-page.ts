import { isRecord } from '../../platform/is-record.js';

/** A list with pages in the schema, as an operation reads one of them. */
export interface ListPage<Item> {
  readonly nodes: readonly Item[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

export function isPage(value: unknown): value is ListPage<unknown> {
  return isRecord(value) && Array.isArray(value['nodes']) && isRecord(value['pageInfo']);
}

/** The cursor of the next page; `null` after the last one. */
export function nextCursor({ pageInfo }: ListPage<unknown>): string | null {
  return pageInfo.hasNextPage ? pageInfo.endCursor : null;
}
