import { setTimeout as pause } from 'node:timers/promises';
import type { WorkspaceNameParts } from './name-parts.js';

/** Kind of the job that lists the names of workspaces that were there before the list. There is one such job; it is done once. */
export const namePartsJobKind = 'state.list-workspace-names';

/** Workspaces in one transaction: each has as many rows as its name has characters, and requests must not wait long behind it. */
const workspacesAtOnce = 25;

/** Each piece is followed by a pause that is as long as it took. It continues where it was interrupted. */
export async function listWorkspaceNames(parts: WorkspaceNameParts, signal: AbortSignal): Promise<undefined> {
  for (;;) {
    signal.throwIfAborted();
    const began = performance.now();
    if (!(await parts.listSome(workspacesAtOnce))) return;
    await pause(performance.now() - began, undefined, { signal });
  }
}
