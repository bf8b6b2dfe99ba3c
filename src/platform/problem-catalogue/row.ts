/** A kind of problem as payloads show it: a type that implements `Problem`. {@link ProblemFacts} has the further fields of each. */
export type ProblemTypeName = keyof ProblemFacts;

/** What a problem says in addition to its code, message and field. Facts that are unknown, or not for the caller, are left out. */
export interface ProblemFacts {
  readonly GenericProblem: Readonly<Record<string, never>>;
  readonly InputProblem: {
    /** Place in the list that `field` names, from 0. */
    readonly index?: number;
    /** The limit that the value passes. */
    readonly limit?: number | bigint;
  };
  readonly LimitProblem: { readonly limit?: number | bigint };
  /** The lock as workspaces show it. */
  readonly LockHeldProblem: { readonly lock?: object | null };
  /** What the workspace knows of its newest state. */
  readonly StateConflictProblem: {
    readonly currentSerial?: bigint;
    readonly currentMd5?: string;
    readonly currentLineage?: string | null;
  };
  /** What is inside the content, in place of what was declared. */
  readonly ContentMismatchProblem: { readonly found?: string | null };
  /** The organization whose quota it is. */
  readonly StorageQuotaProblem: { readonly organizationId?: string };
  /** The rule that is broken, what it says, and by which value. */
  readonly BrokenRuleProblem: { readonly rule?: string; readonly meaning?: string; readonly value?: string };
}

/** A row of the catalogue. */
export interface CatalogueRow {
  /** The default message for the caller. */
  readonly text: string;
  /** What it means, if the text does not say enough. */
  readonly meaning?: string;
  /** What the caller can do about it. */
  readonly remedy: string;
  /** Its type in payloads; none if it never appears there. */
  readonly type?: ProblemTypeName;
  /** Whether GraphQL has it as `extensions.code` of an error. */
  readonly inErrors?: true;
  /** Whether it means that the object does not exist, or not for this caller: GraphQL lookups then return null. */
  readonly absence?: true;
  /** Which of the two families of REST paths answers with it. Defaults to both. */
  readonly rest?: 'state' | 'authority' | 'none';
}
