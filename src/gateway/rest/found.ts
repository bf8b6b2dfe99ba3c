import { problem } from '../../platform/problems.js';
import type { Pagination } from '../../platform/graphql/numbered-page.js';

/** What a query for one object answered. @throws NOT_FOUND for null: missing and hidden look the same */
export function found<T>(value: T | null): T {
  if (value === null) throw problem('NOT_FOUND');
  return value;
}

/** A numbered page as operations answer it. */
export interface PageOf<T> {
  readonly items: readonly T[];
  readonly pagination: Readonly<Pick<Pagination, keyof Pagination>>;
}

/** What a mutation answered, once its problems were dealt with. */
export interface PayloadOf<Name extends string, T> {
  readonly payload: Readonly<Record<Name, T | null>>;
}

/** An object's names as attributes: `canUpdate` → `can-update`. */
export function attributesOf(values: Readonly<Record<string, unknown>>, rename: (name: string) => string) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value]));
}

/** A comma list of a query parameter; `undefined` when it is absent or names nothing. */
export function commaList(text: string | undefined): string[] | undefined {
  const parts = text?.split(',').map((part) => part.trim()) ?? [];
  const named = parts.filter((part) => part !== '');
  return named.length > 0 ? named : undefined;
}
