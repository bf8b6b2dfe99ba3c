import { listOf, optional, readIds, record, required, text, truth } from '../../fields.js';
import { pageDocument, resourceDocument } from '../json-api.js';
import { del, get, patch, post } from '../row.js';
import type { RestRequest, Row } from '../row.js';
import { commaList, found } from '../../found.js';
import type { PageOf, PayloadOf } from '../../found.js';
import { teamResource } from './team.document.js';
import type { TeamData } from './team.document.js';
import { enumOf } from './words.js';
import { operation } from '../../operation.js';

type ChangedTeam = PayloadOf<'team', TeamData>;

const ListTeams = operation<{ teamPage: PageOf<TeamData> }, object>('ListTeams');
const ReadTeam = operation<{ team: TeamData | null }, object>('ReadTeam');
const CreateTeam = operation<ChangedTeam, object>('CreateTeam');
const UpdateTeam = operation<ChangedTeam, object>('UpdateTeam');
const DeleteTeam = operation<PayloadOf<'deletedId', string>, object>('DeleteTeam');
const AddTeamMembers = operation<PayloadOf<'team', object>, object>('AddTeamMembers');
const RemoveTeamMembers = operation<PayloadOf<'team', object>, object>('RemoveTeamMembers');

const access = (name: string) => optional(truth, `data.attributes.organization-access.${name}`);
const accessFields = {
  manageWorkspaces: access('manage-workspaces'),
  readWorkspaces: access('read-workspaces'),
  manageProjects: access('manage-projects'),
  readProjects: access('read-projects'),
  manageMembership: access('manage-membership'),
  manageTeams: access('manage-teams'),
  manageOrganizationAccess: access('manage-organization-access'),
  accessSecretTeams: access('access-secret-teams'),
};
const settings = {
  visibility: optional(enumOf('secret', 'organization'), 'data.attributes.visibility'),
  ssoTeamId: optional(text, 'data.attributes.sso-team-id'),
  allowMemberTokenManagement: optional(truth, 'data.attributes.allow-member-token-management'),
};
const createFields = { name: required(text, 'data.attributes.name'), ...settings };
const updateFields = { name: optional(text, 'data.attributes.name'), ...settings };
const items = { items: required(listOf(record), 'data') };

function organizationAccess(request: RestRequest) {
  const given = request.fields(accessFields);
  return Object.keys(given).length > 0 ? { organizationAccess: given } : {};
}

const changed = ({ payload }: ChangedTeam) => resourceDocument(teamResource(found(payload.team)));
const gone = () => null;

/** Members are named by username in one path, by membership in the other. */
const members = (by: 'usernames' | 'membershipIds') => (request: RestRequest) => ({
  input: {
    id: request.params['team_id'],
    [by]: readIds(request.fields(items).items, 'data'),
  },
});
const pointers = { usernames: '/data', membershipIds: '/data' };

export const teamRows: readonly Row[] = [
  get(
    '/organizations/:organization/teams',
    ListTeams,
    (request) => {
      const names = commaList(request.query('filter[names]'));
      const search = request.query('q');
      const filter = { ...(names && { names }), ...(search !== undefined && { search }) };
      return { organization: request.params['organization'], ...filter, ...request.page };
    },
    ({ teamPage: { items: teams, pagination } }, request) => pageDocument(teams.map(teamResource), pagination, request),
  ),
  post(
    '/organizations/:organization/teams',
    CreateTeam,
    (request) => ({
      input: {
        organization: request.params['organization'],
        ...request.fields(createFields),
        ...organizationAccess(request),
      },
    }),
    changed,
    { status: 201 },
  ),
  get(
    '/teams/:team_id',
    ReadTeam,
    ({ params }) => ({ id: params['team_id'] }),
    ({ team }) => resourceDocument(teamResource(found(team))),
  ),
  patch(
    '/teams/:team_id',
    UpdateTeam,
    (request) => ({
      input: { id: request.params['team_id'], ...request.fields(updateFields), ...organizationAccess(request) },
    }),
    changed,
  ),
  del('/teams/:team_id', DeleteTeam, ({ params }) => ({ input: { id: params['team_id'] } }), gone),
  post('/teams/:team_id/relationships/users', AddTeamMembers, members('usernames'), gone, { status: 204, pointers }),
  del('/teams/:team_id/relationships/users', RemoveTeamMembers, members('usernames'), gone, { pointers }),
  post('/teams/:team_id/relationships/organization-memberships', AddTeamMembers, members('membershipIds'), gone, {
    status: 204,
    pointers,
  }),
  del('/teams/:team_id/relationships/organization-memberships', RemoveTeamMembers, members('membershipIds'), gone, {
    pointers,
  }),
];
