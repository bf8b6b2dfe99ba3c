import { isInternational } from './host-name.js';

/*
 * What checking the names of a request may cost, in one place: it blocks the thread for all others. What a request brings and what a role has count alike, since
 * whoever writes roles decides what requests with them cost.
 */

/**
 * Limit on the product of the lengths of texts and of what each is compared with: 100 names and 1,000 patterns of about 20 characters have 78 million. The
 * comparison takes a tenth of a second at most.
 */
const mostCompared = 100_000_000;

/** Converting a label of at most 63 characters there and back takes up to 0.2 ms. */
export const mostInternationalLabels = 1000;

/** Characters of templates that are filled in for each request: a hundredth of a second. */
export const mostTemplates = 200_000;

/** The minimal cost of one comparison, in characters. */
const least = 8;

const sizeOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length + least, 0);

/** Whether it would take too long to compare each of the texts with each of the others. */
export const isTooMuchToCompare = (texts: readonly string[], others: readonly string[]): boolean =>
  sizeOf(texts) * sizeOf(others) > mostCompared;

/** The labels of those names that IDNA has to convert. */
export const internationalLabels = (names: readonly string[]): number =>
  names.reduce((sum, name) => (isInternational(name) ? sum + name.split('.').length : sum), 0);

/** Whether it would take too long to convert the names. */
export const isTooMuchToConvert = (names: readonly string[]): boolean =>
  internationalLabels(names) > mostInternationalLabels;

const isTemplate = (text: string): boolean => text.includes('{{') || text.includes('}}');

/** Whether it would take too long to fill in the templates among the texts. */
export const isTooMuchToFill = (texts: readonly string[]): boolean => sizeOf(texts.filter(isTemplate)) > mostTemplates;
