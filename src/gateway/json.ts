import { problem } from '../platform/problems.js';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Levels of lists and objects in a document. Real ones have fewer than ten. */
const deepest = 100;

/**
 * Reads a JSON document.
 * @returns `undefined` for an empty one
 * @throws MALFORMED_BODY: not UTF-8, not JSON, or nested more than 100 levels deep
 */
export function parseJson(bytes: Buffer): unknown {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw problem('MALFORMED_BODY', 'The request body is not valid UTF-8');
  }
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw problem('MALFORMED_BODY');
  }
  if (nestsTooDeep(value)) throw problem('MALFORMED_BODY', 'The request body is nested too deeply');
  return value;
}

/**
 * Whether a value is nested deeper than any document should be: what walks it by calling itself would meet the end of the stack. So this goes level by
 * level.
 */
export function nestsTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return true;
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      for (const inner of Object.values(item)) if (typeof inner === 'object' && inner !== null) next.push(inner);
    }
    level = next;
  }
  return false;
}
