import { dasherized, selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import { attributesOf } from '../../found.js';
import { dialectWord } from './words.js';
import type { TeamFieldsFragment } from '../generated/operations.js';

export function teamResource(team: TeamFieldsFragment): Resource {
  const self = selfPath('teams', team.id);
  return {
    id: team.id,
    type: 'teams',
    attributes: {
      name: team.name,
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
    },
    links: { self },
  };
}
