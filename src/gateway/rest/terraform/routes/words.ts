import { instant } from '../../../../platform/graphql/scalars.js';
import { oneOf } from '../../fields.js';

/** An enum value of the API in this dialect: `READ_OUTPUTS` → `read-outputs`. */
export function dialectWord(value: string): string {
  return value.toLowerCase().replaceAll('_', '-');
}

/** One of these enum values, read from the words of this dialect. */
export function enumOf<const Value extends string>(...values: readonly Value[]) {
  const byWord = new Map<unknown, Value>(values.map((value) => [dialectWord(value), value]));
  const { expected } = oneOf(...values.map(dialectWord));
  return { expected, read: (value: unknown) => byWord.get(value) };
}

/** A time as text, passed on unchanged. */
export const instantText = {
  expected: 'an instant such as 2026-01-02T03:04:05.678Z',
  read: (value: unknown) => (typeof value === 'string' && instant(value) ? value : undefined),
};
