import { problem } from '../../../../platform/problems.js';
import type { VaultAnswer } from '../route.js';

/**
 * The response for a list. Keys with details are identifiers, in the order of their text.
 * @param info details of each, as `key_info`
 * @throws NOT_FOUND for an empty list
 */
export function keysAnswer(
  keys: readonly string[],
  info?: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): VaultAnswer {
  if (keys.length === 0) throw problem('NOT_FOUND');
  return { data: info ? { keys: [...keys].sort(), key_info: info } : { keys } };
}

/** An empty response. */
export const nothing = (): null => null;
