/** A kind of problem as payloads show it: a type that implements `Problem`. What each tells besides stands in {@link ProblemFacts}. */
export type ProblemTypeName = keyof ProblemFacts;

/** What a problem tells besides its code, message and field. Whatever is not known, or not for the caller, is left out. */
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
  /** What a caller is told where the thrower says nothing else. */
  readonly text: string;
  /** What it means, where the text leaves something to say. */
  readonly meaning?: string;
  /** What whoever meets it can do. */
  readonly remedy: string;
  /** As what it stands in payloads; none for what never stands there. */
  readonly type?: ProblemTypeName;
  /** Whether GraphQL has it as `extensions.code` of an error. */
  readonly inErrors?: true;
  /** Whether it says of what was asked for that it is not there, or not for this caller: of a lookup by GraphQL, null. */
  readonly absence?: true;
  /** Which of the two families of REST paths answers with it; both where nothing is said. */
  readonly rest?: 'state' | 'authority' | 'none';
}
