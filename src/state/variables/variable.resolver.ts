import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import type { ProjectRow, WorkspaceRow } from '../../platform/database/models.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { filterArgument } from '../../platform/graphql/filter.js';
import { ascending, keyset, text } from '../../platform/graphql/keyset.js';
import { NumberedPageArgs, pageWindow } from '../../platform/graphql/numbered-page.js';
import { pageOfWhole } from '../../platform/graphql/whole-list.js';
import { Internal } from '../../platform/graphql/internal.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { payload } from '../../platform/graphql/payload.js';
import type { StateContext } from '../context.js';
import { Project } from '../projects/project.type.js';
import { refOf } from '../workspaces/workspace-ref.input.js';
import { Workspace } from '../workspaces/workspace.type.js';
import { mostVariables } from './variable-rules.js';
import { VariableSet, VariableSetConnection, VariableSetFilter, VariableSetPage } from './variable-set.type.js';
import type { StoredVariable } from './variable.store.js';
import {
  CreateWorkspaceVariableInput,
  CreateWorkspaceVariablePayload,
  DeleteVariableInput,
  DeleteVariablePayload,
  UpdateVariableInput,
  UpdateVariablePayload,
  Variable,
  VariableConnection,
} from './variable.type.js';

@Resolver(() => Variable)
export class VariableResolver {
  @Lookup(() => Variable, { description: 'A variable, by its id.' })
  variable(
    @Arg('id', () => ID, { description: 'Identifier of the form `var-…`.' }) id: string,
    @Ctx() context: StateContext,
  ) {
    return context.state.variables.read(requireCaller(context), id);
  }

  @FieldResolver(() => String, { nullable: true, description: 'Its value. Null if it is sensitive.' })
  value(@Root() { id, sensitive, valueBytes }: StoredVariable, @Ctx() context: StateContext) {
    return sensitive ? null : context.state.load.variableValue.load({ id, valueBytes });
  }

  @FieldResolver(() => Workspace, { nullable: true, description: 'Its workspace. Null for a variable of a set.' })
  workspace(@Root() { workspaceId }: StoredVariable, @Ctx() context: StateContext) {
    return workspaceId === null ? null : context.state.load.workspace.load(workspaceId);
  }

  @FieldResolver(() => VariableSet, { nullable: true, description: 'Its set. Null for a variable of a workspace.' })
  variableSet(@Root() { variableSetId }: StoredVariable, @Ctx() context: StateContext) {
    return variableSetId === null ? null : context.state.load.variableSet.load(variableSetId);
  }

  @Mutation(() => CreateWorkspaceVariablePayload, { description: 'Creates a variable in a workspace.' })
  createWorkspaceVariable(
    @Arg('input', () => CreateWorkspaceVariableInput) { workspace, ...given }: CreateWorkspaceVariableInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('variable', () => context.state.variables.createInWorkspace(caller, refOf(workspace), given));
  }

  @Mutation(() => UpdateVariablePayload, { description: 'Changes a variable.' })
  updateVariable(
    @Arg('input', () => UpdateVariableInput) { id, ofId, ...given }: UpdateVariableInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('variable', () => context.state.variables.update(caller, id, given, ofId));
  }

  @Mutation(() => DeleteVariablePayload, { description: 'Deletes a variable.' })
  deleteVariable(
    @Arg('input', () => DeleteVariableInput) { id, ofId }: DeleteVariableInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('deletedId', async () => (await context.state.variables.delete(caller, id, ofId)).id);
  }
}

@Resolver(() => Workspace)
export class VariablesOfWorkspaceResolver {
  @FieldResolver(() => VariableConnection, {
    nullable: true,
    description: 'Its own variables, by key. Null if you may not read them.',
  })
  variables(
    @Root() workspace: WorkspaceRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const visible = context.state.visibleTo(requireCaller(context));
    return visible.where('variable.read', workspace, () =>
      visible.lists.variablesOfWorkspace.connection(workspace, {}, pageAsked(args)),
    );
  }

  @FieldResolver(() => VariableConnection, {
    nullable: true,
    description:
      'What a run in it would be given, by key: its own variables and those of sets, of each key and category the one that counts. Null if you may not read them.',
  })
  effectiveVariables(
    @Root() workspace: WorkspaceRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    return context.state
      .visibleTo(requireCaller(context))
      .where('variable.read', workspace, async () =>
        pageOfWhole(byKey, pageAsked(args), await context.state.load.effectiveVariables.load(workspace)),
      );
  }

  @FieldResolver(() => VariableSetConnection, {
    nullable: true,
    description: 'The variable sets that are for it, by name. Null if you may not read its variables.',
  })
  variableSets(
    @Root() workspace: WorkspaceRow,
    @Arg('filter', () => VariableSetFilter, filterArgument) filter: VariableSetFilter | null | undefined,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const visible = context.state.visibleTo(requireCaller(context));
    return visible.where('variable.read', workspace, () =>
      visible.lists.setsOfWorkspace.connection(workspace, filter ?? {}, pageAsked(args)),
    );
  }

  @Internal()
  @FieldResolver(() => VariableSetPage, { nullable: true, description: 'The same list by page number.' })
  variableSetPage(
    @Root() workspace: WorkspaceRow,
    @Arg('filter', () => VariableSetFilter, filterArgument) filter: VariableSetFilter | null | undefined,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: StateContext,
  ) {
    const visible = context.state.visibleTo(requireCaller(context));
    return visible.where('variable.read', workspace, () =>
      visible.lists.setsOfWorkspace.numbered(workspace, filter ?? {}, pageWindow(args)),
    );
  }

  @Internal()
  @FieldResolver(() => [ID], {
    nullable: true,
    description: `Identifiers of its own variables, by key. At most ${mostVariables}. Null if you may not read them.`,
  })
  async variableIds(@Root() workspace: WorkspaceRow, @Ctx() context: StateContext) {
    const { load, visibleTo } = context.state;
    // Every workspace that is read is asked for them: who may not see them has done nothing that should be recorded.
    if (!(await visibleTo(requireCaller(context)).allows('variable.read', workspace))) return null;
    return workspace.variableCount === 0 ? [] : load.variableIds.load(workspace.id);
  }
}

@Resolver(() => Project)
export class VariableSetsOfProjectResolver {
  @FieldResolver(() => VariableSetConnection, {
    nullable: true,
    description: 'The variable sets that it owns or that are for it, by name. Null if you may not read them.',
  })
  async variableSets(
    @Root() project: ProjectRow,
    @Arg('filter', () => VariableSetFilter, filterArgument) filter: VariableSetFilter | null | undefined,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    if (!(await readsSets(context, project))) return null;
    const { lists } = context.state.visibleTo(requireCaller(context));
    return lists.setsOfProject.connection(project, filter ?? {}, pageAsked(args));
  }

  @Internal()
  @FieldResolver(() => VariableSetPage, { nullable: true, description: 'The same list by page number.' })
  async variableSetPage(
    @Root() project: ProjectRow,
    @Arg('filter', () => VariableSetFilter, filterArgument) filter: VariableSetFilter | null | undefined,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: StateContext,
  ) {
    if (!(await readsSets(context, project))) return null;
    const { lists } = context.state.visibleTo(requireCaller(context));
    return lists.setsOfProject.numbered(project, filter ?? {}, pageWindow(args));
  }
}

const readsSets = async (context: StateContext, project: ProjectRow): Promise<boolean> =>
  (await context.state.projects.grants(requireCaller(context), project)).has('project:read-variable-sets');

const byKey = keyset<{ readonly key: string; readonly category: string }>({
  key: ascending(text),
  category: ascending(text),
});
