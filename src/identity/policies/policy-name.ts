import { problem } from '../../platform/problems.js';

/** The policy that allows everything, and requires a site administrator as the owner. It has no text. */
export const rootPolicy = 'root';
/** The policy of every token that did not get other policies. */
export const defaultPolicy = 'default';
/** The policy of wrapping tokens, which only the server gives. It has no text. */
export const wrappingPolicy = 'response-wrapping';

const shape = /^[a-z0-9][a-z0-9_.-]{0,127}$/;

/** Names are stored in lower case. @throws INVALID_INPUT */
export function policyName(text: string, field: readonly string[]): string {
  const name = text.trim().toLowerCase();
  if (shape.test(name)) return name;
  const rule = 'must have 1 to 128 characters, each a letter, a digit, "-", "_" or ".", the first a letter or a digit';
  throw problem('INVALID_INPUT', `the name of a policy ${rule}`, field);
}

/** The column of a token: JSON text of a list of names. Anything else grants nothing. */
export function readPolicyNames(text: string): readonly string[] {
  const names: unknown = JSON.parse(text);
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
}
