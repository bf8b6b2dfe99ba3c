/**
 * Limit on the product of the lengths of texts and of what each is compared with: 100 names and 1,000 patterns of about 20 characters have 78 million. The
 * comparison blocks the thread for all others, for a tenth of a second at most.
 */
const mostCompared = 100_000_000;

/** The minimal cost of one comparison, in characters. */
const least = 8;

const sizeOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length + least, 0);

/** Whether it would take too long to compare each of the texts with each of the others. */
export const isTooMuchToCompare = (texts: readonly string[], others: readonly string[]): boolean =>
  sizeOf(texts) * sizeOf(others) > mostCompared;
