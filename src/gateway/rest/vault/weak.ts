import { parseDuration } from '../../../platform/duration.js';
import { readPolicies } from '../../../pki/policy/policy-identifiers.js';
import { readTexts } from '../../../pki/policy/text-list.js';
import { keyUsageOf } from '../../../pki/policy/usages.js';
import type { Camel } from '../../../platform/wording.js';
import { commonAddress } from '../../../pki/x509/ip.js';
import type { AsWritten } from '../../../platform/graphql/as-written.js';
import { trimmed } from '../../../platform/trimmed.js';
import { isRecord } from '../../../platform/is-record.js';

/**
 * A kind of field as Vault's callers send it: "true" for true, "1h" for seconds, "a,b" for a list. `read` returns the typed value, or `undefined` for an
 * invalid one.
 */
export interface WeakKind<T> {
  readonly read: (value: unknown) => T | undefined;
  /** What it reads, for the message about a value that it does not. */
  readonly expected: string;
  /** How policies read it, if there are several spellings; defaults to `read`. */
  readonly compared?: (value: unknown) => unknown;
  /** The operation gets each text of it as {@link AsWritten}. */
  readonly asWritten?: boolean;
  /** For the help of a path. */
  readonly does?: string;
}

/** The fields of a path with the names that its callers send. */
export type WeakTable = Readonly<Record<string, WeakKind<unknown>>>;

type Meant<Kind> = Kind extends WeakKind<infer T> ? T : never;
/** Keys are in camel case. A field that was not sent is absent; `null` is only kept in a merge patch, where it sets the default. */
export type WeakValues<Table extends WeakTable, Null = never> = {
  [Name in keyof Table & string as Camel<Name>]?: Handed<Table[Name]> | Null;
};

type Handed<Kind> = Kind extends { readonly asWritten: true } ? Wrapped<Meant<Kind>> : Meant<Kind>;
type Wrapped<Value> = Value extends readonly unknown[] ? readonly AsWritten[] : AsWritten;

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'boolean' ? (value ? '1' : '0') : undefined;
}

const truths = new Map<unknown, boolean>([
  ...['1', 't', 'T', 'true', 'TRUE', 'True'].map((word) => [word, true] as const),
  ...['', '0', 'f', 'F', 'false', 'FALSE', 'False'].map((word) => [word, false] as const),
]);

function flagOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' ? value !== 0 : truths.get(value);
}

function largeOf(value: unknown): number | undefined {
  if (typeof value === 'boolean') return Number(value);
  if (value === '') return 0;
  const number = typeof value === 'string' && /^[+-]?\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** What `Int` of GraphQL takes. */
function wholeOf(value: unknown): number | undefined {
  const number = largeOf(value);
  return number !== undefined && number >= -(2 ** 31) && number < 2 ** 31 ? number : undefined;
}

function itemsOf(value: readonly unknown[]): readonly string[] | undefined {
  const items = value.map(textOf);
  return items.every((item) => item !== undefined) ? items : undefined;
}

/** Items, or one text that is the only item, including its commas. */
function pemsOf(value: unknown): readonly string[] | undefined {
  const text = textOf(value);
  if (text !== undefined) return text === '' ? [] : [text];
  return Array.isArray(value) ? itemsOf(value) : undefined;
}

const listOf = (value: unknown): readonly string[] | undefined => readTexts(value, textOf);

/** Blanks alone are no list without items: those allow everything. */
function limitsOf(value: unknown): readonly string[] | undefined {
  const isBlank = typeof value === 'string' && /^[\s,]+$/.test(value);
  const items = isBlank ? undefined : listOf(value);
  return items !== undefined && items.length > 0 && items.every((item) => item === '') ? undefined : items;
}

const aText = 'a text';
const aDuration = 'a number of seconds, or a duration such as 72h';
const aList = 'a list of texts, or a text with commas';
const anyJson = 'a JSON value';

/** A text with several spellings. */
const textOfSpellings = (common: (text: string) => string): WeakKind<string> => ({
  read: textOf,
  expected: aText,
  compared: (value) => {
    const text = textOf(value);
    return text === undefined ? undefined : common(text);
  },
});

/** Line breaks may differ, and white space around it is ignored. */
const pem = (text: string): string => text.replaceAll('\r\n', '\n').trim();

/** A list whose items have several spellings each. */
const listOfSpellings = (common: (item: string) => string): WeakKind<readonly string[]> => ({
  read: listOf,
  expected: aList,
  compared: (value) => listOf(value)?.map(common),
});

/** Also for parts of addresses with a glob, which policies may list. */
const address = (text: string): string => commonAddress(text).toLowerCase();

/** `<oid>;<type>:<value>`, where the type has two names. */
function otherName(text: string): string {
  const at = text.indexOf(';');
  const type = /^\s*utf-?8\s*/i.exec(text.slice(at + 1));
  return at < 0 || !type ? text : `${text.slice(0, at).trim()};UTF8${text.slice(at + 1 + type[0].length)}`;
}

/** With Vault's name. */
const keyUsage = (name: string): string =>
  (keyUsageOf(name) ?? name).toLowerCase().replace(/^keycertsign$/, 'certsign');

/** Identifiers are texts. Additional data prevents the comparison, and so does an invalid value. */
const policiesOf = (value: unknown): unknown =>
  readPolicies(value)?.map((policy) =>
    policy.cps === undefined && policy.notice === undefined ? policy.oid : policy,
  ) ?? {};

function mapOf(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).map(([name, item]) => [name, textOf(item)] as const);
  const texts = entries.flatMap(([name, item]) => (item === undefined ? [] : [[name, item] as const]));
  return texts.length === entries.length ? Object.fromEntries(texts) : undefined;
}

/** A kind whose texts the operation gets as they were written. */
export const asWritten = <Value extends string | readonly string[]>(kind: WeakKind<Value>) =>
  ({ ...kind, asWritten: true }) as const;

/**
 * The kinds, with Vault's names: TypeString, TypeBool, TypeInt, TypeDurationSecond, TypeSignedDurationSecond, TypeCommaStringSlice, TypeStringSlice,
 * TypeKVPairs.
 */
export const weak = {
  text: { read: textOf, expected: aText },
  /** Text without white space at its ends. */
  trimmed: textOfSpellings((text) => text.trim()),
  pem: textOfSpellings(pem),
  /** Key identifiers, in hexadecimal. */
  keyIdentifier: textOfSpellings((text) => text.replace(/[:\- ]/g, '').toLowerCase()),
  /** Compared by its letters and digits only. */
  algorithm: textOfSpellings((text) => text.toLowerCase().replace(/[^a-z0-9*]/g, '')),
  /** Paths of mounts, with any slashes and white space at their ends. */
  mountPath: textOfSpellings((text) => trimmed(text.trim(), '/')),
  flag: { read: flagOf, expected: 'true or false' },
  whole: { read: wholeOf, expected: 'a whole number below 2147483648' },
  /** Of as many digits as a number has without rounding. */
  large: { read: largeOf, expected: 'a whole number' },
  /** Seconds, not negative. */
  duration: {
    read: (value) => {
      const seconds = parseDuration(value);
      return seconds !== undefined && seconds >= 0 ? seconds : undefined;
    },
    expected: `${aDuration}, not negative`,
  },
  /** The same as a text, to be shown again as it was written. */
  durationText: {
    read: (value) => {
      const text = typeof value === 'number' ? String(value) : value;
      return typeof text === 'string' && (parseDuration(text) ?? -1) >= 0 ? text : undefined;
    },
    expected: `${aDuration}, not negative`,
    compared: parseDuration,
  },
  /** Seconds, positive or negative. */
  signedDuration: { read: parseDuration, expected: aDuration },
  /** Items, or text with commas between them. */
  list: { read: listOf, expected: aList },
  /** The same for IP addresses, other names, and usages by name. */
  addresses: listOfSpellings(address),
  /** Items that restrict, and without any of which nothing is restricted. */
  limits: { read: limitsOf, expected: aList },
  networks: {
    read: (value: unknown) => limitsOf(value),
    expected: 'a list of networks, or a text with commas between them',
  },
  otherNames: listOfSpellings(otherName),
  keyUsages: listOfSpellings(keyUsage),
  extKeyUsages: listOfSpellings((name) => name.toLowerCase()),
  /** Names of policies, which are stored in lower case. */
  policyNames: listOfSpellings((name) => name.toLowerCase()),
  /** Certificate policies: identifiers, or objects with details. */
  policyIdentifiers: {
    read: readPolicies,
    expected: 'a list of object identifiers, or of objects with oid, cps and notice',
    compared: policiesOf,
  },
  /** PEM documents, or one that is the only item. */
  pems: { read: pemsOf, expected: 'a PEM document, or a list of them', compared: (value) => pemsOf(value)?.map(pem) },
  /** Texts by name. */
  map: { read: mapOf, expected: 'an object with texts' },
  /** Any JSON. Compared as a list if possible: some fields also accept text with commas. */
  any: {
    read: (value): unknown => value,
    expected: anyJson,
    compared: (value) => listOf(value) ?? (typeof value === 'string' ? {} : value),
  },
} as const satisfies Record<string, WeakKind<unknown>>;
