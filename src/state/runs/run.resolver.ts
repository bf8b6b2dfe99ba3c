import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { ConfigurationVersionRow, OrganizationRow, RunRow, WorkspaceRow } from '../../platform/database/models.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { Internal } from '../../platform/graphql/internal.js';
import { filterArgument } from '../../platform/graphql/filter.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { NumberedPageArgs, pageWindow } from '../../platform/graphql/numbered-page.js';
import { payload } from '../../platform/graphql/payload.js';
import { requireCaller } from '../../identity/context.js';
import type { StateContext } from '../context.js';
import { Organization } from '../../identity/organizations/organization.type.js';
import { Workspace } from '../workspaces/workspace.type.js';
import { User } from '../../identity/users/user.type.js';
import { StateVersionConnection } from '../versions/version.type.js';
import { ConfigurationVersion } from './configuration-version.type.js';
import {
  CreateRunInput,
  CreateRunPayload,
  Run,
  RunConnection,
  RunFilter,
  RunPage,
  UpdateRunInput,
  UpdateRunPayload,
} from './run.type.js';

@Resolver(() => Run)
export class RunResolver {
  @Lookup(() => Run, { description: 'A run, by its id.' })
  run(
    @Arg('id', () => ID, { description: 'Identifier of the form `run-…`.' }) id: string,
    @Ctx() context: StateContext,
  ) {
    return context.state.runs.read(requireCaller(context), id);
  }

  @Mutation(() => CreateRunPayload, { description: 'Records a run.' })
  createRun(@Arg('input', () => CreateRunInput) input: CreateRunInput, @Ctx() context: StateContext) {
    const caller = requireCaller(context);
    return payload('run', () => context.state.runs.create(caller, input));
  }

  @Mutation(() => UpdateRunPayload, { description: 'Updates the status of a recorded run.' })
  updateRun(@Arg('input', () => UpdateRunInput) input: UpdateRunInput, @Ctx() context: StateContext) {
    const caller = requireCaller(context);
    return payload('run', () => context.state.runs.update(caller, input.id, input));
  }

  @FieldResolver(() => Workspace, { nullable: true, description: 'Its workspace.' })
  workspace(@Root() { workspaceId }: RunRow, @Ctx() context: StateContext) {
    return context.state.load.workspace.load(workspaceId);
  }

  @FieldResolver(() => User, { nullable: true, description: 'The account that recorded it.' })
  createdBy(@Root() { createdById }: RunRow, @Ctx() { identity }: StateContext) {
    return createdById === null ? null : identity.load.user.load(createdById);
  }

  @FieldResolver(() => ConfigurationVersion, { nullable: true, description: 'Its configuration version.' })
  configurationVersion(@Root() { configurationVersionId }: RunRow, @Ctx() context: StateContext) {
    return configurationVersionId === null
      ? null
      : context.state.load.configurationVersion.load(configurationVersionId);
  }

  @FieldResolver(() => StateVersionConnection, {
    nullable: true,
    description:
      'The state versions that it created, latest first. Null if you may not read the state of the workspace.',
  })
  async stateVersions(
    @Root() run: RunRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const visible = context.state.visibleTo(requireCaller(context));
    const workspace = await context.state.load.workspace.load(run.workspaceId);
    if (!workspace) return null;
    return visible.where('state-version.list', workspace, () =>
      visible.lists.versionsOfRun.connection(run, {}, pageAsked(args)),
    );
  }
}

@Resolver(() => ConfigurationVersion)
export class RunsOfConfigurationVersionResolver {
  @FieldResolver(() => RunConnection, { description: 'The runs that used it, newest first.' })
  runs(
    @Root() configurationVersion: ConfigurationVersionRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const { lists } = context.state.visibleTo(requireCaller(context));
    return lists.runsOfConfigurationVersion.connection(configurationVersion, {}, pageAsked(args));
  }
}

@Resolver(() => Workspace)
export class RunsOfWorkspaceResolver {
  @FieldResolver(() => RunConnection, {
    nullable: true,
    description: 'Its runs, newest first. Null if you may not see them.',
  })
  runs(
    @Root() workspace: WorkspaceRow,
    @Arg('filter', () => RunFilter, filterArgument) filter: RunFilter | null | undefined,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const visible = context.state.visibleTo(requireCaller(context));
    return visible.where('run.read', workspace, () =>
      visible.lists.runsOfWorkspace.connection(workspace, filter ?? {}, pageAsked(args)),
    );
  }

  @Internal()
  @FieldResolver(() => RunPage, { nullable: true, description: 'The same list by page number.' })
  runPage(
    @Root() workspace: WorkspaceRow,
    @Arg('filter', () => RunFilter, filterArgument) filter: RunFilter | null | undefined,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: StateContext,
  ) {
    const visible = context.state.visibleTo(requireCaller(context));
    return visible.where('run.read', workspace, () =>
      visible.lists.runsOfWorkspace.numbered(workspace, filter ?? {}, pageWindow(args)),
    );
  }

  @FieldResolver(() => ID, { nullable: true, description: 'Id of its newest run.' })
  currentRunId(@Root() { currentRunId }: WorkspaceRow): string | null {
    return currentRunId;
  }

  @FieldResolver(() => Run, { nullable: true, description: 'Its newest run.' })
  currentRun(@Root() { currentRunId }: WorkspaceRow, @Ctx() context: StateContext) {
    return currentRunId === null ? null : context.state.visibleTo(requireCaller(context)).run(currentRunId);
  }
}

@Resolver(() => Organization)
export class RunsOfOrganizationResolver {
  @FieldResolver(() => RunConnection, { description: 'The runs of its workspaces that you may see, newest first.' })
  runs(
    @Root() organization: OrganizationRow,
    @Arg('filter', () => RunFilter, filterArgument) filter: RunFilter | null | undefined,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const { lists } = context.state.visibleTo(requireCaller(context));
    return lists.runsOfOrganization.connection(organization, filter ?? {}, pageAsked(args));
  }

  @Internal()
  @FieldResolver(() => RunPage, { description: 'The same list by page number.' })
  runPage(
    @Root() organization: OrganizationRow,
    @Arg('filter', () => RunFilter, filterArgument) filter: RunFilter | null | undefined,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: StateContext,
  ) {
    const { lists } = context.state.visibleTo(requireCaller(context));
    return lists.runsOfOrganization.numbered(organization, filter ?? {}, pageWindow(args));
  }
}
