/**
 * Signs of texts, times signs of what each of them is compared with: 100 names and 1,000 patterns of some 20 signs have 78 million. It is done on the thread that
 * serves everybody else, for a tenth of a second at most.
 */
const mostCompared = 100_000_000;

/** What one comparison takes however short both are, in signs. */
const least = 8;

const sizeOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length + least, 0);

/** Whether it would take too long to compare each of the texts with each of the others. */
export const isTooMuchToCompare = (texts: readonly string[], others: readonly string[]): boolean =>
  sizeOf(texts) * sizeOf(others) > mostCompared;
