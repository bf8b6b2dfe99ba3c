import { z } from 'zod';
import { namesIn } from './guide.js';
import { valueAt } from './fields.js';

/** A name of REST, the field that stands for it, and what REST does with the field's value. */
export interface Pair {
  readonly rest: string;
  /** `null` where nothing stands for it. */
  readonly field: string | null;
  readonly rule: string;
}

/** A row may have several names: then both cells have them in the same order. @throws Error for cells of different lengths */
export function pairsOf([names, fields, rule = '']: readonly string[]): readonly Pair[] {
  const rest = namesIn(names);
  const stand = namesIn(fields);
  if (stand.length > 0 && stand.length !== rest.length)
    throw new Error(`not as many names as fields: ${names} ${fields}`);
  return rest.map((name, index) => ({ rest: name, field: stand[index] ?? null, rule }));
}

/** What is not in an answer at all. */
export const absent = Symbol('absent');

export type Rule = (value: unknown, object: unknown) => unknown;

const whole = z.number();
const text = z.string();

/** What the last column of a table may say, and what that makes of a field's value. */
const rules: Readonly<Record<string, Rule>> = {
  '': (value) => value,
  'lower case': (value) => (value === null ? null : text.parse(value).toLowerCase()),
  'lower case, dashes': (value) => text.parse(value).toLowerCase().replaceAll('_', '-'),
  '`null` for empty text': (value) => (value === '' ? null : value),
  'empty text for `null`': (value) => value ?? '',
  'left out for `null`': (value) => value ?? absent,
  'left out unless `vcsConnected`': (value, object) => (valueAt(object, 'vcsConnected') === true ? value : absent),
  '`null` for an empty list': (value) => (Array.isArray(value) && value.length === 0 ? null : value),
  'seconds since 1970': (value) => (value === null ? 0 : Math.floor(Date.parse(text.parse(value)) / 1000)),
  'seconds since 1970, left out for `null`': (value) =>
    value === null ? absent : Math.floor(Date.parse(text.parse(value)) / 1000),
  'whole seconds, left out for `null`': (value) =>
    value === null ? absent : text.parse(value).replace(/\.\d+Z$/, 'Z'),
  'a number of seconds': (value) => secondsOf(text.parse(value)),
  'units: `72h`': (value) => text.parse(value).replace(/^PT/, '').toLowerCase(),
  'whether it is there': (value) => value !== null,
  'one text, lower case, dashes, commas between': (value) =>
    z
      .array(text)
      .parse(value)
      .map((word) => word.toLowerCase().replaceAll('_', '-'))
      .join(','),
};

function secondsOf(duration: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(duration) ?? [];
  return whole.parse(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}

/** @throws Error for words that no rule has: a guide says nothing that is not tried */
export function restValue({ field, rule }: Pair, object: unknown): unknown {
  const [, constant] = /^always `(.*)`$/.exec(rule) ?? [];
  if (constant !== undefined) {
    const value: unknown = JSON.parse(constant);
    return value;
  }
  const apply = rules[rule];
  if (!apply || field === null) throw new Error(`what is "${rule}" of ${String(field)}?`);
  return apply(valueAt(object, field) ?? null, object);
}

/** Whether there are answers that do not have it. */
export const mayBeAbsent = ({ rule }: Pair) => rule.includes('left out') || rule.startsWith('with `include');
