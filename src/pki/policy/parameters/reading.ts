import { commonAddress, lintProfiles, lintSeverities } from '../../x509/index.js';
import { readPolicies } from '../policy-identifiers.js';
import { remembered } from '../remembered.js';
import { refusal, wrongType, type AllBroken, type Broken } from '../rules.js';
import type { FieldTable, FieldValues, Given } from './fields.js';
import type { ParameterType } from './parameter.js';

/** Limit of every list, because the rules block the thread for all others. */
const mostItems = 5000;

const listLength = (field: string, count: number): Broken => ({
  field,
  value: String(count),
  rule: 'list-length',
  message: `${field}: ${count} items were given, and at most ${mostItems} are taken`,
});

type Reader = (value: unknown) => unknown;

const asItIs: Reader = (value) => value;
const trimmed: Reader = (value) => (typeof value === 'string' ? value.trim() : undefined);

/** White space around items and empty items are ignored. */
const items =
  (common: (item: string) => string): Reader =>
  (value) => {
    if (!Array.isArray(value)) return undefined;
    const read: string[] = [];
    for (const item of value as readonly unknown[]) {
      if (typeof item !== 'string') return undefined;
      const text = item.trim();
      if (text !== '') read.push(common(text));
    }
    return read;
  };
const texts = items((item) => item);
/** Blanks alone are no list without items: those restrict nothing. */
const networks: Reader = (value) => {
  const read = texts(value);
  const isBlank = Array.isArray(value) && value.length > 0 && Array.isArray(read) && read.length === 0;
  return isBlank ? undefined : read;
};

/** For values that already have their type: makes equal values identical for the rules. `undefined` for values of another type. */
const readers: Readonly<Record<ParameterType, Reader>> = {
  flag: asItIs,
  whole: asItIs,
  duration: asItIs,
  text: asItIs,
  trimmed: asItIs,
  pem: asItIs,
  keyIdentifier: asItIs,
  time: trimmed,
  keyType: asItIs,
  format: asItIs,
  privateKeyFormat: asItIs,
  serialNumberSource: asItIs,
  notBeforeBound: asItIs,
  lintProfile: asItIs,
  lintSeverity: asItIs,
  list: texts,
  networks,
  otherNames: texts,
  keyUsages: texts,
  extKeyUsages: texts,
  cnValidations: texts,
  addresses: items(commonAddress),
  policies: readPolicies,
};

const choices: Readonly<Partial<Record<ParameterType, { readonly of: readonly string[]; readonly message: string }>>> =
  {
    format: {
      of: ['pem', 'der', 'pem_bundle'],
      message: 'the "format" path parameter must be "pem", "der", or "pem_bundle"',
    },
    privateKeyFormat: {
      of: ['der', 'pem', 'pkcs8'],
      message: 'the "private_key_format" parameter must be "der", "pem", or "pkcs8"',
    },
    lintProfile: { of: lintProfiles, message: `lint_profile: must be one of ${lintProfiles.join(', ')}` },
    lintSeverity: { of: lintSeverities, message: `lint_severity: must be one of ${lintSeverities.join(', ')}` },
  };

/** What is the same for every reading of a table. */
const compiled = remembered((table: FieldTable) => ({
  defaults: Object.freeze(Object.fromEntries(Object.entries(table).map(([key, field]) => [key, field.default]))),
  fields: new Map(
    Object.entries(table).map(([key, { name, type }]) => [key, { name, read: readers[type], choice: choices[type] }]),
  ),
}));

/**
 * The values of a table: the given ones, and defaults for absent or null ones. The time depends on the given values only. A value of another type, or one that
 * is not allowed, is a broken rule (and becomes the default).
 */
export function readTable<Table extends FieldTable>(
  table: Table,
  given: Given<Table>,
): { readonly values: FieldValues<Table>; readonly broken: readonly Broken[] };
export function readTable(
  table: FieldTable,
  given: Readonly<Record<string, unknown>>,
): { readonly values: Readonly<Record<string, unknown>>; readonly broken: readonly Broken[] } {
  const { defaults, fields } = compiled(table);
  const values: Record<string, unknown> = { ...defaults };
  const broken: Broken[] = [];
  const unknown: Broken[] = [];
  for (const [key, value] of Object.entries(given)) {
    const field = value === undefined || value === null ? undefined : fields.get(key);
    if (!field) continue;
    const { name, choice } = field;
    const read = field.read(value);
    if (read === undefined) broken.push(wrongType(name, value));
    else if (Array.isArray(read) && read.length > mostItems) broken.push(listLength(name, read.length));
    else {
      values[key] = Array.isArray(read) ? Object.freeze(read) : read;
      if (choice && typeof read === 'string' && !choice.of.includes(read))
        unknown.push({ field: name, value: read, rule: 'allowed-value', message: choice.message });
    }
  }
  return { values: Object.freeze(values), broken: [...broken, ...unknown] };
}

type RequestOutcome<Table extends FieldTable> =
  | { readonly request: FieldValues<Table>; readonly broken?: never }
  | { readonly broken: AllBroken; readonly request?: never };

/** The values of one of the tables from a caller's input; other names are ignored. */
export function parseParameters<Table extends FieldTable>(table: Table, given: Given<Table>): RequestOutcome<Table> {
  const { values, broken } = readTable(table, given);
  return refusal(broken) ?? { request: values };
}

/** The values of a stored document, by the names of the specification. */
export function storedValues<Table extends FieldTable>(
  table: Table,
  document: Readonly<Record<string, unknown>>,
): Given<Table>;
export function storedValues(table: FieldTable, document: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(table).map(([key, { name }]) => [key, document[name]]));
}
