import { problem } from '../../../../platform/problems.js';
import { oneOf, optional, required, text, truth, whole } from '../../fields.js';
import { pageDocument, resourceDocument } from '../json-api.js';
import { get, patch, post } from '../route.js';
import type { RestRequest, Route } from '../route.js';
import { commaList, found } from '../../found.js';
import {
  includedWith,
  outputResource,
  stateVersionDocument,
  stateVersionIncludes,
  stateVersionResource,
} from './state-version.document.js';
import { unpaged } from './unpaged.js';
import { outputsOfVersions, wholeOutputs } from './whole-outputs.js';
import {
  CreateStateVersion,
  CurrentStateVersion,
  CurrentStateVersionOutputs,
  ListStateVersions,
  PermanentlyDeleteBackingData,
  RestoreBackingData,
  RollbackStateVersion,
  ShowStateVersion,
  ShowStateVersionOutput,
  SoftDeleteBackingData,
  StateVersionOutputs,
} from '../generated/operations.js';
import type {
  CurrentStateVersionQuery,
  ListStateVersionsQuery,
  ShowStateVersionQuery,
  StateVersionDocumentFragment,
  StateVersionStatus,
} from '../generated/operations.js';

/** Terraform Enterprise API, State Versions: "Create a state version": key paths in its order. */
const createFields = {
  type: required(oneOf('state-versions'), 'data.type'),
  serial: required(whole, 'data.attributes.serial'),
  md5: required(text, 'data.attributes.md5'),
  state: optional(text, 'data.attributes.state'),
  lineage: optional(text, 'data.attributes.lineage'),
  jsonState: optional(text, 'data.attributes.json-state'),
  jsonStateOutputs: optional(text, 'data.attributes.json-state-outputs'),
  runId: optional(text, 'data.relationships.run.data.id'),
  runType: optional(oneOf('runs'), 'data.relationships.run.data.type'),
  // In the form of command lines.
  force: optional(truth, 'data.attributes.force'),
};

const rollbackFields = {
  type: required(oneOf('state-versions'), 'data.type'),
  sourceId: required(text, 'data.relationships.rollback-state-version.data.id'),
  sourceType: required(oneOf('state-versions'), 'data.relationships.rollback-state-version.data.type'),
};

const softDeleteFields = {
  deleteOlderThanNDays: optional(whole, 'data.attributes.delete-older-than-n-days'),
};

const mostOfInt = 2 ** 31 - 1;

/** A number of days outside GraphQL's `Int` is refused like other numbers that are too small or too large. */
function daysIn(request: RestRequest) {
  const { deleteOlderThanNDays: days } = request.fields(softDeleteFields);
  return { deleteOlderThanNDays: days == null ? days : Math.max(-mostOfInt, Math.min(mostOfInt, days)) };
}

const included = { include: stateVersionIncludes };
const ofRun = { runId: '/data/relationships/run/data/id' };
const ofSource = { stateVersionId: '/data/relationships/rollback-state-version/data/id' };

type OneVersion = CurrentStateVersionQuery & ShowStateVersionQuery;
const one = ({ stateVersion }: OneVersion) => stateVersionDocument(found(stateVersion));
const changed = ({ payload }: { readonly payload: { readonly stateVersion: StateVersionDocumentFragment | null } }) =>
  stateVersionDocument(found(payload.stateVersion));
const byId = ({ params }: RestRequest<'state_version_id'>) => ({ input: { id: params.state_version_id } });

const ofOne = [outputsOfVersions(({ stateVersion }: OneVersion) => (stateVersion ? [stateVersion] : []))];
const ofEach = [outputsOfVersions(({ page }: ListStateVersionsQuery) => page.items)];

/** Valid values of `filter[status]`. */
const filterStatuses = new Map<string, StateVersionStatus>([
  ['pending', 'PENDING'],
  ['finalized', 'FINALIZED'],
  ['discarded', 'DISCARDED'],
]);

function statusesOf(request: RestRequest): StateVersionStatus[] | undefined {
  return commaList(request.query('filter[status]'))?.map((word) => {
    const status = filterStatuses.get(word);
    if (status !== undefined) return status;
    const known = [...filterStatuses.keys()].join(', ');
    throw problem('INVALID_PARAMETER', `filter[status] must be one of ${known}`, ['filter[status]']);
  });
}

function requiredFilter(request: RestRequest, name: string): string {
  const value = request.query(name);
  if (value !== undefined && value !== '') return value;
  throw problem('INVALID_PARAMETER', `${name} is required`, [name]);
}

export const stateVersionRoutes: readonly Route[] = [
  post(
    '/workspaces/:workspace_id/state-versions',
    CreateStateVersion,
    (request) => {
      const { serial, md5, state, lineage, jsonState, jsonStateOutputs, runId, force } = request.fields(createFields);
      const input = {
        workspaceId: request.params.workspace_id,
        serial,
        md5,
        state,
        lineage,
        jsonState,
        jsonStateOutputs,
      };
      return { input: { ...input, runId, force } };
    },
    changed,
    // The outputs of a state are in the state, too, and are read there where they are left out here.
    { status: 201, pointers: ofRun, leavesOut: 'json-state-outputs' },
  ),
  get(
    '/state-versions',
    ListStateVersions,
    (request) => ({
      organization: requiredFilter(request, 'filter[organization][name]'),
      workspace: requiredFilter(request, 'filter[workspace][name]'),
      statuses: statusesOf(request),
      ...request.page,
      ...request.include,
    }),
    ({ page: { items, pagination } }, request) =>
      pageDocument(items.map(stateVersionResource), pagination, request, items.flatMap(includedWith)),
    { ...included, whole: ofEach },
  ),
  get(
    '/workspaces/:workspace_id/current-state-version',
    CurrentStateVersion,
    ({ params, include }) => ({ workspaceId: params.workspace_id, ...include }),
    one,
    { ...included, whole: ofOne },
  ),
  get(
    '/state-versions/:state_version_id',
    ShowStateVersion,
    ({ params, include }) => ({ id: params.state_version_id, ...include }),
    one,
    { ...included, whole: ofOne },
  ),
  patch(
    '/workspaces/:workspace_id/state-versions',
    RollbackStateVersion,
    (request) => ({
      input: {
        workspaceId: request.params.workspace_id,
        stateVersionId: request.fields(rollbackFields).sourceId,
      },
    }),
    changed,
    { status: 201, pointers: ofSource },
  ),
  post(
    '/state-versions/:state_version_id/actions/soft_delete_backing_data',
    SoftDeleteBackingData,
    (request) => ({ input: { ...byId(request).input, ...daysIn(request) } }),
    changed,
    { pointers: { deleteOlderThanNDays: '/data/attributes/delete-older-than-n-days' } },
  ),
  post('/state-versions/:state_version_id/actions/restore_backing_data', RestoreBackingData, byId, changed),
  post(
    '/state-versions/:state_version_id/actions/permanently_delete_backing_data',
    PermanentlyDeleteBackingData,
    byId,
    changed,
  ),
  get(
    '/state-versions/:state_version_id/outputs',
    StateVersionOutputs,
    ({ params, page }) => ({ stateVersionId: params.state_version_id, ...page }),
    ({ page: { items, pagination } }, request) => pageDocument(items.map(outputResource), pagination, request),
  ),
  get(
    '/workspaces/:workspace_id/current-state-version-outputs',
    CurrentStateVersionOutputs,
    ({ params }) => ({ workspaceId: params.workspace_id }),
    // Command lines ask for no page, and read one.
    ({ outputs }, request) => {
      const all = outputs.nodes.map(outputResource);
      return request.queries('page[').length > 0 ? unpaged(all, request) : { data: all };
    },
    { whole: [wholeOutputs] },
  ),
  get(
    '/state-version-outputs/:output_id',
    ShowStateVersionOutput,
    ({ params }) => ({ id: params.output_id }),
    ({ output }) => resourceDocument(outputResource(found(output))),
  ),
];
