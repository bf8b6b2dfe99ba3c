import type { FieldTable, ParameterType } from '../../../pki/policy/parameters/index.js';
import { asWritten, weak } from './weak.js';
import type { WeakKind } from './weak.js';

/**
 * How callers send the types of parameters. A text that may be invalid for its type, or that has several spellings, is passed on as it was written: for the
 * rules to check, and for a role to show again.
 */
const kinds = {
  flag: weak.flag,
  whole: weak.whole,
  duration: weak.duration,
  text: weak.text,
  trimmed: weak.trimmed,
  pem: asWritten(weak.pem),
  keyIdentifier: weak.keyIdentifier,
  time: asWritten(weak.trimmed),
  list: weak.list,
  addresses: weak.addresses,
  networks: weak.networks,
  otherNames: weak.otherNames,
  keyUsages: asWritten(weak.keyUsages),
  extKeyUsages: asWritten(weak.extKeyUsages),
  cnValidations: asWritten(weak.list),
  policies: weak.policyIdentifiers,
  keyType: asWritten(weak.text),
  format: asWritten(weak.text),
  privateKeyFormat: asWritten(weak.text),
  serialNumberSource: asWritten(weak.text),
  notBeforeBound: asWritten(weak.text),
  lintProfile: asWritten(weak.text),
  lintSeverity: asWritten(weak.text),
} as const satisfies Readonly<Record<ParameterType, WeakKind<unknown>>>;

type WeakParameters<Table extends FieldTable> = {
  readonly [Key in keyof Table as Table[Key]['name']]: (typeof kinds)[Table[Key]['type']];
};

/** The parameters of an operation with their own names, in the form of REST callers. */
export function weakParameters<Table extends FieldTable>(table: Table): WeakParameters<Table>;
export function weakParameters(table: FieldTable): object {
  return Object.fromEntries(
    Object.values(table).map(({ name, type, description }) => {
      const kind: WeakKind<unknown> = kinds[type];
      return [name, { ...kind, does: description }];
    }),
  );
}
