import { invalidInput } from '../../platform/problems.js';
import { fieldName, worded } from '../../platform/wording.js';
import type { Said } from '../../platform/wording.js';
import { systemLifetimes } from '../tokens/token-lifetime.js';
import { methodTokenTypes } from './auth-method.js';
import type { MethodTuning } from './auth-method.js';

export type MethodTuningInput = { readonly [Name in keyof MethodTuning]?: MethodTuning[Name] | null | undefined };

const longest = 2 ** 31 - 1;

const lists = [
  'auditNonHmacRequestKeys',
  'auditNonHmacResponseKeys',
  'passthroughRequestHeaders',
  'allowedResponseHeaders',
] as const;
/** Items of a list, and characters of an item: names of parameters and headers. */
const mostItems = 20;
const longestItem = 128;

/**
 * How a method is tuned after a write: what was not given stays.
 * @param greater what to say of lifetimes that are usually longer than at most
 * @throws INVALID_INPUT
 */
export function changedTuning(
  before: MethodTuning,
  input: MethodTuningInput,
  greater: (usual: number, most: number) => Said = () => ({
    inVault: 'given default lease TTL greater than given max lease TTL',
    inGraphql: 'defaultLeaseTtl is greater than maxLeaseTtl',
  }),
): MethodTuning {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined));
  const tuning: MethodTuning = { ...before, ...given };
  const { defaultLeaseTtl, maxLeaseTtl } = tuning;
  for (const field of ['defaultLeaseTtl', 'maxLeaseTtl'] as const) {
    if (!Number.isSafeInteger(tuning[field]) || tuning[field] < 0 || tuning[field] > longest)
      throw invalidInput(field, worded`${fieldName(field)} must be between 0 and ${longest} seconds`);
  }
  if (maxLeaseTtl !== 0 && defaultLeaseTtl > maxLeaseTtl)
    throw invalidInput('defaultLeaseTtl', greater(defaultLeaseTtl, maxLeaseTtl));
  if (maxLeaseTtl === 0 && defaultLeaseTtl > systemLifetimes.most)
    throw invalidInput('defaultLeaseTtl', {
      inVault: `given default lease TTL greater than system max lease TTL of ${systemLifetimes.most}`,
      inGraphql: `defaultLeaseTtl is greater than the longest lifetime of tokens, ${systemLifetimes.most}s`,
    });
  for (const field of lists) {
    if (tuning[field].length > mostItems || tuning[field].some((item) => item.length > longestItem))
      throw invalidInput(
        field,
        worded`${fieldName(field)} may have at most ${mostItems} items of ${longestItem} characters`,
      );
  }
  if (!methodTokenTypes.includes(tuning.tokenType))
    throw invalidInput('tokenType', worded`invalid value for '${fieldName('tokenType')}'`);
  return tuning;
}
