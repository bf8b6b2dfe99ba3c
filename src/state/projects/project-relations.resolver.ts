import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { TeamProjectAccess, TeamProjectAccessConnection } from '../../identity/access/project-access.type.js';
import { Organization } from '../../identity/organizations/organization.type.js';
import type { OrganizationRow, ProjectRow, TeamProjectAccessRow } from '../../platform/database/models.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { requireCaller } from '../../identity/context.js';
import type { StateContext } from '../context.js';
import { WorkspaceConnection } from '../workspaces/workspace.type.js';
import { Project, ProjectConnection } from './project.type.js';

@Resolver(() => Project)
export class RelationsOfProjectResolver {
  @FieldResolver(() => Organization, { nullable: true, description: 'The organization that it belongs to.' })
  organization(@Root() { organizationId }: ProjectRow, @Ctx() context: StateContext) {
    return context.state.visibleTo(requireCaller(context)).organization(organizationId);
  }

  @FieldResolver(() => WorkspaceConnection, { description: 'Its workspaces that you may see, by name.' })
  workspaces(
    @Root() project: ProjectRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const { lists } = context.state.visibleTo(requireCaller(context));
    return lists.workspacesOfProject.connection(project, {}, pageAsked(args));
  }

  @FieldResolver(() => TeamProjectAccessConnection, {
    nullable: true,
    description: 'Which teams have access to it. For callers who may read or manage that access; null for others.',
  })
  async teamAccess(
    @Root() project: ProjectRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    const grants = await context.state.projects.grants(caller, project);
    if (!grants.has('project:read-access')) return null;
    return context.identity.visibleTo(caller).accessToProject.connection(project, {}, pageAsked(args));
  }
}

@Resolver(() => Organization)
export class ProjectsOfOrganizationResolver {
  @FieldResolver(() => Project, {
    nullable: true,
    description: 'Its default project, to which new workspaces belong. Null if you may not see it.',
  })
  async defaultProject(@Root() { id }: OrganizationRow, @Ctx() context: StateContext): Promise<ProjectRow | null> {
    const project = await context.state.load.defaultProject.load(id);
    return project && context.state.visibleTo(requireCaller(context)).project(project.id);
  }

  @FieldResolver(() => ProjectConnection, {
    nullable: true,
    description: 'Those of its projects that you may see, by name. Null if you are not in it.',
  })
  projects(
    @Root() organization: OrganizationRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    if (!context.identity.access.allowsOnOrganization(caller, 'organization.read', organization.id)) return null;
    return context.state.visibleTo(caller).lists.projectsOfOrganization.connection(organization, {}, pageAsked(args));
  }
}

@Resolver(() => TeamProjectAccess)
export class ProjectOfTeamAccessResolver {
  @FieldResolver(() => Project, { nullable: true, description: 'The project. Null if you may not see it.' })
  project(@Root() { projectId }: TeamProjectAccessRow, @Ctx() context: StateContext) {
    return context.state.visibleTo(requireCaller(context)).project(projectId);
  }
}
