import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { ConfigurationVersionRow, WorkspaceRow } from '../../platform/database/models.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { Internal } from '../../platform/graphql/internal.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { NumberedPageArgs, pageWindow } from '../../platform/graphql/numbered-page.js';
import { payload } from '../../platform/graphql/payload.js';
import { requireCaller } from '../../identity/context.js';
import type { StateContext } from '../context.js';
import { Workspace } from '../workspaces/workspace.type.js';
import {
  ConfigurationVersion,
  ConfigurationVersionConnection,
  ConfigurationVersionPage,
  CreateConfigurationVersionInput,
  CreateConfigurationVersionPayload,
} from './configuration-version.type.js';

@Resolver(() => ConfigurationVersion)
export class ConfigurationVersionResolver {
  @Lookup(() => ConfigurationVersion, { description: 'A configuration version, by its id.' })
  configurationVersion(
    @Arg('id', () => ID, { description: 'Identifier of the form `cv-…`.' }) id: string,
    @Ctx() context: StateContext,
  ) {
    return context.state.configurationVersions.read(requireCaller(context), id);
  }

  @Mutation(() => CreateConfigurationVersionPayload, { description: 'Records a configuration version.' })
  createConfigurationVersion(
    @Arg('input', () => CreateConfigurationVersionInput) input: CreateConfigurationVersionInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('configurationVersion', () => context.state.configurationVersions.create(caller, input));
  }

  @FieldResolver(() => Workspace, { nullable: true, description: 'Its workspace.' })
  workspace(@Root() { workspaceId }: ConfigurationVersionRow, @Ctx() context: StateContext) {
    return context.state.load.workspace.load(workspaceId);
  }
}

@Resolver(() => Workspace)
export class ConfigurationVersionsOfWorkspaceResolver {
  @FieldResolver(() => ID, {
    nullable: true,
    description: 'Id of its newest configuration version that is neither speculative nor provisional.',
  })
  currentConfigurationVersionId(@Root() { currentConfigurationVersionId }: WorkspaceRow): string | null {
    return currentConfigurationVersionId;
  }

  @FieldResolver(() => ConfigurationVersion, {
    nullable: true,
    description:
      'Its newest configuration version that is neither speculative nor provisional. Null if you may not see it.',
  })
  currentConfigurationVersion(
    @Root() { currentConfigurationVersionId: id }: WorkspaceRow,
    @Ctx() context: StateContext,
  ) {
    return id === null ? null : context.state.visibleTo(requireCaller(context)).configurationVersion(id);
  }

  @FieldResolver(() => ConfigurationVersionConnection, {
    nullable: true,
    description: 'Its configuration versions, newest first. Null if you may not see them.',
  })
  configurationVersions(
    @Root() workspace: WorkspaceRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const visible = context.state.visibleTo(requireCaller(context));
    return visible.where('run.read', workspace, () =>
      visible.lists.configurationVersionsOfWorkspace.connection(workspace, {}, pageAsked(args)),
    );
  }

  @Internal()
  @FieldResolver(() => ConfigurationVersionPage, { nullable: true, description: 'The same list by page number.' })
  configurationVersionPage(
    @Root() workspace: WorkspaceRow,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: StateContext,
  ) {
    const visible = context.state.visibleTo(requireCaller(context));
    return visible.where('run.read', workspace, () =>
      visible.lists.configurationVersionsOfWorkspace.numbered(workspace, {}, pageWindow(args)),
    );
  }
}
