import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { EventFields, afterArgument } from '../../platform/graphql/event.js';
import { JobEventFields } from '../../platform/graphql/job-event.js';
import { BigIntScalar } from '../../platform/graphql/scalars.js';
import type { LockHolderKind } from '../locks/lock-rules.js';
import { LockHolderKindEnum } from '../locks/lock.type.js';
import type {
  LockEventKind,
  StateJob,
  StateVersionEventKind,
  VariableSetEventKind,
  WorkspaceEventKind,
} from './state-events.js';

const StateVersionEventKindEnum = {
  CREATED: 'state-version.created',
  FINALIZED: 'state-version.finalized',
  PROCESSED: 'state-version.processed',
  DISCARDED: 'state-version.discarded',
  BACKING_DATA_SOFT_DELETED: 'state-version.backing-data-soft-deleted',
  BACKING_DATA_RESTORED: 'state-version.backing-data-restored',
  BACKING_DATA_PERMANENTLY_DELETED: 'state-version.backing-data-permanently-deleted',
  DELETED: 'state-version.deleted',
} as const satisfies Record<string, StateVersionEventKind>;
registerEnumType(StateVersionEventKindEnum, {
  name: 'StateVersionEventKind',
  description: 'Kinds of events of state versions.',
  valuesConfig: {
    CREATED: { description: 'It was created, with or without its content.' },
    FINALIZED: { description: 'Its content is stored.' },
    PROCESSED: { description: 'Its content has been read: resources, modules, providers and outputs are known.' },
    DISCARDED: { description: 'A newer state version replaced it before its content arrived.' },
    BACKING_DATA_SOFT_DELETED: { description: 'Its content was marked for deletion.' },
    BACKING_DATA_RESTORED: { description: 'Its content was restored.' },
    BACKING_DATA_PERMANENTLY_DELETED: { description: 'Its content was permanently deleted.' },
    DELETED: { description: 'It was deleted, with its content and its outputs.' },
  },
});

const WorkspaceLockEventKindEnum = {
  LOCKED: 'workspace.locked',
  UNLOCKED: 'workspace.unlocked',
  FORCE_UNLOCKED: 'workspace.force-unlocked',
} as const satisfies Record<string, LockEventKind>;
registerEnumType(WorkspaceLockEventKindEnum, {
  name: 'WorkspaceLockEventKind',
  description: 'Kinds of events of the lock of a workspace.',
  valuesConfig: {
    LOCKED: { description: 'Somebody took the lock.' },
    UNLOCKED: { description: 'The holder released the lock.' },
    FORCE_UNLOCKED: { description: 'Somebody other than the holder released the lock.' },
  },
});

const WorkspaceEventKindEnum = {
  CREATED: 'workspace.created',
  CHANGED: 'workspace.changed',
  MOVED: 'workspace.moved',
  DELETED: 'workspace.deleted',
} as const satisfies Record<string, WorkspaceEventKind>;
registerEnumType(WorkspaceEventKindEnum, {
  name: 'WorkspaceEventKind',
  description: 'Kinds of events of workspaces.',
  valuesConfig: {
    CREATED: { description: 'It was created.' },
    CHANGED: {
      description:
        'Its name, settings, tags, retention policy or consumers changed. There is no event when `deleteTags` removes a tag from it, or when a tag of its project changes.',
    },
    MOVED: { description: 'It moved to another project. Its name and settings may have changed at the same time.' },
    DELETED: { description: 'It was deleted, with its state.' },
  },
});

const VariableSetEventKindEnum = {
  CREATED: 'variable-set.created',
  CHANGED: 'variable-set.changed',
  DELETED: 'variable-set.deleted',
} as const satisfies Record<string, VariableSetEventKind>;
registerEnumType(VariableSetEventKindEnum, {
  name: 'VariableSetEventKind',
  description: 'Kinds of events of variable sets.',
  valuesConfig: {
    CREATED: { description: 'It was created.' },
    CHANGED: {
      description:
        'It has another name or settings, other variables, or is for other workspaces or projects. There is no event when one of these is deleted or moved.',
    },
    DELETED: { description: 'It was deleted, by itself or with the project that owned it.' },
  },
});

@ObjectType({ simpleResolvers: true, description: 'An event of a variable set.' })
export class VariableSetEvent extends EventFields {
  @Field(() => VariableSetEventKindEnum, { description: 'What happened.' })
  readonly kind!: VariableSetEventKind;

  @Field(() => ID, { description: 'Identifier of the variable set.' })
  readonly variableSetId!: string;

  @Field(() => ID, { description: 'Identifier of its organization.' })
  readonly organizationId!: string;
}

@ArgsType()
export class VariableSetEventsArgs {
  @Field(() => String, { description: 'Name of the organization, for all its variable sets that you may see.' })
  organization!: string;

  @Field(() => [VariableSetEventKindEnum], {
    nullable: true,
    description: 'Only events of these kinds. Defaults to all.',
  })
  kinds?: VariableSetEventKind[] | null;

  @Field(() => ID, afterArgument)
  after?: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'An event of a workspace.' })
export class WorkspaceEvent extends EventFields {
  @Field(() => WorkspaceEventKindEnum, { description: 'What happened.' })
  readonly kind!: WorkspaceEventKind;

  @Field(() => ID, { description: 'Identifier of the workspace.' })
  readonly workspaceId!: string;
}

@ObjectType({ simpleResolvers: true, description: 'An event of a state version.' })
export class StateVersionEvent extends EventFields {
  @Field(() => StateVersionEventKindEnum, { description: 'What happened.' })
  readonly kind!: StateVersionEventKind;

  @Field(() => ID, { description: 'Identifier of the state version.' })
  readonly stateVersionId!: string;

  @Field(() => ID, { description: 'Identifier of the workspace of the state version.' })
  readonly workspaceId!: string;

  @Field(() => BigIntScalar, { description: 'The serial of the state version.' })
  readonly serial!: bigint;
}

@ObjectType({ simpleResolvers: true, description: 'An event of the lock of a workspace.' })
export class WorkspaceLockEvent extends EventFields {
  @Field(() => WorkspaceLockEventKindEnum, { description: 'What happened.' })
  readonly kind!: LockEventKind;

  @Field(() => ID, { description: 'Identifier of the workspace.' })
  readonly workspaceId!: string;

  @Field(() => LockHolderKindEnum, {
    nullable: true,
    description: 'The kind of holder that holds the lock, or held it before.',
  })
  readonly holderKind!: LockHolderKind | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Id of the user, team or run that holds the lock, or held it before.',
  })
  readonly holderId!: string | null;

  @Field(() => String, { nullable: true, description: 'The name that the holder had when it took the lock.' })
  readonly holderName!: string | null;
}

const StateJobEnum = {
  READ_CONTENT: 'state.read-content',
  INDEX_RESOURCES: 'state.index-resources',
} as const satisfies Record<string, StateJob>;
registerEnumType(StateJobEnum, {
  name: 'StateJob',
  description: 'Background work on a state version.',
  valuesConfig: {
    READ_CONTENT: {
      description: 'Reading its content. Afterwards its resources, modules, providers and outputs are known.',
    },
    INDEX_RESOURCES: { description: 'Indexing its resources, so that `resources` finds them.' },
  },
});

@ObjectType({ simpleResolvers: true, description: 'Progress of background work on a state version.' })
export class StateJobEvent extends JobEventFields {
  @Field(() => StateJobEnum, { description: 'The kind of work.' })
  readonly job!: StateJob;

  @Field(() => ID, { description: 'Identifier of the state version that the work is for.' })
  readonly stateVersionId!: string;

  @Field(() => ID, { description: 'Identifier of the workspace of the state version.' })
  readonly workspaceId!: string;
}

@ArgsType()
export class WorkspaceEventsArgs {
  @Field(() => ID, { nullable: true, description: 'Identifier of the workspace. Give either this or `organization`.' })
  workspaceId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of an organization, for all its workspaces that you may see. Give either this or `workspaceId`.',
  })
  organization?: string | null;

  @Field(() => [WorkspaceEventKindEnum], {
    nullable: true,
    description: 'Only events of these kinds. Defaults to all.',
  })
  kinds?: WorkspaceEventKind[] | null;

  @Field(() => ID, afterArgument)
  after?: string | null;
}

@ArgsType()
export class StateJobEventsArgs {
  @Field(() => ID, { description: 'Identifier of the workspace.' })
  workspaceId!: string;

  @Field(() => ID, afterArgument)
  after?: string | null;
}

@ArgsType()
export class StateVersionEventsArgs {
  @Field(() => ID, { description: 'Identifier of the workspace.' })
  workspaceId!: string;

  @Field(() => [StateVersionEventKindEnum], {
    nullable: true,
    description: 'Only events of these kinds. Defaults to all.',
  })
  kinds?: StateVersionEventKind[] | null;

  @Field(() => ID, afterArgument)
  after?: string | null;
}

@ArgsType()
export class WorkspaceLockEventsArgs {
  @Field(() => ID, { nullable: true, description: 'Identifier of the workspace. Give either this or `organization`.' })
  workspaceId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Name of an organization, for all its workspaces that you may see. Give either this or `workspaceId`.',
  })
  organization?: string | null;

  @Field(() => ID, afterArgument)
  after?: string | null;
}
