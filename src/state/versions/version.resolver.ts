import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Connection } from '../../platform/graphql/connection.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { Internal } from '../../platform/graphql/internal.js';
import type { NumberedPage } from '../../platform/graphql/numbered-page.js';
import { filterArgument } from '../../platform/graphql/filter.js';
import { Lookup } from '../../platform/graphql/lookup.js';
import { NumberedPageArgs, pageWindow } from '../../platform/graphql/numbered-page.js';
import { payload } from '../../platform/graphql/payload.js';
import { jsonOf } from '../../platform/graphql/raw-json.js';
import { BigIntScalar, JSONScalar } from '../../platform/graphql/scalars.js';
import { requireCaller } from '../../identity/context.js';
import type { StateContext, StateScope } from '../context.js';
import type { RunId } from '../../platform/ids.js';
import type { RunRow, WorkspaceRow } from '../../platform/database/models.js';
import { User } from '../../identity/users/user.type.js';
import type { ShownDocumentKind } from '../inventory/inventory-documents.js';
import { orNull } from '../../platform/missing.js';
import { Run } from '../runs/run.type.js';
import { Workspace } from '../workspaces/workspace.type.js';
import { newStateVersion, stateVersionIdOf, workspaceIdOf } from './version-input.js';
import {
  CreateStateVersionInput,
  CreateStateVersionPayload,
  PermanentlyDeleteBackingDataInput,
  PermanentlyDeleteBackingDataPayload,
  RestoreBackingDataInput,
  RestoreBackingDataPayload,
  RollbackStateVersionInput,
  RollbackStateVersionPayload,
  SoftDeleteBackingDataInput,
  SoftDeleteBackingDataPayload,
  StateVersionFilter,
} from './version.inputs.js';
import {
  billableRumCount,
  hostedJsonStateDownloadUrl,
  hostedJsonStateUploadUrl,
  hostedStateDownloadUrl,
  hostedStateUploadUrl,
} from './version-fields.js';
import type { StateVersionStatus } from './status.js';
import { StateVersion, StateVersionConnection, StateVersionPage, StateVersionStatusEnum } from './version.type.js';

@Resolver(() => StateVersion)
export class StateVersionResolver {
  @Lookup(() => StateVersion, { description: 'A state version, by its id.' })
  stateVersion(
    @Arg('id', () => ID, { description: 'Identifier of the form `sv-…`.' }) id: string,
    @Ctx() context: StateContext,
  ): Promise<StateVersion> {
    return context.state.versions.read(requireCaller(context), stateVersionIdOf(id));
  }

  @Lookup(() => StateVersion, { description: 'The state version that engine operations of a workspace start from.' })
  async currentStateVersion(
    @Arg('workspaceId', () => ID, { description: 'Identifier of the workspace.' }) workspaceId: string,
    @Ctx() context: StateContext,
  ): Promise<StateVersion | null> {
    // For REST too, whose text is the same as for any other missing object.
    const current = () => context.state.versions.current(requireCaller(context), workspaceIdOf(workspaceId));
    return (await orNull(current))?.version ?? null;
  }

  @Internal()
  @Query(() => StateVersionPage, { description: 'State versions of a workspace by page number, newest first.' })
  stateVersionPage(
    @Arg('organization', () => String, { description: 'Name of the organization.' }) organization: string,
    @Arg('workspace', () => String, { description: 'Name of the workspace.' }) workspace: string,
    @Arg('statuses', () => [StateVersionStatusEnum], {
      nullable: true,
      description: 'Only versions with one of these statuses.',
    })
    statuses: StateVersionStatus[] | null,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: StateContext,
  ): Promise<NumberedPage<StateVersion>> {
    const named = { organization, workspace };
    return context.state.versions.page(requireCaller(context), named, statuses ?? [], pageWindow(args));
  }

  @Mutation(() => CreateStateVersionPayload, {
    description:
      'Creates a state version in a workspace that you have locked. With `state` it becomes current immediately. Without `state` it waits for an upload. Organization tokens may not do this.',
  })
  createStateVersion(
    @Arg('input', () => CreateStateVersionInput) input: CreateStateVersionInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('stateVersion', () => context.state.versions.create(caller, newStateVersion(input)));
  }

  @Mutation(() => RollbackStateVersionPayload, {
    description:
      'Copies an earlier state version and makes the copy current. Its serial is higher than all known serials. Organization tokens may not do this.',
  })
  rollbackStateVersion(
    @Arg('input', () => RollbackStateVersionInput) input: RollbackStateVersionInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('stateVersion', () =>
      context.state.rollback.rollback(caller, workspaceIdOf(input.workspaceId), stateVersionIdOf(input.stateVersionId)),
    );
  }

  @Mutation(() => SoftDeleteBackingDataPayload, {
    description:
      'Marks the content of a state version for deletion. The state version must be finalized and not current. Its content can be restored until the given number of days has passed. For owners, in enterprise deployments.',
  })
  softDeleteBackingData(
    @Arg('input', () => SoftDeleteBackingDataInput) input: SoftDeleteBackingDataInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('stateVersion', () =>
      context.state.backingData.softDelete(caller, stateVersionIdOf(input.id), input.deleteOlderThanNDays),
    );
  }

  @Mutation(() => RestoreBackingDataPayload, {
    description: 'Restores content that was marked for deletion. For owners, in enterprise deployments.',
  })
  restoreBackingData(
    @Arg('input', () => RestoreBackingDataInput) input: RestoreBackingDataInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('stateVersion', () => context.state.backingData.restore(caller, stateVersionIdOf(input.id)));
  }

  @Mutation(() => PermanentlyDeleteBackingDataPayload, {
    description: 'Permanently deletes content that was marked for deletion. For owners, in enterprise deployments.',
  })
  permanentlyDeleteBackingData(
    @Arg('input', () => PermanentlyDeleteBackingDataInput) input: PermanentlyDeleteBackingDataInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    return payload('stateVersion', () =>
      context.state.backingData.permanentlyDelete(caller, stateVersionIdOf(input.id)),
    );
  }

  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Signed URL of the raw state. Null while there is nothing to download. It works without a token. It expires, and it also ends when the token that it was created for loses the permission.',
  })
  hostedStateDownloadUrl(@Root() version: StateVersion, @Ctx() context: StateContext) {
    return hostedStateDownloadUrl(version, context.state.contentUrls, context.baseUrl, requireCaller(context));
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Signed URL of the state in JSON form. Only for states of engine 1.3 or later.',
  })
  hostedJsonStateDownloadUrl(@Root() version: StateVersion, @Ctx() context: StateContext) {
    return hostedJsonStateDownloadUrl(version, context.state.contentUrls, context.baseUrl, requireCaller(context));
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Signed URL for one upload of the raw state (PUT). Null after the upload.',
  })
  hostedStateUploadUrl(@Root() version: StateVersion, @Ctx() { state, baseUrl }: StateContext) {
    return hostedStateUploadUrl(version, state.contentUrls, baseUrl);
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Signed URL for one upload of the state in JSON form (PUT). Null after the upload.',
  })
  hostedJsonStateUploadUrl(@Root() version: StateVersion, @Ctx() { state, baseUrl }: StateContext) {
    return hostedJsonStateUploadUrl(version, state.contentUrls, baseUrl);
  }

  @FieldResolver(() => JSONScalar, {
    nullable: true,
    description:
      'Instances by type for each module: `{"root": {"null-resource": 1}}`. Null with a `processingProblem`.',
  })
  modules(@Root() version: StateVersion, @Ctx() context: StateContext): unknown {
    return documentOf(version, 'modules', context);
  }

  @FieldResolver(() => JSONScalar, {
    nullable: true,
    description: 'Instances by type for each provider. Null with a `processingProblem`.',
  })
  providers(@Root() version: StateVersion, @Ctx() context: StateContext): unknown {
    return documentOf(version, 'providers', context);
  }

  @FieldResolver(() => JSONScalar, {
    nullable: true,
    description:
      'Its resources, each with `name`, `type` (data resources as `data.…`), `count`, `module` and `provider`. Null with a `processingProblem`.',
  })
  resources(@Root() version: StateVersion, @Ctx() context: StateContext): unknown {
    return documentOf(version, 'resources', context);
  }

  @FieldResolver(() => BigIntScalar, {
    nullable: true,
    description:
      'The number of billable resources under management. Only for members of organizations whose plan counts them, and only when `resourcesProcessed` is true.',
  })
  billableRumCount(@Root() version: StateVersion, @Ctx() context: StateContext): bigint | null {
    return billableRumCount(version, requireCaller(context));
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether its workspace is connected to a repository. Only then the commit fields have values.',
  })
  vcsConnected(@Root() version: StateVersion): boolean {
    return version.home?.connectedToVcs ?? false;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Commit of the configuration that produced it, if the workspace is connected to a repository.',
  })
  vcsCommitSha(@Root() version: StateVersion, @Ctx() context: StateContext): Promise<string | null> | null {
    return configurationOf(version, context)?.then((configuration) => configuration?.commitSha ?? null) ?? null;
  }

  @FieldResolver(() => String, { nullable: true, description: 'Link to that commit.' })
  vcsCommitUrl(@Root() version: StateVersion, @Ctx() context: StateContext): Promise<string | null> | null {
    return configurationOf(version, context)?.then((configuration) => configuration?.commitUrl ?? null) ?? null;
  }

  @FieldResolver(() => Workspace, { nullable: true, description: 'Its workspace.' })
  workspace(@Root() version: StateVersion, @Ctx() { state }: StateContext) {
    return state.load.workspace.load(version.workspaceId);
  }

  @FieldResolver(() => User, {
    nullable: true,
    description:
      'The account that created it. For runs that the service executed, this is the internal account `service`.',
  })
  createdBy(@Root() version: StateVersion, @Ctx() { identity }: StateContext) {
    return version.createdById && identity.load.user.load(version.createdById);
  }

  @FieldResolver(() => Run, {
    nullable: true,
    description: 'The run that produced it. Null if there is none, or if you may not see runs.',
  })
  run(@Root() version: StateVersion, @Ctx() context: StateContext): Promise<RunRow | null> | null {
    return version.runId && context.state.visibleTo(requireCaller(context)).run(version.runId);
  }

  @FieldResolver(() => StateVersion, {
    nullable: true,
    description: 'The state version that it is a copy of, after a rollback.',
  })
  rollbackOf(@Root() version: StateVersion, @Ctx() { state }: StateContext): Promise<StateVersion | null> | null {
    return version.rollbackOfId && state.load.stateVersion.load(version.rollbackOfId);
  }
}

const neighboursOf = ({ id, neighbours }: StateVersion, { load }: StateContext['state']) =>
  neighbours ?? load.neighbours.load(id);

/** The history that a version is part of. */
@Resolver(() => StateVersion)
export class StateVersionNeighboursResolver {
  @FieldResolver(() => ID, {
    nullable: true,
    description: 'Identifier of the state that its workspace had before. Null for the first one.',
  })
  async previousStateVersionId(@Root() version: StateVersion, @Ctx() { state }: StateContext) {
    return (await neighboursOf(version, state)).previous;
  }

  @FieldResolver(() => ID, {
    nullable: true,
    description: 'Identifier of the state that its workspace had after it. Null for the newest one.',
  })
  async nextStateVersionId(@Root() version: StateVersion, @Ctx() { state }: StateContext) {
    return (await neighboursOf(version, state)).next;
  }

  @FieldResolver(() => StateVersion, {
    nullable: true,
    description: 'The state that its workspace had before. Null for the first one.',
  })
  async previousStateVersion(@Root() version: StateVersion, @Ctx() { state }: StateContext) {
    const { previous } = await neighboursOf(version, state);
    return previous && state.load.stateVersion.load(previous);
  }

  @FieldResolver(() => StateVersion, {
    nullable: true,
    description: 'The state that its workspace had after it. Null for the newest one.',
  })
  async nextStateVersion(@Root() version: StateVersion, @Ctx() { state }: StateContext) {
    const { next } = await neighboursOf(version, state);
    return next && state.load.stateVersion.load(next);
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether you may restore its backing data: they are soft-deleted, and you own the organization.',
  })
  canRestoreBackingData(@Root() version: StateVersion, @Ctx() context: StateContext): boolean {
    return context.state.backingData.canRestore(requireCaller(context), version);
  }
}

@Resolver(() => Workspace)
export class WorkspaceVersionsResolver {
  @FieldResolver(() => StateVersion, {
    nullable: true,
    description: 'The state version that engine operations start from. Null before the first one.',
  })
  currentStateVersion(@Root() workspace: WorkspaceRow, @Ctx() context: StateContext): Promise<StateVersion | null> {
    return context.state.visibleTo(requireCaller(context)).currentVersion(workspace);
  }

  @FieldResolver(() => StateVersionConnection, {
    nullable: true,
    description: 'Its state versions, newest first. Null if you may not read its state.',
  })
  stateVersions(
    @Root() workspace: WorkspaceRow,
    @Arg('filter', () => StateVersionFilter, filterArgument) filter: StateVersionFilter | null | undefined,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ): Promise<Connection<StateVersion> | null> {
    const visible = context.state.visibleTo(requireCaller(context));
    return visible.where('state-version.list', workspace, () =>
      visible.lists.versionsOfWorkspace.connection(workspace, { statuses: filter?.statuses ?? [] }, pageAsked(args)),
    );
  }
}

/** Returns the value without a promise if the row has it; null if the content could not be read. */
function documentOf(version: StateVersion, kind: ShownDocumentKind, { state }: StateContext): unknown {
  if (version.processingProblem !== null) return null;
  const text = version[`${kind}Json`];
  return text === null ? state.load.documentOfVersion.load({ stateVersionId: version.id, kind }) : jsonOf(text);
}

/** Returns null without a promise if there is none. */
function configurationOf(version: StateVersion, { state }: StateContext) {
  return version.runId === null || !version.home?.connectedToVcs ? null : configurationOfRun(version.runId, state);
}

async function configurationOfRun(runId: RunId, state: StateScope) {
  const run = await state.load.run.load(runId);
  return run?.configurationVersionId ? state.load.configurationVersion.load(run.configurationVersionId) : null;
}
