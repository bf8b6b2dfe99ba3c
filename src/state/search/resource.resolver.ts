import { Arg, Args, Ctx, Field, FieldResolver, ID, InputType, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../platform/graphql/connection.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { Internal } from '../../platform/graphql/internal.js';
import type { NumberedPage } from '../../platform/graphql/numbered-page.js';
import { NumberedPageArgs, pageWindow } from '../../platform/graphql/numbered-page.js';
import { filterArgument } from '../../platform/graphql/filter.js';
import type { WorkspaceRow } from '../../platform/database/models.js';
import { requireCaller } from '../../identity/context.js';
import type { StateContext } from '../context.js';
import { knowsResources } from '../inventory/counted-resources.js';
import { Workspace } from '../workspaces/workspace.type.js';
import { Resource, ResourceConnection, ResourceModeEnum, ResourcePage } from './resource.type.js';

@InputType({
  description: 'A filter for resources. All conditions must be met. Texts must match completely.',
})
export class ResourceFilter {
  @Field(() => String, { nullable: true, description: 'Type, such as `aws_vpc`.' })
  type?: string | null;

  @Field(() => String, { nullable: true, description: 'Name in the configuration.' })
  name?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Path of the module, such as `module.net`. `root` for the root module.',
  })
  module?: string | null;

  @Field(() => String, { nullable: true, description: 'Address of the provider, as in the state.' })
  provider?: string | null;

  @Field(() => String, { nullable: true, description: 'Address without instance keys.' })
  address?: string | null;

  @Field(() => String, { nullable: true, description: 'The beginning of the address.' })
  addressPrefix?: string | null;

  @Field(() => ResourceModeEnum, { nullable: true, description: 'Whether the engine manages it or only reads it.' })
  mode?: string | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of a workspace. Only resources of this workspace.' })
  workspaceId?: string | null;
}

@Resolver(() => Resource)
export class ResourceResolver {
  @Query(() => ResourceConnection, {
    description:
      'Resources in the current state of all workspaces of an organization whose state you may read, by address.',
  })
  resources(
    @Arg('organization', () => String, { description: 'Name of the organization.' }) organization: string,
    @Arg('filter', () => ResourceFilter, filterArgument) filter: ResourceFilter | null | undefined,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ): Promise<Connection<Resource>> {
    return context.state.resources.search(requireCaller(context), organization, filter ?? {}, pageAsked(args));
  }

  @Internal()
  @Query(() => ResourcePage, { description: 'The managed ones of a workspace, by page number.' })
  async workspaceResourcePage(
    @Arg('workspaceId', () => ID, { description: 'Identifier of the workspace.' }) workspaceId: string,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: StateContext,
  ): Promise<NumberedPage<Resource>> {
    return context.state.resources.page(requireCaller(context), workspaceId, pageWindow(args));
  }

  @FieldResolver(() => Workspace, { nullable: true, description: 'The workspace whose state holds it.' })
  workspace(@Root() resource: Resource, @Ctx() { state }: StateContext) {
    return state.load.workspace.load(resource.workspaceId);
  }
}

@Resolver(() => Workspace)
export class ResourcesOfWorkspaceResolver {
  @FieldResolver(() => ResourceConnection, {
    nullable: true,
    description:
      'Resources in its current state, by address. Null if you may not read its state, or if it could not be read: see its `processingProblem`.',
  })
  resources(
    @Root() workspace: WorkspaceRow,
    @Arg('filter', () => ResourceFilter, filterArgument) filter: ResourceFilter | null | undefined,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ): Promise<Connection<Resource> | null> {
    const visible = context.state.visibleTo(requireCaller(context));
    if (!knowsResources(workspace)) return Promise.resolve(null);
    return visible.where('resource.search', workspace, () =>
      visible.lists.resourcesOfWorkspace.connection(workspace, filter ?? {}, pageAsked(args)),
    );
  }
}
