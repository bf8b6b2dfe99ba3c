import type { Access } from '../../identity/access/access.js';
import type { Audit } from '../../identity/audit/audit.js';
import type { Caller } from '../../identity/caller.js';
import type { Database } from '../../platform/database/database.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import { problem } from '../../platform/problems.js';
import { workspaceTarget } from '../workspaces/reach-workspace.js';
import type { ReachWorkspace } from '../workspaces/reach-workspace.js';
import type { WorkspaceStore } from '../workspaces/workspace.store.js';

/** How given consumers meet those that are there. */
export type ConsumerMode = 'add' | 'replace' | 'remove';

/** Which workspaces may read the state of another one, where that does not share it with its whole organization. */
export class Consumers {
  constructor(
    private readonly deps: {
      database: Database;
      store: WorkspaceStore;
      reach: ReachWorkspace;
      access: Access;
      audit: Audit;
    },
  ) {}

  /**
   * Only workspaces of the same organization that the caller can see may become consumers.
   * @throws NOT_FOUND for the workspace, INVALID_INPUT for a consumer
   */
  async change(
    caller: Caller,
    workspaceId: string,
    consumerIds: readonly string[],
    mode: ConsumerMode,
  ): Promise<WorkspaceRow> {
    const { reach, database, audit } = this.deps;
    const workspace = await reach.reach(caller, 'workspace.manage-consumers', { id: workspaceId });
    const given = [...new Set(consumerIds)];
    if (mode !== 'remove') await this.#requireCandidates(caller, workspace, given);
    await database.transaction(async (tx) => {
      if (mode === 'remove') {
        await tx.remoteStateConsumer.deleteMany({ where: { workspaceId, consumerId: { in: given } } });
      } else {
        if (mode === 'replace') {
          // Not `notIn`: a list that is too long for one statement cannot be cut for it.
          const kept = new Set(given);
          const before = await tx.remoteStateConsumer.findMany({ where: { workspaceId } });
          const others = before.map(({ consumerId }) => consumerId).filter((id) => !kept.has(id));
          await tx.remoteStateConsumer.deleteMany({ where: { workspaceId, consumerId: { in: others } } });
        }
        for (const consumerId of given) {
          await tx.remoteStateConsumer.upsert({
            where: { workspaceId_consumerId: { workspaceId, consumerId } },
            create: { workspaceId, consumerId },
            // As with tags: two may add it at once.
            update: { consumerId },
          });
        }
      }
      await audit.record(tx, caller, `workspace.${mode}-consumers`, workspaceTarget(workspace), { consumers: given });
    });
    return workspace;
  }

  async #requireCandidates(caller: Caller, workspace: WorkspaceRow, given: readonly string[]): Promise<void> {
    if (given.includes(workspace.id)) throw unusable(workspace.id);
    const visible = await this.deps.access.whereVisible(caller, workspace.organizationId, 'workspace:read');
    const found = await this.deps.database.client.workspace.findMany({
      where: { AND: [visible, { id: { in: [...given] } }] },
      select: { id: true },
    });
    const known = new Set(found.map(({ id }) => id));
    const unknown = given.find((id) => !known.has(id));
    if (unknown !== undefined) throw unusable(unknown);
  }
}

function unusable(id: string) {
  return problem('INVALID_INPUT', `${id} is not a workspace that can consume this state`, ['consumerIds']);
}
