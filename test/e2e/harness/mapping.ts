import { z } from 'zod';
import { camel } from '../../../src/platform/wording.js';
import { extKeyUsageSpellings, keyUsageSpellings } from '../../../src/pki/policy/usages.js';
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
const pairList = z.array(z.object({ issuerUuid: text, keyUuid: text.nullable() }));
const members = z.record(text, z.unknown());
const policy = z.object({ oid: text, cps: text.nullable(), notice: text.nullable() });
const constant = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
const spellings = new Map(
  Object.entries({ ...keyUsageSpellings, ...extKeyUsageSpellings }).map(([name, spelled]) => [constant(name), spelled]),
);

/** What the last column of a table may say, and what that makes of a field's value. */
const rules: Readonly<Record<string, Rule>> = {
  '': (value) => value,
  'lower case': (value) => (value === null ? null : text.parse(value).toLowerCase()),
  'lower case, left out for `null`': (value) => (value === null ? absent : text.parse(value).toLowerCase()),
  'each in lower case': (value) =>
    z
      .array(text)
      .parse(value)
      .map((word) => word.toLowerCase()),
  'as Vault spells them, or as they were written': (value) =>
    z
      .array(text)
      .parse(value)
      .map((name) => spellings.get(name)),
  '`oid`, or JSON where there is more': (value) =>
    z
      .array(policy)
      .parse(value)
      .map(({ oid, cps, notice }) => (cps === null && notice === null ? oid : JSON.stringify({ oid, cps, notice }))),
  'empty text for `null`, or as it was written': (value) =>
    value === null ? '' : text.parse(value).replace(/\.\d+Z$/, 'Z'),
  'after what it is about, a colon: `workspace:locked`': (value) =>
    z
      .array(text)
      .parse(value)
      .map((event) => event.toLowerCase().replace(/^(state_version|workspace)_/, '$1:')),
  '`[]` until it was verified': () => [],
  'lower case, dashes': (value) => text.parse(value).toLowerCase().replaceAll('_', '-'),
  '`null` for empty text': (value) => (value === '' ? null : value),
  'empty text for `null`': (value) => value ?? '',
  'empty text for `null`; of an issuer that was deleted, what it was': (value) => value ?? '',
  'left out for `null`': (value) => value ?? absent,
  'without `data`, left out for `null`': (value) => value ?? absent,
  'left out with `valueOmitted`': (value, object) => (valueAt(object, 'valueOmitted') === true ? absent : value),
  'none of the output with `valueOmitted`': (value, object) => {
    if (valueAt(object, 'valueOmitted') === true)
      throw new Error('an output that is shown although its value is left out');
    return value;
  },
  'namespace and name: `hashicorp/aws`': (value) => /"[^"]*?([^/"]+\/[^/"]+)"/.exec(text.parse(value))?.[1],
  'left out unless `vcsConnected`': (value, object) => (valueAt(object, 'vcsConnected') === true ? value : absent),
  'left out where `email` is `null`': (value, object) => (valueAt(object, 'email') === null ? absent : value),
  // Of an object within the document, where what is left out reads as `null`.
  'left out for an empty list': (value) => (Array.isArray(value) && value.length === 0 ? null : value),
  '`null` for an empty list, if another one or the last is set': (value, object) =>
    hasOwnUrls(object) && Array.isArray(value) && value.length === 0 ? null : value,
  'left out if none of them is set': (value, object) => (hasOwnUrls(object) ? value : absent),
  '`null` for an empty list': (value) => (Array.isArray(value) && value.length === 0 ? null : value),
  'seconds since 1970': (value) => (value === null ? 0 : Math.floor(Date.parse(text.parse(value)) / 1000)),
  'seconds since 1970, left out for `null`': (value) =>
    value === null ? absent : Math.floor(Date.parse(text.parse(value)) / 1000),
  'whole seconds, left out for `null`': (value) =>
    value === null ? absent : text.parse(value).replace(/\.\d+Z$/, 'Z'),
  'a number of seconds': (value) => secondsOf(text.parse(value)),
  'a number of seconds, left out for `null`': (value) => (value === null ? absent : secondsOf(text.parse(value))),
  'units: `72h`': (value) => text.parse(value).replace(/^PT/, '').toLowerCase(),
  '`false` for `null`': (value) => value ?? false,
  '`null` for `{}`': (value) => (isEmpty(value) ? null : value),
  'left out for `{}`': (value) => (isEmpty(value) ? absent : value),
  '`issuerUuid` to `keyUuid`': (value) =>
    Object.fromEntries(pairList.parse(value).map(({ issuerUuid, keyUuid }) => [issuerUuid, keyUuid ?? ''])),
  '`auth/token/root` for `null`': (value) => value ?? 'auth/token/root',
  '`0` for `null`, `-1` for the last use': (value) => (value === 0 ? -1 : (value ?? 0)),
  '`organizationName` for `null`': (value, object) => value ?? valueAt(object, 'organizationName'),
  'whether it is there': (value) => value !== null,
  'milliseconds; `teamTokenMaxTtl`, `userTokenMaxTtl`, `auditTrailTokenMaxTtl` of the others': (value) =>
    secondsOf(text.parse(value)) * 1_000,
  '`organization`; `team`, `user`, `audit_trails` of the others': () => 'organization',
  'one text, lower case, dashes, commas between': (value) =>
    z
      .array(text)
      .parse(value)
      .map((word) => word.toLowerCase().replaceAll('_', '-'))
      .join(','),
};

const isEmpty = (value: unknown): boolean => value === null || Object.keys(members.parse(value)).length === 0;

/** Of an issuer: addresses that are not those of its mount. */
const hasOwnUrls = (issuer: unknown): boolean =>
  Object.values(members.parse(valueAt(issuer, 'ownUrls'))).some((set) =>
    Array.isArray(set) ? set.length > 0 : set === true,
  );

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

const everyMember = /(?:^|\.)\*$/;
export const withoutStar = (name: string) => name.replace(everyMember, '');

type Document = Readonly<Record<string, unknown>>;

/** What a document says under a pair's name; members of an object by the names that fields have. */
export function saidOf(document: Document, { rest, rule }: Pair): unknown {
  const place = withoutStar(rest);
  const [outer = ''] = place.split('.');
  if (outer !== '' && !Object.hasOwn(document, outer)) return absent;
  const value = place === '' ? document : (valueAt(document, place) ?? null);
  if (rule === signed) return addressOf(value);
  return everyMember.test(rest) ? renamed(value) : value;
}

/** What it has to say. @throws Error as {@link restValue} */
export function expectedOf(pair: Pair, object: unknown): unknown {
  const { field, rest, rule } = pair;
  if (field !== null && rule === signed) return addressOf(valueAt(object, field));
  if (field === null || !everyMember.test(rest)) return restValue(pair, object);
  const place = withoutStar(field);
  return place === '' ? withoutTypename(object) : valueAt(object, place);
}

const signed = 'signed anew each time';
const addressOf = (url: unknown) => (url === null ? null : new URL(text.parse(url)).pathname.split('/').slice(0, 4));

/** `can-update` → `canUpdate` */
function renamed(value: unknown): unknown {
  const { data } = members.safeParse(value);
  return data
    ? Object.fromEntries(Object.entries(data).map(([name, item]) => [camel(name.replaceAll('-', '_')), item]))
    : value;
}

function withoutTypename(object: unknown): unknown {
  const shown = Object.entries(members.parse(object));
  return Object.fromEntries(shown.filter(([name]) => name !== '__typename'));
}

/** A document's names as a table may have them: a member by itself where it names members, and none where it names every member. */
export function namesOf(document: Document, pairs: readonly Pair[]): string[] {
  if (pairs.some(({ rest }) => rest === '*')) return [];
  return Object.entries(document).flatMap(([name, value]) => {
    if (pairs.some(({ rest }) => rest === `${name}.*`)) return [];
    const byMember = pairs.some(({ rest }) => rest.startsWith(`${name}.`));
    return byMember ? Object.keys(members.parse(value)).map((member) => `${name}.${member}`) : [name];
  });
}
