import { all, any, equals, oneOf } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import type { Prisma, TeamRow } from '../../platform/database/models.js';
import { problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';

/** The teams of an organization that a member sees: its own, those that the organization sees, and with the right grant the secret ones too. */
export function visibleTeams(caller: Caller, organizationId: string): Prisma.TeamWhereInput {
  const rights = caller.organizations.get(organizationId);
  if (seesEveryTeam(caller, organizationId)) return { organizationId };
  return { organizationId, OR: [{ visibility: 'organization' }, { id: { in: [...(rights?.teams ?? [])] } }] };
}

/**
 * {@link visibleTeams} as a condition of a statement of our own, on the columns of `Team`.
 * @param organizationId of all organizations that the caller is in, where it is not given
 */
export function visibleTeamsCondition(caller: Caller, organizationId?: string): SqlCondition {
  if (organizationId === undefined) {
    if (caller.siteAdmin) return all();
    return any(...[...caller.organizations.keys()].map((id) => visibleTeamsCondition(caller, id)));
  }
  const here = equals('organizationId', organizationId);
  if (seesEveryTeam(caller, organizationId)) return here;
  const own = caller.organizations.get(organizationId)?.teams ?? [];
  return all(here, any(equals('visibility', 'organization'), oneOf('id', own)));
}

/** @throws NOT_FOUND for a secret team that the caller is not in */
export function requireVisible(caller: Caller, team: TeamRow): void {
  if (!seesTeam(caller, team)) throw problem('NOT_FOUND');
}

/** For a team of an organization that the caller is in. */
export function seesTeam(caller: Caller, team: TeamRow): boolean {
  if (team.visibility === 'organization' || seesEveryTeam(caller, team.organizationId)) return true;
  return caller.organizations.get(team.organizationId)?.teams.some((id) => id === team.id) ?? false;
}

/** Whether the secret teams of an organization are none to the caller. */
export function seesEveryTeam(caller: Caller, organizationId: string): boolean {
  if (caller.siteAdmin) return true;
  const rights = caller.organizations.get(organizationId);
  if (!rights) return false;
  const grants = ['access-secret-teams', 'manage-teams', 'manage-organization-access'] as const;
  return rights.owner || grants.some((grant) => rights.grants.has(grant));
}
