import { problem } from '../../../../platform/problems.js';
import { optional, required, text, truth } from '../../fields.js';
import { pageDocument, resourceDocument, selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import { del, get, patch, post } from '../route.js';
import type { RestRequest, Route } from '../route.js';
import { found } from '../../found.js';
import { refuseAttributes, refusedOfProjectAccess, refusedOfWorkspaceAccess } from '../refused-attributes.js';
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
const projectLevel = enumOf('READ', 'WRITE', 'MAINTAIN', 'ADMIN', 'CUSTOM');
const stateLevel = enumOf('NONE', 'READ_OUTPUTS', 'READ', 'WRITE');
const runLevel = enumOf('READ', 'PLAN', 'APPLY');
const variableLevel = enumOf('NONE', 'READ', 'WRITE');
const mockLevel = enumOf('NONE', 'READ');
const customFields = {
  stateVersions: optional(stateLevel, 'data.attributes.state-versions'),
  runs: optional(runLevel, 'data.attributes.runs'),
  variables: optional(variableLevel, 'data.attributes.variables'),
  workspaceLocking: optional(truth, 'data.attributes.workspace-locking'),
  sentinelMocks: optional(mockLevel, 'data.attributes.sentinel-mocks'),
  runTasks: optional(truth, 'data.attributes.run-tasks'),
};
const projectPart = 'data.attributes.project-access';
const projectPartFields = {
  settings: optional(enumOf('READ', 'UPDATE', 'DELETE'), `${projectPart}.settings`),
  teams: optional(enumOf('NONE', 'READ', 'MANAGE'), `${projectPart}.teams`),
  variableSets: optional(variableLevel, `${projectPart}.variable-sets`),
};
const workspacePart = 'data.attributes.workspace-access';
const workspacePartFields = {
  runs: optional(runLevel, `${workspacePart}.runs`),
  stateVersions: optional(stateLevel, `${workspacePart}.state-versions`),
  variables: optional(variableLevel, `${workspacePart}.variables`),
  sentinelMocks: optional(mockLevel, `${workspacePart}.sentinel-mocks`),
  runTasks: optional(truth, `${workspacePart}.run-tasks`),
  create: optional(truth, `${workspacePart}.create`),
  locking: optional(truth, `${workspacePart}.locking`),
  move: optional(truth, `${workspacePart}.move`),
  delete: optional(truth, `${workspacePart}.delete`),
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
const updateProjectFields = { access: optional(projectLevel, 'data.attributes.access') };

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
      'run-tasks': access.runTasks,
      'sentinel-mocks': dialectWord(access.sentinelMocks),
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
    attributes: {
      access: dialectWord(access.access),
      'project-access': {
        settings: dialectWord(access.projectAccess.settings),
        teams: dialectWord(access.projectAccess.teams),
        'variable-sets': dialectWord(access.projectAccess.variableSets),
      },
      'workspace-access': {
        runs: dialectWord(access.workspaceAccess.runs),
        'state-versions': dialectWord(access.workspaceAccess.stateVersions),
        variables: dialectWord(access.workspaceAccess.variables),
        'sentinel-mocks': dialectWord(access.workspaceAccess.sentinelMocks),
        'run-tasks': access.workspaceAccess.runTasks,
        create: access.workspaceAccess.create,
        locking: access.workspaceAccess.locking,
        move: access.workspaceAccess.move,
        delete: access.workspaceAccess.delete,
      },
    },
    relationships: {
      team: { data: { id: access.teamId, type: 'teams' } },
      project: { data: { id: access.projectId, type: 'projects' } },
    },
    links: { self: selfPath('team-projects', access.id) },
  };
}

/** The parts of a custom access. */
const parts = (request: RestRequest) => ({
  projectAccess: request.fields(projectPartFields),
  workspaceAccess: request.fields(workspacePartFields),
});

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
    (request) => {
      refuseAttributes(refusedOfWorkspaceAccess, request);
      return { input: request.fields(addWorkspaceFields) };
    },
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
    (request) => {
      refuseAttributes(refusedOfWorkspaceAccess, request);
      return { input: { id: request.params.id, ...request.fields(updateWorkspaceFields) } };
    },
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
    (request) => {
      refuseAttributes(refusedOfProjectAccess, request);
      return { input: { ...request.fields(addProjectFields), ...parts(request) } };
    },
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
    (request) => {
      refuseAttributes(refusedOfProjectAccess, request);
      return { input: { id: request.params.id, ...request.fields(updateProjectFields), ...parts(request) } };
    },
    ({ payload }) => projectAccess(payload.access),
  ),
  del('/team-projects/:id', RemoveTeamProject, remove, gone),
];
