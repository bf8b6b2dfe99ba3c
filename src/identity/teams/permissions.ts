import type { DatabaseClient } from '../../platform/database/database.js';
import type { TeamRow } from '../../platform/database/models.js';
import type { Access } from '../access/access.js';
import type { ActionOn } from '../access/actions.js';
import type { Caller } from '../caller.js';

export interface TeamPermissions {
  readonly canUpdateMembership: boolean;
  readonly canDestroy: boolean;
  readonly canUpdateOrganizationAccess: boolean;
  readonly canUpdateApiToken: boolean;
  readonly canViewApiToken: boolean;
  readonly canUpdateVisibility: boolean;
  readonly canUpdateName: boolean;
  readonly canUpdateSsoTeamId: boolean;
  readonly canUpdateMemberTokenManagement: boolean;
}

/** `permissions` of a team's document: the answers of the services of teams and tokens. */
export function teamPermissions(access: Access, caller: Caller, team: TeamRow): TeamPermissions {
  const may = (action: ActionOn<'organization'>) => access.allowsOnOrganization(caller, action, team.organizationId);
  const manages = may(team.owners ? 'team.manage-owners' : 'team.manage');
  const token = managesTeamTokens(access, caller, team);
  return {
    canUpdateMembership: may(team.owners ? 'team.manage-owners' : 'membership.manage'),
    canDestroy: manages && !team.owners,
    canUpdateOrganizationAccess: manages && !team.owners && may('team.manage-organization-access'),
    canUpdateApiToken: token,
    canViewApiToken: token,
    canUpdateVisibility: manages,
    canUpdateName: manages && !team.owners,
    canUpdateSsoTeamId: manages,
    canUpdateMemberTokenManagement: manages,
  };
}

/** Who may create, see and revoke a team's tokens: callers who manage the team, and its members in person if the team allows it. */
export function managesTeamTokens(access: Access, caller: Caller, team: TeamRow): boolean {
  const action = team.owners ? 'team.manage-owners' : 'team.manage';
  if (access.allowsOnOrganization(caller, action, team.organizationId)) return true;
  if (!team.allowMemberTokenManagement || caller.kind !== 'user' || caller.narrowed) return false;
  return caller.organizations.get(team.organizationId)?.teams.some((id) => id === team.id) ?? false;
}

/** The teams of an organization whose tokens the caller may manage, by {@link managesTeamTokens}: the owners, all others, and of these teams. */
export async function teamsOfManagedTokens(
  { access, client }: { readonly access: Access; readonly client: DatabaseClient },
  caller: Caller,
  organizationId: string,
): Promise<{ readonly owners: boolean; readonly others: boolean; readonly only: readonly string[] }> {
  const may = (action: ActionOn<'organization'>) => access.allowsOnOrganization(caller, action, organizationId);
  const all = { owners: may('team.manage-owners'), others: may('team.manage') };
  const own = caller.kind === 'user' && !caller.narrowed ? (caller.organizations.get(organizationId)?.teams ?? []) : [];
  if ((all.owners && all.others) || own.length === 0) return { ...all, only: [] };
  const only = await client.team.findMany({
    where: { id: { in: [...own] }, allowMemberTokenManagement: true },
    select: { id: true },
  });
  return { ...all, only: only.map(({ id }) => id) };
}
