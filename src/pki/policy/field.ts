import { commonAddress, type CertificatePolicy } from '../x509/index.js';
import { parseDuration } from './duration.js';
import { readPolicies } from './policy-identifiers.js';
import { wrongType, type Broken } from './rules.js';
import { readTexts } from './text-list.js';

/** Of any list: what is judged on the thread that serves everybody else is bounded. */
const mostItems = 5000;

const listLength = (field: string, count: number): Broken => ({
  ...{ field, value: String(count), rule: 'list-length' },
  message: `${field}: ${count} items were given, and at most ${mostItems} are taken`,
});

/** `duration` is seconds; `time` is RFC 3339 text; `list` is of texts. */
export type FieldType = 'boolean' | 'integer' | 'duration' | 'string' | 'time' | 'list' | 'policies';

/** One parameter: what REST, GraphQL and the documentation say about it. */
export interface Field<T> {
  /** As the specification spells it. */
  readonly name: string;
  readonly type: FieldType;
  readonly default: T;
  readonly description: string;
  /** From whatever a client sends; undefined for a wrong type. */
  readonly read: (value: unknown) => T | undefined;
}

export type FieldTable = Readonly<Record<string, Field<unknown>>>;

export type FieldValues<Table extends FieldTable> = {
  readonly [Key in keyof Table]: Table[Key] extends Field<infer T> ? T : never;
};

/** A parsed document by the names of the specification. */
export type LooseInput = Readonly<Record<string, unknown>>;

const words: Readonly<Record<string, boolean>> = {
  ...{ '1': true, t: true, true: true },
  ...{ '0': false, f: false, false: false, '': false },
};

function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (value === 0 || value === 1) return value === 1;
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  return word !== undefined && Object.hasOwn(words, word) ? words[word] : undefined;
}

function readInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\s*[+-]?\d{1,16}\s*$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

function readText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** A list of {@link readTexts}. Empty items are dropped. */
export const readList = (value: unknown): readonly string[] | undefined =>
  readTexts(value, readText)?.filter((item) => item !== '');

export const flag = (name: string, preset: boolean, description: string): Field<boolean> => ({
  ...{ name, type: 'boolean', default: preset, description },
  read: readBoolean,
});
export const integer = (name: string, preset: number, description: string): Field<number> => ({
  ...{ name, type: 'integer', default: preset, description },
  read: readInteger,
});
export const duration = (name: string, preset: number, description: string): Field<number> => ({
  ...{ name, type: 'duration', default: preset, description },
  read: parseDuration,
});
export const text = (name: string, preset: string, description: string): Field<string> => ({
  ...{ name, type: 'string', default: preset, description },
  read: readText,
});
export const time = (name: string, description: string): Field<string> => ({
  ...{ name, type: 'time', default: '', description },
  read: (value) => readText(value)?.trim(),
});
export const list = (name: string, preset: readonly string[], description: string): Field<readonly string[]> => ({
  ...{ name, type: 'list', default: Object.freeze([...preset]), description },
  read: readList,
});
export const addresses = (name: string, description: string): Field<readonly string[]> => ({
  ...list(name, [], description),
  read: (value) => readList(value)?.map(commonAddress),
});
export const policies = (name: string, description: string): Field<readonly CertificatePolicy[]> => ({
  ...{ name, type: 'policies', default: Object.freeze([]), description },
  read: readPolicies,
});

/**
 * Reads a document by a table: defaults for what is absent or null, a broken rule (and the default) for each wrong
 * type. What the table does not name is for the caller to warn about.
 */
export function readTable<Table extends FieldTable>(
  table: Table,
  input: LooseInput,
): { readonly values: FieldValues<Table>; readonly broken: readonly Broken[] };
export function readTable(
  table: FieldTable,
  input: LooseInput,
): { readonly values: Readonly<Record<string, unknown>>; readonly broken: readonly Broken[] } {
  const values: Record<string, unknown> = {};
  const broken: Broken[] = [];
  for (const [key, field] of Object.entries(table)) {
    const given = Object.hasOwn(input, field.name) ? input[field.name] : undefined;
    const read = given === undefined || given === null ? field.default : field.read(given);
    if (read === undefined) broken.push(wrongType(field.name, given));
    const tooLong = Array.isArray(read) && read.length > mostItems;
    if (tooLong) broken.push(listLength(field.name, read.length));
    values[key] = frozen(tooLong ? field.default : (read ?? field.default));
  }
  return { values: Object.freeze(values), broken };
}

const frozen = (value: unknown): unknown => (Array.isArray(value) ? Object.freeze(value) : value);
