import type { AuditTargetType } from './target-types.js';

/** The object of a record. */
export interface AuditTarget {
  readonly type: AuditTargetType;
  readonly id: string;
  readonly name?: string;
  /** The organization whose owners may read the record; absent for the site. */
  readonly organizationId?: string;
}

/** A value of `details`. */
export type AuditDetail =
  | string
  | number
  | boolean
  | null
  | readonly AuditDetail[]
  | { readonly [key: string]: AuditDetail };
export type AuditDetails = Readonly<Record<string, AuditDetail>>;
