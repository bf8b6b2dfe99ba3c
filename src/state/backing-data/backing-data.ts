import type { Access } from '../../identity/access/access.js';
import type { RecordedChanges } from '../../identity/audit/recorded-changes.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database, TransactionClient } from '../../platform/database/database.js';
import { recordEvents } from '../../platform/events/outbox.js';
import type { StateVersionRow } from '../../platform/database/models.js';
import type { StateVersionId } from '../../platform/ids.js';
import { ids } from '../../platform/ids.js';
import type { JobStore } from '../../platform/jobs/job.store.js';
import type { JobRunner } from '../../platform/jobs/job-runner.js';
import { isObjectId } from '../../platform/objects/object-id.js';
import { passing, problem, ProblemError } from '../../platform/problems.js';
import { stateVersionEvent } from '../events/state-events.js';
import type { StateVersionEventKind } from '../events/state-events.js';
import { storedBytesOf } from '../quota/stored-bytes.js';
import type { Deployment } from '../versions/history.js';
import { counterOf, nextStatus } from '../versions/status.js';
import type { StateVersionStatus, StatusTrigger } from '../versions/status.js';
import type { LocatedVersion, StateVersionStore } from '../versions/version.store.js';
import type { StateVersion } from '../versions/version.type.js';
import { changeWorkspace } from '../workspaces/workspace.store.js';
import type { ContentIntake } from './intake.js';
import { letGo } from './unnamed-objects.js';
import type { Actor } from '../../identity/audit/actor.js';
import { system } from '../../identity/audit/actor.js';

const mostDaysToKeep = 36_500;

/** Kind of the jobs that permanently delete soft-deleted backing data after the given days; the subject is the state version. */
export const purgeJobKind = 'state.purge-backing-data';

const day = 86_400_000;

class NotDue extends Error {}

const eventKinds = {
  softDelete: 'state-version.backing-data-soft-deleted',
  restore: 'state-version.backing-data-restored',
  permanentlyDelete: 'state-version.backing-data-permanently-deleted',
  daysPassed: 'state-version.backing-data-permanently-deleted',
} as const satisfies Partial<Record<StatusTrigger, StateVersionEventKind>>;

interface Step {
  readonly trigger: keyof typeof eventKinds;
  readonly action: string;
  readonly changes: (now: Date) => Partial<StateVersionRow>;
}

/** The stored content of state versions: soft deletion, restoration, permanent deletion (Terraform Enterprise API, State Versions: "Soft delete", "Restore", "Permanently delete backing data"). */
export class BackingData {
  constructor(
    private readonly deps: {
      database: Database;
      store: StateVersionStore;
      access: Access;
      changes: RecordedChanges;
      jobs: JobStore;
      runner: Pick<JobRunner, 'wake'>;
      intake: ContentIntake;
      clock: Clock;
      deployment: Deployment;
      /** Days between soft and permanent deletion if the caller gives none. */
      softDeleteDays: number;
    },
  ) {}

  /**
   * Marks the content for deletion after some days. Until then it can be restored, but not read.
   * @throws NOT_FOUND, NOT_IN_DEPLOYMENT, TRANSITION_NOT_ALLOWED, INVALID_INPUT
   */
  async softDelete(caller: Caller, id: StateVersionId, days?: number | null): Promise<StateVersion> {
    const located = await this.#reach(caller, id);
    // Nobody asks for 0 days by mistake, but an operator may choose it for those who say nothing.
    if (days != null && (!Number.isInteger(days) || days < 1 || days > mostDaysToKeep)) {
      const rule = `deleteOlderThanNDays must be a whole number from 1 to ${mostDaysToKeep}`;
      throw problem('INVALID_INPUT', rule, ['deleteOlderThanNDays'], passing(days, mostDaysToKeep));
    }
    const changed = await this.softDeleteAs(caller, located, days ?? this.deps.softDeleteDays);
    this.deps.runner.wake();
    return changed;
  }

  /** @throws NOT_FOUND, NOT_IN_DEPLOYMENT, TRANSITION_NOT_ALLOWED */
  async restore(caller: Caller, id: StateVersionId): Promise<StateVersion> {
    const located = await this.#reach(caller, id);
    return this.#move(caller, located, {
      trigger: 'restore',
      action: 'state-version.restore-backing-data',
      changes: () => ({ softDeletedAt: null, backingDataDueAt: null, deleteOlderThanDays: null }),
    });
  }

  /** Whether {@link restore} would do it now. */
  canRestore(caller: Caller, { status, home }: Pick<StateVersion, 'status' | 'home'>): boolean {
    const { access, deployment } = this.deps;
    if (status !== 'backing_data_soft_deleted' || deployment !== 'enterprise' || !home) return false;
    return access.allowsOnOrganization(caller, 'state-version.manage-backing-data', home.organizationId);
  }

  /** @throws NOT_FOUND, NOT_IN_DEPLOYMENT, TRANSITION_NOT_ALLOWED */
  async permanentlyDelete(caller: Caller, id: StateVersionId): Promise<StateVersion> {
    const located = await this.#reach(caller, id);
    return this.#purge(caller, located, 'permanentlyDelete');
  }

  /** For retention policies as well as owners: the caller of this method must authorize. */
  async softDeleteAs(actor: Actor, located: LocatedVersion, days: number): Promise<StateVersion> {
    return this.#move(actor, located, {
      trigger: 'softDelete',
      action: 'state-version.soft-delete-backing-data',
      changes: (now) => ({
        softDeletedAt: now,
        deleteOlderThanDays: days,
        backingDataDueAt: new Date(now.getTime() + days * day),
      }),
    });
  }

  /** The job of one version whose days may have passed. @returns when to look again */
  async purgeWhenDue(subject: string): Promise<Date | undefined> {
    const id = ids.stateVersion.parse(subject);
    const located = id && (await this.deps.store.byId(id));
    const due = located?.version.backingDataDueAt;
    if (!located || !due || located.version.status !== 'backing_data_soft_deleted') return undefined;
    if (due > this.deps.clock.now()) return due;
    try {
      await this.#purge(system('backing-data'), located, 'daysPassed');
    } catch (error) {
      // Another change was faster, and scheduled what is still to do.
      if (!(error instanceof NotDue) && !(error instanceof ProblemError)) throw error;
    }
    return undefined;
  }

  /** Only owners of the organization, and only where the deployment has these actions. */
  async #reach(caller: Caller, id: StateVersionId): Promise<LocatedVersion> {
    const located = await this.deps.store.byId(id);
    if (!located) throw problem('NOT_FOUND');
    const { organizationId } = located.home;
    await this.deps.access.onOrganization(caller, 'state-version.manage-backing-data', organizationId);
    if (this.deps.deployment !== 'enterprise') throw problem('NOT_IN_DEPLOYMENT');
    return located;
  }

  async #purge(actor: Actor, located: LocatedVersion, trigger: 'permanentlyDelete' | 'daysPassed') {
    const { contentObjectId, jsonObjectId } = located.version;
    const changed = await this.#move(actor, located, {
      trigger,
      action: 'state-version.permanently-delete-backing-data',
      changes: (now) => ({
        permanentlyDeletedAt: now,
        backingDataDueAt: null,
        contentObjectId: null,
        jsonObjectId: null,
      }),
    });
    await this.deps.intake.discard(...[contentObjectId, jsonObjectId].filter((id) => id !== null).filter(isObjectId));
    return changed;
  }

  async #move(actor: Actor, { version, home }: LocatedVersion, step: Step): Promise<StateVersion> {
    return this.deps.changes.make(actor, step.action, async (tx) => {
      const now = this.deps.clock.now();
      let from: StateVersionStatus = version.status;
      let to: StateVersionStatus = version.status;
      await changeWorkspace(tx, home.workspaceId, async (seen) => {
        const fresh = await this.deps.store.inTransaction(tx, version.id);
        if (!fresh) throw problem('NOT_FOUND');
        // It was restored and deleted again since it was found due: the new days have not passed.
        if (step.trigger === 'daysPassed' && (fresh.backingDataDueAt ?? now) > now) throw new NotDue();
        from = fresh.status;
        to = requireTransition(from, step.trigger, seen.currentStateVersionId === version.id);
        const gone = to === 'backing_data_permanently_deleted' ? storedBytesOf(fresh) : 0n;
        return {
          storedBytes: seen.storedBytes - gone,
          [counterOf[from]]: seen[counterOf[from]] - 1n,
          [counterOf[to]]: seen[counterOf[to]] + 1n,
        };
      });
      const gone = to === 'backing_data_permanently_deleted';
      if (gone) await letGo(tx, this.deps.database.provider, { versionIds: [version.id] }, now);
      await tx.stateVersion.update({ where: { id: version.id }, data: { status: to, ...step.changes(now) } });
      if (gone) await this.#forgetOutputs(tx, version.id);
      const changed = await this.deps.store.inTransaction(tx, version.id);
      if (!changed) throw problem('NOT_FOUND');
      if (changed.backingDataDueAt) {
        const dueAt = changed.backingDataDueAt;
        await this.deps.jobs.schedule(tx, { kind: purgeJobKind, subject: version.id, dueAt });
      }
      const event = eventKinds[step.trigger];
      await recordEvents(tx, stateVersionEvent(event, version, home.organizationId, now));
      const target = { type: 'state-version' as const, id: version.id, organizationId: home.organizationId };
      return { result: { ...changed, home }, target, details: { workspace: home.workspaceId, from, to } };
    });
  }

  /** Outputs are content too: permanent deletion includes them. */
  async #forgetOutputs(tx: TransactionClient, id: StateVersionId): Promise<void> {
    await tx.stateVersionOutput.deleteMany({ where: { stateVersionId: id } });
    await tx.stateVersion.update({ where: { id }, data: { outputIds: '[]', outputsSize: 0n } });
  }
}

function requireTransition(from: StateVersionStatus, trigger: StatusTrigger, isCurrent: boolean): StateVersionStatus {
  const to = nextStatus(from, trigger, isCurrent);
  if (to !== null) return to;
  const why = isCurrent ? 'it is the current state version of its workspace' : `its status is ${from}`;
  throw problem('TRANSITION_NOT_ALLOWED', `transition not allowed: ${why}`);
}
