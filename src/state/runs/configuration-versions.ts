import type { RecordedChanges } from '../../identity/audit/recorded-changes.js';
import type { Caller } from '../../identity/caller.js';
import type { Clock } from '../../platform/clock.js';
import type { DatabaseClient } from '../../platform/database/client.js';
import type { Database } from '../../platform/database/database.js';
import type { ConfigurationVersionRow } from '../../platform/database/models.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import { requireFitting } from '../text-rules.js';
import type { ReachWorkspace } from '../workspaces/reach-workspace.js';
import type { ConfigurationStatus } from './run-status.js';

export interface NewConfigurationVersion {
  readonly workspaceId: string;
  readonly source?: string | null | undefined;
  readonly status?: ConfigurationStatus | null | undefined;
  readonly speculative?: boolean | null | undefined;
  readonly provisional?: boolean | null | undefined;
  readonly autoQueueRuns?: boolean | null | undefined;
  // The commit of the configuration.
  readonly commitSha?: string | null | undefined;
  readonly commitUrl?: string | null | undefined;
  readonly commitMessage?: string | null | undefined;
  readonly branch?: string | null | undefined;
  readonly identifier?: string | null | undefined;
  readonly senderUsername?: string | null | undefined;
}

const textRules = [
  ['source', 'source'],
  ['commitSha', 'commit'],
  ['commitUrl', 'webAddress'],
  ['commitMessage', 'message'],
  ['branch', 'commit'],
  ['identifier', 'commit'],
  ['senderUsername', 'commit'],
] as const;

/** Records of configurations that runs use; their content is not stored here. */
export class ConfigurationVersions {
  constructor(
    private readonly deps: { database: Database; reach: ReachWorkspace; changes: RecordedChanges; clock: Clock },
  ) {}

  /** @throws NOT_FOUND */
  async read(caller: Caller, id: string): Promise<ConfigurationVersionRow> {
    const row = ids.configurationVersion.is(id)
      ? await this.#client.configurationVersion.findUnique({ where: { id } })
      : null;
    if (!row) throw problem('NOT_FOUND');
    await this.deps.reach.reach(caller, 'run.read', { id: row.workspaceId });
    return row;
  }

  /** @throws NOT_FOUND, INVALID_INPUT */
  async create(caller: Caller, input: NewConfigurationVersion): Promise<ConfigurationVersionRow> {
    const { changes, reach, clock } = this.deps;
    const workspace = await reach.reach(caller, 'run.create', { id: input.workspaceId });
    for (const [name, rule] of textRules) requireFitting(rule, input[name], name);
    return changes.make(caller, 'configuration-version.create', async (tx) => {
      const configuration = await tx.configurationVersion.create({
        data: {
          id: ids.configurationVersion.make(),
          workspaceId: workspace.id,
          source: input.source ?? 'tfe-api',
          status: input.status ?? 'uploaded',
          speculative: input.speculative ?? false,
          provisional: input.provisional ?? false,
          autoQueueRuns: input.autoQueueRuns ?? true,
          createdAt: clock.now(),
          commitSha: input.commitSha ?? null,
          commitUrl: input.commitUrl ?? null,
          commitMessage: input.commitMessage ?? null,
          branch: input.branch ?? null,
          identifier: input.identifier ?? null,
          senderUsername: input.senderUsername ?? null,
        },
      });
      if (isCurrent(configuration)) {
        const data = { currentConfigurationVersionId: configuration.id };
        await tx.workspace.update({ where: { id: workspace.id }, data });
      }
      const target = {
        type: 'configuration-version' as const,
        id: configuration.id,
        organizationId: workspace.organizationId,
      };
      return { result: configuration, target };
    });
  }

  get #client(): DatabaseClient {
    return this.deps.database.client;
  }
}

/** A speculative one is only planned, and a provisional one is not used yet: neither is the workspace's current one. */
function isCurrent({ speculative, provisional }: ConfigurationVersionRow): boolean {
  return !speculative && !provisional;
}
