import { Args, Ctx, FieldResolver, Resolver, Root, Subscription } from 'type-graphql';
import { presentCaller, requireCaller } from '../../identity/context.js';
import type { EventRow } from '../../platform/events/event-catalogue.js';
import { resumed } from '../../platform/graphql/event.js';
import { stateVersionIdOf } from '../versions/version-input.js';
import { StateVersion } from '../versions/version.type.js';
import { VariableSet } from '../variables/variable-set.type.js';
import { Workspace } from '../workspaces/workspace.type.js';
import type { StateContext } from '../context.js';
import type { AskedStateEvents } from './state-event-rooms.js';
import { stateEventTable } from './state-event-table.js';
import type { StateAudience } from './state-event-table.js';
import {
  StateJobEvent,
  StateJobEventsArgs,
  StateVersionEvent,
  StateVersionEventsArgs,
  VariableSetEvent,
  VariableSetEventsArgs,
  WorkspaceEvent,
  WorkspaceEventsArgs,
  WorkspaceLockEvent,
  WorkspaceLockEventsArgs,
} from './state-event.type.js';

interface Asked {
  readonly args: AskedStateEvents;
  readonly context: StateContext;
}

/** Resolves a subscription to the events of a row. */
const following =
  <Shown extends object>(row: EventRow<StateAudience, Shown>) =>
  ({ args, context }: Asked) =>
    context.state.events.follow(row, () => presentCaller(context), resumed(args, context));

@Resolver(() => StateVersionEvent)
export class StateVersionEventResolver {
  @Subscription(() => StateVersionEvent, {
    description: 'Changes to the state versions of a workspace whose state you may read.',
    subscribe: following(stateEventTable.stateVersionEvents),
  })
  stateVersionEvents(@Args(() => StateVersionEventsArgs) _args: object, @Root() event: StateVersionEvent) {
    return event;
  }

  @FieldResolver(() => StateVersion, {
    nullable: true,
    description: 'The current state version, which may be newer than the event. Null if it was deleted.',
  })
  stateVersion(@Root() { stateVersionId }: StateVersionEvent, @Ctx() { state }: StateContext) {
    return state.load.stateVersion.load(stateVersionIdOf(stateVersionId));
  }
}

@Resolver(() => StateJobEvent)
export class StateJobEventResolver {
  @Subscription(() => StateJobEvent, {
    description:
      'Progress of long background work on the state versions of a workspace. `stateVersionEvents` reports the results, also of short work.',
    subscribe: following(stateEventTable.stateJobEvents),
  })
  stateJobEvents(@Args(() => StateJobEventsArgs) _args: object, @Root() event: StateJobEvent) {
    return event;
  }

  @FieldResolver(() => StateVersion, {
    nullable: true,
    description: 'The current state version. Null if it was deleted.',
  })
  stateVersion(@Root() { stateVersionId }: StateJobEvent, @Ctx() { state }: StateContext) {
    return state.load.stateVersion.load(stateVersionIdOf(stateVersionId));
  }
}

@Resolver(() => WorkspaceLockEvent)
export class WorkspaceLockEventResolver {
  @Subscription(() => WorkspaceLockEvent, {
    description:
      'Changes to the lock of a workspace, or to the locks of all workspaces of an organization that you may see.',
    subscribe: following(stateEventTable.workspaceLockEvents),
  })
  workspaceLockEvents(@Args(() => WorkspaceLockEventsArgs) _args: object, @Root() event: WorkspaceLockEvent) {
    return event;
  }

  @FieldResolver(() => Workspace, {
    nullable: true,
    description: 'The current workspace. Null if it was deleted.',
  })
  workspace(@Root() { workspaceId }: WorkspaceLockEvent, @Ctx() { state }: StateContext) {
    return state.load.workspace.load(workspaceId);
  }
}

@Resolver(() => WorkspaceEvent)
export class WorkspaceEventResolver {
  @Subscription(() => WorkspaceEvent, {
    description:
      'Changes to a workspace, or to all workspaces of an organization that you may see. Locks and state have separate subscriptions.',
    subscribe: following(stateEventTable.workspaceEvents),
  })
  workspaceEvents(@Args(() => WorkspaceEventsArgs) _args: object, @Root() event: WorkspaceEvent) {
    return event;
  }

  @FieldResolver(() => Workspace, {
    nullable: true,
    description: 'The current workspace. Null if it was deleted or if you may no longer see it.',
  })
  workspace(@Root() { workspaceId }: WorkspaceEvent, @Ctx() context: StateContext) {
    return context.state.visibleTo(requireCaller(context)).workspace(workspaceId);
  }
}

@Resolver(() => VariableSetEvent)
export class VariableSetEventResolver {
  @Subscription(() => VariableSetEvent, {
    description: 'Changes to the variable sets of an organization that you may see, and to their variables.',
    subscribe: following(stateEventTable.variableSetEvents),
  })
  variableSetEvents(@Args(() => VariableSetEventsArgs) _args: object, @Root() event: VariableSetEvent) {
    return event;
  }

  @FieldResolver(() => VariableSet, {
    nullable: true,
    description: 'The current variable set. Null if it was deleted or if you may no longer see it.',
  })
  variableSet(@Root() { variableSetId }: VariableSetEvent, @Ctx() context: StateContext) {
    return context.state.visibleTo(requireCaller(context)).variableSet(variableSetId);
  }
}
