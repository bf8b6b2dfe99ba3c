import { dasherized, selfPath } from '../json-api.js';
import type { Resource } from '../json-api.js';
import { attributesOf } from '../../found.js';
import { dialectWord } from './words.js';

/** The fragment TeamFields. */
export interface TeamData {
  readonly id: string;
  readonly name: string;
  readonly visibility: string;
  readonly ssoTeamId: string | null;
  readonly memberCount: number;
  readonly allowMemberTokenManagement: boolean;
  readonly organization: { readonly name: string };
  readonly organizationAccess: Readonly<Record<string, boolean>>;
  readonly permissions: Readonly<Record<string, boolean>>;
}

export function teamResource(team: TeamData): Resource {
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
