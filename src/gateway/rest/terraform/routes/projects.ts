import { problem } from '../../../../platform/problems.js';
import { listOf, optional, readIds, record, required, text, truth } from '../../fields.js';
import { pageDocument, resourceDocument } from '../json-api.js';
import { refuseAttributes, refusedOfProjects } from '../refused-attributes.js';
import { del, get, patch, post } from '../route.js';
import type { RestRequest, Route } from '../route.js';
import { commaList, found } from '../../found.js';
import { includedWithProject, projectResource } from './project.document.js';
import { tagOf } from './tag-fields.js';
import { taggedFilters } from './tagged-filters.js';
import { isRecord } from '../../../../platform/is-record.js';
import {
  CreateProject,
  DeleteProject,
  ListProjects,
  MoveWorkspaces,
  ReadProject,
  UpdateProject,
} from '../generated/operations.js';
import type { ProjectFieldsFragment, ProjectIncludesFragment } from '../generated/operations.js';

const settings = {
  description: optional(text, 'data.attributes.description'),
  autoDestroyDuration: optional(text, 'data.attributes.auto-destroy-activity-duration'),
};
const createFields = { name: required(text, 'data.attributes.name'), ...settings };
const updateFields = { name: optional(text, 'data.attributes.name'), ...settings };
const overwriteFields = {
  overwritesExecutionMode: optional(truth, 'data.attributes.setting-overwrites.default-execution-mode'),
  overwritesAgentPool: optional(truth, 'data.attributes.setting-overwrites.default-agent-pool'),
};
const tagFields = { tags: optional(listOf(record), 'data.relationships.tag-bindings.data') };

/** @throws INVALID_PARAMETER */
function truthOf(request: RestRequest, name: string): boolean | null {
  const given = request.query(name);
  if (given === undefined || given === '') return null;
  if (given === 'true' || given === 'false') return given === 'true';
  throw problem('INVALID_PARAMETER', `${name} must be true or false`, [name]);
}

const moved = { items: required(listOf(record), 'data') };

/** The parts of a project's document in addition to its plain attributes. */
function nested(request: RestRequest) {
  refuseAttributes(refusedOfProjects, request);
  if (!isRecord(request.body)) return {};
  const { tags } = request.fields(tagFields);
  const overwrites = request.fields(overwriteFields);
  return {
    ...(tags && { tags: tags.map(tagOf) }),
    ...(Object.keys(overwrites).length > 0 && { settingOverwrites: overwrites }),
  };
}

const pointers = {
  tags: '/data/relationships/tag-bindings',
  autoDestroyDuration: '/data/attributes/auto-destroy-activity-duration',
};
const include = ['effective_tag_bindings'] as const;
const one = (project: (ProjectFieldsFragment & ProjectIncludesFragment) | null) => {
  const shown = found(project);
  return resourceDocument(projectResource(shown), includedWithProject(shown));
};

export const projectRoutes: readonly Route[] = [
  get(
    '/organizations/:organization/projects',
    ListProjects,
    (request) => {
      const names = commaList(request.query('filter[names]'));
      const search = request.query('q');
      const tagged = taggedFilters(request);
      return {
        organization: request.params.organization,
        filter: {
          ...(names && { names }),
          ...(search !== undefined && { search }),
          ...(tagged.length > 0 && { tagged }),
          canUpdate: truthOf(request, 'filter[permissions][update]'),
          canCreateWorkspace: truthOf(request, 'filter[permissions][create-workspace]'),
        },
        ...request.page,
        ...request.include,
      };
    },
    ({ projectPage }, request) => {
      const { items, pagination } = found(projectPage);
      return pageDocument(items.map(projectResource), pagination, request, items.flatMap(includedWithProject));
    },
    { include },
  ),
  post(
    '/organizations/:organization/projects',
    CreateProject,
    (request) => ({
      input: { organization: request.params.organization, ...request.fields(createFields), ...nested(request) },
    }),
    ({ payload }) => one(payload.project),
    { status: 201, pointers },
  ),
  get(
    '/projects/:project_id',
    ReadProject,
    ({ params, include: asked }) => ({ id: params.project_id, ...asked }),
    ({ project }) => one(project),
    { include },
  ),
  patch(
    '/projects/:project_id',
    UpdateProject,
    (request) => ({
      input: {
        id: request.params.project_id,
        ...request.fields(updateFields),
        ...nested(request),
        tagMode: 'REPLACE' as const,
      },
    }),
    ({ payload }) => one(payload.project),
    { pointers },
  ),
  post(
    '/projects/:project_id/relationships/workspaces',
    MoveWorkspaces,
    (request) => ({
      input: {
        projectId: request.params.project_id,
        workspaceIds: readIds(request.fields(moved).items, 'data'),
      },
    }),
    () => null,
    { status: 204, pointers: { workspaceIds: '/data', projectId: '/data' } },
  ),
  del(
    '/projects/:project_id',
    DeleteProject,
    ({ params }) => ({ input: { id: params.project_id } }),
    () => null,
  ),
];
