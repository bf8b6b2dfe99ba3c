import { optional, required, text, truth } from '../../fields.js';
import { pageDocument, resourceDocument } from '../json-api.js';
import { get, post } from '../route.js';
import type { RestRequest, Route } from '../route.js';
import { found } from '../../found.js';
import { configurationVersionResource, ingressResource, runResource } from './run.document.js';
import { runFilterOf } from './run-filter.js';
import { userResource } from './user.document.js';
import { workspaceResource } from './workspace.document.js';
import {
  CreateConfigurationVersion,
  CreateRun,
  ListConfigurationVersions,
  ListOrganizationRuns,
  ListRuns,
  ReadConfigurationVersion,
  ReadRun,
} from '../generated/operations.js';
import type { ListRunsQuery, RunIncludesFragment } from '../generated/operations.js';

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

const include = [
  'workspace',
  'configuration_version',
  'configuration_version.ingress_attributes',
  'created_by',
] as const;
/** What only runs on the server have. */
const neverIncluded = ['plan', 'apply', 'cost_estimate', 'task_stages', 'tf_policy_evaluations'];

type Asked = RestRequest<never, (typeof include)[number]>['include'];
const asked = ({ includeWorkspace, includeConfigurationVersion, includeCreatedBy }: Asked) => ({
  includeWorkspace,
  includeConfigurationVersion,
  includeCreatedBy,
});

/** The objects for `include`. */
function includedWith(
  { workspace, configurationVersion, createdBy }: RunIncludesFragment,
  { include: values }: Asking,
) {
  const ingress = values.includeConfigurationVersionIngressAttributes && configurationVersion?.commitSha != null;
  return [
    ...(workspace ? [workspaceResource(workspace)] : []),
    ...(configurationVersion ? [configurationVersionResource(configurationVersion)] : []),
    ...(ingress ? [ingressResource(configurationVersion)] : []),
    ...(createdBy ? [userResource(createdBy)] : []),
  ];
}

type Asking = Pick<RestRequest<never, (typeof include)[number]>, 'include'>;

type Runs = NonNullable<NonNullable<ListRunsQuery['workspace']>['runPage']>;
const page = ({ items, pagination }: Runs, request: Parameters<typeof pageDocument>[2] & Asking) =>
  pageDocument(
    items.map(runResource),
    pagination,
    request,
    items.flatMap((run) => includedWith(run, request)),
  );

export const runRoutes: readonly Route[] = [
  get(
    '/runs/:run_id',
    ReadRun,
    (request) => ({ id: request.params.run_id, ...asked(request.include) }),
    ({ run }, request) => {
      const shown = found(run);
      return resourceDocument(runResource(shown), includedWith(shown, request));
    },
    { include, neverIncluded },
  ),
  get(
    '/workspaces/:workspace_id/runs',
    ListRuns,
    (request) => ({
      id: request.params.workspace_id,
      filter: runFilterOf(request),
      ...request.page,
      ...asked(request.include),
    }),
    ({ workspace }, request) => page(found(found(workspace).runPage), request),
    { include, neverIncluded },
  ),
  get(
    '/organizations/:organization/runs',
    ListOrganizationRuns,
    (request) => ({
      organization: request.params.organization,
      filter: runFilterOf(request),
      ...request.page,
      ...asked(request.include),
    }),
    ({ organization }, request) => page(found(organization).runPage, request),
    { include, neverIncluded },
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
