import type { Provider, TransactionClient } from '../../platform/database/database.js';
import { recordEvents } from '../../platform/events/outbox.js';
import { letGo } from '../backing-data/unnamed-objects.js';
import { departureEvent } from '../events/state-events.js';

/** Workspaces whose events are written together. */
const batch = 500;

/**
 * Deletes all workspaces of an organization, in the transaction that deletes it: all of them, or after a crash none. Their objects are marked, and swept later.
 * @returns how many
 */
export async function removeWorkspacesOf(
  tx: TransactionClient,
  provider: Provider,
  organizationId: string,
  now: Date,
): Promise<number> {
  // The organization first, so that who creates a workspace waits; then new revisions, so that nobody adds state to one of them in between.
  await tx.organization.update({ where: { id: organizationId }, data: { workspaceCount: 0 } });
  const where = { organizationId };
  const { count } = await tx.workspace.updateMany({ where, data: { revision: { increment: 1 } } });
  for (let after = ''; ;) {
    const workspaces = await tx.workspace.findMany({
      where: { ...where, id: { gt: after } },
      orderBy: { id: 'asc' },
      take: batch,
      select: { id: true, organizationId: true, projectId: true, teamAccess: { select: { teamId: true } } },
    });
    const left = workspaces.map(({ teamAccess, ...workspace }) => {
      const former = { projectId: workspace.projectId, teams: teamAccess.map(({ teamId }) => teamId) };
      return departureEvent('workspace.deleted', workspace, former, now);
    });
    await recordEvents(tx, ...left);
    const last = workspaces.at(-1);
    if (!last) break;
    after = last.id;
  }
  await letGo(tx, provider, { organizationId }, now);
  await tx.workspace.deleteMany({ where });
  return count;
}
