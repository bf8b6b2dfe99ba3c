import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { TeamWorkspaceAccess, TeamWorkspaceAccessConnection } from '../../identity/access/team-access.type.js';
import { Organization } from '../../identity/organizations/organization.type.js';
import type { OrganizationRow, TeamWorkspaceAccessRow, WorkspaceRow } from '../../platform/database/models.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { requireCaller } from '../../identity/context.js';
import type { StateContext } from '../context.js';
import { Workspace, WorkspaceConnection } from './workspace.type.js';

@Resolver(() => Workspace)
export class RelationsOfWorkspaceResolver {
  @FieldResolver(() => Organization, { nullable: true, description: 'The organization that it belongs to.' })
  organization(@Root() { organizationId }: WorkspaceRow, @Ctx() context: StateContext) {
    return context.state.visibleTo(requireCaller(context)).organization(organizationId);
  }

  @FieldResolver(() => TeamWorkspaceAccessConnection, {
    nullable: true,
    description: 'Which teams have access to it. For callers who manage that access; null for others.',
  })
  async teamAccess(
    @Root() workspace: WorkspaceRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    if (!(await context.state.visibleTo(caller).allows('workspace.manage-access', workspace))) return null;
    return context.identity.visibleTo(caller).accessToWorkspace.connection(workspace, {}, pageAsked(args));
  }
}

@Resolver(() => Organization)
export class WorkspacesOfOrganizationResolver {
  @FieldResolver(() => WorkspaceConnection, { description: 'Its workspaces that you may see, by name.' })
  workspaces(
    @Root() organization: OrganizationRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const { lists } = context.state.visibleTo(requireCaller(context));
    return lists.workspacesOfOrganization.connection(organization, {}, pageAsked(args));
  }
}

@Resolver(() => TeamWorkspaceAccess)
export class WorkspaceOfTeamAccessResolver {
  @FieldResolver(() => Workspace, { nullable: true, description: 'The workspace. Null if you may not see it.' })
  workspace(@Root() { workspaceId }: TeamWorkspaceAccessRow, @Ctx() context: StateContext) {
    return context.state.visibleTo(requireCaller(context)).workspace(workspaceId);
  }
}
