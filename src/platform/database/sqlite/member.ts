/** How a member's own part ended: kept or undone, and what to tell its caller once the group is on disk. */
export interface Ended {
  readonly keep: boolean;
  /** Why it is not kept, where its caller did not want it so. */
  readonly reason?: unknown;
  tell(): void;
}

/** What waits for the writer: does its part inside a group, then hears how that ended. */
export interface Member {
  perform(): Ended | Promise<Ended>;
  /** The group is lost, with everything in it. */
  fail(reason: unknown): void;
  /** Whether its part can be done again after it was undone. */
  readonly repeatable: boolean;
  /** Whether its caller is told only once its part is synced to disk. */
  readonly synced: boolean;
  /** What its group does at its end, once for all who have it. */
  readonly trailing: readonly (() => void)[];
}
