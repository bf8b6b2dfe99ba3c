/** Text that stands in a document as it is: numbers and lists that no value of JavaScript writes. */
export class Raw {
  constructor(readonly text: string) {}
}

/** An object whose names may come twice. */
export class Members {
  constructor(readonly all: readonly (readonly [name: string, value: unknown])[]) {}
}

/** A document as JSON, with what only text can say. What has no JSON is null. */
export function written(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (value instanceof Members)
    return `{${value.all.map(([name, inner]) => `${JSON.stringify(name)}:${written(inner)}`).join(',')}}`;
  if (Array.isArray(value)) return `[${value.map(written).join(',')}]`;
  if (typeof value === 'object' && value !== null) return written(new Members(Object.entries(value)));
  return value === undefined ? 'null' : JSON.stringify(value);
}

export type Place = readonly (string | number)[];

/** Where there is something in a document, itself first. */
export function placesOf(value: unknown, before: Place = []): Place[] {
  if (typeof value !== 'object' || value === null || value instanceof Raw || value instanceof Members) return [before];
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [before, ...inner.flatMap(([name, each]) => placesOf(each, [...before, name]))];
}

/** What lies at a place; `undefined` where nothing does. */
export function at(value: unknown, [first, ...rest]: Place): unknown {
  if (first === undefined) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  return at(Reflect.get(value, first), rest);
}

/** The document with something else at a place. */
export function withAt(value: unknown, [first, ...rest]: Place, put: unknown): unknown {
  if (first === undefined) return put;
  if (Array.isArray(value))
    return value.map((each: unknown, index): unknown => (index === first ? withAt(each, rest, put) : each));
  const members: [string, unknown][] = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const kept = members.map(([name, each]): [string, unknown] => [
    name,
    name === first ? withAt(each, rest, put) : each,
  ]);
  if (!members.some(([name]) => name === first)) kept.push([String(first), withAt({}, rest, put)]);
  return Object.fromEntries(kept);
}
