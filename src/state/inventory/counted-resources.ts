import type { SqlWrite, TransactionClient } from '../../platform/database/database.js';
import { updateOf } from '../../platform/database/writes.js';
import type { StateVersionId } from '../../platform/ids.js';
import type { StateVersion } from '../versions/version.type.js';

/** `resourceCount` of a workspace whose current state could not be read. */
export const unknownCount = -1n;

/** Whether the resources of a workspace are those of its current state: they are not, where that could not be read. */
export const knowsResources = ({ resourceCount }: { readonly resourceCount: bigint }): boolean =>
  resourceCount !== unknownCount;

/**
 * A workspace says how many resources its current version manages as soon as that version says what there is. Their index, which may take minutes, follows.
 * Call it before the rows of the version are changed: workspaces come first.
 * @param managed `null` if the content could not be read
 */
export async function countResources(tx: TransactionClient, id: StateVersionId, managed: bigint | null): Promise<void> {
  await tx.workspace.updateMany({
    where: { currentStateVersionId: id },
    data: { resourceCount: managed ?? unknownCount },
  });
}

/** The same as a statement of a batch. */
export function countingResources(id: StateVersionId, managed: bigint): SqlWrite {
  return updateOf('Workspace', { resourceCount: managed }, { currentStateVersionId: id });
}

/** The count of a workspace of which this version becomes the current one; nothing if it is not known yet. */
export function countedOf({
  resourcesProcessed,
  processingProblem,
  managedCount,
}: Pick<StateVersion, 'resourcesProcessed' | 'processingProblem' | 'managedCount'>): { resourceCount?: bigint } {
  if (!resourcesProcessed) return {};
  return { resourceCount: processingProblem === null ? managedCount : unknownCount };
}
