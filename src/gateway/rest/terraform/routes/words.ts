import { instant } from '../../../../platform/graphql/scalars.js';
import { oneOf } from '../../fields.js';

/** A word of this dialect as the enum of the API has it: `read-outputs` → `READ_OUTPUTS`. */
export function enumWord(word: string): string {
  return word.toUpperCase().replaceAll('-', '_');
}

/** And back: `READ_OUTPUTS` → `read-outputs`. */
export function dialectWord(value: string): string {
  return value.toLowerCase().replaceAll('_', '-');
}

/** One of these words, read as the enum has it. */
export function enumOf(...words: readonly string[]) {
  const { read, expected } = oneOf(...words);
  return {
    expected,
    read: (value: unknown) => {
      const word = read(value);
      return word === undefined ? undefined : enumWord(word);
    },
  };
}

/** An instant in text, passed on as it is. */
export const instantText = {
  expected: 'an instant such as 2026-01-02T03:04:05.678Z',
  read: (value: unknown) => (typeof value === 'string' && instant(value) ? value : undefined),
};
