import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { Organization } from '../../identity/organizations/organization.type.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { Internal } from '../../platform/graphql/internal.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { filterArgument } from '../../platform/graphql/filter.js';
import { NumberedPageArgs, pageWindow } from '../../platform/graphql/numbered-page.js';
import { orderArgument } from '../../platform/graphql/order.js';
import { payload } from '../../platform/graphql/payload.js';
import { BigIntScalar } from '../../platform/graphql/scalars.js';
import { requireCaller } from '../../identity/context.js';
import { knowsResources } from '../inventory/counted-resources.js';
import type { StateContext } from '../context.js';
import { orNull } from '../../platform/missing.js';
import {
  CreateWorkspaceInput,
  DeleteWorkspaceInput,
  MoveWorkspacesInput,
  orderByName,
  searchOf,
  sortOf,
  UpdateWorkspaceInput,
  WorkspaceFilter,
  WorkspaceOrder,
} from './workspace.input.js';
import { refOf } from './workspace-ref.input.js';
import {
  CreateWorkspacePayload,
  DeleteWorkspacePayload,
  MoveWorkspacesPayload,
  UpdateWorkspacePayload,
} from './workspace.payload.js';
import { overwritesIn, readOverwrites, SettingOverwrites } from '../setting-overwrites.js';
import { readTexts, readVcsRepo } from './workspace-settings.js';
import {
  ExecutionMode,
  VcsRepo,
  Workspace,
  WorkspaceActions,
  WorkspaceConnection,
  WorkspacePage,
  WorkspacePermissions,
} from './workspace.type.js';

const inWhatOrder = orderArgument(orderByName);

@Resolver(() => Workspace)
export class WorkspaceResolver {
  @Lookup(() => Workspace, { description: 'A workspace, by its id.' })
  workspace(
    @Arg('id', () => ID, { description: 'Identifier of the form `ws-…`.' }) id: string,
    @Ctx() context: StateContext,
  ) {
    return context.state.workspaces.read(requireCaller(context), { id });
  }

  @Lookup(() => Workspace, { description: 'A workspace, by the name of its organization and its own name.' })
  workspaceByName(
    @Arg('organization', () => String, { description: 'Name of its organization.' }) organization: string,
    @Arg('name', () => String, { description: 'Its name in the organization.' }) name: string,
    @Ctx() context: StateContext,
  ) {
    return context.state.workspaces.read(requireCaller(context), { organization, name });
  }

  @Query(() => WorkspaceConnection, { description: 'The workspaces of an organization that you may see.' })
  workspaces(
    @Arg('organization', () => String, { description: 'Name of the organization.' }) organization: string,
    @Arg('filter', () => WorkspaceFilter, filterArgument) filter: WorkspaceFilter | null | undefined,
    @Arg('orderBy', () => WorkspaceOrder, inWhatOrder) orderBy: WorkspaceOrder,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const { workspaces } = context.state;
    const caller = requireCaller(context);
    return workspaces.connection(caller, organization, searchOf(filter), sortOf(orderBy), pageAsked(args));
  }

  @Internal()
  @Query(() => WorkspacePage, { nullable: true, description: 'The same list by page number.' })
  workspacePage(
    @Arg('organization', () => String, { description: 'Name of the organization.' }) organization: string,
    @Arg('filter', () => WorkspaceFilter, filterArgument) filter: WorkspaceFilter | null | undefined,
    @Arg('orderBy', () => WorkspaceOrder, inWhatOrder) orderBy: WorkspaceOrder,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: StateContext,
  ) {
    const { workspaces } = context.state;
    const caller = requireCaller(context);
    return orNull(() => workspaces.page(caller, organization, searchOf(filter), sortOf(orderBy), pageWindow(args)));
  }

  @Mutation(() => CreateWorkspacePayload, { description: 'Creates a workspace.' })
  createWorkspace(@Arg('input', () => CreateWorkspaceInput) input: CreateWorkspaceInput, @Ctx() context: StateContext) {
    const caller = requireCaller(context);
    const { organization, ...workspace } = input;
    return payload('workspace', () =>
      context.state.workspaces.create(caller, organization, { ...workspace, ...overwritesIn(input) }),
    );
  }

  @Mutation(() => UpdateWorkspacePayload, {
    description: 'Changes the settings of a workspace, or moves it to another project.',
  })
  updateWorkspace(@Arg('input', () => UpdateWorkspaceInput) input: UpdateWorkspaceInput, @Ctx() context: StateContext) {
    const caller = requireCaller(context);
    const { workspace, ...changes } = input;
    return payload('workspace', () =>
      context.state.workspaces.update(caller, refOf(workspace), { ...changes, ...overwritesIn(input) }),
    );
  }

  @Mutation(() => MoveWorkspacesPayload, {
    description: 'Moves workspaces of an organization to another of its projects: all of them, or none.',
  })
  moveWorkspaces(
    @Arg('input', () => MoveWorkspacesInput) { projectId, workspaceIds }: MoveWorkspacesInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('workspaceIds', async () => {
      const moved = await context.state.workspaces.moveTo(caller, projectId, workspaceIds);
      return moved.map(({ id }) => id);
    });
  }

  @Mutation(() => DeleteWorkspacePayload, {
    description:
      'Deletes a workspace with all its state. This is refused if the workspace is locked or manages resources, unless you force it.',
  })
  deleteWorkspace(@Arg('input', () => DeleteWorkspaceInput) input: DeleteWorkspaceInput, @Ctx() context: StateContext) {
    const caller = requireCaller(context);
    const { workspaces } = context.state;
    return payload('deletedId', async () => {
      const ref = refOf(input.workspace);
      const { id } = await (input.force ? workspaces.delete(caller, ref) : workspaces.safeDelete(caller, ref));
      return id;
    });
  }

  @FieldResolver(() => BigIntScalar, {
    nullable: true,
    description:
      'The number of managed resources in its current state. Data sources do not count. Null if that state could not be read: see its `processingProblem`.',
  })
  resourceCount(@Root() workspace: WorkspaceRow): bigint | null {
    return knowsResources(workspace) ? workspace.resourceCount : null;
  }

  @FieldResolver(() => ExecutionMode, { description: 'Where its runs are executed.' })
  executionMode() {
    return ExecutionMode.LOCAL;
  }

  @FieldResolver(() => [String], { description: 'Paths that are watched in the repository.' })
  triggerPrefixes(@Root() { triggerPrefixes }: WorkspaceRow): string[] {
    return readTexts(triggerPrefixes);
  }

  @FieldResolver(() => [String], { description: 'Glob patterns of the files that are watched in the repository.' })
  triggerPatterns(@Root() { triggerPatterns }: WorkspaceRow): string[] {
    return readTexts(triggerPatterns);
  }

  @FieldResolver(() => VcsRepo, {
    nullable: true,
    description: 'The repository that it is connected to. Null if there is none.',
  })
  vcsRepo(@Root() { vcsRepo }: WorkspaceRow) {
    return readVcsRepo(vcsRepo);
  }

  @FieldResolver(() => SettingOverwrites, { description: 'The settings that it does not take from its organization.' })
  settingOverwrites(@Root() { settingOverwrites }: WorkspaceRow) {
    return readOverwrites(settingOverwrites, true);
  }

  @FieldResolver(() => WorkspaceActions, { description: 'Actions that are possible in its present condition.' })
  actions(@Root() { allowDestroyPlan }: WorkspaceRow) {
    return { isDestroyable: allowDestroyPlan };
  }

  @FieldResolver(() => WorkspacePermissions, { description: 'Your permissions on it.' })
  permissions(@Root() workspace: WorkspaceRow, @Ctx() context: StateContext) {
    const { workspaces, load } = context.state;
    return workspaces.permissions(
      requireCaller(context),
      workspace,
      async () => (await load.organization.load(workspace.organizationId))?.allowForceDeleteWorkspaces ?? false,
    );
  }

  @FieldResolver(() => Organization, { nullable: true, description: 'Its organization.' })
  organization(@Root() { organizationId }: WorkspaceRow, @Ctx() context: StateContext) {
    return context.state.load.organization.load(organizationId);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Name of its organization.' })
  async organizationName(@Root() { organizationId }: WorkspaceRow, @Ctx() context: StateContext) {
    return (await context.state.load.organization.load(organizationId))?.name ?? null;
  }
}
