import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { payloadType, ProblemType } from '../../platform/graphql/payload.js';
import { DateTime } from '../../platform/graphql/scalars.js';
import { WorkspaceRefType } from '../workspaces/workspace-ref.input.js';
import { Workspace } from '../workspaces/workspace.type.js';
import type { LockHolderKind } from './lock-rules.js';

export const LockHolderKindEnum = { USER: 'User', TEAM: 'Team', RUN: 'Run' } as const satisfies Record<
  string,
  LockHolderKind
>;
registerEnumType(LockHolderKindEnum, {
  name: 'LockHolderKind',
  description: 'What can hold the lock of a workspace.',
  valuesConfig: {
    USER: { description: 'An account.' },
    TEAM: { description: 'A team: the lock was taken with a token of the team.' },
    RUN: { description: 'A run.' },
  },
});

@ObjectType({ simpleResolvers: true, description: 'The lock of a workspace: who may write its state, and since when.' })
export class Lock {
  @Field(() => LockHolderKindEnum, { description: 'What holds it.' })
  holderKind!: LockHolderKind;

  @Field(() => ID, { description: 'Id of the user, team or run that holds it.' })
  holderId!: string;

  @Field(() => String, { description: 'The name of the holder when it took the lock.' })
  holderName!: string;

  @Field(() => String, { nullable: true, description: 'The reason that the holder gave.' })
  reason!: string | null;

  @Field(() => DateTime, { description: 'When it was locked.' })
  lockedAt!: Date;
}

@ObjectType('LockHeldProblem', {
  implements: ProblemType,
  simpleResolvers: true,
  description: 'The lock of a workspace stands in the way.',
})
export class LockHeldProblem extends ProblemType {
  @Field(() => Lock, { nullable: true, description: 'The lock; null where nobody knows who holds it.' })
  lock!: Lock | null;
}

@InputType({ description: 'A workspace to lock.' })
export class LockWorkspaceInput {
  @Field(() => WorkspaceRefType, { description: 'The workspace.' })
  workspace!: WorkspaceRefType;

  @Field(() => String, { nullable: true, description: 'Why; shown to others who find it locked.' })
  reason?: string | null;

  @Field(() => ID, { nullable: true, description: 'The run that is to hold the lock instead of you.' })
  runId?: string | null;
}

@InputType({ description: 'A workspace to unlock.' })
export class UnlockWorkspaceInput {
  @Field(() => WorkspaceRefType, { description: 'The workspace.' })
  workspace!: WorkspaceRefType;

  @Field(() => ID, { nullable: true, description: 'The run that holds the lock.' })
  runId?: string | null;
}

@InputType({ description: 'A workspace whose lock is to be released, whoever holds it.' })
export class ForceUnlockWorkspaceInput {
  @Field(() => WorkspaceRefType, { description: 'The workspace.' })
  workspace!: WorkspaceRefType;
}

export const LockWorkspacePayload = payloadType('LockWorkspacePayload', 'workspace', () => Workspace);
export const UnlockWorkspacePayload = payloadType('UnlockWorkspacePayload', 'workspace', () => Workspace);
export const ForceUnlockWorkspacePayload = payloadType('ForceUnlockWorkspacePayload', 'workspace', () => Workspace);
