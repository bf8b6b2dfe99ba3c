/** Fields of a request that its audit record may show (Vault API, PKI: "Set CMPv2 Configuration"). */
export const auditFieldNames = [
  ...(['csr', 'common_name', 'alt_names', 'ip_sans', 'uri_sans', 'other_sans', 'signature_bits'] as const),
  ...(['exclude_cn_from_sans', 'ou', 'organization', 'country', 'locality', 'province', 'street_address'] as const),
  ...(['postal_code', 'serial_number', 'use_pss', 'key_type', 'key_bits', 'add_basic_constraints'] as const),
] as const;
export type AuditFieldName = (typeof auditFieldNames)[number];

/** Checks of messages that an operator may turn off. */
export const disableableValidations = ['DisableMatchingKeyIdValidation', 'DisableCertTimeValidation'] as const;
export type DisabledValidation = (typeof disableableValidations)[number];

/** `config/cmp` of a mount (Vault API, PKI: "Set CMPv2 Configuration"). */
export interface CmpConfig {
  readonly enabled: boolean;
  /** Whether `/.well-known/cmp` is this mount. */
  readonly defaultMount: boolean;
  /** What decides where the path names no role: `sign-verbatim`, or `role:` and a name. Empty for nothing. */
  readonly defaultPathPolicy: string;
  /** Accessor of the auth method that knows who signs messages; empty for none. */
  readonly certAccessor: string;
  /** Its role; empty for any. */
  readonly certRole: string;
  readonly enableSentinelParsing: boolean;
  readonly auditFields: readonly string[];
  readonly disabledValidations: readonly string[];
  /** Of this configuration, as ISO 8601; empty if it was never changed. */
  readonly lastUpdated: string;
}

export const defaultCmpConfig: CmpConfig = {
  ...{ enabled: false, defaultMount: false, defaultPathPolicy: '', certAccessor: '', certRole: '' },
  enableSentinelParsing: false,
  auditFields: ['common_name', 'alt_names', 'ip_sans', 'uri_sans'],
  disabledValidations: [],
  lastUpdated: '',
};

/** What decides about a request where its path names no role. */
export type PathPolicy =
  | { readonly kind: 'none' }
  | { readonly kind: 'sign-verbatim' }
  | { readonly kind: 'role'; readonly name: string };

/** Undefined for a text that is none. */
export function pathPolicyOf(text: string): PathPolicy | undefined {
  if (text === '') return { kind: 'none' };
  if (text === 'sign-verbatim') return { kind: text };
  const name = /^role:(.+)$/s.exec(text)?.[1];
  return name === undefined ? undefined : { kind: 'role', name };
}

export const isAuditField = (text: string): text is AuditFieldName => auditFieldNames.some((each) => each === text);

export const isDisabled = ({ disabledValidations }: CmpConfig, validation: DisabledValidation): boolean =>
  disabledValidations.includes(validation);
