import type { DatabaseClient } from '../../platform/database/database.js';
import { organizationGrants } from '../caller.js';
import { grantColumns } from '../tokens/caller-identity.js';
import type { WorkspacePlace } from './access.js';
import { everyWorkspaceGrant, grantsOf, noGrants, organizationWide, projectGrantsOf } from './levels.js';
import type { Grants } from './levels.js';
import type { WorkspaceGrant } from './actions.js';

/** What teams may do on workspaces, for what happens without any caller. */
export class TeamSight {
  constructor(private readonly deps: { readonly client: DatabaseClient }) {}

  /** What each of these teams has on each of these workspaces, as it is now. */
  async of(
    teamIds: readonly string[],
    workspaces: readonly WorkspacePlace[],
  ): Promise<(teamId: string, workspace: WorkspacePlace) => Grants> {
    if (teamIds.length === 0 || workspaces.length === 0) return () => noGrants;
    const { client } = this.deps;
    const teamId = { in: [...teamIds] };
    const projectIds = [...new Set(workspaces.map(({ projectId }) => projectId))];
    const [teams, onWorkspaces, onProjects] = await Promise.all([
      client.team.findMany({ where: { id: teamId } }),
      client.teamWorkspaceAccess.findMany({ where: { teamId, workspaceId: { in: workspaces.map(({ id }) => id) } } }),
      client.teamProjectAccess.findMany({ where: { teamId, projectId: { in: projectIds } } }),
    ]);
    return (id, workspace) => {
      const team = teams.find((each) => each.id === id);
      if (team?.organizationId !== workspace.organizationId) return noGrants;
      if (team.owners) return everyWorkspaceGrant;
      const everywhere = organizationGrants.flatMap((grant) =>
        team[grantColumns[grant]] ? [organizationWide[grant]?.workspace ?? noGrants] : [],
      );
      const here = onWorkspaces.filter((row) => row.teamId === id && row.workspaceId === workspace.id).map(grantsOf);
      const above = onProjects.filter((row) => row.teamId === id && row.projectId === workspace.projectId);
      const all = [...everywhere, ...here, ...above.map((row) => projectGrantsOf(row).workspace)];
      return new Set<WorkspaceGrant>(all.flatMap((grants) => [...grants]));
    };
  }
}
