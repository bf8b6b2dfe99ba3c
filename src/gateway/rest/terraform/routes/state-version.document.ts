import { identifier, resourceDocument, selfPath } from '../json-api.js';
import type { Relationship, Resource } from '../json-api.js';
import { configurationVersionResource, runResource } from './run.document.js';
import { userResource } from './user.document.js';
import type {
  StateVersionDocumentFragment,
  StateVersionIncludesFragment,
  StateVersionOutputDocumentFragment,
} from '../generated/operations.js';

/** Valid values of `include` (Terraform Enterprise API, State Versions: "Related resources via include"). */
export const stateVersionIncludes = [
  'created_by',
  'run',
  'run.created_by',
  'run.configuration_version',
  'outputs',
] as const;

/** Terraform Enterprise API, State Versions: "State version object": the attributes in its order, then others that command lines read. */
function attributes(version: StateVersionDocumentFragment): Record<string, unknown> {
  return {
    ...(version.billableRumCount !== null && { 'billable-rum-count': version.billableRumCount }),
    'created-at': version.createdAt,
    size: version.size,
    'hosted-state-download-url': version.hostedStateDownloadUrl,
    'hosted-json-state-download-url': version.hostedJsonStateDownloadUrl,
    'hosted-state-upload-url': version.hostedStateUploadUrl,
    'hosted-json-state-upload-url': version.hostedJsonStateUploadUrl,
    status: version.status.toLowerCase(),
    intermediate: version.intermediate,
    serial: version.serial,
    'state-version': version.stateFormat,
    'engine-version': version.engineVersion,
    modules: version.modules,
    providers: version.providers,
    resources: version.resources,
    'resources-processed': version.resourcesProcessed,
    ...(version.processingProblem !== null && { 'processing-problem': version.processingProblem }),
    ...(version.vcsConnected && {
      'vcs-commit-sha': version.vcsCommitSha,
      'vcs-commit-url': version.vcsCommitUrl,
    }),
    ...(version.deleteOlderThanNDays !== null && { 'delete-older-than-n-days': version.deleteOlderThanNDays }),
    'terraform-version': version.engineVersion,
    'can-restore-backing-data': version.canRestoreBackingData,
  };
}

function relationships(version: StateVersionDocumentFragment): Record<string, Relationship> {
  const { createdById, runId, rollbackOfId } = version;
  const creator = createdById === null ? null : selfPath('users', createdById);
  return {
    ...(runId !== null && { run: { data: { id: runId, type: 'runs' } } }),
    'created-by': {
      data: createdById === null ? null : { id: createdById, type: 'users' },
      links: { self: creator, related: creator },
    },
    workspace: { data: { id: version.workspaceId, type: 'workspaces' } },
    outputs: {
      // Without `data`, nothing is said about which there are.
      ...(version.outputIds && { data: version.outputIds.map((id) => ({ id, type: 'state-version-outputs' })) }),
      links: { related: `${selfPath('state-versions', version.id)}/outputs` },
    },
    'previous-state-version': { data: identifier(version.previousStateVersionId, 'state-versions') },
    'next-state-version': { data: identifier(version.nextStateVersionId, 'state-versions') },
    ...(rollbackOfId !== null && { 'rollback-state-version': { data: { id: rollbackOfId, type: 'state-versions' } } }),
  };
}

export function stateVersionResource(version: StateVersionDocumentFragment): Resource {
  return {
    id: version.id,
    type: 'state-versions',
    attributes: attributes(version),
    relationships: relationships(version),
    links: { self: selfPath('state-versions', version.id) },
  };
}

/** The requested related resources. */
export function includedWith({ createdBy, run, outputs }: StateVersionIncludesFragment): Resource[] {
  return [
    ...(createdBy ? [userResource(createdBy)] : []),
    ...(run ? [runResource(run)] : []),
    ...(run?.createdBy ? [userResource(run.createdBy)] : []),
    ...(run?.configurationVersion ? [configurationVersionResource(run.configurationVersion)] : []),
    ...(outputs?.nodes ?? []).map(outputResource),
  ];
}

export function stateVersionDocument(version: StateVersionDocumentFragment & StateVersionIncludesFragment) {
  return resourceDocument(stateVersionResource(version), includedWith(version));
}

/** Without a `detailed-type`, clients read the state: so they do for a value that is only there. */
const valueAttributes = ({ value, valueOmitted, detailedType }: StateVersionOutputDocumentFragment) =>
  valueOmitted ? { 'value-omitted': true } : { value, 'detailed-type': detailedType };

export function outputResource(output: StateVersionOutputDocumentFragment): Resource {
  return {
    id: output.id,
    type: 'state-version-outputs',
    attributes: {
      name: output.name,
      sensitive: output.sensitive,
      type: output.type,
      ...valueAttributes(output),
    },
    links: { self: selfPath('state-version-outputs', output.id) },
  };
}
