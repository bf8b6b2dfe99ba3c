import type { AuditDetail, AuditDetails } from './target.js';

/** The old and new values of a change by column: `{ changed: { usage: { from, to } } }`. Unchanged columns are left out. Never called with secrets. */
export function changedOf(before: object, after: object): { readonly changed: AuditDetails } {
  const columns = Object.keys(after).flatMap((name) => {
    const [from, to] = [shown(Reflect.get(before, name)), shown(Reflect.get(after, name))];
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [[name, { from, to }] as const];
  });
  return { changed: Object.fromEntries(columns) };
}

function shown(value: unknown): AuditDetail {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return String(value);
  return value instanceof Date ? value.toISOString() : JSON.stringify(value);
}
