import { dasherized, selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import { attributesOf } from '../../found.js';
import { dialectWord } from './words.js';
import type { TeamFieldsFragment, TeamFirstMembersFragment, TeamIncludesFragment } from '../generated/operations.js';

/** A team, with its members where they are asked for, and otherwise the first of them. */
export type ShownTeam = TeamFieldsFragment & Partial<TeamFirstMembersFragment> & TeamIncludesFragment;

export const membersOf = ({ members }: TeamIncludesFragment) =>
  (members?.nodes ?? []).map(({ id }) => ({ id, type: 'users' }));
/** Terraform Enterprise names the members of a team in each of its documents. Of a large team they are too many for a page of teams: `include` reads them all. */
function users({ members, firstMembers }: ShownTeam) {
  if (members) return { users: { data: membersOf({ members }) } };
  if (!firstMembers || firstMembers.pageInfo.hasNextPage) return {};
  return { users: { data: firstMembers.nodes.map(({ id }) => ({ id, type: 'users' })) } };
}

export const membershipsOf = ({ memberships }: TeamIncludesFragment) =>
  (memberships?.nodes ?? []).map(({ id }) => ({ id, type: 'organization-memberships' }));

export function teamResource(team: ShownTeam): Resource {
  const self = selfPath('teams', team.id);
  return {
    id: team.id,
    type: 'teams',
    attributes: {
      name: team.name,
      description: team.description || null,
      visibility: dialectWord(team.visibility),
      'sso-team-id': team.ssoTeamId,
      'users-count': team.memberCount,
      'allow-member-token-management': team.allowMemberTokenManagement,
      'organization-access': attributesOf(team.organizationAccess, dasherized),
      permissions: attributesOf(team.permissions, dasherized),
    },
    relationships: {
      organization: { data: { id: team.organization.name, type: 'organizations' } },
      'authentication-token': { links: { related: `${self}/authentication-token` } },
      ...users(team),
      ...(team.memberships && { 'organization-memberships': { data: membershipsOf(team) } }),
    },
    links: { self },
  };
}
