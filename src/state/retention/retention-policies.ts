import type { Access } from '../../identity/access/access.js';
import type { RecordedChanges } from '../../identity/audit/recorded-changes.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { OrganizationRow } from '../../platform/database/models.js';
import { passing, problem } from '../../platform/problems.js';
import { workspaceEvent } from '../events/state-events.js';
import { workspaceTarget } from '../workspaces/reach-workspace.js';
import type { ReachWorkspace, WorkspaceRef } from '../workspaces/reach-workspace.js';
import { daysFault, mostDays, policyColumns, policyOf } from './retention-policy.js';
import type { RetentionPolicy } from './retention-policy.js';
import type { AuditTarget } from '../../identity/audit/target.js';

/** What a policy is set on. */
export type RetentionScope =
  | ({ readonly on: 'workspace' } & Exclude<WorkspaceRef, string>)
  | ({ readonly on: 'organization' } & ({ readonly id: string } | { readonly name: string }));

/** A policy and what it is set on. */
export interface SetPolicy {
  readonly on: RetentionScope['on'];
  /** Id of the workspace or organization. */
  readonly targetId: string;
  readonly policy: RetentionPolicy;
}

/** Data retention policies of workspaces and organizations. A workspace's own policy takes precedence over that of its organization. */
export class RetentionPolicies {
  constructor(
    private readonly deps: {
      database: Database;
      reach: ReachWorkspace;
      access: Access;
      changes: RecordedChanges;
      clock: Clock;
    },
  ) {}

  /** The policy that is set exactly here; `null` for none. @throws NOT_FOUND if the object does not exist */
  async read(caller: Caller, scope: RetentionScope): Promise<SetPolicy | null> {
    const place = await this.#place(caller, scope, false);
    return place.policy && { on: scope.on, targetId: place.target.id, policy: place.policy };
  }

  /** @throws NOT_FOUND, INVALID_INPUT */
  async set(caller: Caller, scope: RetentionScope, policy: RetentionPolicy): Promise<SetPolicy> {
    const fault = policy.kind === 'delete-older' ? daysFault(policy.days) : null;
    if (fault !== null && policy.kind === 'delete-older')
      throw problem('INVALID_INPUT', fault, ['deleteOlderThanNDays'], passing(policy.days, mostDays));
    const { target } = await this.#place(caller, scope, true);
    await this.#write(caller, scope, target, policy);
    return { on: scope.on, targetId: target.id, policy };
  }

  /** Removes the policy; no error if there is none. @throws NOT_FOUND */
  async remove(caller: Caller, scope: RetentionScope): Promise<string> {
    const { target } = await this.#place(caller, scope, true);
    await this.#write(caller, scope, target, null);
    return target.id;
  }

  async #write(
    caller: Caller,
    { on }: RetentionScope,
    target: AuditTarget,
    policy: RetentionPolicy | null,
  ): Promise<void> {
    const action = policy ? 'set-retention-policy' : 'remove-retention-policy';
    await this.deps.changes.make(caller, `${on}.${action}`, async (tx) => {
      const change = { where: { id: target.id }, data: policyColumns(policy) };
      const done = { result: undefined, target, details: policy ? { ...policy } : {} };
      if (on === 'organization') {
        await tx.organization.update(change);
        return done;
      }
      const workspace = await tx.workspace.update(change);
      return { ...done, events: [workspaceEvent('workspace.changed', workspace, this.deps.clock.now())] };
    });
  }

  async #place(
    caller: Caller,
    scope: RetentionScope,
    toChange: boolean,
  ): Promise<{ target: AuditTarget; policy: RetentionPolicy | null }> {
    if (scope.on === 'workspace') {
      const action = toChange ? 'workspace.update' : 'workspace.read';
      const workspace = await this.deps.reach.reach(caller, action, scope);
      return { target: workspaceTarget(workspace), policy: policyOf(workspace) };
    }
    const organization = await this.deps.database.client.organization.findUnique({
      where: 'id' in scope ? { id: scope.id } : { name: scope.name },
    });
    if (!organization) throw problem('NOT_FOUND');
    const action = toChange ? 'retention.manage-organization' : 'organization.read';
    await this.deps.access.onOrganization(caller, action, organization.id);
    return { target: organizationTarget(organization), policy: policyOf(organization) };
  }
}

function organizationTarget({ id, name }: OrganizationRow): AuditTarget {
  return { type: 'organization', id, name, organizationId: id };
}
