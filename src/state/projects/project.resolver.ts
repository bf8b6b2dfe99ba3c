import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { ProjectRow, WorkspaceRow } from '../../platform/database/models.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { Internal } from '../../platform/graphql/internal.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { filterArgument } from '../../platform/graphql/filter.js';
import { orderArgument } from '../../platform/graphql/order.js';
import { NumberedPageArgs, pageWindow } from '../../platform/graphql/numbered-page.js';
import { payload } from '../../platform/graphql/payload.js';
import { requireCaller } from '../../identity/context.js';
import type { StateContext } from '../context.js';
import { orNull } from '../../platform/missing.js';
import { Workspace } from '../workspaces/workspace.type.js';
import { overwritesIn, readOverwrites, SettingOverwrites } from '../setting-overwrites.js';
import {
  CreateProjectInput,
  CreateProjectPayload,
  DeleteProjectInput,
  DeleteProjectPayload,
  orderByName,
  Project,
  ProjectConnection,
  ProjectPage,
  ProjectPermissions,
  ProjectFilter,
  ProjectOrder,
  UpdateProjectInput,
  UpdateProjectPayload,
} from './project.type.js';

@Resolver(() => Project)
export class ProjectResolver {
  @Lookup(() => Project, { description: 'A project, by its id.' })
  project(
    @Arg('id', () => ID, { description: 'Identifier of the form `prj-…`.' }) id: string,
    @Ctx() context: StateContext,
  ) {
    return context.state.projects.read(requireCaller(context), id);
  }

  @Query(() => ProjectConnection, { description: 'The projects of an organization.' })
  projects(
    @Arg('organization', () => String, { description: 'Name of the organization.' }) organization: string,
    @Arg('filter', () => ProjectFilter, filterArgument) filter: ProjectFilter | null | undefined,
    @Arg('orderBy', () => ProjectOrder, orderArgument(orderByName)) orderBy: ProjectOrder,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return context.state.projects.connection(caller, organization, filter ?? {}, orderBy, pageAsked(args));
  }

  @Internal()
  @Query(() => ProjectPage, { nullable: true, description: 'The same list by page number.' })
  projectPage(
    @Arg('organization', () => String, { description: 'Name of the organization.' }) organization: string,
    @Arg('filter', () => ProjectFilter, filterArgument) filter: ProjectFilter | null | undefined,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: StateContext,
  ) {
    return orNull(() =>
      context.state.projects.page(requireCaller(context), organization, filter ?? {}, pageWindow(args)),
    );
  }

  @Mutation(() => CreateProjectPayload, { description: 'Creates a project.' })
  createProject(@Arg('input', () => CreateProjectInput) input: CreateProjectInput, @Ctx() context: StateContext) {
    const caller = requireCaller(context);
    return payload('project', () =>
      context.state.projects.create(caller, input.organization, { ...input, ...overwritesIn(input) }),
    );
  }

  @Mutation(() => UpdateProjectPayload, { description: 'Changes a project.' })
  updateProject(@Arg('input', () => UpdateProjectInput) input: UpdateProjectInput, @Ctx() context: StateContext) {
    const caller = requireCaller(context);
    const { id, ...changes } = input;
    return payload('project', () => context.state.projects.update(caller, id, { ...changes, ...overwritesIn(input) }));
  }

  @Mutation(() => DeleteProjectPayload, { description: 'Deletes a project that has no workspaces.' })
  deleteProject(@Arg('input', () => DeleteProjectInput) input: DeleteProjectInput, @Ctx() context: StateContext) {
    const caller = requireCaller(context);
    return payload('deletedId', async () => (await context.state.projects.delete(caller, input.id)).id);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Name of its organization.' })
  async organizationName(@Root() { organizationId }: ProjectRow, @Ctx() context: StateContext) {
    return (await context.state.load.organization.load(organizationId))?.name ?? null;
  }

  @FieldResolver(() => SettingOverwrites, { description: 'The settings that it does not take from its organization.' })
  settingOverwrites(@Root() { settingOverwrites }: ProjectRow) {
    return readOverwrites(settingOverwrites, false);
  }

  @FieldResolver(() => ProjectPermissions, { description: 'Your permissions on it.' })
  async permissions(@Root() project: ProjectRow, @Ctx() context: StateContext) {
    const grants = await context.state.projects.grants(requireCaller(context), project);
    return {
      canRead: true,
      canUpdate: grants.has('project:update'),
      canDestroy: grants.has('project:delete'),
      canCreateWorkspace: grants.has('project:create-workspace'),
      canMoveWorkspace: grants.has('project:receive-workspace'),
      canReadTeams: grants.has('project:read-access'),
      canManageTeams: grants.has('project:manage-access'),
      canManageTags: grants.has('project:update'),
    };
  }
}

@Resolver(() => Workspace)
export class ProjectOfWorkspaceResolver {
  @FieldResolver(() => Project, {
    nullable: true,
    description: 'Its project. Null if you may not see it, as for a workspace that only shares its state with yours.',
  })
  project(@Root() workspace: WorkspaceRow, @Ctx() context: StateContext) {
    return context.state.visibleTo(requireCaller(context)).projectOf(workspace);
  }
}
