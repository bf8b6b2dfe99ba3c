import { problem } from '../../../../platform/problems.js';
import { optional, required, text, truth } from '../../fields.js';
import { pageDocument, resourceDocument, selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import { del, get, patch, post } from '../row.js';
import type { RestRequest, Row } from '../row.js';
import { found } from '../../found.js';
import type { PageOf, PayloadOf } from '../../found.js';
import { dialectWord, enumOf } from './words.js';
import { operation } from '../../operation.js';

/** The fragment TeamWorkspaceFields. */
interface TeamWorkspaceData {
  readonly id: string;
  readonly teamId: string;
  readonly workspaceId: string;
  readonly access: string;
  readonly stateVersions: string;
  readonly runs: string;
  readonly variables: string;
  readonly workspaceLocking: boolean;
}

/** The fragment TeamProjectFields. */
interface TeamProjectData {
  readonly id: string;
  readonly teamId: string;
  readonly projectId: string;
  readonly access: string;
}

type ChangedWorkspaceAccess = PayloadOf<'teamAccess', TeamWorkspaceData>;
type ChangedProjectAccess = PayloadOf<'teamAccess', TeamProjectData>;

const ListTeamWorkspaces = operation<{ accesses: PageOf<TeamWorkspaceData> }, object>('ListTeamWorkspaces');
const ReadTeamWorkspace = operation<{ access: TeamWorkspaceData | null }, object>('ReadTeamWorkspace');
const AddTeamWorkspace = operation<ChangedWorkspaceAccess, object>('AddTeamWorkspace');
const UpdateTeamWorkspace = operation<ChangedWorkspaceAccess, object>('UpdateTeamWorkspace');
const RemoveTeamWorkspace = operation<PayloadOf<'deletedId', string>, object>('RemoveTeamWorkspace');
const ListTeamProjects = operation<{ accesses: PageOf<TeamProjectData> }, object>('ListTeamProjects');
const ReadTeamProject = operation<{ access: TeamProjectData | null }, object>('ReadTeamProject');
const AddTeamProject = operation<ChangedProjectAccess, object>('AddTeamProject');
const UpdateTeamProject = operation<ChangedProjectAccess, object>('UpdateTeamProject');
const RemoveTeamProject = operation<PayloadOf<'deletedId', string>, object>('RemoveTeamProject');

const workspaceLevel = enumOf('read-outputs', 'read', 'plan', 'write', 'admin', 'custom');
const projectLevel = enumOf('read', 'write', 'maintain', 'admin');
const customFields = {
  stateVersions: optional(enumOf('none', 'read-outputs', 'read', 'write'), 'data.attributes.state-versions'),
  runs: optional(enumOf('read', 'plan', 'apply'), 'data.attributes.runs'),
  variables: optional(enumOf('none', 'read', 'write'), 'data.attributes.variables'),
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

function teamWorkspaceResource(access: TeamWorkspaceData): Resource {
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

function teamProjectResource(access: TeamProjectData): Resource {
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

const byId = ({ params }: RestRequest) => ({ id: params['id'] });
const remove = ({ params }: RestRequest) => ({ input: { id: params['id'] } });
const gone = () => null;
const workspaceAccess = ({ payload }: ChangedWorkspaceAccess) =>
  resourceDocument(teamWorkspaceResource(found(payload.teamAccess)));
const projectAccess = ({ payload }: ChangedProjectAccess) =>
  resourceDocument(teamProjectResource(found(payload.teamAccess)));

export const teamAccessRows: readonly Row[] = [
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
    workspaceAccess,
    {
      status: 201,
      pointers,
    },
  ),
  get('/team-workspaces/:id', ReadTeamWorkspace, byId, ({ access }) =>
    resourceDocument(teamWorkspaceResource(found(access))),
  ),
  patch(
    '/team-workspaces/:id',
    UpdateTeamWorkspace,
    (request) => ({ input: { id: request.params['id'], ...request.fields(updateWorkspaceFields) } }),
    workspaceAccess,
  ),
  del('/team-workspaces/:id', RemoveTeamWorkspace, remove, gone),
  get(
    '/team-projects',
    ListTeamProjects,
    (request) => ({ id: filtered(request, 'filter[project][id]'), ...request.page }),
    ({ accesses: { items, pagination } }, request) => pageDocument(items.map(teamProjectResource), pagination, request),
  ),
  post('/team-projects', AddTeamProject, (request) => ({ input: request.fields(addProjectFields) }), projectAccess, {
    status: 201,
    pointers,
  }),
  get('/team-projects/:id', ReadTeamProject, byId, ({ access }) =>
    resourceDocument(teamProjectResource(found(access))),
  ),
  patch(
    '/team-projects/:id',
    UpdateTeamProject,
    (request) => ({ input: { id: request.params['id'], ...request.fields(updateProjectFields) } }),
    projectAccess,
  ),
  del('/team-projects/:id', RemoveTeamProject, remove, gone),
];
