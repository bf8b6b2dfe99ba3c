import { isRecord, listOf, optional, readIds, record, required, text } from '../fields.js';
import { pageDocument, resourceDocument, selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import { del, get, operation, post } from '../row.js';
import type { RestRequest, Row } from '../row.js';
import { commaList, found } from './found.js';
import type { PageOf, PayloadOf } from './found.js';
import { organizationResource } from './organization.document.js';
import type { OrganizationData } from './organization.document.js';
import { teamResource } from './team.document.js';
import type { TeamData } from './team.document.js';
import { unpaged } from './unpaged.js';
import { userResource } from './user.document.js';
import type { UserData } from './user.document.js';
import { dialectWord, enumOf } from './words.js';

/** The fragment MembershipFields. */
interface MembershipData {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly email: string | null;
  readonly userId: string;
  readonly organization: { readonly name: string };
  readonly teams: readonly { readonly id: string }[];
  /** The fragment MembershipIncludes, where asked for. */
  readonly shownUser?: UserData;
  readonly shownOrganization?: OrganizationData;
  readonly shownTeams?: readonly TeamData[];
}

const ListMemberships = operation<{ organizationMembershipPage: PageOf<MembershipData> }, object>('ListMemberships');
const ListOwnMemberships = operation<{ myMemberships: { readonly nodes: readonly MembershipData[] } }, object>(
  'ListOwnMemberships',
);
const ReadMembership = operation<{ organizationMembership: MembershipData | null }, object>('ReadMembership');
const AddMembership = operation<PayloadOf<'membership', MembershipData>, object>('AddMembership');
const RemoveMembership = operation<PayloadOf<'deletedId', string>, object>('RemoveMembership');

const addFields = { email: required(text, 'data.attributes.email') };
const teamFields = { teams: optional(listOf(record), 'data.relationships.teams.data') };
const status = enumOf('active', 'invited');

function membershipResource(membership: MembershipData): Resource {
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
      teams: { data: membership.teams.map(({ id }) => ({ id, type: 'teams' })) },
    },
    links: { self: selfPath('organization-memberships', membership.id) },
  };
}

/** What `include` asked for beside the membership. */
function includedWith({ shownUser, shownOrganization, shownTeams = [] }: MembershipData): Resource[] {
  return [
    ...(shownUser ? [userResource(shownUser)] : []),
    ...(shownOrganization ? [organizationResource(shownOrganization)] : []),
    ...shownTeams.map(teamResource),
  ];
}

const include = ['user', 'organization', 'teams'];

function teamsIn(request: RestRequest) {
  const { teams } = isRecord(request.body) ? request.fields(teamFields) : {};
  return teams ? { teamIds: readIds(teams, 'data.relationships.teams.data') } : {};
}

export const membershipRows: readonly Row[] = [
  get(
    '/organizations/:organization/organization-memberships',
    ListMemberships,
    (request) => {
      const asked = status.read(request.query('filter[status]'));
      const search = request.query('q');
      const emails = commaList(request.query('filter[email]'));
      return {
        organization: request.params['organization'],
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
    { include },
  ),
  post(
    '/organizations/:organization/organization-memberships',
    AddMembership,
    (request) => ({
      input: { organization: request.params['organization'], ...request.fields(addFields), ...teamsIn(request) },
    }),
    ({ payload }) => resourceDocument(membershipResource(found(payload.membership))),
    { status: 201, pointers: { teamIds: '/data/relationships/teams/data' } },
  ),
  get(
    '/organization-memberships',
    ListOwnMemberships,
    () => ({}),
    ({ myMemberships }, request) => unpaged(myMemberships.nodes.map(membershipResource), request),
  ),
  get(
    '/organization-memberships/:id',
    ReadMembership,
    ({ params, include: asked }) => ({ id: params['id'], ...asked }),
    ({ organizationMembership }) => {
      const membership = found(organizationMembership);
      return resourceDocument(membershipResource(membership), includedWith(membership));
    },
    { include },
  ),
  del(
    '/organization-memberships/:id',
    RemoveMembership,
    ({ params }) => ({ input: { id: params['id'] } }),
    () => null,
  ),
];
