import { problem } from '../../platform/problems.js';

/** The result of a query for one object. @throws NOT_FOUND for null: missing and hidden look the same */
export function found<T>(value: T | null): T {
  if (value === null) throw problem('NOT_FOUND');
  return value;
}

/** The result of a mutation without problems. @throws Error for null, which a payload only has together with problems */
export function made<T>(value: T | null): T {
  if (value === null) throw new Error('a payload has neither problems nor what was done');
  return value;
}

/** An object's names as attributes: `canUpdate` → `can-update`. */
export function attributesOf(values: Readonly<Record<string, unknown>>, rename: (name: string) => string) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value]));
}

/** A comma-separated query parameter; `undefined` if it is absent or empty. */
export function commaList(text: string | undefined): string[] | undefined {
  const parts = text?.split(',').map((part) => part.trim()) ?? [];
  const named = parts.filter((part) => part !== '');
  return named.length > 0 ? named : undefined;
}
