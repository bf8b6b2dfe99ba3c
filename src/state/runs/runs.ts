import type { RecordedChanges } from '../../identity/audit/recorded-changes.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import type { RunRow, WorkspaceRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import { requireFitting } from '../text-rules.js';
import type { ReachWorkspace } from '../workspaces/reach-workspace.js';
import { asRunStatus, mayFollow } from './run-status.js';
import type { RunStatus } from './run-status.js';
import type { RunStore } from './run.store.js';
import type { AuditTarget } from '../../identity/audit/target.js';

export interface NewRun {
  readonly workspaceId: string;
  /** Defaults to the newest of the workspace, if there is one. */
  readonly configurationVersionId?: string | null | undefined;
  readonly message?: string | null | undefined;
  readonly source?: string | null | undefined;
  readonly status?: RunStatus | null | undefined;
  readonly isDestroy?: boolean | null | undefined;
  readonly autoApply?: boolean | null | undefined;
  readonly planOnly?: boolean | null | undefined;
  readonly refresh?: boolean | null | undefined;
  readonly refreshOnly?: boolean | null | undefined;
  readonly terraformVersion?: string | null | undefined;
  /** The internal account `service` creates its state versions. */
  readonly executedByService?: boolean | null | undefined;
}

export interface RunUpdate {
  readonly status?: RunStatus | null | undefined;
  readonly message?: string | null | undefined;
  readonly hasChanges?: boolean | null | undefined;
}

/** Records of runs that an orchestrator writes, and that state versions refer to. This service executes no runs. */
export class Runs {
  constructor(
    private readonly deps: {
      database: Database;
      store: RunStore;
      reach: ReachWorkspace;
      changes: RecordedChanges;
      clock: Clock;
    },
  ) {}

  /** @throws NOT_FOUND */
  async read(caller: Caller, id: string): Promise<RunRow> {
    return (await this.#reach(caller, 'run.read', id)).run;
  }

  /** @throws NOT_FOUND for the workspace or configuration version, INVALID_INPUT */
  async create(caller: Caller, input: NewRun): Promise<RunRow> {
    const { changes, reach, clock } = this.deps;
    const workspace = await reach.reach(caller, 'run.create', { id: input.workspaceId });
    requireFitting('message', input.message, 'message');
    requireFitting('source', input.source, 'source');
    requireFitting('engineVersion', input.terraformVersion, 'terraformVersion');
    const configurationVersionId = await this.#configuration(workspace.id, input.configurationVersionId ?? null);
    const now = clock.now();
    return changes.make(caller, 'run.create', async (tx) => {
      const run = await tx.run.create({
        data: {
          id: ids.run.make(),
          workspaceId: workspace.id,
          configurationVersionId,
          createdById: caller.userId,
          executedByService: input.executedByService ?? false,
          message: input.message ?? '',
          source: input.source ?? 'tfe-api',
          status: input.status ?? 'pending',
          isDestroy: input.isDestroy ?? false,
          autoApply: input.autoApply ?? workspace.autoApply,
          planOnly: input.planOnly ?? false,
          refresh: input.refresh ?? true,
          refreshOnly: input.refreshOnly ?? false,
          terraformVersion: input.terraformVersion ?? null,
          createdAt: now,
          updatedAt: now,
        },
      });
      await tx.workspace.update({ where: { id: workspace.id }, data: currentRunColumns(run) });
      return { result: run, target: runTarget(run, workspace) };
    });
  }

  /** @throws NOT_FOUND, INVALID_INPUT, TRANSITION_NOT_ALLOWED when the run has ended */
  async update(caller: Caller, id: string, { status, message, hasChanges }: RunUpdate): Promise<RunRow> {
    const { workspace } = await this.#reach(caller, 'run.create', id);
    requireFitting('message', message, 'message');
    const { changes, clock } = this.deps;
    return changes.make(caller, 'run.update', async (tx) => {
      const seen = await tx.run.findUniqueOrThrow({ where: { id } });
      const from = asRunStatus(seen.status);
      if (status != null && from !== null && !mayFollow(from, status)) {
        throw problem('TRANSITION_NOT_ALLOWED', `transition not allowed: a run that is ${from} cannot change`, [
          'status',
        ]);
      }
      const run = await tx.run.update({
        where: { id },
        data: {
          updatedAt: clock.now(),
          ...(status != null && { status }),
          ...(message != null && { message }),
          ...(hasChanges != null && { hasChanges }),
        },
      });
      await tx.workspace.updateMany({ where: { id: workspace.id, currentRunId: id }, data: currentRunColumns(run) });
      return { result: run, target: runTarget(run, workspace), details: { status: run.status } };
    });
  }

  async #reach(caller: Caller, action: 'run.read' | 'run.create', id: string) {
    const run = ids.run.is(id) ? await this.deps.store.byId(id) : null;
    if (!run) throw problem('NOT_FOUND');
    return { run, workspace: await this.deps.reach.reach(caller, action, { id: run.workspaceId }) };
  }

  async #configuration(workspaceId: string, id: string | null): Promise<string | null> {
    const { client } = this.deps.database;
    if (id === null) {
      const newest = await client.configurationVersion.findFirst({
        where: { workspaceId },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        select: { id: true },
      });
      return newest?.id ?? null;
    }
    const configuration = await client.configurationVersion.findFirst({
      where: { workspaceId, id },
      select: { id: true },
    });
    if (!configuration) throw problem('NOT_FOUND', undefined, ['configurationVersionId']);
    return configuration.id;
  }
}

/** The columns of a workspace about its newest run. */
function currentRunColumns({ id, createdAt, status }: RunRow) {
  return { currentRunId: id, currentRunAt: BigInt(createdAt.getTime()), currentRunStatus: status };
}

function runTarget(run: RunRow, workspace: WorkspaceRow): AuditTarget {
  return { type: 'run', id: run.id, organizationId: workspace.organizationId };
}
