import { problem } from '../../platform/problems.js';

/** What a query for one object answered. @throws NOT_FOUND for null: missing and hidden look the same */
export function found<T>(value: T | null): T {
  if (value === null) throw problem('NOT_FOUND');
  return value;
}

/** What a mutation without problems made, changed or deleted. @throws Error for null, which a payload only has together with problems */
export function made<T>(value: T | null): T {
  if (value === null) throw new Error('a payload has neither problems nor what was done');
  return value;
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
