import { Arg, Args, Ctx, FieldResolver, ID, Int, Mutation, Query, Resolver, Root } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { Organization } from '../../identity/organizations/organization.type.js';
import type { VariableSetRow } from '../../platform/database/models.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { filterArgument } from '../../platform/graphql/filter.js';
import { Internal } from '../../platform/graphql/internal.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { NumberedPageArgs, pageWindow } from '../../platform/graphql/numbered-page.js';
import { payload } from '../../platform/graphql/payload.js';
import { orNull } from '../../platform/missing.js';
import type { StateContext } from '../context.js';
import { Project, ProjectConnection } from '../projects/project.type.js';
import { WorkspaceConnection } from '../workspaces/workspace.type.js';
import { mostVariables } from './variable-rules.js';
import { mostScopes } from './variable-set-limits.js';
import {
  AssignVariableSetInput,
  AssignVariableSetPayload,
  CreateVariableSetInput,
  CreateVariableSetPayload,
  CreateVariableSetVariableInput,
  CreateVariableSetVariablePayload,
  DeleteVariableSetInput,
  DeleteVariableSetPayload,
  UnassignVariableSetInput,
  UnassignVariableSetPayload,
  UpdateVariableSetInput,
  UpdateVariableSetPayload,
  VariableSet,
  VariableSetConnection,
  VariableSetFilter,
  VariableSetPage,
} from './variable-set.type.js';
import { VariableConnection } from './variable.type.js';

const ofOrganization = { description: 'Name of the organization.' };

@Resolver(() => VariableSet)
export class VariableSetResolver {
  @Lookup(() => VariableSet, { description: 'A variable set, by its id.' })
  variableSet(
    @Arg('id', () => ID, { description: 'Identifier of the form `varset-…`.' }) id: string,
    @Ctx() context: StateContext,
  ) {
    return context.state.variableSets.read(requireCaller(context), id);
  }

  @Query(() => VariableSetConnection, {
    description: 'The variable sets of an organization that you may see, by name.',
  })
  variableSets(
    @Arg('organization', () => String, ofOrganization) organization: string,
    @Arg('filter', () => VariableSetFilter, filterArgument) filter: VariableSetFilter | null | undefined,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return context.state.variableSets.connection(caller, organization, filter ?? {}, pageAsked(args));
  }

  @Internal()
  @Query(() => VariableSetPage, { nullable: true, description: 'The same list by page number.' })
  variableSetPage(
    @Arg('organization', () => String, ofOrganization) organization: string,
    @Arg('filter', () => VariableSetFilter, filterArgument) filter: VariableSetFilter | null | undefined,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return orNull(() => context.state.variableSets.page(caller, organization, filter ?? {}, pageWindow(args)));
  }

  @FieldResolver(() => VariableConnection, { description: 'Its variables, by key.' })
  variables(
    @Root() set: VariableSetRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    return context.state.visibleTo(requireCaller(context)).lists.variablesOfSet.connection(set, {}, pageAsked(args));
  }

  @FieldResolver(() => Int, { description: 'How many variables it has.' })
  variableCount(@Root() { variableCount }: VariableSetRow): number {
    return variableCount;
  }

  @FieldResolver(() => WorkspaceConnection, {
    description:
      'The workspaces that it is for and that you may see, by name. Those of its projects are not among them.',
  })
  workspaces(
    @Root() set: VariableSetRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    return context.state.visibleTo(requireCaller(context)).lists.workspacesOfSet.connection(set, {}, pageAsked(args));
  }

  @FieldResolver(() => ProjectConnection, {
    description: 'The projects for whose workspaces it is and that you may see, by name.',
  })
  projects(
    @Root() set: VariableSetRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    return context.state.visibleTo(requireCaller(context)).lists.projectsOfSet.connection(set, {}, pageAsked(args));
  }

  @FieldResolver(() => Organization, { nullable: true, description: 'The organization that it belongs to.' })
  organization(@Root() { organizationId }: VariableSetRow, @Ctx() context: StateContext) {
    return context.state.visibleTo(requireCaller(context)).organization(organizationId);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Name of its organization.' })
  async organizationName(@Root() { organizationId }: VariableSetRow, @Ctx() context: StateContext) {
    return (await context.state.load.organization.load(organizationId))?.name ?? null;
  }

  @FieldResolver(() => Project, {
    nullable: true,
    description: 'The project that owns it. Null if its organization does, or if you may not see the project.',
  })
  project(@Root() { projectId }: VariableSetRow, @Ctx() context: StateContext) {
    return projectId === null ? null : context.state.visibleTo(requireCaller(context)).project(projectId);
  }

  @Internal()
  @FieldResolver(() => [ID], { description: `Identifiers of its variables, by key. At most ${mostVariables}.` })
  variableIds(@Root() set: VariableSetRow, @Ctx() context: StateContext) {
    return set.variableCount === 0 ? [] : context.state.load.variableIds.load(set.id);
  }

  @Internal()
  @FieldResolver(() => [ID], { description: `Identifiers of its workspaces, by name. At most ${mostScopes}.` })
  workspaceIds(@Root() { id }: VariableSetRow, @Ctx() context: StateContext) {
    return context.state.visibleTo(requireCaller(context)).workspacesOfSet(id);
  }

  @Internal()
  @FieldResolver(() => [ID], { description: `Identifiers of its projects, by name. At most ${mostScopes}.` })
  projectIds(@Root() { id }: VariableSetRow, @Ctx() context: StateContext) {
    return context.state.visibleTo(requireCaller(context)).projectsOfSet(id);
  }

  @Mutation(() => CreateVariableSetPayload, { description: 'Creates a variable set.' })
  createVariableSet(
    @Arg('input', () => CreateVariableSetInput) { organization, ...given }: CreateVariableSetInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('variableSet', () => context.state.variableSets.create(caller, organization, given));
  }

  @Mutation(() => UpdateVariableSetPayload, { description: 'Changes a variable set.' })
  updateVariableSet(
    @Arg('input', () => UpdateVariableSetInput) { id, ...given }: UpdateVariableSetInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('variableSet', () => context.state.variableSets.update(caller, id, given));
  }

  @Mutation(() => DeleteVariableSetPayload, { description: 'Deletes a variable set with its variables.' })
  deleteVariableSet(
    @Arg('input', () => DeleteVariableSetInput) { id }: DeleteVariableSetInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('deletedId', async () => (await context.state.variableSets.delete(caller, id)).id);
  }

  @Mutation(() => AssignVariableSetPayload, {
    description: 'Makes a variable set be for more workspaces and projects.',
  })
  assignVariableSet(
    @Arg('input', () => AssignVariableSetInput) { id, ...scopes }: AssignVariableSetInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('variableSet', () => context.state.variableSets.assign(caller, id, scopes));
  }

  @Mutation(() => UnassignVariableSetPayload, {
    description: 'Makes a variable set be no longer for some workspaces and projects.',
  })
  unassignVariableSet(
    @Arg('input', () => UnassignVariableSetInput) { id, ...scopes }: UnassignVariableSetInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('variableSet', () => context.state.variableSets.unassign(caller, id, scopes));
  }

  @Mutation(() => CreateVariableSetVariablePayload, { description: 'Creates a variable in a set.' })
  createVariableSetVariable(
    @Arg('input', () => CreateVariableSetVariableInput) { variableSetId, ...given }: CreateVariableSetVariableInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('variable', () => context.state.variables.createInSet(caller, variableSetId, given));
  }
}
