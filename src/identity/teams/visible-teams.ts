import { all, any, equals, oneOf } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import type { Prisma, TeamRow } from '../../platform/database/models.js';
import { problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';

/**
 * The teams of an organization that a member can see: its own, the visible ones, and with the right grant the secret ones too. Nobody else sees any: not even
 * those who are invited, whose invitation leads to the organization.
 */
export function visibleTeams(caller: Caller, organizationId: string): Prisma.TeamWhereInput {
  const rights = caller.organizations.get(organizationId);
  if (seesEveryTeam(caller, organizationId)) return { organizationId };
  if (!rights) return { organizationId, id: { in: [] } };
  return { organizationId, OR: [{ visibility: 'organization' }, { id: { in: [...rights.teams] } }] };
}

/**
 * {@link visibleTeams} as a condition for our own statements, on the columns of `Team`.
 * @param organizationId defaults to all organizations of the caller
 */
export function visibleTeamsCondition(caller: Caller, organizationId?: string): SqlCondition {
  if (organizationId === undefined) {
    if (caller.siteAdmin) return all();
    return any(...[...caller.organizations.keys()].map((id) => visibleTeamsCondition(caller, id)));
  }
  const here = equals('organizationId', organizationId);
  if (seesEveryTeam(caller, organizationId)) return here;
  const rights = caller.organizations.get(organizationId);
  if (!rights) return any();
  return all(here, any(equals('visibility', 'organization'), oneOf('id', rights.teams)));
}

/** @throws NOT_FOUND for a secret team that the caller does not belong to */
export function requireVisible(caller: Caller, team: TeamRow): void {
  if (!seesTeam(caller, team)) throw problem('NOT_FOUND');
}

/** The same for one team. */
export function seesTeam(caller: Caller, team: TeamRow): boolean {
  if (seesEveryTeam(caller, team.organizationId)) return true;
  const rights = caller.organizations.get(team.organizationId);
  return rights !== undefined && (team.visibility === 'organization' || rights.teams.some((id) => id === team.id));
}

/** Whether the caller can see the secret teams of an organization. */
export function seesEveryTeam(caller: Caller, organizationId: string): boolean {
  if (caller.siteAdmin) return true;
  const rights = caller.organizations.get(organizationId);
  if (!rights) return false;
  const grants = ['access-secret-teams', 'manage-teams', 'manage-organization-access'] as const;
  return rights.owner || grants.some((grant) => rights.grants.has(grant));
}
