import { createHash } from 'node:crypto';
import type { WorkspaceRow } from '../../platform/database/models.js';
import type { StateVersionId } from '../../platform/ids.js';

/** A list of resources for the index that is written at once. */
export interface ShortList {
  /** Its only line of `ResourceTexts.index`, without the end of the line; '' for no resources. */
  readonly line: string;
  readonly digest: string;
}

/** @returns `null` for a list of more than one line */
export function shortList(text: string): ShortList | null {
  const end = text.indexOf('\n');
  if (end !== text.length - 1) return null;
  const line = text.slice(0, Math.max(end, 0));
  return { line, digest: createHash('sha256').update(line).digest('base64url') };
}

/**
 * What the index of a workspace has: the list of a state version, by its digest. A server of an earlier version changes the rows and not this text, so it counts
 * only for the version that follows on the one it names: no other one can have changed them in between. Whoever changes
 * what rows are made of a line empties this column in a migration.
 */
export const indexedAs = (stateVersionId: string, digest: string): string => `${stateVersionId} ${digest}`;

/**
 * The columns of a workspace whose index has the list of its next version already; `null` where it has another one.
 * @param seen before that is the current one
 */
export function indexedAnew(
  seen: Pick<WorkspaceRow, 'currentStateVersionId' | 'indexedStateVersionId' | 'indexedAs'>,
  { digest }: ShortList,
  next: StateVersionId,
): { readonly indexedStateVersionId: string; readonly indexedAs: string } | null {
  const { currentStateVersionId: before } = seen;
  if (before === null || seen.indexedStateVersionId !== before) return null;
  if (seen.indexedAs !== indexedAs(before, digest)) return null;
  return { indexedStateVersionId: next, indexedAs: indexedAs(next, digest) };
}
