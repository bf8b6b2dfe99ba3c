/**
 * What a policy says of the parameters of a request: `allowed_parameters`, `denied_parameters`, `required_parameters`.
 * A parameter has the name that it has in REST, whatever face it came in by, and a value that was read as its path reads it: `"8h"` and 28800 are one
 * duration, `"a,b"` and `["a", "b"]` one list.
 */
export type Scalar = string | number | boolean | null;
/** A value as a policy lists it. */
export type Listed = Scalar | readonly Scalar[];
/** By names in lower case. An empty list stands for any value; `*` for every other parameter. */
export type Lists = Readonly<Record<string, readonly Listed[]>>;

export interface ParameterRules {
  readonly allowedParameters?: Lists;
  readonly deniedParameters?: Lists;
  readonly requiredParameters?: readonly string[];
}

/** One parameter of a request. */
export interface Parameter {
  readonly name: string;
  /** `null` where that was sent. */
  readonly value: unknown;
  /** How its path reads a value: `undefined` for what cannot be meant. Absent for a parameter that the path does not know. */
  readonly read?: (value: unknown) => unknown;
}

/** Those of one request, as they were sent. `null` where not all that was sent can be named as a policy names it. */
export type Asked = readonly Parameter[] | null;

const nothing: ReadonlyMap<string, readonly Listed[]> = new Map();

/** What several rules for the same path say together. */
export class ParameterLimits {
  private constructor(
    private readonly allowed: ReadonlyMap<string, readonly Listed[]>,
    private readonly denied: ReadonlyMap<string, readonly Listed[]>,
    private readonly required: ReadonlySet<string>,
  ) {}

  /** `null` where they say nothing of parameters. */
  static of(rules: readonly ParameterRules[]): ParameterLimits | null {
    const allowed = together(rules.map(({ allowedParameters }) => allowedParameters));
    const denied = together(rules.map(({ deniedParameters }) => deniedParameters));
    const required = new Set(rules.flatMap(({ requiredParameters = [] }) => requiredParameters));
    if (allowed.size === 0 && denied.size === 0 && required.size === 0) return null;
    return new ParameterLimits(allowed, denied, required);
  }

  permit(asked: Asked): boolean {
    if (asked === null) return false;
    for (const name of this.required)
      if (!asked.some((each) => each.name === name && each.value !== null)) return false;
    if (asked.length === 0) return true;
    if (this.denied.has('*')) return false;
    return asked.every((parameter) => !this.#denies(parameter) && this.#allows(parameter));
  }

  #denies(parameter: Parameter): boolean {
    const values = this.denied.get(parameter.name.toLowerCase());
    return values !== undefined && (values.length === 0 || isTouched(values, parameter));
  }

  #allows(parameter: Parameter): boolean {
    if (this.allowed.size === 0) return true;
    const values = this.allowed.get(parameter.name.toLowerCase());
    if (values === undefined) return this.allowed.has('*');
    return values.length === 0 || isAmong(values, parameter);
  }
}

/** Lists of one parameter add up; an empty one, any value, outweighs the others. */
function together(lists: readonly (Lists | undefined)[]): ReadonlyMap<string, readonly Listed[]> {
  const merged = new Map<string, readonly Listed[]>();
  for (const [name, values] of lists.flatMap((each) => Object.entries(each ?? {}))) {
    const before = merged.get(name);
    merged.set(name, before?.length === 0 || values.length === 0 ? [] : [...(before ?? []), ...values]);
  }
  return merged.size === 0 ? nothing : merged;
}

/** A value of a policy as the parameter reads it; `undefined` where it can be none of its values. */
const meant = (listed: Listed, { read }: Parameter): unknown =>
  listed === null || read === undefined ? listed : read(listed);

/** Whether every part of the value is listed. What cannot be compared is not. */
function isAmong(values: readonly Listed[], parameter: Parameter): boolean {
  const { value } = parameter;
  if (!isComparable(value)) return false;
  const listed = values.map((each) => meant(each, parameter));
  if (listed.some((each) => same(each, value))) return true;
  return isList(value) && value.length > 0 && value.every(isOneOf(listed));
}

/** Whether the value is listed, or has a part that is. What cannot be compared might be. */
function isTouched(values: readonly Listed[], parameter: Parameter): boolean {
  const { value } = parameter;
  const listed = values.map((each) => meant(each, parameter));
  if (!isComparable(value) || listed.includes(undefined)) return true;
  return listed.some((each) => same(each, value)) || (isList(value) && value.some(isOneOf(listed)));
}

/** Of the items of a list, which may be many: looks through those values alone that have a glob. */
function isOneOf(listed: readonly unknown[]): (item: unknown) => boolean {
  const single = listed.flatMap((each) => (isList(each) ? (each.length === 1 ? [each[0]] : []) : [each]));
  const exact = new Set(single);
  const patterns = single.filter((each) => typeof each === 'string').filter((each) => /^\*|\*$/.test(each));
  const fits = patterns.map(globOf);
  return (item) => exact.has(item) || (typeof item === 'string' && fits.some((fit) => fit(item)));
}

function same(listed: unknown, value: unknown): boolean {
  if (isList(listed) && isList(value)) {
    return listed.length === value.length && listed.every((each, index) => same(each, value[index]));
  }
  if (typeof listed === 'string' && typeof value === 'string') return globOf(listed)(value);
  return isScalar(listed) && listed === value;
}

/** A `*` at the start of a text stands for any beginning, one at its end for any rest. */
function globOf(listed: string): (value: string) => boolean {
  const start = listed.length > 1 && listed.startsWith('*');
  const end = listed.length > 1 && listed.endsWith('*');
  const middle = listed.slice(start ? 1 : 0, end ? -1 : undefined);
  if (start && end) return (value) => value.includes(middle);
  if (start) return (value) => value.endsWith(middle);
  return end ? (value) => value.startsWith(middle) : (value) => value === listed;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

export const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Items of a list that is compared. More are for no certificate, and to look through them would keep others waiting. */
const mostItems = 10_000;

const isComparable = (value: unknown): boolean =>
  isScalar(value) || (isList(value) && value.length <= mostItems && value.every(isScalar));
