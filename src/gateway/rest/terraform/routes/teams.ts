import { listOf, optional, readIds, record, required, text, truth } from '../../fields.js';
import { pageDocument, resourceDocument } from '../json-api.js';
import { del, get, patch, post } from '../route.js';
import type { RestRequest, Route } from '../route.js';
import { commaList, found } from '../../found.js';
import { membershipResource } from './memberships.js';
import { membersOf, membershipsOf, teamResource } from './team.document.js';
import type { ShownTeam } from './team.document.js';
import { userResource } from './user.document.js';
import type { WholeList } from '../whole-lists.js';
import { enumOf } from './words.js';
import {
  AddTeamMembers,
  CreateTeam,
  DeleteTeam,
  FurtherMembershipsOfTeam,
  FurtherMembersOfTeam,
  ListTeams,
  ReadTeam,
  RemoveTeamMembers,
  UpdateTeam,
} from '../generated/operations.js';
import type { ListTeamsQuery, ReadTeamQuery, TeamIncludesFragment } from '../generated/operations.js';

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
  managePolicies: access('manage-policies'),
  managePolicyOverrides: access('manage-policy-overrides'),
  delegatePolicyOverrides: access('delegate-policy-overrides'),
  manageVcsSettings: access('manage-vcs-settings'),
  manageProviders: access('manage-providers'),
  manageModules: access('manage-modules'),
  manageRunTasks: access('manage-run-tasks'),
  manageAgentPools: access('manage-agent-pools'),
};
const settings = {
  description: optional(text, 'data.attributes.description'),
  visibility: optional(enumOf('SECRET', 'ORGANIZATION'), 'data.attributes.visibility'),
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

const include = ['users', 'organization_memberships'] as const;

/** The objects for `include`. */
const includedWith = ({ members, memberships }: TeamIncludesFragment) => [
  ...(members?.nodes ?? []).map(userResource),
  ...(memberships?.nodes ?? []).map(membershipResource),
];

/** All members of the teams of a document. */
const whole = <Data extends object>(teams: (data: Data) => readonly ShownTeam[]): readonly WholeList<Data>[] => [
  { begun: (data) => teams(data).map(({ id, members }) => ({ id, page: members })), further: FurtherMembersOfTeam },
  {
    begun: (data) => teams(data).map(({ id, memberships }) => ({ id, page: memberships })),
    further: FurtherMembershipsOfTeam,
  },
];
const wholeOfOne = whole(({ team }: ReadTeamQuery) => (team ? [team] : []));
const wholeOfEach = whole(({ teamPage }: ListTeamsQuery) => teamPage.items);

const one = (team: ShownTeam | null) => {
  const shown = found(team);
  return resourceDocument(teamResource(shown), includedWith(shown));
};
const gone = () => null;

/** One path names members by username, the other by membership. */
const members = (request: RestRequest<'team_id'>) => readIds(request.fields(items).items, 'data');
const byName = (request: RestRequest<'team_id'>) => ({
  input: { id: request.params.team_id, usernames: members(request) },
});
const byMembership = (request: RestRequest<'team_id'>) => ({
  input: { id: request.params.team_id, membershipIds: members(request) },
});
const pointers = { usernames: '/data', membershipIds: '/data' };

export const teamRoutes: readonly Route[] = [
  get(
    '/organizations/:organization/teams',
    ListTeams,
    (request) => {
      const names = commaList(request.query('filter[names]'));
      const search = request.query('q');
      const filter = { ...(names && { names }), ...(search !== undefined && { search }) };
      return { organization: request.params.organization, ...filter, ...request.page, ...request.include };
    },
    ({ teamPage: { items: teams, pagination } }, request) =>
      pageDocument(teams.map(teamResource), pagination, request, teams.flatMap(includedWith)),
    { include, whole: wholeOfEach },
  ),
  post(
    '/organizations/:organization/teams',
    CreateTeam,
    (request) => ({
      input: {
        organization: request.params.organization,
        ...request.fields(createFields),
        ...organizationAccess(request),
      },
    }),
    ({ payload }) => one(payload.team),
    { status: 201 },
  ),
  get(
    '/teams/:team_id',
    ReadTeam,
    (request) => ({ id: request.params.team_id, ...request.include }),
    ({ team }) => one(team),
    { include, whole: wholeOfOne },
  ),
  get(
    '/teams/:team_id/relationships/users',
    ReadTeam,
    ({ params }) => ({ id: params.team_id, includeUsers: true, includeOrganizationMemberships: false }),
    ({ team }) => ({ data: membersOf(found(team)) }),
    { whole: wholeOfOne },
  ),
  get(
    '/teams/:team_id/relationships/organization-memberships',
    ReadTeam,
    ({ params }) => ({ id: params.team_id, includeUsers: false, includeOrganizationMemberships: true }),
    ({ team }) => ({ data: membershipsOf(found(team)) }),
    { whole: wholeOfOne },
  ),
  patch(
    '/teams/:team_id',
    UpdateTeam,
    (request) => ({
      input: { id: request.params.team_id, ...request.fields(updateFields), ...organizationAccess(request) },
    }),
    ({ payload }) => one(payload.team),
  ),
  del('/teams/:team_id', DeleteTeam, ({ params }) => ({ input: { id: params.team_id } }), gone),
  post('/teams/:team_id/relationships/users', AddTeamMembers, byName, gone, { status: 204, pointers }),
  del('/teams/:team_id/relationships/users', RemoveTeamMembers, byName, gone, { pointers }),
  post('/teams/:team_id/relationships/organization-memberships', AddTeamMembers, byMembership, gone, {
    status: 204,
    pointers,
  }),
  del('/teams/:team_id/relationships/organization-memberships', RemoveTeamMembers, byMembership, gone, {
    pointers,
  }),
];
