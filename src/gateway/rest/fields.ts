import { problem, ProblemError } from '../../platform/problems.js';
import type { Problem } from '../../platform/problems.js';
import { isRecord } from '../../platform/is-record.js';

/** A field of a request document: where it is, its type, and whether it is required. */
export interface Field<T, Required extends boolean> {
  /** From the root of the document: `['data', 'attributes', 'serial']`. */
  readonly path: readonly string[];
  readonly required: Required;
  /** `undefined` for a value of another type. */
  readonly read: (value: unknown) => T | undefined;
  /** Completes "must be …". */
  readonly expected: string;
}
export type FieldTable = Readonly<Record<string, Field<unknown, boolean>>>;

type Value<F> = F extends Field<infer T, boolean> ? T : never;
type RequiredNames<Table> = { [K in keyof Table]: Table[K] extends Field<unknown, true> ? K : never }[keyof Table];
/** An absent optional field has no key; one that is null is null. */
export type FieldValues<Table extends FieldTable> = { [K in RequiredNames<Table>]: Value<Table[K]> } & {
  [K in Exclude<keyof Table, RequiredNames<Table>>]?: Value<Table[K]> | null;
};

/** A type of value: reads it, and names it for a refusal. */
interface Kind<T> {
  readonly read: (value: unknown) => T | undefined;
  readonly expected: string;
}

export const text: Kind<string> = {
  read: (value) => (typeof value === 'string' ? value : undefined),
  expected: 'text',
};
export const whole: Kind<number> = {
  read: (value) => (typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined),
  expected: 'a whole number',
};
/** A whole number within GraphQL's `Int`. */
export const small: Kind<number> = {
  read: (value) =>
    typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : undefined,
  expected: 'a whole number below 2147483648',
};
export const truth: Kind<boolean> = {
  read: (value) => (typeof value === 'boolean' ? value : undefined),
  expected: 'true or false',
};
export const record: Kind<Readonly<Record<string, unknown>>> = {
  read: (value) => (isRecord(value) ? value : undefined),
  expected: 'an object',
};
export const listOf = <T>(kind: Kind<T>): Kind<readonly T[]> => ({
  read: (value) => {
    if (!Array.isArray(value)) return undefined;
    const items = value.map((item) => kind.read(item));
    return items.every((item) => item !== undefined) ? items : undefined;
  },
  expected: `a list, each item ${kind.expected}`,
});
export const oneOf = <const T extends string>(...words: readonly T[]): Kind<T> => ({
  read: (value) => words.find((word) => word === value),
  expected: words.length === 1 ? words.join() : `one of ${words.join(', ')}`,
});

/** @param path with dots: `data.attributes.serial` */
export const required = <T>(kind: Kind<T>, path: string): Field<T, true> => ({
  ...kind,
  path: path.split('.'),
  required: true,
});
export const optional = <T>(kind: Kind<T>, path: string): Field<T, false> => ({
  ...kind,
  path: path.split('.'),
  required: false,
});

/**
 * Reads a request document by a table. Other members are ignored; absent differs from null.
 * @param outer where the document itself is in the body
 * @throws MISSING_INPUT, INVALID_INPUT for all problems at once, with the path of each
 */
export function readFields<Table extends FieldTable>(
  table: Table,
  body: unknown,
  outer?: readonly string[],
): FieldValues<Table>;
export function readFields(table: FieldTable, body: unknown, outer: readonly string[] = []): Record<string, unknown> {
  const wrong: Problem[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(table)) {
    const found = at(body, field.path);
    const path = [...outer, ...field.path];
    const where = path.join('.');
    if ((found === undefined || found === null) && field.required) {
      wrong.push({ code: 'MISSING_INPUT', message: `${where} is missing`, field: path });
    } else if (found === null) {
      values[name] = null;
    } else if (found !== undefined) {
      const value = field.read(found);
      if (value === undefined) {
        wrong.push({ code: 'INVALID_INPUT', message: `${where} must be ${field.expected}`, field: path });
      } else values[name] = value;
    }
  }
  const [first, ...others] = wrong;
  if (first) throw new ProblemError(first, ...others);
  return values;
}

const identifier = { id: required(text, 'id') };

/** The ids of a list of resource identifiers. @param path where the list is @throws MISSING_INPUT, INVALID_INPUT */
export function readIds(items: readonly unknown[], path: string): string[] {
  return items.map((item, index) => readFields(identifier, item, [...path.split('.'), String(index)]).id);
}

/** The value at a path; a step into something that is not an object is refused separately. @throws INVALID_INPUT */
function at(body: unknown, path: readonly string[]): unknown {
  let value = body;
  for (const [index, name] of path.entries()) {
    if (value === undefined || value === null) return undefined;
    if (!isRecord(value)) {
      const outer = path.slice(0, index);
      throw problem('INVALID_INPUT', `${outer.join('.') || 'the document'} must be an object`, outer);
    }
    value = Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}
