import { dasherized, selfPath } from '../json-api.js';
import type { Relationship, Resource } from '../json-api.js';
import type { ListPage } from '../../list-page.js';
import { attributesOf } from '../../found.js';
import { organizationResource } from './organization.document.js';
import type { OrganizationData } from './organization.document.js';
import { projectResource } from './project.document.js';
import type { ProjectData } from './project.document.js';
import { retentionIdentifier } from './retention.document.js';
import type { RetentionData } from './retention.document.js';
import { configurationVersionResource, ingressResource, runResource } from './run.document.js';
import type { ConfigurationVersionData, RunData } from './run.document.js';
import { stateVersionResource } from './state-version.document.js';
import type { OutputData, StateVersionData } from './state-version.document.js';
import { effectiveTagResources } from './tag.document.js';
import type { EffectiveTagData } from './tag.document.js';
import { teamResource } from './team.document.js';
import type { TeamData } from './team.document.js';
import { userResource } from './user.document.js';
import type { UserData } from './user.document.js';

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
  readonly currentConfigurationVersionId: string | null;
  readonly currentStateVersionId: string | null;
  readonly dataRetentionPolicy: RetentionData | null;
  readonly organization?: OrganizationData | null;
  readonly project?: ProjectData | null;
  readonly lockedBy?: LockedByData | null;
  readonly currentRun?: (RunData & { readonly configurationVersion?: ConfigurationVersionData | null }) | null;
  readonly currentConfigurationVersion?: ConfigurationVersionData | null;
  readonly currentStateVersion?: StateVersionData | null;
  readonly outputsOf?: { readonly id: string; readonly outputs: ListPage<OutputData> } | null;
  readonly effectiveTagBindings?: ListPage<EffectiveTagData>;
}

/** Whoever holds the lock: one of them, if it is still there. */
interface LockedByData {
  readonly user: UserData | null;
  readonly team: TeamData | null;
  readonly run: RunData | null;
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
  const { id, lock, dataRetentionPolicy, outputsOf, currentStateVersionId } = workspace;
  const self = selfPath('workspaces', id);
  return {
    organization: { data: { id: workspace.organizationName, type: 'organizations' } },
    project: { data: { id: workspace.projectId, type: 'projects' } },
    'current-run': { data: one(workspace.currentRunId, 'runs') },
    'latest-run': { data: one(workspace.currentRunId, 'runs') },
    'current-configuration-version': { data: one(workspace.currentConfigurationVersionId, 'configuration-versions') },
    'current-state-version': {
      data: one(currentStateVersionId, 'state-versions'),
      links: { related: `${self}/current-state-version` },
    },
    // Left out while it is not locked: clients read an absent holder as none.
    ...(lock && { 'locked-by': { data: { id: lock.holderId, type: lockHolderTypes[lock.holderKind] ?? 'users' } } }),
    ...(outputsOf !== undefined && {
      outputs: {
        data: (outputsOf?.outputs.nodes ?? []).map((output) => ({ id: output.id, type: 'workspace-outputs' })),
      },
    }),
    ...(dataRetentionPolicy && { 'data-retention-policy': { data: retentionIdentifier(dataRetentionPolicy) } }),
    'remote-state-consumers': { links: { related: `${self}/relationships/remote-state-consumers` } },
    'tag-bindings': { links: { related: `${self}/tag-bindings` } },
    'effective-tag-bindings': {
      ...(workspace.effectiveTagBindings && {
        data: effectiveTagResources(id, workspace.effectiveTagBindings.nodes).map(({ id: tag, type }) => ({
          id: tag,
          type,
        })),
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

/** Typed unlike those of a state version, and `output-type` for `type`: clients refuse others. */
function workspaceOutputResource({ id, name, sensitive, type, value, detailedType }: OutputData): Resource {
  const attributes = { name, sensitive, 'output-type': type, value, 'detailed-type': detailedType };
  return { id, type: 'workspace-outputs', attributes, links: { self: selfPath('state-version-outputs', id) } };
}

/** What `include` asked for beside the workspace. */
export function workspaceIncludes(
  { id, organization, project, lockedBy, currentRun, currentStateVersion, outputsOf, ...shown }: WorkspaceData,
  asked: Readonly<Record<string, boolean>>,
): Resource[] {
  const configuration = currentRun?.configurationVersion;
  const ingress = asked['includeCurrentRunConfigurationVersionIngressAttributes'] && configuration?.commitSha != null;
  const { currentConfigurationVersion: current } = shown;
  const currentIngress = asked['includeCurrentConfigurationVersionIngressAttributes'] && current?.commitSha != null;
  return [
    ...(organization ? [organizationResource(organization)] : []),
    ...(project ? [projectResource(project)] : []),
    ...(lockedBy?.user ? [userResource(lockedBy.user)] : []),
    ...(lockedBy?.team ? [teamResource(lockedBy.team)] : []),
    ...(lockedBy?.run ? [runResource(lockedBy.run)] : []),
    ...(currentRun ? [runResource(currentRun)] : []),
    ...(configuration ? [configurationVersionResource(configuration)] : []),
    ...(ingress ? [ingressResource(configuration)] : []),
    ...(current ? [configurationVersionResource(current)] : []),
    ...(currentIngress ? [ingressResource(current)] : []),
    ...(currentStateVersion ? [stateVersionResource(currentStateVersion)] : []),
    ...(outputsOf?.outputs.nodes ?? []).map(workspaceOutputResource),
    ...effectiveTagResources(id, shown.effectiveTagBindings?.nodes ?? []),
  ];
}
