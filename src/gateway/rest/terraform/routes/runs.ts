import { optional, required, text, truth } from '../../fields.js';
import { pageDocument, resourceDocument } from '../json-api.js';
import { get, post } from '../route.js';
import type { Route } from '../route.js';
import { found } from '../../found.js';
import { configurationVersionResource, ingressResource, runResource } from './run.document.js';
import { runStatusesOf } from './run-statuses.js';
import { workspaceResource } from './workspace.document.js';
import {
  CreateConfigurationVersion,
  CreateRun,
  ListConfigurationVersions,
  ListRuns,
  ReadConfigurationVersion,
  ReadRun,
} from '../generated/operations.js';

const runFields = {
  message: optional(text, 'data.attributes.message'),
  isDestroy: optional(truth, 'data.attributes.is-destroy'),
  autoApply: optional(truth, 'data.attributes.auto-apply'),
  planOnly: optional(truth, 'data.attributes.plan-only'),
  refresh: optional(truth, 'data.attributes.refresh'),
  refreshOnly: optional(truth, 'data.attributes.refresh-only'),
  terraformVersion: optional(text, 'data.attributes.terraform-version'),
  workspaceId: required(text, 'data.relationships.workspace.data.id'),
  configurationVersionId: optional(text, 'data.relationships.configuration-version.data.id'),
};
const configurationFields = {
  speculative: optional(truth, 'data.attributes.speculative'),
  provisional: optional(truth, 'data.attributes.provisional'),
  autoQueueRuns: optional(truth, 'data.attributes.auto-queue-runs'),
};

const pointers = {
  workspaceId: '/data/relationships/workspace/data/id',
  configurationVersionId: '/data/relationships/configuration-version/data/id',
};

export const runRoutes: readonly Route[] = [
  get(
    '/runs/:run_id',
    ReadRun,
    ({ params, include }) => ({
      id: params.run_id,
      includeWorkspace: include.includeWorkspace,
      includeConfigurationVersion: include.includeConfigurationVersion,
    }),
    ({ run }) => {
      const { workspace, configurationVersion, ...shown } = found(run);
      return resourceDocument(runResource(shown), [
        ...(workspace ? [workspaceResource(workspace)] : []),
        ...(configurationVersion
          ? [configurationVersionResource(configurationVersion), ingressResource(configurationVersion)]
          : []),
      ]);
    },
    {
      include: [
        'workspace',
        'configuration_version',
        'configuration_version.ingress_attributes',
        'created_by',
        'plan',
        'apply',
        'cost_estimate',
      ],
    },
  ),
  get(
    '/workspaces/:workspace_id/runs',
    ListRuns,
    (request) => {
      const statuses = runStatusesOf(request.query('filter[status]'));
      return { id: request.params.workspace_id, ...(statuses && { statuses }), ...request.page };
    },
    ({ workspace }, request) => {
      const { items, pagination } = found(found(workspace).runPage);
      return pageDocument(items.map(runResource), pagination, request);
    },
  ),
  post(
    '/runs',
    CreateRun,
    (request) => ({ input: request.fields(runFields) }),
    ({ payload }) => resourceDocument(runResource(found(payload.run))),
    { status: 201, pointers },
  ),
  get(
    '/configuration-versions/:configuration_version_id',
    ReadConfigurationVersion,
    ({ params }) => ({ id: params.configuration_version_id }),
    ({ configurationVersion }, request) => {
      const shown = found(configurationVersion);
      const asked = request.include.includeIngressAttributes;
      return resourceDocument(configurationVersionResource(shown), asked ? [ingressResource(shown)] : []);
    },
    { include: ['ingress_attributes'] },
  ),
  get(
    '/configuration-versions/:configuration_version_id/ingress-attributes',
    ReadConfigurationVersion,
    ({ params }) => ({ id: params.configuration_version_id }),
    ({ configurationVersion }) => resourceDocument(ingressResource(found(configurationVersion))),
  ),
  get(
    '/workspaces/:workspace_id/configuration-versions',
    ListConfigurationVersions,
    (request) => ({ id: request.params.workspace_id, ...request.page }),
    ({ workspace }, request) => {
      const { items, pagination } = found(found(workspace).configurationVersionPage);
      return pageDocument(items.map(configurationVersionResource), pagination, request);
    },
  ),
  post(
    '/workspaces/:workspace_id/configuration-versions',
    CreateConfigurationVersion,
    (request) => ({
      input: { workspaceId: request.params.workspace_id, ...request.fields(configurationFields) },
    }),
    ({ payload }) => resourceDocument(configurationVersionResource(found(payload.configurationVersion))),
    { status: 201 },
  ),
];
