import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { payloadType, ProblemType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import { WorkspaceRefType } from '../workspaces/workspace-ref.input.js';
import { Workspace } from '../workspaces/workspace.type.js';
import type { ClientLock } from './client-lock.js';
import type { LockHolderKind } from './lock-rules.js';

export const LockHolderKindEnum = { USER: 'User', TEAM: 'Team', RUN: 'Run' } as const satisfies Record<
  string,
  LockHolderKind
>;
registerEnumType(LockHolderKindEnum, {
  name: 'LockHolderKind',
  description: 'Kinds of holders of a lock.',
  valuesConfig: {
    USER: { description: 'An account.' },
    TEAM: { description: 'A team. The lock was taken with a token of the team.' },
    RUN: { description: 'A run.' },
  },
});

const clientLockFields = {
  lockId: 'The id that the client gave it.',
  operation: 'What the client does under it.',
  info: 'What else it says about it.',
  who: 'Who runs the client, and where.',
  version: 'Version of the client.',
  created: 'When the client says that it took it.',
  path: 'The place of the state, as the client knows it.',
} as const satisfies Record<keyof ClientLock, string>;

@ObjectType('ClientLock', {
  simpleResolvers: true,
  description:
    'What a client says about a lock that it took, such as terraform by its `http` backend. It is not checked.',
})
class ClientLockType implements ClientLock {
  @Field(() => String, { description: clientLockFields.lockId })
  lockId!: string;

  @Field(() => String, { description: clientLockFields.operation })
  operation!: string;

  @Field(() => String, { description: clientLockFields.info })
  info!: string;

  @Field(() => String, { description: clientLockFields.who })
  who!: string;

  @Field(() => String, { description: clientLockFields.version })
  version!: string;

  @Field(() => String, { description: clientLockFields.created })
  created!: string;

  @Field(() => String, { description: clientLockFields.path })
  path!: string;
}

@InputType({ description: 'What a client says about the lock that it takes. At most 1024 characters each.' })
export class ClientLockInput implements ClientLock {
  @Field(() => String, { description: 'An id of its own, by which it knows the lock again.' })
  lockId!: string;

  @Field(() => String, { defaultValue: '', description: clientLockFields.operation })
  operation!: string;

  @Field(() => String, { defaultValue: '', description: clientLockFields.info })
  info!: string;

  @Field(() => String, { defaultValue: '', description: clientLockFields.who })
  who!: string;

  @Field(() => String, { defaultValue: '', description: clientLockFields.version })
  version!: string;

  @Field(() => String, { defaultValue: '', description: clientLockFields.created })
  created!: string;

  @Field(() => String, { defaultValue: '', description: clientLockFields.path })
  path!: string;
}

@ObjectType({
  simpleResolvers: true,
  description: 'The lock of a workspace. It says who may write the state, and since when.',
})
export class Lock {
  @Field(() => LockHolderKindEnum, { description: 'The kind of holder.' })
  holderKind!: LockHolderKind;

  @Field(() => ID, { description: 'Id of the user, team or run that holds it.' })
  holderId!: string;

  @Field(() => String, { description: 'The name that the holder had when it took the lock.' })
  holderName!: string;

  @Field(() => String, { nullable: true, description: 'The reason that the holder gave.' })
  reason!: string | null;

  @Field(() => DateTime, { description: 'When it was locked.' })
  lockedAt!: Date;

  @Field(() => ClientLockType, {
    nullable: true,
    description: 'What the client said that took it. Null if it said nothing.',
  })
  client!: ClientLock | null;
}

@ObjectType('LockHeldProblem', {
  implements: ProblemType,
  simpleResolvers: true,
  description: 'The lock of a workspace prevents the action.',
})
export class LockHeldProblem extends ProblemType {
  @Field(() => Lock, { nullable: true, description: 'The lock. Null if the holder is unknown.' })
  lock!: Lock | null;
}

@InputType({ description: 'The workspace to lock.' })
export class LockWorkspaceInput {
  @Field(() => WorkspaceRefType, { description: 'The workspace.' })
  workspace!: WorkspaceRefType;

  @Field(() => String, { nullable: true, description: 'The reason. Others who find the workspace locked can see it.' })
  reason?: string | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of the run that is to hold the lock instead of you.' })
  runId?: string | null;

  @Field(() => ClientLockInput, { nullable: true, description: 'What your program says about the lock.' })
  client?: ClientLockInput | null;
}

@InputType({ description: 'The workspace to unlock.' })
export class UnlockWorkspaceInput {
  @Field(() => WorkspaceRefType, { description: 'The workspace.' })
  workspace!: WorkspaceRefType;

  @Field(() => ID, { nullable: true, description: 'Identifier of the run that holds the lock.' })
  runId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Release only the lock with this id: the one of `client`, or `holderId` of a lock without.',
  })
  lockId?: string | null;
}

@InputType({ description: 'The workspace whose lock is released, even if somebody else holds it.' })
export class ForceUnlockWorkspaceInput {
  @Field(() => WorkspaceRefType, { description: 'The workspace.' })
  workspace!: WorkspaceRefType;

  @Field(() => String, {
    nullable: true,
    description: 'Release only the lock with this id: the one of `client`, or `holderId` of a lock without.',
  })
  lockId?: string | null;
}

export const LockWorkspacePayload = payloadType('LockWorkspacePayload', 'workspace', () => Workspace);
export const UnlockWorkspacePayload = payloadType('UnlockWorkspacePayload', 'workspace', () => Workspace);
export const ForceUnlockWorkspacePayload = payloadType('ForceUnlockWorkspacePayload', 'workspace', () => Workspace);
