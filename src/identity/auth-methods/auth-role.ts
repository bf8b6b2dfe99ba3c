import type { AuthRoleRow } from '../../platform/database/models.js';
import { recordIn } from './auth-method.js';

/** Which tokens somebody who signs in gets. Durations in seconds, 0 for those of the method. */
export interface SignInTerms {
  readonly policies: readonly string[];
  readonly ttl: number;
  readonly maxTtl: number;
  readonly explicitMaxTtl: number;
  readonly period: number;
  /** 0 for any number. */
  readonly numUses: number;
  readonly noDefaultPolicy: boolean;
  /** `default` for what the method says. */
  readonly type: 'default' | 'service' | 'batch';
  /** Networks to sign in from, and to use the tokens from; none for any. */
  readonly boundCidrs: readonly string[];
  /** Tokens may only be used from the address that signed in. */
  readonly strictlyBindIp: boolean;
}

export const newTerms: SignInTerms = {
  policies: [],
  ttl: 0,
  maxTtl: 0,
  explicitMaxTtl: 0,
  period: 0,
  numUses: 0,
  noDefaultPolicy: false,
  type: 'default',
  boundCidrs: [],
  strictlyBindIp: false,
};

/** Which certificates a role of a `cert` method takes. Patterns have `*` for any text; an empty list takes any. */
export interface CertificateRule {
  /** PEM: one certificate or several. The first one says whether they are authorities or the client's own certificate. */
  readonly certificate: string;
  readonly displayName: string;
  /** The common name, a DNS name or an email address: the older way. */
  readonly allowedNames: readonly string[];
  readonly allowedCommonNames: readonly string[];
  readonly allowedDnsSans: readonly string[];
  readonly allowedEmailSans: readonly string[];
  readonly allowedUriSans: readonly string[];
  readonly allowedOrganizationalUnits: readonly string[];
  /** `oid:pattern` */
  readonly requiredExtensions: readonly string[];
  /** Object identifiers. */
  readonly allowedMetadataExtensions: readonly string[];
}

export const newCertificateRule: CertificateRule = {
  certificate: '',
  displayName: '',
  allowedNames: [],
  allowedCommonNames: [],
  allowedDnsSans: [],
  allowedEmailSans: [],
  allowedUriSans: [],
  allowedOrganizationalUnits: [],
  requiredExtensions: [],
  allowedMetadataExtensions: [],
};

/** Who may sign in by a method, and what that gives. */
export interface AuthRole extends Pick<
  AuthRoleRow,
  'id' | 'methodId' | 'name' | 'secretHash' | 'createdAt' | 'updatedAt'
> {
  readonly terms: SignInTerms;
  /** Of a role of a `cert` method. */
  readonly rule: CertificateRule;
  /** Of a role of a `scep` method: what records call who enters by it; empty for its name. */
  readonly displayName: string;
}

/** As it was written; a role of an earlier version has the defaults of what it does not say. */
export function roleOf({ definition, ...row }: AuthRoleRow): AuthRole {
  const { terms, rule, displayName } = recordIn(definition);
  return {
    ...row,
    terms: { ...newTerms, ...(typeof terms === 'object' && terms) },
    rule: { ...newCertificateRule, ...(typeof rule === 'object' && rule) },
    displayName: typeof displayName === 'string' ? displayName : '',
  };
}

export const definitionOf = ({ terms, rule, displayName }: Pick<AuthRole, 'terms'> & Partial<AuthRole>): string =>
  JSON.stringify({ terms, ...(rule && { rule }), ...(displayName && { displayName }) });
