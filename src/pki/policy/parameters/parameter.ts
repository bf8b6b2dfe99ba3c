import type { CertificatePolicy } from '../../x509/index.js';

/** The operations of the certificate authority with parameters. `csr` is about an authority that is created here, `sign` about a CSR of the caller. */
export type ParameterUse =
  | 'role'
  | 'issue'
  | 'sign'
  | 'verbatim'
  | 'intermediate'
  | 'selfIssued'
  | 'root'
  | 'csr'
  | 'externalIssue'
  | 'externalSign'
  | 'key';

/** The types of parameters, with the type of their values after reading. */
export interface ParameterValues {
  readonly flag: boolean;
  readonly whole: number;
  /** Seconds. */
  readonly duration: number;
  readonly text: string;
  /** White space around it is ignored. */
  readonly trimmed: string;
  readonly pem: string;
  /** Identifier of a key, in hexadecimal. */
  readonly keyIdentifier: string;
  /** RFC 3339; empty for none. */
  readonly time: string;
  readonly list: readonly string[];
  readonly addresses: readonly string[];
  /** Only what is in one of them is allowed; without any, everything is. */
  readonly networks: readonly string[];
  /** `<oid>;UTF8:<value>` */
  readonly otherNames: readonly string[];
  readonly keyUsages: readonly string[];
  readonly extKeyUsages: readonly string[];
  readonly cnValidations: readonly string[];
  readonly policies: readonly CertificatePolicy[];
  readonly keyType: string;
  readonly format: string;
  readonly privateKeyFormat: string;
  readonly serialNumberSource: string;
  readonly notBeforeBound: string;
  readonly lintProfile: string;
  readonly lintSeverity: string;
}
export type ParameterType = keyof ParameterValues;

/** A row of the table: what REST, GraphQL and the documentation say about a parameter. */
export interface Parameter<Type extends ParameterType, Use extends ParameterUse> {
  readonly type: Type;
  /** What it does, for each operation that uses it. */
  readonly does: Readonly<Record<Use, string>>;
  readonly default: ParameterValues[Type];
  /** The default for operations where it differs. */
  readonly defaults?: Readonly<Partial<Record<Use, ParameterValues[Type]>>> | undefined;
}

/** @param byDefault the value if it is absent or null */
type Builder<Type extends ParameterType> = <Use extends ParameterUse>(
  byDefault: ParameterValues[Type],
  does: Readonly<Record<Use, string>>,
  defaults?: Readonly<Partial<Record<Use, ParameterValues[Type]>>>,
) => Parameter<Type, Use>;

const builder =
  <Type extends ParameterType>(type: Type): Builder<Type> =>
  (byDefault, does, defaults) => ({ type, does, default: byDefault, defaults });

export const flag = builder('flag');
export const whole = builder('whole');
export const duration = builder('duration');
export const text = builder('text');
export const trimmed = builder('trimmed');
export const pem = builder('pem');
export const keyIdentifier = builder('keyIdentifier');
export const time = builder('time');
export const list = builder('list');
export const addresses = builder('addresses');
export const networks = builder('networks');
export const otherNames = builder('otherNames');
export const keyUsages = builder('keyUsages');
export const extKeyUsages = builder('extKeyUsages');
export const cnValidations = builder('cnValidations');
export const policies = builder('policies');
export const keyType = builder('keyType');
export const format = builder('format');
export const privateKeyFormat = builder('privateKeyFormat');
export const serialNumberSource = builder('serialNumberSource');
export const notBeforeBound = builder('notBeforeBound');
export const lintProfile = builder('lintProfile');
export const lintSeverity = builder('lintSeverity');

/** The same description for several operations. */
export function of<const Use extends ParameterUse>(uses: readonly Use[], does: string): Readonly<Record<Use, string>>;
export function of(uses: readonly string[], does: string): Readonly<Record<string, string>> {
  return Object.fromEntries(uses.map((use) => [use, does]));
}
