import { problem } from '../../platform/problems.js';

/** A tag that what is searched for must have; without a value, any value matches. */
export interface TagCondition {
  readonly key: string;
  readonly value?: string;
}

/** Largest number of tags in each list of a search: each is a condition of the statement, and SQLite limits their number. */
const mostTags = 20;

/** @throws INVALID_PARAMETER for too many */
export function checkedTags<T>(
  list: readonly T[] | null | undefined,
  field: 'tags' | 'excludeTags' | 'tagged',
): readonly T[] {
  if (list == null || list.length <= mostTags) return list ?? [];
  throw problem('INVALID_PARAMETER', `A search may name at most ${mostTags} tags`, ['filter', field]);
}
