import { search } from 'jmespath';
import { programLimits } from './program.js';

/** What a path selects of a value, as JSON, or why it selects nothing. */
export type Selection =
  | { readonly json: string; readonly fault?: never }
  | { readonly fault: string; readonly json?: never };

/** Characters of a path in JMESPath. */
export const longestPath = 1_024;

/** Runs where time and memory are bounded: a path of forty characters can double a list again and again. */
export function select(path: string, value: unknown): Selection {
  try {
    const found: unknown = search(value, path);
    const json = JSON.stringify(found);
    if (json.length > programLimits.output) return { fault: `it selects more than ${programLimits.output} characters` };
    return { json };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'it is no path' };
  }
}
