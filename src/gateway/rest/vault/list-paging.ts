import { problem } from '../../../platform/problems.js';
import { lastOf, unreadable } from './request.js';
import type { VaultAnswer } from './route.js';
import { weak } from './weak.js';

/** The requested part of a list, as in OpenBao: the query parameters `after` and `limit` of every LIST. */
export interface ListPaging {
  /** Only values after this text, whether it exists or not; `null` for the beginning. */
  readonly after: string | null;
  /** `null` for all. */
  readonly limit: number | null;
}

/** All of it. */
export const wholeList: ListPaging = { after: null, limit: null };

/** More than any list has. */
const unlimited = 0x7fff_ffffn;
const longest = /^[+-]?\d{1,19}$/;

/** @throws INVALID_INPUT for a limit that is not a number of at most 64 bits */
export function pagingOf(query: unknown): ListPaging {
  const after = lastOf(query, 'after') ?? '';
  const limit = lastOf(query, 'limit') ?? '';
  const most = limit === '' ? 0n : wholeOf(limit);
  if (most === null) throw unreadable('limit', weak.large.expected);
  return { after: after === '' ? null : after, limit: most > 0n ? Number(most < unlimited ? most : unlimited) : null };
}

function wholeOf(written: string): bigint | null {
  if (!longest.test(written)) return null;
  const value = BigInt(written.replace('+', ''));
  return BigInt.asIntN(64, value) === value ? value : null;
}

/**
 * The requested part of a short list: its keys in the order of texts, with their details.
 * @throws NOT_FOUND if the list is empty
 */
export function pagedAnswer(answer: VaultAnswer | null, { after, limit }: ListPaging): VaultAnswer | null {
  const keys = answer?.data?.['keys'];
  if (!answer?.data || !isTexts(keys) || (after === null && limit === null)) return answer;
  const shown = [...keys]
    .sort()
    .filter((key) => after === null || key > after)
    .slice(0, limit ?? keys.length);
  if (shown.length === 0) throw problem('NOT_FOUND');
  const { key_info: info, policies } = answer.data;
  return {
    ...answer,
    data: {
      ...answer.data,
      keys: shown,
      ...(isRecord(info) && { key_info: Object.fromEntries(shown.map((key) => [key, info[key]])) }),
      // The same list with another name.
      ...(isTexts(policies) && { policies: shown }),
    },
  };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
