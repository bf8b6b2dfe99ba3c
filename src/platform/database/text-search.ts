import { condition, oneOf } from './conditions.js';
import type { SqlCondition } from './conditions.js';
import type { Provider } from './engine.js';

/**
 * Searches for parts of names, with the same result on both databases. They differ in the case sensitivity of LIKE and in how its special characters are
 * escaped, and Prisma escapes none. So the searched text has a column of its own, in a form without case and without special characters.
 */
export type TextPart =
  | { readonly contains: string }
  | { readonly startsWith: string }
  | { readonly endsWith: string }
  | { readonly equals: string };

/** The special characters of LIKE and its escape character, each replaced by a private use character, which no name may contain. */
const stands: Readonly<Record<string, string>> = { _: '\u{e000}', '%': '\u{e001}', '\\': '\u{e002}' };
const inNoName = /[\u{e000}-\u{e004}]/u;

/** Where a list of names shows the beginning and the end of one: private use characters, too. */
export const startMark = '\u{e003}';
export const endMark = '\u{e004}';

/** No searched name is longer. SQLite refuses patterns above some length. */
const longestPart = 255;

/** The search column of a name; empty if the name does not change. Every write of a name must write it too. */
export function searchColumn(name: string | undefined): { searchName?: string } {
  return name === undefined ? {} : { searchName: searchForm(name) };
}

/** The search column of an email address: addresses that differ only in case count as the same mailbox. */
export function searchEmailColumn(email: string | undefined): { searchEmail?: string } {
  return email === undefined ? {} : { searchEmail: searchForm(email) };
}

function searchForm(name: string): string {
  return name.toLowerCase().replace(/[_%\\]/g, (sign) => stands[sign] ?? sign);
}

/** A text as search columns have it; null if no name can contain it. */
export const searchFormOf = (text: string): string | null => (isInNoName(text) ? null : searchForm(text));

/** A Prisma condition on a search column. A text that no name can contain finds nothing. */
export function searched(part: TextPart): { readonly in: string[] } | TextPart {
  if ('contains' in part) return sought(part.contains, (contains) => ({ contains }));
  if ('startsWith' in part) return sought(part.startsWith, (startsWith) => ({ startsWith }));
  if ('endsWith' in part) return sought(part.endsWith, (endsWith) => ({ endsWith }));
  return sought(part.equals, (equals) => ({ equals }));
}

function sought(text: string, by: (form: string) => TextPart): { readonly in: string[] } | TextPart {
  return isInNoName(text) ? { in: [] } : by(searchForm(text));
}

/** The same for our own statements: the search column contains the text. */
export function searchedIn(column: string, text: string): SqlCondition {
  return isInNoName(text) ? condition('1 = 0') : condition(`"${column}" LIKE ?`, `%${searchForm(text)}%`);
}

/** A column of ASCII names contains the text, in any case. For tables that are short enough for a search without an index and a search column. */
export function containsName(provider: Provider, column: string, text: string): SqlCondition {
  const has = provider === 'sqlite' ? 'instr' : 'strpos';
  return condition(`${has}(lower("${column}"), ?) > 0`, text.replaceAll('\0', '\ufffd').toLowerCase());
}

/** The search column equals one of the texts. */
export function searchedAmong(column: string, texts: readonly string[]): SqlCondition {
  return oneOf(column, texts.filter((text) => !isInNoName(text)).map(searchForm));
}

/** No name contains NUL: it ends a pattern in SQLite, and PostgreSQL does not accept it. */
function isInNoName(text: string): boolean {
  return text.length > longestPart || text.includes('\0') || inNoName.test(text);
}
