import { mostValues } from '../../../../platform/graphql/values.js';
import { pagingOf } from '../list-paging.js';
import type { VaultAnswer, VaultRequest } from '../route.js';
import { keysAnswer } from './answers.js';

/** A list with details of each key is one document, so it has an end. */
const more = `the first ${mostValues} are listed; ask for the next with after and limit`;

type Query = VaultRequest['query'];

/** The page that a request asks for of a long list with details. @throws INVALID_INPUT */
export function longPageOf(query: Query): { readonly most: number; readonly from: string | null } {
  const { after, limit } = pagingOf({ after: query('after'), limit: query('limit') });
  return { most: Math.min(limit ?? mostValues, mostValues), from: after };
}

/** @throws NOT_FOUND for an empty list */
export function longAnswer(
  query: Query,
  info: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): VaultAnswer {
  const keys = Object.keys(info);
  const { limit } = pagingOf({ limit: query('limit') });
  const answer = keysAnswer(keys, info);
  return keys.length === mostValues && limit !== mostValues ? { ...answer, warnings: [more] } : answer;
}
