import type { Database, Provider, TransactionClient } from '../../platform/database/database.js';
import { inLockOrder } from '../../platform/database/lock-order.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import { recordEvents } from '../../platform/events/outbox.js';
import type { OrganizationContents } from '../../identity/organizations/organizations.js';
import { letGo } from '../backing-data/unnamed-objects.js';
import { departureEvent } from '../events/state-events.js';
import { hasLongHistory, removeOldest } from './history-removal.js';

/** What one transaction deletes at most: a second or so, in which on SQLite nobody else writes. */
const most = { workspaces: 200, versions: 2_000, variables: 10_000 };

/** What one part of more takes, of workspaces and of variable sets. */
const part = { workspaces: 100, versions: 1_000, sets: 10 };

/** Workspaces whose events are written together. */
const batch = 500;

/** Projects, workspaces, states and variables of an organization that is deleted. */
export function organizationContents(database: Database): OrganizationContents {
  const { client, provider } = database;
  return {
    isLarge: async (organizationId) => {
      const ofWorkspaces = { workspace: { organizationId } };
      const [workspaces, versions, sets] = await Promise.all([
        client.workspace.count({ where: { organizationId }, take: most.workspaces + 1 }),
        client.stateVersion.count({ where: ofWorkspaces, take: most.versions + 1 }),
        client.variableSet.aggregate({ where: { organizationId }, _sum: { variableCount: true } }),
      ]);
      const many = workspaces > most.workspaces || versions > most.versions;
      return many || (sets._sum.variableCount ?? 0) > most.variables;
    },
    removePart: async (tx, organizationId, now) => {
      // The organization first: who creates or deletes a workspace waits.
      await tx.organization.update({ where: { id: organizationId }, data: { updatedAt: now } });
      const none = { workspaces: 0, stateVersions: 0, variableSets: 0 };
      const ids = await workspacesOfPart(tx, organizationId);
      const [alone] = ids;
      if (ids.length === 1 && alone !== undefined && (await hasLongHistory(tx, alone))) {
        const revision = { increment: 1 };
        const workspace = await tx.workspace.update({ where: { id: alone }, data: { revision } });
        return { ...none, stateVersions: await removeOldest(tx, provider, workspace, now) };
      }
      if (ids.length > 0) {
        return { ...none, workspaces: await removeSome(tx, provider, organizationId, ids, now) };
      }
      return { ...none, variableSets: await removeSets(tx, organizationId) };
    },
    removeWorkspaces: (tx, organizationId, now) => removeWorkspacesOf(tx, provider, organizationId, now),
  };
}

/** The workspaces that the next part takes: at least one, and so many that their versions are not too many; none when little is left. */
async function workspacesOfPart(tx: TransactionClient, organizationId: string): Promise<readonly string[]> {
  const found = await tx.workspace.findMany({
    where: { organizationId },
    orderBy: { id: 'asc' },
    take: part.workspaces,
    select: { id: true, _count: { select: { stateVersions: true } } },
  });
  const taken: string[] = [];
  let versions = 0;
  for (const { id, _count } of found) {
    versions += _count.stateVersions;
    if (taken.length > 0 && versions > part.versions) break;
    taken.push(id);
  }
  const little = found.length < part.workspaces && taken.length === found.length && versions <= most.versions;
  return little ? [] : taken;
}

async function removeSome(
  tx: TransactionClient,
  provider: Provider,
  organizationId: string,
  ids: readonly string[],
  now: Date,
): Promise<number> {
  const where = { id: { in: [...ids] } };
  // New revisions, so that nobody adds state to one of them in between.
  const revision = { increment: 1 };
  const held = await tx.workspace.updateManyAndReturn({ where, data: { revision }, select: { projectId: true } });
  await recordEvents(tx, ...(await departures(tx, where, now)));
  await letGo(tx, provider, { workspaceIds: ids }, now);
  const workspaceCount = { decrement: held.length };
  await tx.organization.update({ where: { id: organizationId }, data: { workspaceCount } });
  for (const [projectId, count] of inLockOrder(countsOf(held), ([id]) => id)) {
    await tx.project.update({ where: { id: projectId }, data: { workspaceCount: { decrement: count } } });
  }
  // After these counters, as in `removeWorkspace`.
  await tx.workspace.deleteMany({ where });
  return held.length;
}

function countsOf(workspaces: readonly Pick<WorkspaceRow, 'projectId'>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { projectId } of workspaces) counts.set(projectId, (counts.get(projectId) ?? 0) + 1);
  return counts;
}

async function removeSets(tx: TransactionClient, organizationId: string): Promise<number> {
  const where = { organizationId };
  const sets = await tx.variableSet.findMany({ where, orderBy: { id: 'asc' }, take: part.sets, select: { id: true } });
  const { count } = await tx.variableSet.deleteMany({ where: { id: { in: sets.map(({ id }) => id) } } });
  return count;
}

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
    const left = await departures(tx, { ...where, id: { gt: after } }, now);
    await recordEvents(tx, ...left);
    const last = left.at(-1);
    if (!last) break;
    after = last.topic;
  }
  await letGo(tx, provider, { organizationId }, now);
  await tx.workspace.deleteMany({ where });
  return count;
}

/** The events of workspaces that go, of a batch in order of their ids. */
async function departures(
  tx: TransactionClient,
  where: { readonly id: { readonly in: string[] } | { readonly gt: string }; readonly organizationId?: string },
  now: Date,
) {
  const workspaces = await tx.workspace.findMany({
    where,
    orderBy: { id: 'asc' },
    take: batch,
    select: { id: true, organizationId: true, projectId: true, teamAccess: { select: { teamId: true } } },
  });
  return workspaces.map(({ teamAccess, ...workspace }) => {
    const former = { projectId: workspace.projectId, teams: teamAccess.map(({ teamId }) => teamId) };
    return departureEvent('workspace.deleted', workspace, former, now);
  });
}
