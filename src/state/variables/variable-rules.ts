import { passing, problem } from '../../platform/problems.js';
import { isWellFormed } from '../../platform/well-formed.js';
import { requireFitting } from '../text-rules.js';

const variableCategories = ['terraform', 'env'] as const;
/** Whether a run gets it as a variable of its configuration, or in its environment. */
export type VariableCategory = (typeof variableCategories)[number];

/** A row's word; an unknown one is that of the environment, where nothing evaluates it. */
export const categoryOf = (word: string): VariableCategory => (word === 'terraform' ? 'terraform' : 'env');

/** Bytes of one value, as Terraform Enterprise documents them. */
export const mostValueBytes = 262_144;
/** Of one workspace or set. */
export const mostVariables = 1_000;
/** Bytes of all values of one workspace or set. */
export const mostBytesTogether = 4_194_304;

/** What a variable is, with its value. */
export interface VariableParts {
  readonly key: string;
  readonly category: VariableCategory;
  readonly description: string;
  readonly hcl: boolean;
  readonly sensitive: boolean;
}

/** What may be asked of a variable. An absent or null part of a change leaves it as it is. */
export type GivenVariable = {
  readonly [Part in keyof VariableParts]?: VariableParts[Part] | null | undefined;
} & { readonly value?: string | null | undefined };

/** @throws INVALID_INPUT naming the part */
export function checkedParts(given: GivenVariable, seen: VariableParts): VariableParts {
  const key = given.key ?? seen.key;
  const category = given.category ?? seen.category;
  if (key.trim() === '') throw problem('INVALID_INPUT', "Key can't be blank", ['key']);
  requireFitting('variableKey', key, 'key');
  if (category === 'env' && key.includes('=')) {
    throw problem('INVALID_INPUT', 'key of an environment variable must not contain "="', ['key']);
  }
  requireFitting('variableDescription', given.description, 'description');
  const sensitive = given.sensitive ?? seen.sensitive;
  // Otherwise whoever may write could read what was written to be read by nobody.
  if (seen.sensitive && !sensitive && given.value == null) {
    const rule = 'sensitive can only be set to false together with a new value';
    throw problem('INVALID_INPUT', rule, ['sensitive']);
  }
  return { key, category, description: given.description ?? seen.description, hcl: given.hcl ?? seen.hcl, sensitive };
}

/** The bytes of a value. @throws INVALID_INPUT */
export function checkedValue(value: string): Buffer {
  if (!isWellFormed(value)) throw problem('INVALID_INPUT', 'value must be valid Unicode', ['value']);
  const bytes = Buffer.from(value, 'utf8');
  if (bytes.length <= mostValueBytes) return bytes;
  const rule = `value must have at most ${mostValueBytes} bytes`;
  throw problem('INVALID_INPUT', rule, ['value'], passing(bytes.length, mostValueBytes));
}

/** @throws INVALID_INPUT for a workspace or set with more than it may have */
export function requireRoom({ variableCount, variableBytes }: { variableCount: number; variableBytes: number }): void {
  if (variableCount > mostVariables) {
    const rule = `At most ${mostVariables} variables are allowed`;
    throw problem('INVALID_INPUT', rule, ['key'], passing(variableCount, mostVariables));
  }
  if (variableBytes > mostBytesTogether) {
    const rule = `value must leave the values together at most ${mostBytesTogether} bytes`;
    throw problem('INVALID_INPUT', rule, ['value'], passing(variableBytes, mostBytesTogether));
  }
}
