import { problem } from '../../platform/problems.js';
import { badShape, mostValues } from './json-shape.js';

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a JSON document, unless that would take long or much memory.
 * @returns `undefined` for an empty one
 * @throws MALFORMED_BODY: not UTF-8, not JSON, or nested more than 100 levels deep; BODY_TOO_LARGE: more than 200,000 values
 */
export function parseJson(bytes: Buffer): unknown {
  const bad = badShape(bytes);
  if (bad === 'deep') throw problem('MALFORMED_BODY', 'The request body is nested too deeply');
  if (bad) throw problem('BODY_TOO_LARGE', `The request body holds more than ${mostValues} values`);
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw problem('MALFORMED_BODY', 'The request body is not valid UTF-8');
  }
  if (text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw problem('MALFORMED_BODY');
  }
}
