import { defaultAuditFields } from '../enrolment/request-fields.js';

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
  enabled: false,
  defaultMount: false,
  defaultPathPolicy: '',
  certAccessor: '',
  certRole: '',
  enableSentinelParsing: false,
  auditFields: defaultAuditFields,
  disabledValidations: [],
  lastUpdated: '',
};

export const isDisabled = ({ disabledValidations }: CmpConfig, validation: DisabledValidation): boolean =>
  disabledValidations.includes(validation);
