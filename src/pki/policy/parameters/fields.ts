import { camel } from '../../../platform/wording.js';
import type { Camel } from '../../../platform/wording.js';
import type { ParameterType, ParameterUse, ParameterValues } from './parameter.js';
import { parameters } from './table.js';

/** A parameter as one operation uses it. */
export interface Field<Type extends ParameterType = ParameterType, Name extends string = string> {
  /** As the specification spells it. */
  readonly name: Name;
  readonly type: Type;
  readonly default: ParameterValues[Type];
  readonly description: string;
}

/** The parameters of one operation by their names in camel case. */
export type FieldTable = Readonly<Record<string, Field>>;

export type FieldValues<Table extends FieldTable> = {
  readonly [Key in keyof Table]: ParameterValues[Table[Key]['type']];
};

/** The input of a caller: absent and null mean the default. */
export type Given<Table extends FieldTable> = {
  readonly [Key in keyof Table]?: ParameterValues[Table[Key]['type']] | null | undefined;
};

type Parameters = typeof parameters;
type FieldsOf<Use extends ParameterUse> = {
  readonly [
    Name in keyof Parameters as Parameters[Name]['does'] extends Readonly<Record<Use, string>> ? Camel<Name> : never
  ]: Field<Parameters[Name]['type'], Name>;
};

interface Row {
  readonly type: ParameterType;
  readonly default: unknown;
  readonly does: Readonly<Partial<Record<string, string>>>;
  readonly defaults?: Readonly<Partial<Record<string, unknown>>> | undefined;
}

function fieldsOf<Use extends ParameterUse>(use: Use): FieldsOf<Use>;
function fieldsOf(use: string): object {
  const rows = Object.entries<Row>(parameters).flatMap(([name, row]) => {
    const description = row.does[use];
    if (description === undefined) return [];
    const byDefault = row.defaults?.[use] ?? row.default;
    const field = { name, type: row.type, default: frozen(byDefault), description };
    return [[camel(name), Object.freeze(field)] as const];
  });
  return Object.freeze(Object.fromEntries(rows));
}

const frozen = (value: unknown): unknown => (Array.isArray(value) ? Object.freeze(value) : value);

/** Vault API, PKI: "Create/update role", in its order. */
export const roleFields = fieldsOf('role');
/** "Generate certificate and key". */
export const issueFields = fieldsOf('issue');
/** "Sign certificate". */
export const signFields = fieldsOf('sign');
/** "Sign verbatim". */
export const verbatimFields = fieldsOf('verbatim');
/** "Sign intermediate". */
export const intermediateFields = fieldsOf('intermediate');
/** "Sign self-issued". */
export const selfIssuedFields = fieldsOf('selfIssued');
/** "Generate root". */
export const rootFields = fieldsOf('root');
/** "Generate intermediate CSR" and "Cross-sign intermediate". */
export const csrFields = fieldsOf('csr');
/** "Generate key". */
export const keyFields = fieldsOf('key');

/** "Generate certificate and key with external policy". */
export const externalIssueFields = fieldsOf('externalIssue');
/** "Sign certificate with external policy", and "Sign intermediate with external policy". */
export const externalSignFields = fieldsOf('externalSign');

/** A named policy for issuance: validated and frozen. Durations are seconds. Only `parseRole` creates it. */
export type Role = FieldValues<typeof roleFields>;
export type IssueRequest = FieldValues<typeof issueFields>;
export type SignRequest = FieldValues<typeof signFields>;
export type VerbatimRequest = FieldValues<typeof verbatimFields>;
export type IntermediateRequest = FieldValues<typeof intermediateFields>;
export type RootParameters = FieldValues<typeof rootFields>;
export type CsrParameters = FieldValues<typeof csrFields>;
