import { ends, endsOf, get, graphql, pages, searches } from './asking.js';
import type { Askings } from './asking.js';

const inDefault = ', organization: "default"';
const organizations = '/api/v2/organizations';
const ours = `${organizations}/default`;
const team = 'team-Grown00000000001';
const workspace = 'ws-Grown00000000001';
const ofTeam = `team(id: "${team}")`;
const ofOrganization = 'organization(name: "default")';
const ofWorkspace = `workspace(id: "${workspace}")`;

const sorted = (name: string, field: string, args: string, fields: readonly string[]): Askings =>
  Object.fromEntries(
    fields.map((by) => [
      `${name}, by ${by}`,
      graphql(`{ ${field}(first: 20${args}, orderBy: { field: ${by}, direction: DESC }) { nodes { id } } }`),
    ]),
  );

const teamSearch = (text: string, selection: string) =>
  graphql(`{ ${ofOrganization} { teams(first: 20, filter: { search: "${text}" }) { ${selection} } } }`);
const memberSearch = (text: string, selection: string) =>
  graphql(`{ ${ofOrganization} { memberships(first: 20, filter: { search: "${text}" }) { ${selection} } } }`);

/** Of people and of what belongs to an organization. */
export const peopleLists: Askings = {
  ...ends('users', 'users', '', 'id username'),
  ...searches('users', 'users', '', 'id'),
  ...sorted('users', 'users', '', ['CREATED_AT', 'USERNAME']),
  ...ends('organizations', 'organizations', '', 'id name'),
  ...searches('organizations', 'organizations', '', 'id'),
  ...searches('organizations by name', 'organizations', '', 'id', 'name'),
  ...searches('organizations by email', 'organizations', '', 'id', 'email'),
  ...pages('organizations', organizations),
  'organizations by REST, few of a part': get(`${organizations}?q=rarely`),
  ...endsOf('memberships', ofOrganization, 'memberships', 'id'),
  ...pages('memberships', `${ours}/organization-memberships`),
  'memberships, a part of the name that all have': memberSearch('rown', 'nodes { id }'),
  'memberships, a part of the name that few have': memberSearch('rarely', 'nodes { id }'),
  'memberships, a part of the name that few have, count': memberSearch('rarely', 'totalCount'),
  'memberships, a part of the name that none has': memberSearch('nowhere', 'nodes { id }'),
  'memberships, active by REST': get(`${ours}/organization-memberships?filter%5Bstatus%5D=active`),
  'memberships, invited': graphql(
    `{ ${ofOrganization} { memberships(first: 20, filter: { status: INVITED }) { nodes { id } } } }`,
  ),
  ...endsOf('teams', ofOrganization, 'teams', 'id name'),
  ...pages('teams', `${ours}/teams`),
  'teams, by CREATED_AT': graphql(
    `{ ${ofOrganization} { teams(first: 20, orderBy: { field: CREATED_AT, direction: DESC }) { nodes { id } } } }`,
  ),
  'teams, a part of the name that all have': teamSearch('rown', 'nodes { id }'),
  'teams, a part of the name that few have': teamSearch('rarely', 'nodes { id }'),
  'teams, a part of the name that few have, count': teamSearch('rarely', 'totalCount'),
  'teams, a part of the name that none has': teamSearch('nowhere', 'nodes { id }'),
  'teams by REST, few of a part': get(`${ours}/teams?q=rarely`),
  ...endsOf('members of a team', ofTeam, 'members', 'id'),
  ...endsOf('memberships of a team', ofTeam, 'memberships', 'id'),
  ...ends('tokens of a user', 'userTokens', ', user: "root"', 'id'),
  ...pages('tokens of a user', '/api/v2/users/root/authentication-tokens'),
  ...pages('tokens of all teams', `${ours}/team-tokens`),
  'tokens of all teams, few of a part': get(`${ours}/team-tokens?q=rarely`),
  'tokens of all teams, by end': get(`${ours}/team-tokens?sort=-expired-at`),
  ...ends('projects', 'projects', inDefault, 'id name'),
  ...searches('projects', 'projects', inDefault, 'id'),
  ...sorted('projects', 'projects', inDefault, ['CREATED_AT', 'UPDATED_AT', 'NAME']),
  ...pages('projects', `${ours}/projects`),
  'projects that may be changed': get(`${ours}/projects?filter%5Bpermissions%5D%5Bupdate%5D=true`),
  ...ends('tags', 'tags', inDefault, 'id key workspaceCount'),
  ...searches('tags', 'tags', inDefault, 'id'),
  ...pages('tags', `${ours}/tags`),
  'tags, not on a workspace': get(`${ours}/tags?filter%5Bexclude%5D%5Btaggable%5D%5Bid%5D=${workspace}`),
  'variable sets of a workspace': get(`/api/v2/workspaces/${workspace}/varsets`),
  'variable sets of a project': get('/api/v2/projects/prj-Grown00000000001/varsets'),
  'effective variables of a workspace': graphql(
    `{ ${ofWorkspace} { effectiveVariables(first: 20) { nodes { id } } } }`,
  ),
  ...ends('access of teams to a workspace', 'workspaceTeamAccess', `, workspaceId: "${workspace}"`, 'id'),
  ...ends('access of teams to a project', 'projectTeamAccess', ', projectId: "prj-Grown00000000001"', 'id'),
  ...pages('access of teams to a workspace', `/api/v2/team-workspaces?filter%5Bworkspace%5D%5Bid%5D=${workspace}`),
  ...endsOf('consumers of a state', ofWorkspace, 'remoteStateConsumers', 'id'),
  ...pages('workspaces', `${ours}/workspaces`),
  'workspaces by REST, with a tag': get(`${ours}/workspaces?search%5Btags%5D=grown-00000001`),
  'workspaces, with a tag that few have': graphql(
    '{ workspaces(organization: "default", first: 20, filter: { tags: ["grown-00000002"] }) { nodes { id } } }',
  ),
  'workspaces, without a tag': graphql(
    '{ workspaces(organization: "default", first: 20, filter: { excludeTags: ["grown-00000002"] }) { nodes { id } } }',
  ),
  'workspaces, by status of their run': get(`${ours}/workspaces?filter%5Bcurrent-run%5D%5Bstatus%5D=applied`),
  'workspaces of a project': graphql(
    '{ workspaces(organization: "default", first: 20, filter: { projectId: "prj-Grown00000000001" }) { nodes { id } totalCount } }',
  ),
  ...endsOf('runs of a workspace', 'workspaceByName(organization: "default", name: "history")', 'runs', 'id'),
  'runs of a workspace, of a status': graphql(
    '{ workspaceByName(organization: "default", name: "history") { runs(first: 20, filter: { statuses: [PENDING] }) { nodes { id } } } }',
  ),
  ...endsOf(
    'configuration versions',
    'workspaceByName(organization: "default", name: "history")',
    'configurationVersions',
    'id',
  ),
  'runs by REST': get(({ versionsIn }) => `/api/v2/workspaces/${versionsIn}/runs`),
  'runs by REST, last page': get(
    ({ versionsIn, rows }) => `/api/v2/workspaces/${versionsIn}/runs?page%5Bnumber%5D=${Math.floor(rows / 20)}`,
  ),
  'audit records, count': graphql('{ auditRecords(first: 1) { totalCount } }'),
  'audit records, last page': graphql('{ auditRecords(last: 20) { nodes { recordedAt } } }'),
  'audit records, of an action that few have': graphql(
    '{ auditRecords(first: 20, filter: { action: "token.revoke" }) { nodes { recordedAt } } }',
  ),
  'audit records, of a type that few have': graphql(
    '{ auditRecords(first: 20, filter: { targetType: POLICY }) { nodes { recordedAt } } }',
  ),
  'audit records, of an outcome that few have': graphql(
    '{ auditRecords(first: 20, filter: { outcome: DENIED }) { nodes { recordedAt } } }',
  ),
  'audit records, of a time': graphql(
    '{ auditRecords(first: 20, filter: { recordedBefore: "2001-01-01T00:00:00Z" }) { nodes { recordedAt } } }',
  ),
  'audit records, of an actor who did little': graphql(
    '{ auditRecords(first: 20, filter: { actor: "root" }) { totalCount nodes { recordedAt } } }',
  ),
};
