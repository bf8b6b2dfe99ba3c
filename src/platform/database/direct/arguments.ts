import { notDirect } from './not-direct.js';

export type Given = Readonly<Record<string, unknown>>;

/** An object as it is written in braces. References to fields and other objects of classes are the client's matter. */
export function plain(value: unknown): Given {
  if (!isPlain(value)) notDirect();
  return value;
}

export function isPlain(value: unknown): value is Given {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The arguments of a call: those known, and none else that says something. */
export function argumentsOf(given: unknown, ...known: readonly string[]): Given {
  if (given === undefined) return {};
  const object = plain(given);
  for (const name of Object.keys(object)) if (object[name] !== undefined && !known.includes(name)) notDirect();
  return object;
}

/** What is given, without `undefined`, which says nothing. */
export function* entriesOf(given: Given): Generator<readonly [name: string, value: unknown]> {
  for (const name of Object.keys(given)) {
    const value = given[name];
    if (value !== undefined) yield [name, value];
  }
}
