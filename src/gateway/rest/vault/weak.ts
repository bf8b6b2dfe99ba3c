import { parseDuration } from '../../../pki/policy/duration.js';
import { readPolicies } from '../../../pki/policy/policy-identifiers.js';
import { readTexts } from '../../../pki/policy/text-list.js';
import { keyUsageOf } from '../../../pki/policy/usages.js';
import type { Camel } from '../../../pki/policy/parameters/index.js';
import { commonAddress } from '../../../pki/x509/ip.js';
import type { AsWritten } from '../../../platform/graphql/as-written.js';
import { trimmed } from '../../../platform/trimmed.js';
import { isRecord } from '../../../platform/is-record.js';

/**
 * A kind of field as Vault's callers send it: "true" for true, "1h" for seconds, "a,b" for a list. `read` gives the typed value, or `undefined`
 * for what cannot be meant.
 */
export interface WeakKind<T> {
  readonly read: (value: unknown) => T | undefined;
  /** How policies read it, where one thing has several spellings; otherwise as `read`. */
  readonly compared?: (value: unknown) => unknown;
  /** The operation is handed each text of it as {@link AsWritten}. */
  readonly asWritten?: boolean;
  /** For the help of a path. */
  readonly does?: string;
}

/** The fields of a path by the names that its callers send. */
export type WeakTable = Readonly<Record<string, WeakKind<unknown>>>;

type Meant<Kind> = Kind extends WeakKind<infer T> ? T : never;
/** Keys are in camel case. One that was not sent is absent; `null` is kept in a merge patch alone, where it means "the default again". */
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

function wholeOf(value: unknown): number | undefined {
  if (typeof value === 'boolean') return Number(value);
  if (value === '') return 0;
  const number = typeof value === 'string' && /^[+-]?\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

function itemsOf(value: readonly unknown[]): readonly string[] | undefined {
  const items = value.map(textOf);
  return items.every((item) => item !== undefined) ? items : undefined;
}

/** Items, or one text that is the only item, commas and all. */
function pemsOf(value: unknown): readonly string[] | undefined {
  const text = textOf(value);
  if (text !== undefined) return text === '' ? [] : [text];
  return Array.isArray(value) ? itemsOf(value) : undefined;
}

const listOf = (value: unknown): readonly string[] | undefined => readTexts(value, textOf);

/** A text that has several spellings. */
const textOfSpellings = (common: (text: string) => string): WeakKind<string> => ({
  read: textOf,
  compared: (value) => {
    const text = textOf(value);
    return text === undefined ? undefined : common(text);
  },
});

/** Its lines end as they may; what surrounds it does not count. */
const pem = (text: string): string => text.replaceAll('\r\n', '\n').trim();

/** A list whose items have several spellings each. */
const listOfSpellings = (common: (item: string) => string): WeakKind<readonly string[]> => ({
  read: listOf,
  compared: (value) => listOf(value)?.map(common),
});

/** Also of parts of addresses with a glob, as policies may list them. */
const address = (text: string): string => commonAddress(text).toLowerCase();

/** `<oid>;<type>:<value>`, where the type has two names. */
function otherName(text: string): string {
  const at = text.indexOf(';');
  const type = /^\s*utf-?8\s*/i.exec(text.slice(at + 1));
  return at < 0 || !type ? text : `${text.slice(0, at).trim()};UTF8${text.slice(at + 1 + type[0].length)}`;
}

/** By the name that Vault has for it. */
const keyUsage = (name: string): string =>
  (keyUsageOf(name) ?? name).toLowerCase().replace(/^keycertsign$/, 'certsign');

/** Identifiers are texts. Anything in addition to one prevents the comparison, and so does what cannot be read. */
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

/** A kind whose texts the operation is handed as they were written. */
export const asWritten = <Value extends string | readonly string[]>(kind: WeakKind<Value>) =>
  ({ ...kind, asWritten: true }) as const;

/** The kinds, by what Vault calls them: TypeString, TypeBool, TypeInt, TypeDurationSecond, TypeSignedDurationSecond, TypeCommaStringSlice, TypeStringSlice, TypeKVPairs. */
export const weak = {
  text: { read: textOf },
  /** Text that is read without white space at its ends. */
  trimmed: textOfSpellings((text) => text.trim()),
  pem: textOfSpellings(pem),
  /** Of keys, in hexadecimal. */
  keyIdentifier: textOfSpellings((text) => text.replace(/[:\- ]/g, '').toLowerCase()),
  /** By its letters and digits alone. */
  algorithm: textOfSpellings((text) => text.toLowerCase().replace(/[^a-z0-9*]/g, '')),
  /** Of mounts, however many slashes and white space it has at its ends. */
  mountPath: textOfSpellings((text) => trimmed(text.trim(), '/')),
  flag: { read: flagOf },
  whole: { read: wholeOf },
  /** Seconds, not negative. */
  duration: {
    read: (value) => {
      const seconds = parseDuration(value);
      return seconds !== undefined && seconds >= 0 ? seconds : undefined;
    },
  },
  /** Seconds of either sign. */
  signedDuration: { read: parseDuration },
  /** Items, or text with commas between them. */
  list: { read: listOf },
  /** The same of IP addresses, other names, and usages by name. */
  addresses: listOfSpellings(address),
  otherNames: listOfSpellings(otherName),
  keyUsages: listOfSpellings(keyUsage),
  extKeyUsages: listOfSpellings((name) => name.toLowerCase()),
  /** Names of policies, which are kept in lower case. */
  policyNames: listOfSpellings((name) => name.toLowerCase()),
  /** Certificate policies: identifiers, or objects that say more. */
  policyIdentifiers: { read: readPolicies, compared: policiesOf },
  /** PEM documents, or one that is the only item. */
  pems: { read: pemsOf, compared: (value) => pemsOf(value)?.map(pem) },
  /** Texts by name. */
  map: { read: mapOf },
  /** Whatever JSON was sent. Compared as a list where it can be one: some fields take text with commas too. */
  any: {
    read: (value): unknown => value,
    compared: (value) => listOf(value) ?? (typeof value === 'string' ? {} : value),
  },
} as const satisfies Record<string, WeakKind<unknown>>;
