/** What a record is about. */
export interface AuditTarget {
  /** In words of the specification: workspace, state-version, organization, team … */
  readonly type: string;
  readonly id: string;
  readonly name?: string;
  /** Whose owners may read the record; left out for what belongs to the site. */
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
