/** A kind of problem in payloads: a type that implements `Problem`. {@link ProblemFacts} has its additional fields. */
export type ProblemTypeName = keyof ProblemFacts;

/** The fields of a problem in addition to its code, message and field. Facts that are unknown, or not for the caller, are left out. */
export interface ProblemFacts {
  readonly GenericProblem: Readonly<Record<string, never>>;
  readonly InputProblem: {
    /** Position in the list that `field` names, from 0. */
    readonly index?: number;
    /** The limit that the value exceeds. */
    readonly limit?: number | bigint;
  };
  readonly LimitProblem: { readonly limit?: number | bigint };
  /** The lock in the form in which workspaces show it. */
  readonly LockHeldProblem: { readonly lock?: object | null };
  /** The facts of the newest state that the workspace knows. */
  readonly StateConflictProblem: {
    readonly currentSerial?: bigint;
    readonly currentMd5?: string;
    readonly currentLineage?: string | null;
  };
  /** The value in the content, which differs from the declared one. */
  readonly ContentMismatchProblem: { readonly found?: string | null };
  /** The organization of the quota. */
  readonly StorageQuotaProblem: { readonly organizationId?: string };
  /** The broken rule, its meaning, and the value that breaks it. */
  readonly BrokenRuleProblem: { readonly rule?: string; readonly meaning?: string; readonly value?: string };
}

/** A row of the catalogue. */
export interface CatalogueRow {
  /** The default message for the caller. */
  readonly text: string;
  /** An explanation, if the text is not sufficient. */
  readonly meaning?: string;
  /** What the caller can do about it. */
  readonly remedy: string;
  /** Its type in payloads; none if it never appears there. */
  readonly type?: ProblemTypeName;
  /** Whether GraphQL has it as `extensions.code` of an error. */
  readonly inErrors?: true;
  /** Whether it means that the object does not exist, or not for this caller. GraphQL lookups then return null. */
  readonly absence?: true;
  /** Which of the two families of REST paths uses it. Defaults to both. */
  readonly rest?: 'state' | 'authority' | 'none';
}
