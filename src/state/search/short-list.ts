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
 * What the index of a workspace has: the list of a state version, by its digest. A server of an earlier version names another version beside it, and this text
 * then says nothing.
 */
export const indexedAs = (stateVersionId: StateVersionId | string, digest: string): string =>
  `${stateVersionId} ${digest}`;

/** The columns of a workspace whose index has the list of its next version already; `null` where it has another one. */
export function indexedAnew(
  { indexedStateVersionId, indexedAs: has }: Pick<WorkspaceRow, 'indexedStateVersionId' | 'indexedAs'>,
  { digest }: ShortList,
  next: StateVersionId,
): { readonly indexedStateVersionId: string; readonly indexedAs: string } | null {
  if (indexedStateVersionId === null || has !== indexedAs(indexedStateVersionId, digest)) return null;
  return { indexedStateVersionId: next, indexedAs: indexedAs(next, digest) };
}
