import { Args, Ctx, FieldResolver, Resolver, Root, Subscription } from 'type-graphql';
import { presentCaller } from '../../identity/context.js';
import { resumed } from '../../platform/graphql/event.js';
import { stateVersionIdOf } from '../versions/version-input.js';
import { StateVersion } from '../versions/version.type.js';
import { Workspace } from '../workspaces/workspace.type.js';
import type { StateContext } from '../context.js';
import {
  StateJobEvent,
  StateJobEventsArgs,
  StateVersionEvent,
  StateVersionEventsArgs,
  WorkspaceLockEvent,
  WorkspaceLockEventsArgs,
} from './state-event.type.js';

interface Asked<Arguments> {
  readonly args: Arguments;
  readonly context: StateContext;
}

@Resolver(() => StateVersionEvent)
export class StateVersionEventResolver {
  @Subscription(() => StateVersionEvent, {
    description: 'What happens to the state versions of a workspace whose state you may read.',
    subscribe: ({ args, context }: Asked<StateVersionEventsArgs>) =>
      context.state.subscriptions.ofVersions(() => presentCaller(context), resumed(args, context)),
  })
  stateVersionEvents(@Args(() => StateVersionEventsArgs) _args: object, @Root() event: StateVersionEvent) {
    return event;
  }

  @FieldResolver(() => StateVersion, {
    nullable: true,
    description: 'The state version as it is now, which may be later than the event; null when it is gone.',
  })
  stateVersion(@Root() { stateVersionId }: StateVersionEvent, @Ctx() { state }: StateContext) {
    return state.load.stateVersion.load(stateVersionIdOf(stateVersionId));
  }
}

@Resolver(() => StateJobEvent)
export class StateJobEventResolver {
  @Subscription(() => StateJobEvent, {
    description:
      'How far long work in the background on the state versions of a workspace is. What came of it `stateVersionEvents` tells, of short work too.',
    subscribe: ({ args, context }: Asked<StateJobEventsArgs>) =>
      context.state.subscriptions.ofJobs(() => presentCaller(context), resumed(args, context)),
  })
  stateJobEvents(@Args(() => StateJobEventsArgs) _args: object, @Root() event: StateJobEvent) {
    return event;
  }

  @FieldResolver(() => StateVersion, {
    nullable: true,
    description: 'The state version as it is now; null when it is gone.',
  })
  stateVersion(@Root() { stateVersionId }: StateJobEvent, @Ctx() { state }: StateContext) {
    return state.load.stateVersion.load(stateVersionIdOf(stateVersionId));
  }
}

@Resolver(() => WorkspaceLockEvent)
export class WorkspaceLockEventResolver {
  @Subscription(() => WorkspaceLockEvent, {
    description:
      'What happens to the lock of a workspace, or to the locks of all workspaces of an organization that you may see.',
    subscribe: ({ args, context }: Asked<WorkspaceLockEventsArgs>) =>
      context.state.subscriptions.ofLocks(() => presentCaller(context), resumed(args, context)),
  })
  workspaceLockEvents(@Args(() => WorkspaceLockEventsArgs) _args: object, @Root() event: WorkspaceLockEvent) {
    return event;
  }

  @FieldResolver(() => Workspace, { nullable: true, description: 'The workspace as it is now; null when it is gone.' })
  workspace(@Root() { workspaceId }: WorkspaceLockEvent, @Ctx() { state }: StateContext) {
    return state.load.workspace.load(workspaceId);
  }
}
