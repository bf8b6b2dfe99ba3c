import { defaultAuditFields } from '../enrolment/request-fields.js';

/** Where clients that send a name and a password prove who they are. */
export interface EstUserpass {
  /** Of an auth method. */
  readonly accessor: string;
}

/** Where clients that show a certificate prove who they are. */
export interface EstCert {
  readonly accessor: string;
  /** The role of the auth method that the certificate must satisfy; empty for any of them. */
  readonly certRole: string;
}

export interface EstAuthenticators {
  readonly userpass: EstUserpass | null;
  readonly cert: EstCert | null;
}

/** `config/est` of a mount (Vault API, PKI: "Set EST configuration"). */
export interface EstConfig {
  readonly enabled: boolean;
  /** Whether the paths below `/.well-known/est` without a label lead to this mount. */
  readonly defaultMount: boolean;
  /** What decides where the path names no role and no label: see `pathPolicyOf`. Empty for nothing: there is no such path. */
  readonly defaultPathPolicy: string;
  /** Labels below `/.well-known/est`, with what decides there. */
  readonly labelToPathPolicy: Readonly<Record<string, string>>;
  readonly authenticators: EstAuthenticators;
  /** Whether what signing requests ask for is there for rules about parameters, and in records. */
  readonly enableSentinelParsing: boolean;
  /** Which parts of signing requests that is. */
  readonly auditFields: readonly string[];
  /** RFC 3339; empty if it was never written. */
  readonly lastUpdated: string;
}

export const defaultEstConfig: EstConfig = {
  enabled: false,
  defaultMount: false,
  defaultPathPolicy: '',
  labelToPathPolicy: {},
  authenticators: { userpass: null, cert: null },
  enableSentinelParsing: false,
  auditFields: defaultAuditFields,
  lastUpdated: '',
};

/** What a path may end with (RFC 7030 §3.2.2). None of them can be a label. */
export const estOperations = ['cacerts', 'simpleenroll', 'simplereenroll', 'serverkeygen', 'csrattrs'] as const;
export type EstOperation = (typeof estOperations)[number];

const reserved: ReadonlySet<string> = new Set([...estOperations, 'fullcmc']);

/** One segment of a path that no client has to encode (RFC 3986 §2.3). */
export const isLabel = (text: string): boolean =>
  /^[\w.~-]{1,64}$/.test(text) && !/^\.+$/.test(text) && !reserved.has(text);

/** How the path without a label is kept among those with one. */
export const withoutLabel = '';
