import { condition, oneOf } from './conditions.js';
import type { SqlCondition } from './conditions.js';

/**
 * Searches for parts of names, alike on both databases. They disagree on the case that LIKE sees and on how its signs are escaped, and Prisma escapes
 * none of them: so what is searched stands in a column of its own, in a form that has neither case nor signs.
 */
export type TextPart =
  | { readonly contains: string }
  | { readonly startsWith: string }
  | { readonly endsWith: string }
  | { readonly equals: string };

/** The signs of LIKE and of its escapes, each as a character of the private use area: no name may have one of those. */
const stands: Readonly<Record<string, string>> = { _: '\u{e000}', '%': '\u{e001}', '\\': '\u{e002}' };
const inNoName = /[\u{e000}-\u{e002}]/u;

/** No name that is searched is longer; SQLite refuses patterns from some length on. */
const longestPart = 255;

/** The column that a name is searched by; nothing where the name stays. Every write of a name writes it too. */
export function searchColumn(name: string | undefined): { searchName?: string } {
  return name === undefined ? {} : { searchName: searchForm(name) };
}

/** The column that an account's email address is searched by: a search treats addresses that differ in case as the same mailbox. */
export function searchEmailColumn(email: string | undefined): { searchEmail?: string } {
  return email === undefined ? {} : { searchEmail: searchForm(email) };
}

function searchForm(name: string): string {
  return name.toLowerCase().replace(/[_%\\]/g, (sign) => stands[sign] ?? sign);
}

/** As a condition of Prisma on a column of search forms. What no name can have finds nothing. */
export function searched(part: TextPart): { readonly in: string[] } | TextPart {
  if ('contains' in part) return sought(part.contains, (contains) => ({ contains }));
  if ('startsWith' in part) return sought(part.startsWith, (startsWith) => ({ startsWith }));
  if ('endsWith' in part) return sought(part.endsWith, (endsWith) => ({ endsWith }));
  return sought(part.equals, (equals) => ({ equals }));
}

function sought(text: string, by: (form: string) => TextPart): { readonly in: string[] } | TextPart {
  return isInNoName(text) ? { in: [] } : by(searchForm(text));
}

/** The same for a statement of our own: the column of search forms has the text in it. */
export function searchedIn(column: string, text: string): SqlCondition {
  return isInNoName(text) ? condition('1 = 0') : condition(`"${column}" LIKE ?`, `%${searchForm(text)}%`);
}

/** The column of search forms is one of the texts. */
export function searchedAmong(column: string, texts: readonly string[]): SqlCondition {
  return oneOf(column, texts.filter((text) => !isInNoName(text)).map(searchForm));
}

/** NUL is in no name either: to SQLite it is where a pattern ends, and PostgreSQL takes no text that has one. */
function isInNoName(text: string): boolean {
  return text.length > longestPart || text.includes('\0') || inNoName.test(text);
}
