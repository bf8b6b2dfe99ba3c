import { listOf, optional, readIds, record, required, text } from '../../fields.js';
import { pageDocument, resourceDocument, selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import type { ListPage } from '../../list-page.js';
import { del, get, post } from '../row.js';
import type { RestRequest, Row } from '../row.js';
import type { FurtherPage, WholeList } from '../whole-lists.js';
import { commaList, found } from '../../found.js';
import type { PageOf, PayloadOf } from '../../found.js';
import { organizationResource } from './organization.document.js';
import type { OrganizationData } from './organization.document.js';
import { teamResource } from './team.document.js';
import type { TeamData } from './team.document.js';
import { userResource } from './user.document.js';
import type { UserData } from './user.document.js';
import { dialectWord, enumOf } from './words.js';
import { isRecord } from '../../../../platform/is-record.js';
import { operation } from '../../operation.js';

/** The fragment MembershipFields. */
interface MembershipData {
  readonly id: string;
  readonly status: string;
  readonly createdAt: string;
  readonly email: string | null;
  readonly userId: string;
  readonly organization: { readonly name: string };
  readonly teams: ListPage<{ readonly id: string }>;
  /** The fragment MembershipIncludes, where asked for. */
  readonly shownUser?: UserData;
  readonly shownOrganization?: OrganizationData;
  readonly shownTeams?: ListPage<TeamData>;
}

interface MembershipList {
  readonly organizationMembershipPage: PageOf<MembershipData>;
}
interface OwnMembershipList {
  readonly myMembershipPage: PageOf<MembershipData>;
}
interface OneMembership {
  readonly organizationMembership: MembershipData | null;
}
type AddedMembership = PayloadOf<'membership', MembershipData>;

const ListMemberships = operation<MembershipList, object>('ListMemberships');
const ListOwnMemberships = operation<OwnMembershipList, object>('ListOwnMemberships');
const ReadMembership = operation<OneMembership, object>('ReadMembership');
const AddMembership = operation<AddedMembership, object>('AddMembership');
const FurtherTeamsOfMembership: FurtherPage = operation('FurtherTeamsOfMembership');
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
      teams: { data: membership.teams.nodes.map(({ id }) => ({ id, type: 'teams' })) },
    },
    links: { self: selfPath('organization-memberships', membership.id) },
  };
}

/** What `include` asked for beside the membership. */
function includedWith({ shownUser, shownOrganization, shownTeams }: MembershipData): Resource[] {
  return [
    ...(shownUser ? [userResource(shownUser)] : []),
    ...(shownOrganization ? [organizationResource(shownOrganization)] : []),
    ...(shownTeams?.nodes ?? []).map(teamResource),
  ];
}

/** All teams of memberships, as related objects and as included ones. */
const teamsOf = <Data extends object>(memberships: (data: Data) => readonly MembershipData[]): WholeList<Data> => ({
  begun: (data) =>
    memberships(data).flatMap(({ id, teams, shownTeams }) => [
      { id, page: teams },
      { id, page: shownTeams },
    ]),
  further: FurtherTeamsOfMembership,
});
const ofEach = [teamsOf(({ organizationMembershipPage }: MembershipList) => organizationMembershipPage.items)];
const ofOwn = [teamsOf(({ myMembershipPage }: OwnMembershipList) => myMembershipPage.items)];
const ofOne = [
  teamsOf(({ organizationMembership }: OneMembership) => (organizationMembership ? [organizationMembership] : [])),
];
const ofAdded = [teamsOf(({ payload: { membership } }: AddedMembership) => (membership ? [membership] : []))];

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
    { include, whole: ofEach },
  ),
  post(
    '/organizations/:organization/organization-memberships',
    AddMembership,
    (request) => ({
      input: { organization: request.params['organization'], ...request.fields(addFields), ...teamsIn(request) },
    }),
    ({ payload }) => resourceDocument(membershipResource(found(payload.membership))),
    { status: 201, pointers: { teamIds: '/data/relationships/teams/data' }, whole: ofAdded },
  ),
  get(
    '/organization-memberships',
    ListOwnMemberships,
    ({ page }) => page,
    ({ myMembershipPage: { items, pagination } }, request) =>
      pageDocument(items.map(membershipResource), pagination, request),
    { whole: ofOwn },
  ),
  get(
    '/organization-memberships/:id',
    ReadMembership,
    ({ params, include: asked }) => ({ id: params['id'], ...asked }),
    ({ organizationMembership }) => {
      const membership = found(organizationMembership);
      return resourceDocument(membershipResource(membership), includedWith(membership));
    },
    { include, whole: ofOne },
  ),
  del(
    '/organization-memberships/:id',
    RemoveMembership,
    ({ params }) => ({ input: { id: params['id'] } }),
    () => null,
  ),
];
