import type { DatabaseClient } from '../../platform/database/database.js';
import type { WorkspaceFilter } from './visible.js';

export class AccessStore {
  constructor(private readonly deps: { client: DatabaseClient }) {}

  /** What one team was given on workspaces and on projects. */
  accessesOf(teamId: string) {
    const { client } = this.deps;
    return Promise.all([
      client.teamWorkspaceAccess.findMany({
        where: { teamId },
        select: { workspaceId: true, access: true, stateVersions: true, runs: true, workspaceLocking: true },
      }),
      client.teamProjectAccess.findMany({ where: { teamId }, select: { projectId: true, access: true } }),
    ]);
  }

  /** Whether the workspace shares its state with one of `consumers`, by naming it or with its whole organization. */
  async sharesState(workspaceId: string, consumers: WorkspaceFilter): Promise<boolean> {
    const provider = await this.deps.client.workspace.findFirst({
      where: {
        id: workspaceId,
        OR: [
          { consumers: { some: { consumer: consumers } } },
          { globalRemoteState: true, organization: { workspaces: { some: consumers } } },
        ],
      },
      select: { id: true },
    });
    return provider !== null;
  }
}
