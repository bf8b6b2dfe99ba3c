import { extKeyUsageSpellings, formatTime, keyUsageSpellings } from '../policy/index.js';
import type { FieldTable, Given, ParameterType, ParameterValues } from '../policy/index.js';
import type { ExtKeyUsage, KeyUsage } from '../x509/index.js';
import type { PolicyIdentifierInput } from './parameter-types.js';

/** What the scalars and enums of GraphQL are inside, where that is not what policies judge. */
interface TypedValues extends Omit<ParameterValues, 'time' | 'keyUsages' | 'extKeyUsages' | 'policies'> {
  readonly time: Date;
  readonly keyUsages: readonly KeyUsage[];
  readonly extKeyUsages: readonly ExtKeyUsage[];
  readonly policies: readonly PolicyIdentifierInput[];
}

/** An input of the parameters of a table, and of the same as a caller of REST wrote them. */
export type TypedInput<Table extends FieldTable> = {
  readonly [Key in keyof Table]?: TypedValues[Table[Key]['type']] | null | undefined;
} & { readonly asWritten?: object | null | undefined };

/** As Vault spells them, which is how a role shows them to callers of REST. */
const spellings = new Map<unknown, string>(Object.entries({ ...keyUsageSpellings, ...extKeyUsageSpellings }));
const spelled = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((name: unknown) => spellings.get(name) ?? name) : value;

const converters: Readonly<Partial<Record<ParameterType, (value: unknown) => unknown>>> = {
  time: (value) => (value instanceof Date ? formatTime(value) : value),
  keyUsages: spelled,
  extKeyUsages: spelled,
};

/** What is given of a table, as policies judge it. What was written goes for what has no value here, or several spellings. */
export function givenOf<Table extends FieldTable>(table: Table, input: TypedInput<Table>): Given<Table>;
export function givenOf(table: FieldTable, { asWritten, ...input }: Readonly<Record<string, unknown>>): object {
  const given: Record<string, unknown> = input;
  for (const [key, value] of Object.entries(input)) {
    const type = typeof value === 'object' && value !== null ? table[key]?.type : undefined;
    const convert = type && converters[type];
    if (convert) given[key] = convert(value);
  }
  return typeof asWritten === 'object' && asWritten !== null ? { ...given, ...asWritten } : given;
}
