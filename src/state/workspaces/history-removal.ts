import type { Provider, TransactionClient } from '../../platform/database/database.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import { letGo } from '../backing-data/unnamed-objects.js';
import { storedColumns } from '../quota/stored-bytes.js';
import { countersWithout } from '../versions/counters-without.js';

/** What one transaction deletes of a history at most: a second or so, in which on SQLite nobody else writes. */
const most = { versions: 2_000, outputBytes: 256n * 1024n * 1024n };

/** What one part of more takes at most; always one version. */
const part = { versions: 1_000, outputBytes: 64n * 1024n * 1024n };

type Reader = Pick<TransactionClient, 'stateVersion'>;

/** Whether a workspace has more state versions, or more bytes of outputs, than what one transaction should delete. */
export async function hasLongHistory(reader: Reader, workspaceId: string): Promise<boolean> {
  const versions = await reader.stateVersion.findMany({
    where: { workspaceId },
    take: most.versions + 1,
    select: { outputsSize: true },
  });
  // What is kept to the end is no history.
  if (versions.length <= 2) return false;
  return versions.length > most.versions || totalOf(versions) > most.outputBytes;
}

/**
 * Deletes the oldest state versions of a workspace that is being deleted, except its current and its latest one; its counters stay right. The transaction holds
 * the row of the workspace already. @returns how many
 */
export async function removeOldest(
  tx: TransactionClient,
  provider: Provider,
  workspace: WorkspaceRow,
  now: Date,
): Promise<number> {
  const kept = [workspace.currentStateVersionId, workspace.latestStateVersionId].filter((id) => id !== null);
  const found = await tx.stateVersion.findMany({
    where: { workspaceId: workspace.id, id: { notIn: kept } },
    orderBy: { number: 'asc' },
    take: part.versions,
    select: { id: true, status: true, ...storedColumns },
  });
  const versions = found.slice(0, fitting(found));
  const versionIds = versions.map(({ id }) => id);
  await letGo(tx, provider, { versionIds }, now);
  await tx.stateVersion.deleteMany({ where: { id: { in: versionIds } } });
  await tx.workspace.update({ where: { id: workspace.id }, data: countersWithout(workspace, versions) });
  return versions.length;
}

/** How many of the versions one part takes. */
function fitting(versions: readonly { readonly outputsSize: bigint }[]): number {
  let bytes = 0n;
  const tooMany = versions.findIndex(({ outputsSize }) => (bytes += outputsSize) > part.outputBytes);
  return tooMany === -1 ? versions.length : Math.max(1, tooMany);
}

const totalOf = (versions: readonly { readonly outputsSize: bigint }[]) =>
  versions.reduce((sum, { outputsSize }) => sum + outputsSize, 0n);
