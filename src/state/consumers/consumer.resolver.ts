import {
  Arg,
  Args,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Mutation,
  registerEnumType,
  Resolver,
  Root,
} from 'type-graphql';
import type { WorkspaceRow } from '../../platform/database/models.js';
import { ConnectionArgs, pageAsked } from '../../platform/graphql/connection.js';
import { Internal } from '../../platform/graphql/internal.js';
import { NumberedPageArgs, pageWindow } from '../../platform/graphql/numbered-page.js';
import { payload, payloadType } from '../../platform/graphql/payload.js';
import { requireCaller } from '../../identity/context.js';
import type { StateContext } from '../context.js';
import { refOf, WorkspaceRefType } from '../workspaces/workspace-ref.input.js';
import { Workspace, WorkspaceConnection, WorkspacePage } from '../workspaces/workspace.type.js';
import type { ConsumerMode } from './consumers.js';

const ConsumerModeEnum = { ADD: 'add', REPLACE: 'replace', REMOVE: 'remove' } as const satisfies Record<
  string,
  ConsumerMode
>;
registerEnumType(ConsumerModeEnum, {
  name: 'RemoteStateConsumerMode',
  description: 'How the given consumers are combined with the present ones.',
  valuesConfig: {
    ADD: { description: 'The given workspaces are added.' },
    REPLACE: { description: 'The given workspaces replace the present consumers.' },
    REMOVE: { description: 'The given workspaces are removed.' },
  },
});

@InputType({ description: 'Changes to the workspaces that may read the state of a workspace.' })
export class ChangeRemoteStateConsumersInput {
  @Field(() => WorkspaceRefType, { description: 'The workspace whose state is read.' })
  workspace!: WorkspaceRefType;

  @Field(() => [ID], {
    description: 'Identifiers of the workspaces that read the state. They must belong to the same organization.',
  })
  consumerIds!: string[];

  @Field(() => ConsumerModeEnum, { description: 'How the workspaces are combined with the present consumers.' })
  mode!: ConsumerMode;
}

const ChangeRemoteStateConsumersPayload = payloadType(
  'ChangeRemoteStateConsumersPayload',
  'workspace',
  () => Workspace,
);

@Resolver(() => Workspace)
export class ConsumerResolver {
  @FieldResolver(() => WorkspaceConnection, {
    description:
      'The other workspaces that may read its state and that you may see, by name: with `globalRemoteState` all of the organization, with `projectRemoteState` all of its project, else those that were named.',
  })
  remoteStateConsumers(
    @Root() workspace: WorkspaceRow,
    @Args(() => ConnectionArgs) args: ConnectionArgs,
    @Ctx() context: StateContext,
  ) {
    const { lists } = context.state.visibleTo(requireCaller(context));
    return lists.consumersOfWorkspace.connection(workspace, {}, pageAsked(args));
  }

  @Internal()
  @FieldResolver(() => WorkspacePage, { description: 'The same list by page number.' })
  remoteStateConsumerPage(
    @Root() workspace: WorkspaceRow,
    @Args(() => NumberedPageArgs) args: NumberedPageArgs,
    @Ctx() context: StateContext,
  ) {
    const { lists } = context.state.visibleTo(requireCaller(context));
    return lists.consumersOfWorkspace.numbered(workspace, {}, pageWindow(args));
  }

  @Mutation(() => ChangeRemoteStateConsumersPayload, {
    description: 'Changes which workspaces may read the state of a workspace.',
  })
  changeRemoteStateConsumers(
    @Arg('input', () => ChangeRemoteStateConsumersInput) input: ChangeRemoteStateConsumersInput,
    @Ctx() context: StateContext,
  ) {
    const caller = requireCaller(context);
    const { consumerIds, mode } = input;
    return payload('workspace', () =>
      context.state.consumers.change(caller, refOf(input.workspace), consumerIds, mode),
    );
  }
}
