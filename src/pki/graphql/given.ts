import { unwritten } from '../../platform/graphql/as-written.js';
import type { AsWritten } from '../../platform/graphql/as-written.js';
import { extKeyUsageSpellings, formatTime, keyUsageSpellings } from '../policy/index.js';
import type { FieldTable, Given, ParameterType, ParameterValues } from '../policy/index.js';
import type { ExtKeyUsage, KeyUsage } from '../x509/index.js';
import type { PolicyIdentifierInput } from './parameter-types.js';

type Written = 'cnValidations' | 'keyType' | 'format' | 'privateKeyFormat' | 'serialNumberSource';
type OrAsWritten<Value> = Value extends readonly (infer Item)[] ? readonly (Item | AsWritten)[] : Value | AsWritten;

/** The internal types of scalars and enums of GraphQL, if they differ from what policies check. */
type TypedValues = Omit<ParameterValues, Written | 'time' | 'keyUsages' | 'extKeyUsages' | 'policies'> & {
  readonly [Type in Written]: OrAsWritten<ParameterValues[Type]>;
} & {
  readonly time: Date | AsWritten;
  readonly keyUsages: readonly (KeyUsage | AsWritten)[];
  readonly extKeyUsages: readonly (ExtKeyUsage | AsWritten)[];
  readonly policies: readonly PolicyIdentifierInput[];
};

/** An input of the parameters of a table. */
export type TypedInput<Table extends FieldTable> = {
  readonly [Key in keyof Table]?: TypedValues[Table[Key]['type']] | null | undefined;
};

/** Vault's spelling, in which a role shows them to REST callers. */
const spellings = new Map<unknown, string>(Object.entries({ ...keyUsageSpellings, ...extKeyUsageSpellings }));
const spelled = (value: unknown): unknown =>
  Array.isArray(value) ? value.map((name: unknown) => spellings.get(name) ?? unwritten(name)) : value;

const converters: Readonly<Partial<Record<ParameterType, (value: unknown) => unknown>>> = {
  time: (value) => (value instanceof Date ? formatTime(value) : unwritten(value)),
  keyUsages: spelled,
  extKeyUsages: spelled,
};

/** The given fields of a table, in the form that policies check. */
export function givenOf<Table extends FieldTable>(table: Table, input: TypedInput<Table>): Given<Table>;
export function givenOf(table: FieldTable, input: Readonly<Record<string, unknown>>): object {
  const given: Record<string, unknown> = { ...input };
  for (const [key, value] of Object.entries(input)) {
    const type = typeof value === 'object' && value !== null ? table[key]?.type : undefined;
    if (type) given[key] = (converters[type] ?? unwritten)(value);
  }
  return given;
}
