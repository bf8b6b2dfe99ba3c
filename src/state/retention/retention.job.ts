import type { RecordedChanges } from '../../identity/audit/recorded-changes.js';
import { planOf } from '../../identity/organizations/plans.js';
import type { Clock } from '../../platform/clock.js';
import { date } from '../../platform/database/columns.js';
import type { Database } from '../../platform/database/database.js';
import { eachById } from '../../platform/database/each-by-id.js';
import type { Prisma, StateVersionRow, WorkspaceRow } from '../../platform/database/models.js';
import { recordEvents } from '../../platform/events/outbox.js';
import { ids } from '../../platform/ids.js';
import { isObjectId } from '../../platform/objects/object-id.js';
import { ProblemError } from '../../platform/problems.js';
import type { BackingData } from '../backing-data/backing-data.js';
import type { ContentIntake } from '../backing-data/intake.js';
import { letGo } from '../backing-data/unnamed-objects.js';
import { stateVersionEvent } from '../events/state-events.js';
import type { Deployment } from '../versions/history.js';
import { countersWithout } from '../versions/counters-without.js';
import type { StateVersionStore } from '../versions/version.store.js';
import { changeWorkspace } from '../workspaces/workspace.store.js';
import { policyOf } from './retention-policy.js';
import type { RetentionColumns, RetentionPolicy } from './retention-policy.js';
import { system } from '../../identity/audit/actor.js';

/** Kind of the job that applies retention. There is one such job, and it schedules itself again. */
export const retentionJobKind = 'state.retention';

const day = 86_400_000;
/** Milliseconds between two runs. */
export const retentionEveryMs = day;
/** Versions that one transaction deletes, or that one statement reads. */
const batchSize = 50;
const organizationsAtOnce = 500;

const retention = system('retention');

type Organization = RetentionColumns & { readonly id: string; readonly plan: string };

/**
 * Applies once a day what a plan keeps (Terraform Enterprise API, State Versions) and what data retention policies keep, as in Terraform Enterprise. It uses
 * small transactions that are each consistent, so a crash costs only the rest of the day's work.
 */
export class RetentionJob {
  constructor(
    private readonly deps: {
      database: Database;
      store: StateVersionStore;
      backingData: BackingData;
      intake: ContentIntake;
      changes: RecordedChanges;
      clock: Clock;
      deployment: Deployment;
      softDeleteDays: number;
    },
  ) {}

  /** @returns when to run again */
  async run(signal?: AbortSignal): Promise<Date> {
    const { clock } = this.deps;
    const now = clock.now();
    const policies = this.deps.deployment === 'enterprise';
    for await (const organization of this.#organizations()) {
      const beyond = await this.#beyondPlan(organization, now);
      const inherited = policies ? policyOf(organization) : null;
      // There may be a million workspaces to which nothing applies.
      if (!beyond && inherited?.kind !== 'delete-older') continue;
      for await (const workspace of this.#workspaces({ organizationId: organization.id })) {
        signal?.throwIfAborted();
        if (inherited && !policyOf(workspace)) await this.#applyPolicy(workspace, inherited, now, signal);
        if (beyond) await this.#deleteBefore(workspace, beyond, signal);
      }
    }
    if (policies) await this.#applyOwn(now, signal);
    return new Date(now.getTime() + retentionEveryMs);
  }

  #organizations(): AsyncGenerator<Organization> {
    const select = { id: true, plan: true, retentionKind: true, retentionDays: true };
    return eachById(organizationsAtOnce, (id) =>
      this.deps.database.client.organization.findMany({
        where: { id },
        orderBy: { id: 'asc' },
        take: organizationsAtOnce,
        select,
      }),
    );
  }

  /** The policies of workspaces that have one of their own, which an index has together. */
  async #applyOwn(now: Date, signal?: AbortSignal): Promise<void> {
    for await (const workspace of this.#workspaces({ retentionKind: { not: null } })) {
      signal?.throwIfAborted();
      const policy = policyOf(workspace);
      if (policy) await this.#applyPolicy(workspace, policy, now, signal);
    }
  }

  #workspaces(which: Prisma.WorkspaceWhereInput): AsyncGenerator<WorkspaceRow> {
    return eachById(batchSize, (id) =>
      this.deps.database.client.workspace.findMany({
        where: { ...which, id },
        orderBy: { id: 'asc' },
        take: batchSize,
      }),
    );
  }

  /** Marks backing data for deletion that is older than the policy says, as an owner would. */
  async #applyPolicy(workspace: WorkspaceRow, policy: RetentionPolicy, now: Date, signal?: AbortSignal) {
    if (policy.kind !== 'delete-older') return;
    const before = new Date(now.getTime() - policy.days * day);
    let after = 0n;
    for (;;) {
      signal?.throwIfAborted();
      const rows = await this.deps.database.client.stateVersion.findMany({
        where: { workspaceId: workspace.id, status: 'finalized', number: { gt: after }, createdAt: { lt: before } },
        orderBy: { number: 'asc' },
        take: batchSize,
        select: { id: true, number: true },
      });
      for (const { id } of rows) if (id !== workspace.currentStateVersionId) await this.#softDelete(id);
      after = rows.at(-1)?.number ?? after;
      if (rows.length < batchSize) return;
    }
  }

  async #softDelete(id: string): Promise<void> {
    const located = await this.deps.store.byId(ids.stateVersion.require(id));
    if (!located) return;
    try {
      await this.deps.backingData.softDeleteAs(retention, located, this.deps.softDeleteDays);
    } catch (error) {
      // It became the current one in the meantime, or another change was faster.
      if (!(error instanceof ProblemError)) throw error;
    }
  }

  /**
   * The time before which the plan keeps only the newest version of each workspace; `null` if it keeps everything. If several states have exactly this time,
   * all are kept.
   */
  async #beyondPlan(organization: Organization, now: Date): Promise<Date | null> {
    const rule = planOf(organization).retention;
    if (rule === null) return null;
    const [oldestKept] = await this.deps.database.readSql(
      `SELECT v."createdAt" FROM "StateVersion" v JOIN "Workspace" w ON w."id" = v."workspaceId"
        WHERE w."organizationId" = ? AND v."status" = 'finalized'
        ORDER BY v."createdAt" DESC LIMIT 1 OFFSET ?`,
      [organization.id, rule.keepLatest - 1],
    );
    if (!oldestKept) return null;
    const border = date(oldestKept['createdAt']);
    const months = monthsBefore(now, rule.months);
    return border < months ? border : months;
  }

  async #deleteBefore(workspace: WorkspaceRow, before: Date, signal?: AbortSignal): Promise<void> {
    const { client } = this.deps.database;
    const workspaceId = ids.workspace.require(workspace.id);
    const newest = await this.deps.store.newestWithContent(client, workspaceId);
    const kept = [newest?.id, workspace.currentStateVersionId, workspace.latestStateVersionId];
    let after = 0n;
    for (;;) {
      signal?.throwIfAborted();
      const rows = await client.stateVersion.findMany({
        where: { workspaceId, number: { gt: after }, createdAt: { lt: before } },
        orderBy: { number: 'asc' },
        take: batchSize,
        select: { id: true, number: true },
      });
      await this.#delete(
        workspaceId,
        rows.map(({ id }) => id).filter((id) => !kept.includes(id)),
      );
      after = rows.at(-1)?.number ?? after;
      if (rows.length < batchSize) return;
    }
  }

  /** Record, outputs and content. The versions that the workspace uses are kept at any age. */
  async #delete(workspaceId: string, candidates: readonly string[]): Promise<void> {
    if (candidates.length === 0) return;
    const { database, changes, intake } = this.deps;
    const gone = await database.transaction(async (tx) => {
      let rows: StateVersionRow[] = [];
      const workspace = await changeWorkspace(tx, workspaceId, async (seen) => {
        const kept = [seen.currentStateVersionId, seen.latestStateVersionId].filter((id) => id !== null);
        const chosen = candidates.filter((id) => !kept.includes(id));
        rows = await tx.stateVersion.findMany({ where: { id: { in: chosen }, workspaceId } });
        return countersWithout(seen, rows);
      });
      const now = this.deps.clock.now();
      const versionIds = rows.map(({ id }) => id);
      await letGo(tx, database.provider, { versionIds }, now);
      await tx.stateVersion.deleteMany({ where: { id: { in: versionIds } } });
      const deleted = (row: StateVersionRow) =>
        stateVersionEvent('state-version.deleted', row, workspace.organizationId, now);
      await recordEvents(tx, ...rows.map(deleted));
      for (const { id, serial } of rows) {
        const target = { type: 'state-version' as const, id, organizationId: workspace.organizationId };
        const details = { workspace: workspaceId, serial: serial.toString() };
        await changes.record(tx, retention, 'state-version.delete', { result: undefined, target, details });
      }
      return rows;
    });
    const objects = gone.flatMap((row) => [row.contentObjectId, row.jsonObjectId]).filter((id) => id !== null);
    await intake.discard(...objects.filter(isObjectId));
  }
}

/** The same day and time some months earlier; in a shorter month its last day. */
export function monthsBefore(time: Date, months: number): Date {
  const earlier = new Date(time);
  earlier.setUTCDate(1);
  earlier.setUTCMonth(earlier.getUTCMonth() - months);
  const last = new Date(Date.UTC(earlier.getUTCFullYear(), earlier.getUTCMonth() + 1, 0)).getUTCDate();
  earlier.setUTCDate(Math.min(time.getUTCDate(), last));
  return earlier;
}
