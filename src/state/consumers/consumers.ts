import type { Access } from '../../identity/access/access.js';
import type { RecordedChanges } from '../../identity/audit/recorded-changes.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import { item, problem } from '../../platform/problems.js';
import { workspaceEvent } from '../events/state-events.js';
import { workspaceTarget } from '../workspaces/reach-workspace.js';
import type { ReachWorkspace, WorkspaceRef } from '../workspaces/reach-workspace.js';
import type { WorkspaceStore } from '../workspaces/workspace.store.js';

/** How the given consumers are combined with the present ones. */
export type ConsumerMode = 'add' | 'replace' | 'remove';

/** Which workspaces may read the state of another one, if that one does not share it with its whole organization. */
export class Consumers {
  constructor(
    private readonly deps: {
      database: Database;
      store: WorkspaceStore;
      reach: ReachWorkspace;
      access: Access;
      clock: Clock;
      changes: RecordedChanges;
    },
  ) {}

  /**
   * Only workspaces of the same organization that the caller can see can become consumers.
   * @throws NOT_FOUND for the workspace, INVALID_INPUT for a consumer
   */
  async change(
    caller: Caller,
    ref: WorkspaceRef,
    consumerIds: readonly string[],
    mode: ConsumerMode,
  ): Promise<WorkspaceRow> {
    const { reach, changes } = this.deps;
    const workspace = await reach.reach(caller, 'workspace.manage-consumers', ref);
    const workspaceId = workspace.id;
    const given = [...new Set(consumerIds)];
    if (mode !== 'remove') await this.#requireCandidates(caller, workspace, consumerIds);
    return changes.make(caller, `workspace.${mode}-consumers`, async (tx) => {
      // Locks the row: what is read here stays valid until the end.
      await tx.workspace.update({ where: { id: workspaceId }, data: { id: workspaceId }, select: { id: true } });
      const rows = await tx.remoteStateConsumer.findMany({ where: { workspaceId }, select: { consumerId: true } });
      const before = new Set(rows.map(({ consumerId }) => consumerId));
      const [wanted, unwanted] =
        mode === 'remove' ? [[], given] : [given, mode === 'replace' ? others(before, given) : []];
      await tx.remoteStateConsumer.deleteMany({ where: { workspaceId, consumerId: { in: unwanted } } });
      await tx.remoteStateConsumer.createMany({
        data: wanted.filter((id) => !before.has(id)).map((consumerId) => ({ workspaceId, consumerId })),
      });
      const events = [workspaceEvent('workspace.changed', workspace, this.deps.clock.now())];
      return { result: workspace, target: workspaceTarget(workspace), details: { consumers: given }, events };
    });
  }

  async #requireCandidates(caller: Caller, workspace: WorkspaceRow, consumerIds: readonly string[]): Promise<void> {
    const given = [...new Set(consumerIds)];
    if (given.includes(workspace.id)) throw unusable(workspace.id, consumerIds);
    const visible = await this.deps.access.whereVisible(caller, workspace.organizationId, 'workspace:read');
    const found = await this.deps.database.client.workspace.findMany({
      where: { AND: [visible, { id: { in: [...given] } }] },
      select: { id: true },
    });
    const known = new Set(found.map(({ id }) => id));
    const unknown = given.find((id) => !known.has(id));
    if (unknown !== undefined) throw unusable(unknown, consumerIds);
  }
}

function others(before: ReadonlySet<string>, given: readonly string[]): string[] {
  const kept = new Set(given);
  return [...before].filter((id) => !kept.has(id));
}

function unusable(id: string, given: readonly string[]) {
  const message = `${id} is not a workspace that can consume this state`;
  return problem('INVALID_INPUT', message, ['consumerIds'], item(given.indexOf(id)));
}
