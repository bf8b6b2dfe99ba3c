import { parseDuration } from '../../../pki/policy/duration.js';
import { isRecord } from '../fields.js';

/**
 * A kind of field as Vault's callers send it: "true" for true, "1h" for seconds, "a,b" for a list. `read` gives the typed value, or `undefined`
 * for what cannot be meant.
 */
export interface WeakKind<T> {
  readonly read: (value: unknown) => T | undefined;
}

/** The fields of a path by the names that its callers send. */
export type WeakTable = Readonly<Record<string, WeakKind<unknown>>>;

/** `allowed_uri_sans` → `allowedUriSans` */
export type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;
type Meant<Kind> = Kind extends WeakKind<infer T> ? T : never;
/** Keys are in camel case. One that was not sent is absent; `null` is kept in a merge patch, where it means "the default again". */
export type WeakValues<Table extends WeakTable> = {
  [Name in keyof Table & string as Camel<Name>]?: Meant<Table[Name]> | null;
};

export function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

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

/** Characters of a text that is read as JSON: the bounds of a request count it as one value. */
const longestJson = 65_536;
/** Characters of a text that is a list: taking it apart costs far more than carrying it. */
const longestList = 1_048_576;

/** A list, text that is a JSON list, or text with commas. White space around items and empty items do not count. */
function listOf(value: unknown): readonly string[] | undefined {
  if (Array.isArray(value)) return itemsOf(value)?.map((item) => item.trim());
  const text = textOf(value);
  if (text === undefined || text.length > longestList) return undefined;
  if (text.length <= longestJson && text.trimStart().startsWith('[')) {
    const parsed = jsonOf(text);
    if (Array.isArray(parsed)) return itemsOf(parsed);
  }
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function mapOf(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isRecord(value)) return undefined;
  const entries = Object.entries(value).map(([name, item]) => [name, textOf(item)] as const);
  const texts = entries.flatMap(([name, item]) => (item === undefined ? [] : [[name, item] as const]));
  return texts.length === entries.length ? Object.fromEntries(texts) : undefined;
}

/** The kinds, by what Vault calls them: TypeString, TypeBool, TypeInt, TypeDurationSecond, TypeSignedDurationSecond, TypeCommaStringSlice, TypeStringSlice, TypeKVPairs. */
export const weak = {
  text: { read: textOf },
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
  /** Items, or one text that is the only item, commas and all. */
  items: {
    read: (value) => {
      const text = textOf(value);
      if (text !== undefined) return text === '' ? [] : [text];
      return Array.isArray(value) ? itemsOf(value) : undefined;
    },
  },
  /** Texts by name. */
  map: { read: mapOf },
  /** Whatever JSON was sent. */
  any: { read: (value) => value },
} as const satisfies Record<string, WeakKind<unknown>>;
