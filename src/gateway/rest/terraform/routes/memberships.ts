import { problem } from '../../../../platform/problems.js';
import { listOf, optional, readIds, record, required, text } from '../../fields.js';
import { pageDocument, resourceDocument, selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import { del, get, post } from '../route.js';
import type { RestRequest, Route } from '../route.js';
import type { WholeList } from '../whole-lists.js';
import { commaList, found } from '../../found.js';
import { organizationResource } from './organization.document.js';
import { teamResource } from './team.document.js';
import { userResource } from './user.document.js';
import { dialectWord, enumOf } from './words.js';
import { isRecord } from '../../../../platform/is-record.js';
import type {
  AddMembershipMutation,
  ListMembershipsQuery,
  ListOwnMembershipsQuery,
  MembershipFieldsFragment,
  MembershipIncludesFragment,
  ReadMembershipQuery,
} from '../generated/operations.js';
import {
  AddMembership,
  FurtherTeamsOfMembership,
  ListMemberships,
  ListOwnMemberships,
  ReadMembership,
  RemoveMembership,
} from '../generated/operations.js';

type ShownMembership = MembershipFieldsFragment & MembershipIncludesFragment;

const addFields = { email: required(text, 'data.attributes.email') };
const teamFields = { teams: optional(listOf(record), 'data.relationships.teams.data') };
const status = enumOf('ACTIVE', 'INVITED');

/** @throws INVALID_PARAMETER */
function statusOf(asked: string | undefined) {
  const read = status.read(asked);
  if (asked === undefined || asked === '' || read !== undefined) return read;
  throw problem('INVALID_PARAMETER', `filter[status] must be ${status.expected}`, ['filter', 'status']);
}

export function membershipResource(membership: MembershipFieldsFragment): Resource {
  return {
    id: membership.id,
    type: 'organization-memberships',
    attributes: {
      status: dialectWord(membership.status),
      email: membership.email,
      'created-at': membership.createdAt,
    },
    relationships: {
      organization: { data: { id: membership.organization.name, type: 'organizations' } },
      user: { data: { id: membership.userId, type: 'users' } },
      teams: { data: membership.teams.nodes.map(({ id }) => ({ id, type: 'teams' })) },
    },
    links: { self: selfPath('organization-memberships', membership.id) },
  };
}

/** The objects for `include`. */
function includedWith({ shownUser, shownOrganization, shownTeams }: MembershipIncludesFragment): Resource[] {
  return [
    ...(shownUser ? [userResource(shownUser)] : []),
    ...(shownOrganization ? [organizationResource(shownOrganization)] : []),
    ...(shownTeams?.nodes ?? []).map(teamResource),
  ];
}

/** All teams of memberships, as related objects and as included ones. */
const teamsOf = <Data extends object>(memberships: (data: Data) => readonly ShownMembership[]): WholeList<Data> => ({
  begun: (data) =>
    memberships(data).flatMap(({ id, teams, shownTeams }) => [
      { id, page: teams },
      { id, page: shownTeams },
    ]),
  further: FurtherTeamsOfMembership,
});
const ofEach = [teamsOf(({ organizationMembershipPage }: ListMembershipsQuery) => organizationMembershipPage.items)];
const ofOwn = [teamsOf(({ myMembershipPage }: ListOwnMembershipsQuery) => myMembershipPage.items)];
const ofOne = [teamsOf(({ organizationMembership: one }: ReadMembershipQuery) => (one ? [one] : []))];
const ofAdded = [teamsOf(({ payload: { membership } }: AddMembershipMutation) => (membership ? [membership] : []))];

const include = ['user', 'organization', 'teams'] as const;

function teamsIn(request: RestRequest) {
  const { teams } = isRecord(request.body) ? request.fields(teamFields) : {};
  return teams ? { teamIds: readIds(teams, 'data.relationships.teams.data') } : {};
}

export const membershipRoutes: readonly Route[] = [
  get(
    '/organizations/:organization/organization-memberships',
    ListMemberships,
    (request) => {
      const asked = statusOf(request.query('filter[status]'));
      const search = request.query('q') ?? request.query('q[email]');
      const emails = commaList(request.query('filter[email]'));
      return {
        organization: request.params.organization,
        filter: {
          ...(asked !== undefined && { status: asked }),
          ...(search !== undefined && { search }),
          ...(emails && { emails }),
        },
        ...request.page,
        ...request.include,
      };
    },
    ({ organizationMembershipPage: { items, pagination } }, request) =>
      pageDocument(items.map(membershipResource), pagination, request, items.flatMap(includedWith)),
    { include, whole: ofEach },
  ),
  post(
    '/organizations/:organization/organization-memberships',
    AddMembership,
    (request) => ({
      input: { organization: request.params.organization, ...request.fields(addFields), ...teamsIn(request) },
    }),
    ({ payload }) => {
      const membership = found(payload.membership);
      return resourceDocument(membershipResource(membership), includedWith(membership));
    },
    { status: 201, pointers: { teamIds: '/data/relationships/teams/data' }, whole: ofAdded },
  ),
  get(
    '/organization-memberships',
    ListOwnMemberships,
    ({ page, include: asked }) => ({ ...page, ...asked }),
    ({ myMembershipPage: { items, pagination } }, request) =>
      pageDocument(items.map(membershipResource), pagination, request, items.flatMap(includedWith)),
    { include, whole: ofOwn },
  ),
  get(
    '/organization-memberships/:id',
    ReadMembership,
    ({ params, include: asked }) => ({ id: params.id, ...asked }),
    ({ organizationMembership }) => {
      const membership = found(organizationMembership);
      return resourceDocument(membershipResource(membership), includedWith(membership));
    },
    { include, whole: ofOne },
  ),
  del(
    '/organization-memberships/:id',
    RemoveMembership,
    ({ params }) => ({ input: { id: params.id } }),
    () => null,
  ),
];
