import { Field, InputType } from 'type-graphql';
import type { DeclaredType, TypeThunk } from '../../platform/graphql/declare.js';
import { mountArgument } from './mount-argument.js';
import { Internal } from '../../platform/graphql/internal.js';
import type { FieldTable } from '../policy/index.js';
import { writtenFields } from '../policy/parameters/index.js';
import { parameterTypes } from './parameter-types.js';

export interface InputField {
  readonly type: TypeThunk;
  readonly description: string;
  readonly nullable?: boolean;
  readonly defaultValue?: string;
  /** For operations of REST alone. */
  readonly internal?: boolean;
}

/** Fields of a parameter table, each optional: what is absent or null is the default. */
export const inputFields = (table: FieldTable): Record<string, InputField> => ({
  ...Object.fromEntries(
    Object.entries(table).map(([key, { type, description }]) => [
      key,
      { type: parameterTypes[type], description, nullable: true },
    ]),
  ),
  asWritten: {
    type: () => ParametersAsWritten,
    nullable: true,
    internal: true,
    description: 'What callers of REST wrote, for parameters whose type has names or times: goes before these.',
  },
});

/** Declares an input type without a class statement, for parameters that are a table already. */
export function declareInputType(
  name: string,
  description: string,
  fields: Readonly<Record<string, InputField>>,
): DeclaredType {
  // oxlint-disable-next-line typescript/no-extraneous-class -- what it declares is recorded by the decorators below
  const type: DeclaredType = class {};
  Object.defineProperty(type, 'name', { value: name });
  InputType(name, { description })(type);
  const prototype: unknown = type.prototype;
  if (typeof prototype !== 'object' || prototype === null) throw new TypeError(`${name} is not a class`);
  for (const [field, { type: thunk, internal = false, ...options }] of Object.entries(fields)) {
    Field(thunk, options)(prototype, field);
    if (internal) Internal()(prototype, field);
  }
  return type;
}

/** The mount that an operation is about. */
export const mountField: InputField = { type: () => String, ...mountArgument };

const isList: Readonly<Partial<Record<string, boolean>>> = { keyUsages: true, extKeyUsages: true, cnValidations: true };

/** Text is none of these types, or has several spellings: what is done with it is for policies to say. */
const ParametersAsWritten = declareInputType(
  'ParametersAsWritten',
  'Parameters as a caller of REST wrote them.',
  Object.fromEntries(
    Object.entries(writtenFields).map(([key, type]) => [
      key,
      { type: isList[type] ? () => [String] : () => String, nullable: true, description: 'As it was written.' },
    ]),
  ),
);
