import type { DatabaseClient } from '../../platform/database/database.js';
import type { WorkspaceFilter } from './visible.js';

export class AccessStore {
  constructor(private readonly deps: { client: DatabaseClient }) {}

  /** The access of teams to workspaces and projects. */
  accessesOf(teamIds: readonly string[]) {
    const { client } = this.deps;
    const where = { teamId: { in: [...teamIds] } };
    return Promise.all([
      client.teamWorkspaceAccess.findMany({
        where,
        select: {
          teamId: true,
          workspaceId: true,
          access: true,
          stateVersions: true,
          runs: true,
          variables: true,
          workspaceLocking: true,
        },
      }),
      client.teamProjectAccess.findMany({ where }),
    ]);
  }

  /**
   * Among these workspaces, those that share their state with one of the given `consumers`: those of the whole organization, of the project, or those that were
   * named. What was named counts again when the workspace shares no longer with its project.
   */
  async sharingState(
    providers: readonly { readonly workspaceIds: readonly string[]; readonly consumers: WorkspaceFilter }[],
  ): Promise<ReadonlySet<string>> {
    const rows = await this.deps.client.workspace.findMany({
      where: {
        OR: providers.map(({ workspaceIds, consumers }) => ({
          id: { in: [...workspaceIds] },
          OR: [
            { projectRemoteState: false, consumers: { some: { consumer: consumers } } },
            { globalRemoteState: true, organization: { workspaces: { some: consumers } } },
            { projectRemoteState: true, project: { workspaces: { some: consumers } } },
          ],
        })),
      },
      select: { id: true },
    });
    return new Set(rows.map(({ id }) => id));
  }

  /** The ids of those projects that have one of these workspaces. */
  async projectsWith(
    asked: readonly { readonly projectIds: readonly string[]; readonly workspaces: WorkspaceFilter }[],
  ): Promise<ReadonlySet<string>> {
    const found = await this.deps.client.workspace.findMany({
      where: {
        OR: asked.map(({ projectIds, workspaces }) => ({ AND: [{ projectId: { in: [...projectIds] } }, workspaces] })),
      },
      select: { projectId: true },
      distinct: ['projectId'],
    });
    return new Set(found.map(({ projectId }) => projectId));
  }
}
