import { problem } from '../../../../platform/problems.js';
import type { VaultAnswer } from '../route.js';

/**
 * The answer of a list.
 * @param info further facts about each, as `key_info`
 * @throws NOT_FOUND when there is nothing to list
 */
export function keysAnswer(
  keys: readonly string[],
  info?: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): VaultAnswer {
  if (keys.length === 0) throw problem('NOT_FOUND');
  return { data: { keys, ...(info && { key_info: info }) } };
}

/** The answer of what has nothing to show. */
export const nothing = (): null => null;
