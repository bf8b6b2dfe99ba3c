import { isRecord } from '../../platform/is-record.js';

/** A list that the schema has by pages, as an operation reads one of them. */
export interface ListPage<Item> {
  readonly nodes: readonly Item[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

export function isPage(value: unknown): value is ListPage<unknown> {
  return isRecord(value) && Array.isArray(value['nodes']) && isRecord(value['pageInfo']);
}

/** Where the page after this one begins; `null` when it is the last. */
export function nextCursor({ pageInfo }: ListPage<unknown>): string | null {
  return pageInfo.hasNextPage ? pageInfo.endCursor : null;
}
