import type { Prisma, TeamRow } from '../../platform/database/models.js';
import { problem } from '../../platform/problems.js';
import type { Caller } from '../caller.js';

/** The teams of an organization that a member sees: its own, those that the organization sees, and with the right grant the secret ones too. */
export function visibleTeams(caller: Caller, organizationId: string): Prisma.TeamWhereInput {
  const standing = caller.organizations.get(organizationId);
  if (seesSecretTeams(caller, organizationId)) return { organizationId };
  return { organizationId, OR: [{ visibility: 'organization' }, { id: { in: [...(standing?.teams ?? [])] } }] };
}

/** @throws NOT_FOUND for a secret team that the caller is not in */
export function requireVisible(caller: Caller, team: TeamRow): void {
  if (!seesTeam(caller, team)) throw problem('NOT_FOUND');
}

/** For a team of an organization that the caller is in. */
export function seesTeam(caller: Caller, team: TeamRow): boolean {
  if (team.visibility === 'organization' || seesSecretTeams(caller, team.organizationId)) return true;
  return caller.organizations.get(team.organizationId)?.teams.some((id) => id === team.id) ?? false;
}

function seesSecretTeams(caller: Caller, organizationId: string): boolean {
  if (caller.siteAdmin) return true;
  const standing = caller.organizations.get(organizationId);
  if (!standing) return false;
  const grants = ['access-secret-teams', 'manage-teams', 'manage-organization-access'] as const;
  return standing.owner || grants.some((grant) => standing.grants.has(grant));
}
