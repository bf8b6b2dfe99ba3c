import type { ListingVisibility } from '../../platform/graphql/listing-visibility.js';
import { isRecord } from '../../platform/is-record.js';
import type { AuthMethodRow } from '../../platform/database/models.js';

/** The kinds of methods to sign in that can be enabled. */
export const methodTypes = ['userpass', 'cert', 'scep'] as const;
export type MethodType = (typeof methodTypes)[number];

export const isMethodType = (text: string): text is MethodType => methodTypes.some((type) => type === text);

/** What is tuned of a method. Durations in seconds, 0 for those of the system. */
export interface MethodTuning {
  readonly defaultLeaseTtl: number;
  readonly maxLeaseTtl: number;
  readonly tokenType: MethodTokenType;
  readonly listingVisibility: ListingVisibility;
  /** Only kept, these and the following: there is nothing here that they would change. */
  readonly auditNonHmacRequestKeys: readonly string[];
  readonly auditNonHmacResponseKeys: readonly string[];
  readonly passthroughRequestHeaders: readonly string[];
  readonly allowedResponseHeaders: readonly string[];
  readonly forceNoCache: boolean;
  readonly local: boolean;
  readonly sealWrap: boolean;
}

export const methodTokenTypes = ['default-service', 'default-batch', 'service', 'batch'] as const;
export type MethodTokenType = (typeof methodTokenTypes)[number];

export const untuned: MethodTuning = {
  defaultLeaseTtl: 0,
  maxLeaseTtl: 0,
  tokenType: 'default-service',
  listingVisibility: '',
  auditNonHmacRequestKeys: [],
  auditNonHmacResponseKeys: [],
  passthroughRequestHeaders: [],
  allowedResponseHeaders: [],
  forceNoCache: false,
  local: false,
  sealWrap: false,
};

/** A method to sign in: sys/auth. */
export interface AuthMethod {
  /** am-… */
  readonly id: string;
  /** auth_<type>_… */
  readonly accessor: string;
  readonly type: MethodType;
  /** Below `auth/`, without a slash at its end. */
  readonly path: string;
  readonly description: string;
  readonly tuning: MethodTuning;
  /** The method's own configuration, as its kind reads it. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Salt of its challenges. */
  readonly salt: string;
  /** The account that acts for whoever signs in by it. */
  readonly accountId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A method as it is kept; one of an earlier version has the defaults of what it does not say. `null` for a kind that another version has. */
export function methodOf({ type, config, settings, ...row }: AuthMethodRow): AuthMethod | null {
  if (!isMethodType(type)) return null;
  return { ...row, type, tuning: { ...untuned, ...recordIn(config) }, settings: recordIn(settings) };
}

/** @throws Error for a kind of another version, of which lists and paths tell nothing */
export function knownMethod(row: AuthMethodRow): AuthMethod {
  const method = methodOf(row);
  if (!method) throw new Error(`a method to sign in has the unknown type ${row.type}`);
  return method;
}

export function recordIn(text: string): Readonly<Record<string, unknown>> {
  const kept: unknown = JSON.parse(text);
  return isRecord(kept) ? kept : {};
}
