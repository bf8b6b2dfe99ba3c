import { dasherized, identifier, selfPath } from '../json-api.js';
import type { Relationship, Resource } from '../json-api.js';
import type { RestRequest } from '../route.js';
import { attributesOf } from '../../found.js';
import { organizationResource } from './organization.document.js';
import { projectResource } from './project.document.js';
import { retentionIdentifier } from './retention.document.js';
import { configurationVersionResource, ingressResource, runResource } from './run.document.js';
import { stateVersionResource } from './state-version.document.js';
import { effectiveTagResources } from './tag.document.js';
import { teamResource } from './team.document.js';
import { userResource } from './user.document.js';
import { settingAttributes } from './workspace-settings.fields.js';
import type {
  LockHolderKind,
  StateVersionOutputDocumentFragment,
  WorkspaceFieldsFragment,
  WorkspaceIncludesFragment,
} from '../generated/operations.js';

/** A workspace with the objects for `include`. */
export type ShownWorkspace = WorkspaceFieldsFragment & WorkspaceIncludesFragment;

/** Valid values of `include`. */
export const workspaceIncludes = [
  'organization',
  'project',
  'locked_by',
  'current_run',
  'current_run.configuration_version',
  'current_run.configuration_version.ingress_attributes',
  'current_configuration_version',
  'current_configuration_version.ingress_attributes',
  'current_state_version',
  'outputs',
  'effective_tag_bindings',
] as const;

/** Values that clients know, of what a workspace never has here. */
export const workspaceNeverIncluded = ['current_run.plan', 'current_assessment_result', 'readme'];

/** Names of Terraform Enterprise with an irregular spelling. */
const irregular: Readonly<Record<string, string>> = {
  oauthTokenId: 'oauth-token-id',
  githubAppInstallationId: 'github-app-installation-id',
};
const attributeName = (name: string) => irregular[name] ?? dasherized(name);

const lockHolderTypes: Readonly<Record<LockHolderKind, string>> = { USER: 'users', TEAM: 'teams', RUN: 'runs' };

export function workspaceResource(workspace: ShownWorkspace): Resource {
  return {
    id: workspace.id,
    type: 'workspaces',
    attributes: attributes(workspace),
    relationships: relationships(workspace),
    links: { self: selfOf(workspace), ...pageOf(workspace) },
  };
}

/** By its name, unless its organization is being deleted. */
function selfOf({ id, organizationName, name }: WorkspaceFieldsFragment): string {
  if (organizationName === null) return selfPath('workspaces', id);
  return `${selfPath('organizations', organizationName)}/workspaces/${encodeURIComponent(name)}`;
}

/** Where Terraform Enterprise has its page: clients print it. There is none here but the playground's. */
function pageOf({ organizationName, name }: WorkspaceFieldsFragment) {
  if (organizationName === null) return {};
  const path = `/app/${encodeURIComponent(organizationName)}/workspaces/${encodeURIComponent(name)}`;
  return { 'self-html': path };
}

function attributes(workspace: WorkspaceFieldsFragment): Readonly<Record<string, unknown>> {
  const { vcsRepo } = workspace;
  return {
    ...settingAttributes(workspace),
    actions: attributesOf(workspace.actions, dasherized),
    'agent-pool-id': null,
    'apply-duration-average': null,
    'auto-destroy-status': null,
    'can-queue-destroy-plan': workspace.permissions.canQueueDestroy,
    'created-at': workspace.createdAt,
    environment: 'default',
    // Runs on the server are out of scope.
    'execution-mode': 'local',
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
    'resource-count': workspace.resourceCount,
    'run-failures': null,
    'setting-overwrites': attributesOf(workspace.settingOverwrites, dasherized),
    source: workspace.source,
    'tag-names': workspace.tagNames,
    'updated-at': workspace.updatedAt,
    'vcs-repo': vcsRepo && attributesOf(vcsRepo, attributeName),
    'vcs-repo-identifier': vcsRepo?.identifier ?? null,
    'workspace-kpis-runs-count': null,
  };
}

function relationships(workspace: ShownWorkspace): Readonly<Record<string, Relationship>> {
  const { id, lock, dataRetentionPolicy, outputsOf, currentStateVersionId } = workspace;
  const self = selfPath('workspaces', id);
  return {
    organization: { data: identifier(workspace.organizationName, 'organizations') },
    project: { data: { id: workspace.projectId, type: 'projects' } },
    'current-run': { data: identifier(workspace.currentRunId, 'runs') },
    'latest-run': { data: identifier(workspace.currentRunId, 'runs') },
    'current-configuration-version': {
      data: identifier(workspace.currentConfigurationVersionId, 'configuration-versions'),
    },
    'current-state-version': {
      data: identifier(currentStateVersionId, 'state-versions'),
      links: { related: `${self}/current-state-version` },
    },
    // Absent while it is not locked: clients read an absent holder as none.
    ...(lock && { 'locked-by': { data: { id: lock.holderId, type: lockHolderTypes[lock.holderKind] } } }),
    // Absent also where the current state could not be read.
    ...((outputsOf === null || outputsOf?.outputs) && {
      outputs: outputsRelationship(outputsOf?.outputs?.nodes ?? []),
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
    vars: {
      ...(workspace.variableIds && { data: workspace.variableIds.map((variable) => ({ id: variable, type: 'vars' })) }),
      links: { related: `${self}/vars` },
    },
    'agent-pool': { data: null },
    'ssh-key': { data: null },
    readme: { data: null },
  };
}

/**
 * Outputs whose values have no room are not among the others: what reads these values, as `tfe_outputs` does, takes an absent value for null, and says so of an absent output.
 */
const withValue = (output: StateVersionOutputDocumentFragment): boolean => !output.valueOmitted;

function outputsRelationship(outputs: readonly StateVersionOutputDocumentFragment[]): Relationship {
  const omitted = outputs.filter(({ valueOmitted }) => valueOmitted).map(({ name }) => name);
  return {
    data: outputs.filter(withValue).map(({ id }) => ({ id, type: 'workspace-outputs' })),
    ...(omitted.length > 0 && { meta: { omitted } }),
  };
}

/** With other types than those of a state version, and `output-type` for `type`: clients refuse others. */
function workspaceOutputResource(output: StateVersionOutputDocumentFragment): Resource {
  const { id, name, sensitive, type, value, detailedType } = output;
  const attributes = { name, sensitive, 'output-type': type, value, 'detailed-type': detailedType };
  return { id, type: 'workspace-outputs', attributes, links: { self: selfPath('state-version-outputs', id) } };
}

/** The objects for `include`. */
export function includedWith(
  { id, organization, project, lockedBy, currentRun, currentStateVersion, outputsOf, ...shown }: ShownWorkspace,
  asked: RestRequest<never, (typeof workspaceIncludes)[number]>['include'],
): Resource[] {
  const configuration = currentRun?.configurationVersion;
  const ingress = asked.includeCurrentRunConfigurationVersionIngressAttributes && configuration?.commitSha != null;
  const { currentConfigurationVersion: current } = shown;
  const currentIngress = asked.includeCurrentConfigurationVersionIngressAttributes && current?.commitSha != null;
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
    ...(outputsOf?.outputs?.nodes ?? []).filter(withValue).map(workspaceOutputResource),
    ...effectiveTagResources(id, shown.effectiveTagBindings?.nodes ?? []),
  ];
}
