import { problem } from '../../../../platform/problems.js';
import { optional, required, text, truth } from '../../fields.js';
import { pageDocument, resourceDocument, selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import { del, get, patch, post } from '../route.js';
import type { RestRequest, Route } from '../route.js';
import { found } from '../../found.js';
import { dialectWord, enumOf } from './words.js';
import {
  AddTeamProject,
  AddTeamWorkspace,
  ListTeamProjects,
  ListTeamWorkspaces,
  ReadTeamProject,
  ReadTeamWorkspace,
  RemoveTeamProject,
  RemoveTeamWorkspace,
  UpdateTeamProject,
  UpdateTeamWorkspace,
} from '../generated/operations.js';
import type { TeamProjectFieldsFragment, TeamWorkspaceFieldsFragment } from '../generated/operations.js';

const workspaceLevel = enumOf('READ_OUTPUTS', 'READ', 'PLAN', 'WRITE', 'ADMIN', 'CUSTOM');
const projectLevel = enumOf('READ', 'WRITE', 'MAINTAIN', 'ADMIN');
const customFields = {
  stateVersions: optional(enumOf('NONE', 'READ_OUTPUTS', 'READ', 'WRITE'), 'data.attributes.state-versions'),
  runs: optional(enumOf('READ', 'PLAN', 'APPLY'), 'data.attributes.runs'),
  variables: optional(enumOf('NONE', 'READ', 'WRITE'), 'data.attributes.variables'),
  workspaceLocking: optional(truth, 'data.attributes.workspace-locking'),
};
const team = { teamId: required(text, 'data.relationships.team.data.id') };
const addWorkspaceFields = {
  ...team,
  workspaceId: required(text, 'data.relationships.workspace.data.id'),
  access: required(workspaceLevel, 'data.attributes.access'),
  ...customFields,
};
const updateWorkspaceFields = { access: optional(workspaceLevel, 'data.attributes.access'), ...customFields };
const addProjectFields = {
  ...team,
  projectId: required(text, 'data.relationships.project.data.id'),
  access: required(projectLevel, 'data.attributes.access'),
};
const updateProjectFields = { access: required(projectLevel, 'data.attributes.access') };

const pointers = {
  teamId: '/data/relationships/team/data/id',
  workspaceId: '/data/relationships/workspace/data/id',
  projectId: '/data/relationships/project/data/id',
};

function teamWorkspaceResource(access: TeamWorkspaceFieldsFragment): Resource {
  return {
    id: access.id,
    type: 'team-workspaces',
    attributes: {
      access: dialectWord(access.access),
      'state-versions': dialectWord(access.stateVersions),
      runs: dialectWord(access.runs),
      variables: dialectWord(access.variables),
      'workspace-locking': access.workspaceLocking,
      'run-tasks': false,
      'sentinel-mocks': 'none',
    },
    relationships: {
      team: { data: { id: access.teamId, type: 'teams' } },
      workspace: { data: { id: access.workspaceId, type: 'workspaces' } },
    },
    links: { self: selfPath('team-workspaces', access.id) },
  };
}

function teamProjectResource(access: TeamProjectFieldsFragment): Resource {
  return {
    id: access.id,
    type: 'team-projects',
    attributes: { access: dialectWord(access.access) },
    relationships: {
      team: { data: { id: access.teamId, type: 'teams' } },
      project: { data: { id: access.projectId, type: 'projects' } },
    },
    links: { self: selfPath('team-projects', access.id) },
  };
}

/** @throws INVALID_PARAMETER */
function filtered(request: RestRequest, name: string): string {
  const value = request.query(name);
  if (value === undefined || value === '') throw problem('INVALID_PARAMETER', `${name} is required`, [name]);
  return value;
}

const byId = ({ params }: RestRequest<'id'>) => ({ id: params.id });
const remove = ({ params }: RestRequest<'id'>) => ({ input: { id: params.id } });
const gone = () => null;
const workspaceAccess = (access: TeamWorkspaceFieldsFragment | null) =>
  resourceDocument(teamWorkspaceResource(found(access)));
const projectAccess = (access: TeamProjectFieldsFragment | null) =>
  resourceDocument(teamProjectResource(found(access)));

export const teamAccessRoutes: readonly Route[] = [
  get(
    '/team-workspaces',
    ListTeamWorkspaces,
    (request) => ({ id: filtered(request, 'filter[workspace][id]'), ...request.page }),
    ({ accesses: { items, pagination } }, request) =>
      pageDocument(items.map(teamWorkspaceResource), pagination, request),
  ),
  post(
    '/team-workspaces',
    AddTeamWorkspace,
    (request) => ({ input: request.fields(addWorkspaceFields) }),
    ({ payload }) => workspaceAccess(payload.access),
    {
      status: 201,
      pointers,
    },
  ),
  get('/team-workspaces/:id', ReadTeamWorkspace, byId, ({ access }) => workspaceAccess(access)),
  patch(
    '/team-workspaces/:id',
    UpdateTeamWorkspace,
    (request) => ({ input: { id: request.params.id, ...request.fields(updateWorkspaceFields) } }),
    ({ payload }) => workspaceAccess(payload.access),
  ),
  del('/team-workspaces/:id', RemoveTeamWorkspace, remove, gone),
  get(
    '/team-projects',
    ListTeamProjects,
    (request) => ({ id: filtered(request, 'filter[project][id]'), ...request.page }),
    ({ accesses: { items, pagination } }, request) => pageDocument(items.map(teamProjectResource), pagination, request),
  ),
  post(
    '/team-projects',
    AddTeamProject,
    (request) => ({ input: request.fields(addProjectFields) }),
    ({ payload }) => projectAccess(payload.access),
    {
      status: 201,
      pointers,
    },
  ),
  get('/team-projects/:id', ReadTeamProject, byId, ({ access }) => projectAccess(access)),
  patch(
    '/team-projects/:id',
    UpdateTeamProject,
    (request) => ({ input: { id: request.params.id, ...request.fields(updateProjectFields) } }),
    ({ payload }) => projectAccess(payload.access),
  ),
  del('/team-projects/:id', RemoveTeamProject, remove, gone),
];
