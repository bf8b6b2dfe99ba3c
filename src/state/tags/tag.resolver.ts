import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { ProjectRow, TagRow, WorkspaceRow } from '../../platform/database/models.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { Internal } from '../../platform/graphql/internal.js';
import { ascending, instant, keyset, text } from '../../platform/graphql/keyset.js';
import { filterArgument } from '../../platform/graphql/filter.js';
import { NumberedPageArgs, pageWindow } from '../../platform/graphql/numbered-page.js';
import { payload } from '../../platform/graphql/payload.js';
import { BigIntScalar } from '../../platform/graphql/scalars.js';
import { pageOfWhole } from '../../platform/graphql/whole-list.js';
import { requireCaller } from '../../identity/context.js';
import type { StateContext } from '../context.js';
import { orNull } from '../../platform/missing.js';
import { Project } from '../projects/project.type.js';
import { Organization } from '../../identity/organizations/organization.type.js';
import { refOf } from '../workspaces/workspace-ref.input.js';
import { Workspace, WorkspaceConnection, WorkspacePage } from '../workspaces/workspace.type.js';
import { effectiveTags, mostTags } from './tag-rules.js';
import {
  AddTagToWorkspacesInput,
  AddTagToWorkspacesPayload,
  AddWorkspaceTagsInput,
  AddWorkspaceTagsPayload,
  BindProjectTagsInput,
  BindProjectTagsPayload,
  BindWorkspaceTagsInput,
  BindWorkspaceTagsPayload,
  DeleteTagsInput,
  DeleteTagsPayload,
  EffectiveTagBindingConnection,
  RemoveWorkspaceTagsInput,
  RemoveWorkspaceTagsPayload,
  Tag,
  TagBindingConnection,
  TagConnection,
  TagPage,
  TagFilter,
  tagRefOf,
} from './tag.type.js';

@Resolver(() => Tag)
export class TagResolver {
  @Query(() => TagConnection, { description: 'The tags of an organization, by key.' })
  tags(
    @Arg('organization', () => String, { description: 'Name of the organization.' }) organization: string,
    @Arg('filter', () => TagFilter, filterArgument) filter: TagFilter | null | undefined,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    return context.state.tags.connection(requireCaller(context), organization, filter ?? {}, pageAsked(args));
  }

  @Internal()
  @Query(() => TagPage, { nullable: true, description: 'The same list by page number.' })
  tagPage(
    @Arg('organization', () => String, { description: 'Name of the organization.' }) organization: string,
    @Arg('filter', () => TagFilter, filterArgument) filter: TagFilter | null | undefined,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: StateContext,
  ) {
    return orNull(() => context.state.tags.page(requireCaller(context), organization, filter ?? {}, pageWindow(args)));
  }

  @FieldResolver(() => BigIntScalar, {
    description: 'The number of workspaces that have the tag themselves. Inherited tags do not count.',
  })
  workspaceCount(@Root() { id }: TagRow, @Ctx() context: StateContext): Promise<number> {
    return context.state.load.tagInstances.load(id);
  }

  @FieldResolver(() => WorkspaceConnection, {
    description:
      'The workspaces that have the tag themselves and that you can see, by name. Inherited tags do not count.',
  })
  workspaces(@Root() tag: TagRow, @Args(() => ConnectionArgs) args: ConnectionArgs, @Ctx() context: StateContext) {
    return context.state.visibleTo(requireCaller(context)).lists.workspacesOfTag.connection(tag, {}, pageAsked(args));
  }

  @Internal()
  @FieldResolver(() => WorkspacePage, { description: 'The same list by page number.' })
  workspacePage(
    @Root() tag: TagRow,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: StateContext,
  ) {
    return context.state.visibleTo(requireCaller(context)).lists.workspacesOfTag.numbered(tag, {}, pageWindow(args));
  }

  @FieldResolver(() => Organization, { nullable: true, description: 'The organization that the tag belongs to.' })
  organization(@Root() { organizationId }: TagRow, @Ctx() context: StateContext) {
    return context.state.visibleTo(requireCaller(context)).organization(organizationId);
  }

  @Mutation(() => DeleteTagsPayload, {
    description: 'Deletes tags of an organization, and removes them from all workspaces and projects.',
  })
  deleteTags(@Arg('input', () => DeleteTagsInput) input: DeleteTagsInput, @Ctx() context: StateContext) {
    const caller = requireCaller(context);
    return payload('deletedIds', () => context.state.tags.delete(caller, input.organization, input.ids));
  }

  @Mutation(() => AddWorkspaceTagsPayload, { description: 'Adds flat tags to a workspace.' })
  addWorkspaceTags(
    @Arg('input', () => AddWorkspaceTagsInput) input: AddWorkspaceTagsInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('workspace', () =>
      context.state.tags.addToWorkspace(caller, refOf(input.workspace), input.tags.map(tagRefOf)),
    );
  }

  @Mutation(() => AddTagToWorkspacesPayload, { description: 'Adds a tag to several workspaces, or to none of them.' })
  addTagToWorkspaces(
    @Arg('input', () => AddTagToWorkspacesInput) { id, workspaceIds }: AddTagToWorkspacesInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('tag', () => context.state.tags.addToWorkspaces(caller, id, workspaceIds));
  }

  @Mutation(() => RemoveWorkspaceTagsPayload, { description: 'Removes tags from a workspace.' })
  removeWorkspaceTags(
    @Arg('input', () => RemoveWorkspaceTagsInput) input: RemoveWorkspaceTagsInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('workspace', () =>
      context.state.tags.removeFromWorkspace(caller, refOf(input.workspace), input.tags.map(tagRefOf)),
    );
  }

  @Mutation(() => BindWorkspaceTagsPayload, { description: 'Binds tags with values to a workspace.' })
  bindWorkspaceTags(
    @Arg('input', () => BindWorkspaceTagsInput) { workspace, tags, mode }: BindWorkspaceTagsInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('workspace', () =>
      context.state.tags.bindToWorkspace(caller, refOf(workspace), tags, mode ?? 'add'),
    );
  }

  @Mutation(() => BindProjectTagsPayload, { description: 'Binds tags with values to a project.' })
  bindProjectTags(
    @Arg('input', () => BindProjectTagsInput) { id, tags, mode }: BindProjectTagsInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('project', () => context.state.tags.bindToProject(caller, id, tags, mode ?? 'add'));
  }
}

/** The tags of one object are read completely: each key occurs once. */
const byKey = keyset<{ readonly key: string }>({ key: ascending(text) });
const asBound = keyset<{ readonly createdAt: Date; readonly id: string }>({
  createdAt: ascending(instant),
  id: ascending(text),
});

@Resolver(() => Workspace)
export class TagsOfWorkspaceResolver {
  @FieldResolver(() => TagBindingConnection, { description: 'Its own tags, in the order in which they were bound.' })
  async tagBindings(
    @Root() { id }: WorkspaceRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    return pageOfWhole(asBound, pageAsked(args), await context.state.load.tagsOfWorkspace.load(id));
  }

  @FieldResolver(() => EffectiveTagBindingConnection, {
    description: 'Its own tags and those of its project, by key.',
  })
  async effectiveTagBindings(
    @Root() { id, projectId, organizationId }: WorkspaceRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const { load } = context.state;
    const [own, ofProject, fixed] = await Promise.all([
      load.tagsOfWorkspace.load(id),
      load.tagsOfProject.load(projectId),
      load.fixedTagKeys.load(organizationId),
    ]);
    const effective = effectiveTags(own, ofProject, fixed).map(({ key, value, inheritedFrom }) => ({
      key,
      value,
      inheritedFrom: inheritedFrom && projectId,
    }));
    return pageOfWhole(byKey, pageAsked(args), effective);
  }

  @FieldResolver(() => [String], { description: `Keys of its own tags, in alphabetical order. At most ${mostTags}.` })
  async tagNames(@Root() { id }: WorkspaceRow, @Ctx() context: StateContext): Promise<string[]> {
    return (await context.state.load.tagsOfWorkspace.load(id)).map(({ key }) => key);
  }
}

@Resolver(() => Project)
export class TagsOfProjectResolver {
  @FieldResolver(() => TagBindingConnection, {
    description: 'Its tags, in the order in which they were bound. Its workspaces inherit them.',
  })
  async tagBindings(
    @Root() { id }: ProjectRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    return pageOfWhole(asBound, pageAsked(args), await context.state.load.tagsOfProject.load(id));
  }
}
