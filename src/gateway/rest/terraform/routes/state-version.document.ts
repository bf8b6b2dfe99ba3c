import { resourceDocument, selfPath } from '../json-api.js';
import type { Relationship, Resource } from '../json-api.js';
import type { ListPage } from '../../list-page.js';
import { configurationVersionResource, runResource } from './run.document.js';
import type { ConfigurationVersionData, RunData } from './run.document.js';
import { userResource } from './user.document.js';
import type { UserData } from './user.document.js';

/** The fragment StateVersionOutputDocument. */
export interface OutputData {
  readonly id: string;
  readonly stateVersionId: string;
  readonly name: string;
  readonly sensitive: boolean;
  readonly type: string;
  readonly value: unknown;
  readonly detailedType: unknown;
}

/** The fragments StateVersionDocument and StateVersionIncludes. */
export interface StateVersionData {
  readonly id: string;
  readonly billableRumCount: number | string | null;
  readonly createdAt: string;
  readonly size: number | string;
  readonly hostedStateDownloadUrl: string | null;
  readonly hostedJsonStateDownloadUrl: string | null;
  readonly hostedStateUploadUrl: string | null;
  readonly hostedJsonStateUploadUrl: string | null;
  /** In capitals, as the enum has it. */
  readonly status: string;
  readonly intermediate: boolean;
  readonly serial: number | string;
  readonly stateFormat: number | null;
  readonly engineVersion: string | null;
  readonly modules: unknown;
  readonly providers: unknown;
  readonly resources: unknown;
  readonly resourcesProcessed: boolean;
  readonly vcsConnected: boolean;
  readonly vcsCommitSha: string | null;
  readonly vcsCommitUrl: string | null;
  readonly deleteOlderThanNDays: number | null;
  readonly workspaceId: string;
  readonly createdById: string | null;
  readonly runId: string | null;
  readonly rollbackOfId: string | null;
  readonly outputIds: readonly string[];
  readonly createdBy?: UserData | null;
  readonly run?:
    | (RunData & {
        readonly createdBy?: UserData | null;
        readonly configurationVersion?: ConfigurationVersionData | null;
      })
    | null;
  readonly outputs?: ListPage<OutputData>;
}

/** What `include` may name (Terraform Enterprise API, State Versions: "Related resources via include"). */
export const stateVersionIncludes = ['created_by', 'run', 'run.created_by', 'run.configuration_version', 'outputs'];

/** Terraform Enterprise API, State Versions: "State version object": the attributes in its order, then those that command lines read besides. */
function attributes(version: StateVersionData): Record<string, unknown> {
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
    ...(version.vcsConnected && {
      'vcs-commit-sha': version.vcsCommitSha,
      'vcs-commit-url': version.vcsCommitUrl,
    }),
    ...(version.deleteOlderThanNDays !== null && { 'delete-older-than-n-days': version.deleteOlderThanNDays }),
    'terraform-version': version.engineVersion,
  };
}

function relationships(version: StateVersionData): Record<string, Relationship> {
  const { createdById, runId, rollbackOfId } = version;
  const creator = createdById === null ? null : selfPath('users', createdById);
  return {
    ...(runId !== null && { run: { data: { id: runId, type: 'runs' } } }),
    'created-by': {
      data: createdById === null ? null : { id: createdById, type: 'users' },
      links: { self: creator, related: creator },
    },
    workspace: { data: { id: version.workspaceId, type: 'workspaces' } },
    outputs: { data: version.outputIds.map((id) => ({ id, type: 'state-version-outputs' })) },
    ...(rollbackOfId !== null && { 'rollback-state-version': { data: { id: rollbackOfId, type: 'state-versions' } } }),
  };
}

export function stateVersionResource(version: StateVersionData): Resource {
  return {
    id: version.id,
    type: 'state-versions',
    attributes: attributes(version),
    relationships: relationships(version),
    links: { self: selfPath('state-versions', version.id) },
  };
}

/** The related resources that were asked for. */
export function includedWith({ createdBy, run, outputs }: StateVersionData): Resource[] {
  return [
    ...(createdBy ? [userResource(createdBy)] : []),
    ...(run ? [runResource(run)] : []),
    ...(run?.createdBy ? [userResource(run.createdBy)] : []),
    ...(run?.configurationVersion ? [configurationVersionResource(run.configurationVersion)] : []),
    ...(outputs?.nodes ?? []).map(outputResource),
  ];
}

export function stateVersionDocument(version: StateVersionData) {
  return resourceDocument(stateVersionResource(version), includedWith(version));
}

export function outputResource(output: OutputData): Resource {
  return {
    id: output.id,
    type: 'state-version-outputs',
    attributes: {
      name: output.name,
      sensitive: output.sensitive,
      type: output.type,
      value: output.value,
      'detailed-type': output.detailedType,
    },
    links: { self: selfPath('state-version-outputs', output.id) },
  };
}
