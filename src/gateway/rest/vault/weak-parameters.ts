import { isWrittenType } from '../../../pki/policy/parameters/index.js';
import type { FieldTable, ParameterType, WrittenType } from '../../../pki/policy/parameters/index.js';
import { weak } from './weak.js';
import type { WeakKind } from './weak.js';

/** How callers send the types of parameters. */
const kinds = {
  flag: weak.flag,
  whole: weak.whole,
  duration: weak.duration,
  text: weak.text,
  trimmed: weak.trimmed,
  pem: weak.pem,
  keyIdentifier: weak.keyIdentifier,
  time: weak.trimmed,
  list: weak.list,
  addresses: weak.addresses,
  otherNames: weak.otherNames,
  keyUsages: weak.keyUsages,
  extKeyUsages: weak.extKeyUsages,
  cnValidations: weak.list,
  policies: weak.policyIdentifiers,
  keyType: weak.text,
  format: weak.text,
  privateKeyFormat: weak.text,
  serialNumberSource: weak.text,
} as const satisfies Readonly<Record<ParameterType, WeakKind<unknown>>>;

type WeakParameter<Type extends ParameterType> = (typeof kinds)[Type] &
  (Type extends WrittenType ? { readonly asWritten: true } : { readonly asWritten?: false });

type WeakParameters<Table extends FieldTable> = {
  readonly [Key in keyof Table as Table[Key]['name']]: WeakParameter<Table[Key]['type']>;
};

/** The parameters of a use, by their own names, as callers of REST send them. */
export function weakParameters<Table extends FieldTable>(table: Table): WeakParameters<Table>;
export function weakParameters(table: FieldTable): object {
  return Object.fromEntries(
    Object.values(table).map(({ name, type, description }) => {
      const kind: WeakKind<unknown> = kinds[type];
      return [name, { ...kind, asWritten: isWrittenType(type), does: description }];
    }),
  );
}
