import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { payloadType, ProblemType } from '../../platform/graphql/payload.js';
import { BigIntScalar } from '../../platform/graphql/scalars.js';
import type { StateVersionStatus } from './status.js';
import { StateVersion, StateVersionStatusEnum } from './version.type.js';

@InputType({ description: 'A state version to create in a workspace that you have locked.' })
export class CreateStateVersionInput {
  @Field(() => ID, { description: 'Identifier of the workspace.' })
  workspaceId!: string;

  @Field(() => BigIntScalar, { description: 'Serial number; the one inside the state.' })
  serial!: bigint;

  @Field(() => String, { description: 'MD5 of the raw state, hexadecimal.' })
  md5!: string;

  @Field(() => String, { nullable: true, description: 'Lineage; the one inside the state.' })
  lineage?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The raw state, base64. Leave it out to upload the content to `hostedStateUploadUrl`, which is better for anything large; the workspace cannot be unlocked until then.',
  })
  state?: string | null;

  @Field(() => String, { nullable: true, description: 'The state in JSON form (`terraform show -json`), base64.' })
  jsonState?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Output values (`values.outputs` of the JSON form), base64. With them outputs are there at once; otherwise they follow when the content was read.',
  })
  jsonStateOutputs?: string | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of the run that produced the state.' })
  runId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Accept a lower serial or another lineage than the workspace knows. The lock is required all the same.',
  })
  force?: boolean | null;
}

@InputType({ description: 'Which state version to make current again in a workspace that you have locked.' })
export class RollbackStateVersionInput {
  @Field(() => ID, { description: 'Identifier of the workspace.' })
  workspaceId!: string;

  @Field(() => ID, { description: 'Identifier of the state version to copy.' })
  stateVersionId!: string;
}

@InputType({ description: 'Whose backing data to mark for deletion.' })
export class SoftDeleteBackingDataInput {
  @Field(() => ID, { description: 'Identifier of the state version.' })
  id!: string;

  @Field(() => Int, { nullable: true, description: 'Days until the data are deleted for good. Defaults to 7.' })
  deleteOlderThanNDays?: number | null;
}

@InputType({ description: 'Whose backing data to restore.' })
export class RestoreBackingDataInput {
  @Field(() => ID, { description: 'Identifier of the state version.' })
  id!: string;
}

@InputType({ description: 'Whose backing data to delete for good.' })
export class PermanentlyDeleteBackingDataInput {
  @Field(() => ID, { description: 'Identifier of the state version.' })
  id!: string;
}

@ObjectType('StateConflictProblem', {
  implements: ProblemType,
  simpleResolvers: true,
  description: 'The state does not follow from the one that the workspace knows.',
})
export class StateConflictProblem extends ProblemType {
  @Field(() => BigIntScalar, { nullable: true, description: 'The serial that the workspace knows.' })
  readonly currentSerial?: bigint;

  @Field(() => String, { nullable: true, description: 'The MD5 hash of the state that it knows.' })
  readonly currentMd5?: string;

  @Field(() => String, { nullable: true, description: 'The lineage that it knows; null for none.' })
  readonly currentLineage?: string | null;
}

@ObjectType('ContentMismatchProblem', {
  implements: ProblemType,
  simpleResolvers: true,
  description: 'What was declared of the content, as `field` names it, is not what is in it.',
})
export class ContentMismatchProblem extends ProblemType {
  @Field(() => String, { nullable: true, description: 'What is in the content; null for nothing.' })
  readonly found?: string | null;
}

export const CreateStateVersionPayload = payloadType('CreateStateVersionPayload', 'stateVersion', () => StateVersion);
export const RollbackStateVersionPayload = payloadType(
  'RollbackStateVersionPayload',
  'stateVersion',
  () => StateVersion,
);
export const SoftDeleteBackingDataPayload = payloadType(
  'SoftDeleteBackingDataPayload',
  'stateVersion',
  () => StateVersion,
);
export const RestoreBackingDataPayload = payloadType('RestoreBackingDataPayload', 'stateVersion', () => StateVersion);
export const PermanentlyDeleteBackingDataPayload = payloadType(
  'PermanentlyDeleteBackingDataPayload',
  'stateVersion',
  () => StateVersion,
);

@InputType({ description: 'What a list of state versions is narrowed by.' })
export class StateVersionFilter {
  @Field(() => [StateVersionStatusEnum], { nullable: true, description: 'Any of these statuses.' })
  statuses?: StateVersionStatus[] | null;
}
