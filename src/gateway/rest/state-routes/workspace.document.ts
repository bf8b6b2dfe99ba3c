import { dasherized, selfPath } from '../json-api.js';
import type { Relationship, Resource } from '../json-api.js';
import { attributesOf } from './found.js';
import { projectResource } from './project.document.js';
import type { ProjectData } from './project.document.js';
import { retentionIdentifier } from './retention.document.js';
import type { RetentionData } from './retention.document.js';
import { runResource } from './run.document.js';
import type { RunData } from './run.document.js';
import { effectiveTagResources } from './tag.document.js';
import type { EffectiveTagData } from './tag.document.js';

type Truths = Readonly<Record<string, boolean>>;

/** The fragment WorkspaceFields, and WorkspaceIncludes where asked for. */
export interface WorkspaceData {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly latestChangeAt: string;
  readonly resourceCount: number;
  readonly terraformVersion: string;
  readonly workingDirectory: string;
  readonly autoApply: boolean;
  readonly autoApplyRunTrigger: boolean;
  readonly allowDestroyPlan: boolean;
  readonly fileTriggersEnabled: boolean;
  readonly queueAllRuns: boolean;
  readonly speculativeEnabled: boolean;
  readonly structuredRunOutputEnabled: boolean;
  readonly assessmentsEnabled: boolean;
  readonly globalRemoteState: boolean;
  readonly autoDestroyAt: string | null;
  readonly autoDestroyDuration: string | null;
  readonly inheritsProjectAutoDestroy: boolean;
  readonly source: string;
  readonly sourceName: string | null;
  readonly sourceUrl: string | null;
  readonly triggerPrefixes: readonly string[];
  readonly triggerPatterns: readonly string[];
  readonly vcsRepo: VcsRepoData | null;
  readonly settingOverwrites: Truths;
  readonly locked: boolean;
  readonly lock: { readonly holderKind: string; readonly holderId: string; readonly reason: string | null } | null;
  readonly actions: Truths;
  readonly permissions: Truths;
  readonly tagNames: readonly string[];
  readonly organizationName: string;
  readonly projectId: string;
  readonly currentRunId: string | null;
  readonly currentStateVersionId: string | null;
  readonly dataRetentionPolicy: RetentionData | null;
  readonly project?: ProjectData | null;
  readonly currentRun?: RunData | null;
  readonly effectiveTagBindings?: readonly EffectiveTagData[];
  readonly currentStateVersion?: { readonly outputIds: readonly string[] } | null;
}

interface VcsRepoData {
  readonly identifier: string;
  readonly branch: string | null;
  readonly displayIdentifier: string | null;
  readonly ingressSubmodules: boolean | null;
  readonly oauthTokenId: string | null;
  readonly githubAppInstallationId: string | null;
  readonly repositoryHttpUrl: string | null;
  readonly serviceProvider: string | null;
  readonly tagsRegex: string | null;
}

/** Names of Terraform Enterprise that are spelled apart from the rule. */
const irregular: Readonly<Record<string, string>> = {
  oauthTokenId: 'oauth-token-id',
  githubAppInstallationId: 'github-app-installation-id',
};
const attributeName = (name: string) => irregular[name] ?? dasherized(name);

const lockHolderTypes: Readonly<Record<string, string>> = { USER: 'users', TEAM: 'teams', RUN: 'runs' };

export function workspaceResource(workspace: WorkspaceData): Resource {
  return {
    id: workspace.id,
    type: 'workspaces',
    attributes: attributes(workspace),
    relationships: relationships(workspace),
    links: {
      self: `${selfPath('organizations', workspace.organizationName)}/workspaces/${encodeURIComponent(workspace.name)}`,
    },
  };
}

function attributes(workspace: WorkspaceData): Readonly<Record<string, unknown>> {
  const { vcsRepo } = workspace;
  return {
    actions: attributesOf(workspace.actions, dasherized),
    'agent-pool-id': null,
    'allow-destroy-plan': workspace.allowDestroyPlan,
    'apply-duration-average': null,
    'assessments-enabled': workspace.assessmentsEnabled,
    'auto-apply': workspace.autoApply,
    'auto-apply-run-trigger': workspace.autoApplyRunTrigger,
    'auto-destroy-activity-duration': workspace.autoDestroyDuration,
    'auto-destroy-at': workspace.autoDestroyAt,
    'auto-destroy-status': null,
    'can-queue-destroy-plan': workspace.permissions['canQueueDestroy'] ?? false,
    'created-at': workspace.createdAt,
    description: workspace.description === '' ? null : workspace.description,
    environment: 'default',
    // Runs on the server are out of scope.
    'execution-mode': 'local',
    'file-triggers-enabled': workspace.fileTriggersEnabled,
    'global-remote-state': workspace.globalRemoteState,
    'inherits-project-auto-destroy': workspace.inheritsProjectAutoDestroy,
    'last-assessment-result-at': null,
    'latest-change-at': workspace.latestChangeAt,
    locked: workspace.locked,
    'locked-reason': workspace.lock?.reason ?? null,
    'migration-environment': null,
    name: workspace.name,
    'no-code-upgrade-available': false,
    'oauth-client-name': null,
    operations: false,
    permissions: attributesOf(workspace.permissions, dasherized),
    'plan-duration-average': null,
    'policy-check-failures': null,
    'queue-all-runs': workspace.queueAllRuns,
    'resource-count': workspace.resourceCount,
    'run-failures': null,
    'setting-overwrites': attributesOf(workspace.settingOverwrites, dasherized),
    source: workspace.source,
    'source-name': workspace.sourceName,
    'source-url': workspace.sourceUrl,
    'speculative-enabled': workspace.speculativeEnabled,
    'structured-run-output-enabled': workspace.structuredRunOutputEnabled,
    'tag-names': workspace.tagNames,
    'terraform-version': workspace.terraformVersion,
    'trigger-patterns': workspace.triggerPatterns,
    'trigger-prefixes': workspace.triggerPrefixes,
    'updated-at': workspace.updatedAt,
    'vcs-repo': vcsRepo && attributesOf({ ...vcsRepo }, attributeName),
    'vcs-repo-identifier': vcsRepo?.identifier ?? null,
    'working-directory': workspace.workingDirectory === '' ? null : workspace.workingDirectory,
    'workspace-kpis-runs-count': null,
  };
}

function relationships(workspace: WorkspaceData): Readonly<Record<string, Relationship>> {
  const { id, lock, dataRetentionPolicy, currentStateVersion, currentStateVersionId } = workspace;
  const self = selfPath('workspaces', id);
  return {
    organization: { data: { id: workspace.organizationName, type: 'organizations' } },
    project: { data: { id: workspace.projectId, type: 'projects' } },
    'current-run': { data: one(workspace.currentRunId, 'runs') },
    'latest-run': { data: one(workspace.currentRunId, 'runs') },
    'current-state-version': {
      data: one(currentStateVersionId, 'state-versions'),
      links: { related: `${self}/current-state-version` },
    },
    // Left out while it is not locked: clients read an absent holder as none.
    ...(lock && { 'locked-by': { data: { id: lock.holderId, type: lockHolderTypes[lock.holderKind] ?? 'users' } } }),
    ...(currentStateVersion !== undefined && {
      outputs: {
        data: (currentStateVersion?.outputIds ?? []).map((output) => ({ id: output, type: 'workspace-outputs' })),
      },
    }),
    ...(dataRetentionPolicy && { 'data-retention-policy': { data: retentionIdentifier(dataRetentionPolicy) } }),
    'remote-state-consumers': { links: { related: `${self}/relationships/remote-state-consumers` } },
    'tag-bindings': { links: { related: `${self}/tag-bindings` } },
    'effective-tag-bindings': {
      ...(workspace.effectiveTagBindings && {
        data: effectiveTagResources(id, workspace.effectiveTagBindings).map(({ id: tag, type }) => ({ id: tag, type })),
      }),
      links: { related: `${self}/effective-tag-bindings` },
    },
    vars: { data: [] },
    'agent-pool': { data: null },
    'ssh-key': { data: null },
    readme: { data: null },
  };
}

const one = (id: string | null, type: string) => (id === null ? null : { id, type });

/** What `include` asked for beside the workspace. */
export function workspaceIncludes(workspace: WorkspaceData): Resource[] {
  return [
    ...(workspace.project ? [projectResource(workspace.project)] : []),
    ...(workspace.currentRun ? [runResource(workspace.currentRun)] : []),
    ...effectiveTagResources(workspace.id, workspace.effectiveTagBindings ?? []),
  ];
}
