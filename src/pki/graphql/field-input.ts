import { Field, InputType } from 'type-graphql';
import { Internal } from '../../platform/graphql/internal.js';
import type { DeclaredType, TypeThunk } from '../../platform/graphql/declare.js';
import { mountArgument } from './mount-argument.js';
import type { FieldTable } from '../policy/index.js';
import { parameterTypes } from './parameter-types.js';

export interface InputField {
  readonly type: TypeThunk;
  readonly description: string;
  readonly nullable?: boolean;
  readonly defaultValue?: string;
  /** Only REST gives it. */
  readonly internal?: boolean;
}

/** The fields of a parameter table, all optional: absent and null mean the default. */
export const inputFields = (table: FieldTable): Record<string, InputField> =>
  Object.fromEntries(
    Object.entries(table).map(([key, { type, description }]) => [
      key,
      { type: parameterTypes[type], description, nullable: true },
    ]),
  );

/** Declares an input type without a class statement, for parameters that are already in a table. */
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

/** For authorities that OpenBao's callers leave unnamed. */
export const withoutCommonNameField: InputField = {
  type: () => Boolean,
  nullable: true,
  description:
    'Whether it may lack `commonName`. It is signed with the common name of its signing request then, if that has one, and with the serial numbers of its subject if it is given none. By default, it must have one.',
};

/** The mount that an operation is about. */
export const mountField: InputField = { type: () => String, ...mountArgument };
