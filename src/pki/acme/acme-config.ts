import { longestName, referencePattern } from '../policy/index.js';

/** When a new account needs a key that ties it to somebody. */
export const eabPolicies = ['not-required', 'new-account-required', 'always-required'] as const;
export type EabPolicy = (typeof eabPolicies)[number];

/** `config/acme` of a mount (Vault API, PKI: "Set ACME configuration"). */
export interface AcmeConfig {
  readonly enabled: boolean;
  /** Names of roles, or a single `*` for all. */
  readonly allowedRoles: readonly string[];
  /** Whether certificates have the extended key usages of their role. Otherwise they are for servers. */
  readonly allowRoleExtKeyUsage: boolean;
  /** References to issuers, or a single `*` for all. */
  readonly allowedIssuers: readonly string[];
  /** What decides where the path of the directory names no role: see {@link directoryPolicyOf}. */
  readonly defaultDirectoryPolicy: string;
  /** `host:port`; empty for the name servers of this machine. */
  readonly dnsResolver: string;
  readonly eabPolicy: string;
  /** Seconds that no certificate is valid longer than. */
  readonly maxTtl: number;
}

const day = 86_400;

export const defaultAcmeConfig: AcmeConfig = {
  enabled: false,
  allowedRoles: ['*'],
  allowRoleExtKeyUsage: false,
  allowedIssuers: ['*'],
  defaultDirectoryPolicy: 'sign-verbatim',
  dnsResolver: '',
  eabPolicy: 'not-required',
  maxTtl: 90 * day,
};

/** What decides about an order where nothing names a role. */
export type DirectoryPolicy =
  | { readonly kind: 'forbid' }
  | { readonly kind: 'sign-verbatim' }
  | { readonly kind: 'role'; readonly name: string }
  /** The name is for the service, and may be empty. */
  | { readonly kind: 'external-policy'; readonly name: string };

/** Undefined for a text that is none. */
export function directoryPolicyOf(text: string): DirectoryPolicy | undefined {
  if (text === 'forbid' || text === 'sign-verbatim') return { kind: text };
  const policy = /^external-policy(?::(.*))?$/s.exec(text);
  if (policy) return policyNamed(policy[1] ?? '');
  const name = /^role:(.+)$/s.exec(text)?.[1];
  return name === undefined ? undefined : { kind: 'role', name };
}

const policyNamed = (name: string): DirectoryPolicy | undefined =>
  name === '' || (name.length <= longestName && referencePattern.test(name))
    ? { kind: 'external-policy', name }
    : undefined;

export const isEabPolicy = (text: string): text is EabPolicy => eabPolicies.some((each) => each === text);

/** Whether a list allows everything. */
export const allowsAll = (list: readonly string[]): boolean => list.length === 1 && list[0] === '*';
