import { problem } from '../../../../platform/problems.js';
import { listOf, optional, record, required, text, truth } from '../../fields.js';
import { pageDocument, resourceDocument } from '../json-api.js';
import { refuseAttributes, refusedOfWorkspaces } from '../refused-attributes.js';
import { del, get, patch, post } from '../route.js';
import type { RestRequest, Route } from '../route.js';
import { commaList, found } from '../../found.js';
import { runStatusesOf } from './run-statuses.js';
import { tagOf } from './tag-fields.js';
import { taggedFilters } from './tagged-filters.js';
import { includedWith, workspaceIncludes, workspaceNeverIncluded, workspaceResource } from './workspace.document.js';
import { outputsOfWorkspaces } from './whole-outputs.js';
import { attribute, settingFields } from './workspace-settings.fields.js';
import { wholeEffectiveTags } from './whole-tags.js';
import { isRecord } from '../../../../platform/is-record.js';
import {
  CreateWorkspace,
  DeleteWorkspace,
  ForceUnlockWorkspace,
  ListWorkspaces,
  LockWorkspace,
  ReadWorkspace,
  ReadWorkspaceByName,
  UnlockWorkspace,
  UpdateWorkspace,
} from '../generated/operations.js';
import type {
  ListWorkspacesQuery,
  ReadWorkspaceByNameQuery,
  ReadWorkspaceQuery,
  WorkspaceFieldsFragment,
  WorkspaceOrderField,
} from '../generated/operations.js';

const include = workspaceIncludes;
const neverIncluded = workspaceNeverIncluded;
type Asking = RestRequest<never, (typeof include)[number]>;

const vcsFields = {
  vcsRepo: optional(record, `${attribute}.vcs-repo`),
};
const vcsRepoFields = {
  identifier: required(text, `${attribute}.vcs-repo.identifier`),
  branch: optional(text, `${attribute}.vcs-repo.branch`),
  displayIdentifier: optional(text, `${attribute}.vcs-repo.display-identifier`),
  ingressSubmodules: optional(truth, `${attribute}.vcs-repo.ingress-submodules`),
  oauthTokenId: optional(text, `${attribute}.vcs-repo.oauth-token-id`),
  githubAppInstallationId: optional(text, `${attribute}.vcs-repo.github-app-installation-id`),
  tagsRegex: optional(text, `${attribute}.vcs-repo.tags-regex`),
};
const overwriteFields = {
  overwritesExecutionMode: optional(truth, `${attribute}.setting-overwrites.execution-mode`),
  overwritesAgentPool: optional(truth, `${attribute}.setting-overwrites.agent-pool`),
};
const tagFields = {
  flat: optional(listOf(record), 'data.relationships.tags.data'),
  bound: optional(listOf(record), 'data.relationships.tag-bindings.data'),
};
const project = { projectId: optional(text, 'data.relationships.project.data.id') };
const createFields = { name: required(text, `${attribute}.name`), ...settingFields, ...project };
const updateFields = { name: optional(text, `${attribute}.name`), ...settingFields, ...project };

/** The position of an input field in the document, if it is not an attribute of its name. */
const pointers = {
  projectId: '/data/relationships/project/data/id',
  tags: '/data/relationships/tag-bindings',
  autoDestroyDuration: '/data/attributes/auto-destroy-activity-duration',
};

const isEmpty = (vcsRepo: object | null): boolean => vcsRepo !== null && Object.keys(vcsRepo).length === 0;

/** The parts of a workspace's document in addition to its plain attributes. */
function nested(request: RestRequest) {
  refuseAttributes(refusedOfWorkspaces, request);
  const { vcsRepo } = request.fields(vcsFields);
  const overwrites = request.fields(overwriteFields);
  const { flat, bound } = request.fields(tagFields);
  const tags = flat || bound ? [...(flat ?? []), ...(bound ?? [])].map(tagOf) : undefined;
  return {
    // Empty it names no repository: some clients send it with every request.
    ...(vcsRepo !== undefined && !isEmpty(vcsRepo) && { vcsRepo: vcsRepo && request.fields(vcsRepoFields) }),
    ...(Object.keys(overwrites).length > 0 && { settingOverwrites: overwrites }),
    ...(tags && { tags }),
  };
}

const sortWords: Readonly<Record<string, WorkspaceOrderField>> = {
  name: 'NAME',
  'latest-change-at': 'LATEST_CHANGE_AT',
  'created-at': 'CREATED_AT',
  'updated-at': 'UPDATED_AT',
  'current-run.created-at': 'CURRENT_RUN_CREATED_AT',
};

/** @throws INVALID_PARAMETER */
function orderOf(request: RestRequest) {
  const asked = request.query('sort');
  if (asked === undefined || asked === '') return {};
  const descending = asked.startsWith('-');
  const field = sortWords[descending ? asked.slice(1) : asked];
  if (field === undefined) throw problem('INVALID_PARAMETER', `sort cannot be ${asked}`, ['sort']);
  return { orderBy: { field, direction: descending ? ('DESC' as const) : ('ASC' as const) } };
}

function filterOf(request: RestRequest) {
  const tags = commaList(request.query('search[tags]'));
  const excludeTags = commaList(request.query('search[exclude-tags]'));
  const name = request.query('search[name]');
  const wildcardName = request.query('search[wildcard-name]');
  const projectId = request.query('filter[project][id]');
  const currentRunStatuses = runStatusesOf(request.query('filter[current-run][status]'));
  const tagged = taggedFilters(request);
  return {
    ...(name !== undefined && { search: name }),
    ...(wildcardName !== undefined && { wildcardName }),
    ...(tags && { tags }),
    ...(excludeTags && { excludeTags }),
    ...(tagged.length > 0 && { tagged }),
    ...(projectId !== undefined && { projectId }),
    ...(currentRunStatuses && { currentRunStatuses }),
  };
}

/** Filters with other names here. */
const parameters = {
  'filter.tags': 'search[tags]',
  'filter.excludeTags': 'search[exclude-tags]',
};

const reasonFields = {
  attribute: optional(text, 'data.attributes.reason'),
  plain: optional(text, 'reason'),
};

/** The body of a lock is a document with an empty type, a plain object, or empty. */
function lockReason(request: RestRequest) {
  if (!isRecord(request.body)) return {};
  const { attribute: inDocument, plain } = request.fields(reasonFields);
  const reason = inDocument ?? plain;
  return reason == null ? {} : { reason };
}

type OneWorkspace = ReadWorkspaceQuery & ReadWorkspaceByNameQuery;
const one = ({ workspace }: OneWorkspace, request: Asking) => {
  const shown = found(workspace);
  return resourceDocument(workspaceResource(shown), includedWith(shown, request.include));
};
const changed = ({ payload }: { readonly payload: { readonly workspace: WorkspaceFieldsFragment | null } }) =>
  resourceDocument(workspaceResource(found(payload.workspace)));
const gone = () => null;

const listed = ({ workspacePage }: ListWorkspacesQuery) => workspacePage?.items ?? [];
const alone = ({ workspace }: OneWorkspace) => (workspace ? [workspace] : []);
const wholeOfEach = [outputsOfWorkspaces(listed), wholeEffectiveTags(listed)];
const wholeOfOne = [outputsOfWorkspaces(alone), wholeEffectiveTags(alone)];

type ById = RestRequest<'workspace_id'>;
type ByName = RestRequest<'organization' | 'name'>;
const byId = ({ params }: ById) => ({ id: params.workspace_id });
const byName = ({ params: { organization, name } }: ByName) => ({ organization, name });
const named = (request: ByName) => ({ named: byName(request) });
const target = (request: ById) => ({ workspace: byId(request) });

/** The tags of a change are all that there are then, as go-tfe says it. */
const changes = (request: RestRequest) => ({
  ...request.fields(updateFields),
  ...nested(request),
  tagMode: 'REPLACE' as const,
});

export const workspaceRoutes: readonly Route[] = [
  get(
    '/organizations/:organization/workspaces',
    ListWorkspaces,
    (request) => ({
      organization: request.params.organization,
      filter: filterOf(request),
      ...orderOf(request),
      ...request.page,
      ...request.include,
    }),
    ({ workspacePage }, request) => {
      const { items, pagination } = found(workspacePage);
      const included = items.flatMap((shown) => includedWith(shown, request.include));
      return pageDocument(items.map(workspaceResource), pagination, request, included);
    },
    { include, neverIncluded, whole: wholeOfEach, pointers: parameters },
  ),
  post(
    '/organizations/:organization/workspaces',
    CreateWorkspace,
    (request) => ({
      input: {
        organization: request.params.organization,
        ...request.fields(createFields),
        ...nested(request),
      },
    }),
    changed,
    { status: 201, pointers },
  ),
  get(
    '/organizations/:organization/workspaces/:name',
    ReadWorkspaceByName,
    (request) => ({ ...byName(request), ...request.include }),
    one,
    { include, neverIncluded, whole: wholeOfOne },
  ),
  patch(
    '/organizations/:organization/workspaces/:name',
    UpdateWorkspace,
    (request) => ({ input: { workspace: named(request), ...changes(request) } }),
    changed,
    { pointers },
  ),
  del(
    '/organizations/:organization/workspaces/:name',
    DeleteWorkspace,
    (request) => ({ input: { workspace: named(request), force: true } }),
    gone,
  ),
  post(
    '/organizations/:organization/workspaces/:name/actions/safe-delete',
    DeleteWorkspace,
    (request) => ({ input: { workspace: named(request), force: false } }),
    gone,
    { status: 204 },
  ),
  get('/workspaces/:workspace_id', ReadWorkspace, (request) => ({ ...byId(request), ...request.include }), one, {
    include,
    neverIncluded,
    whole: wholeOfOne,
  }),
  patch(
    '/workspaces/:workspace_id',
    UpdateWorkspace,
    (request) => ({ input: { workspace: byId(request), ...changes(request) } }),
    changed,
    { pointers },
  ),
  del(
    '/workspaces/:workspace_id',
    DeleteWorkspace,
    (request) => ({ input: { workspace: byId(request), force: true } }),
    gone,
  ),
  post(
    '/workspaces/:workspace_id/actions/safe-delete',
    DeleteWorkspace,
    (request) => ({ input: { workspace: byId(request), force: false } }),
    gone,
    { status: 204 },
  ),
  post(
    '/workspaces/:workspace_id/actions/lock',
    LockWorkspace,
    (request) => ({ input: { ...target(request), ...lockReason(request) } }),
    changed,
  ),
  post('/workspaces/:workspace_id/actions/unlock', UnlockWorkspace, (request) => ({ input: target(request) }), changed),
  post(
    '/workspaces/:workspace_id/actions/force-unlock',
    ForceUnlockWorkspace,
    (request) => ({ input: target(request) }),
    changed,
  ),
];
