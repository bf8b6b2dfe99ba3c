import { fitsGlob, ListedTexts } from './listed-texts.js';

/**
 * The rules of a policy about the parameters of a request: `allowed_parameters`, `denied_parameters`, `required_parameters`. A parameter has its REST name, in
 * GraphQL too, and its value is read as its path reads it: `"8h"` and 28800 are the same duration, `"a,b"` and `["a", "b"]` the same list.
 */
export type Scalar = string | number | boolean | null;
/** A value in a policy's list. */
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
  /** `null` if that was sent. */
  readonly value: unknown;
  /** How its path reads a value: `undefined` for an invalid one. Absent for a parameter that the path does not know. */
  readonly read?: (value: unknown) => unknown;
}

/** The parameters of one request, as sent. `null` if some of them have no name that policies could use. */
export type Asked = readonly Parameter[] | null;

const nothing: ReadonlyMap<string, readonly Listed[]> = new Map();

/** What several rules for the same path say together. */
export class ParameterLimits {
  private constructor(
    private readonly allowed: ReadonlyMap<string, readonly Listed[]>,
    private readonly denied: ReadonlyMap<string, readonly Listed[]>,
    private readonly required: ReadonlySet<string>,
  ) {}

  /** `null` if they say nothing about parameters. */
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

/** Lists for one parameter are combined; an empty one, which allows any value, outweighs the others. */
function together(lists: readonly (Lists | undefined)[]): ReadonlyMap<string, readonly Listed[]> {
  const merged = new Map<string, readonly Listed[]>();
  for (const [name, values] of lists.flatMap((each) => Object.entries(each ?? {}))) {
    const before = merged.get(name);
    merged.set(name, before?.length === 0 || values.length === 0 ? [] : [...(before ?? []), ...values]);
  }
  return merged.size === 0 ? nothing : merged;
}

/** A policy's value as the parameter reads it; `undefined` if it cannot be one of its values. */
const meant = (listed: Listed, { read }: Parameter): unknown =>
  listed === null || read === undefined ? listed : read(listed);

/** Whether every part of the value is listed. A value that cannot be compared is not. */
function isAmong(values: readonly Listed[], parameter: Parameter): boolean {
  const { value } = parameter;
  if (!isComparable(value)) return false;
  const listed = values.map((each) => meant(each, parameter));
  if (isListed(listed, value)) return true;
  return isList(value) && value.length > 0 && value.every(isOneOf(listed));
}

/** Whether the value, or a part of it, is listed. A value that cannot be compared might be. */
function isTouched(values: readonly Listed[], parameter: Parameter): boolean {
  const { value } = parameter;
  const listed = values.map((each) => meant(each, parameter));
  if (!isComparable(value) || listed.includes(undefined)) return true;
  return isListed(listed, value) || (isList(value) && value.some(isOneOf(listed)));
}

/** A longer text is judged as many items are: it may be of megabytes, in which no single text of a policy is looked for by itself. */
const shortText = 1_024;

/** Whether the value as a whole is listed. */
function isListed(listed: readonly unknown[], value: unknown): boolean {
  if (typeof value !== 'string' || value.length <= shortText) return listed.some((each) => same(each, value));
  return new ListedTexts(listed.filter((each) => !isList(each))).fits(value);
}

/** For the items of a list, which may be many. */
function isOneOf(listed: readonly unknown[]): (item: unknown) => boolean {
  const single = listed.flatMap((each) => (isList(each) ? (each.length === 1 ? [each[0]] : []) : [each]));
  const texts = new ListedTexts(single);
  return (item) => texts.fits(item);
}

function same(listed: unknown, value: unknown): boolean {
  if (isList(listed) && isList(value)) {
    return listed.length === value.length && listed.every((each, index) => same(each, value[index]));
  }
  if (typeof listed === 'string' && typeof value === 'string') return fitsGlob(listed, value);
  return isScalar(listed) && listed === value;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

export const isScalar = (value: unknown): value is Scalar =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Longest list that is compared. No certificate needs more items, and comparing them would delay others. */
const mostItems = 10_000;

const isComparable = (value: unknown): boolean =>
  isScalar(value) || (isList(value) && value.length <= mostItems && value.every(isScalar));
