import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { payloadType, ProblemType } from '../../platform/graphql/payload.js';
import { BigIntScalar } from '../../platform/graphql/scalars.js';
import type { StateVersionStatus } from './status.js';
import { StateVersion, StateVersionStatusEnum } from './version.type.js';

@InputType({ description: 'The state version to create in a workspace that you have locked.' })
export class CreateStateVersionInput {
  @Field(() => ID, { description: 'Identifier of the workspace.' })
  workspaceId!: string;

  @Field(() => BigIntScalar, { description: 'The serial. It must be the one in the state.' })
  serial!: bigint;

  @Field(() => String, { description: 'MD5 of the raw state, in hex.' })
  md5!: string;

  @Field(() => String, { nullable: true, description: 'The lineage. It must be the one in the state.' })
  lineage?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The raw state in base64. For large states it is better to leave it out and to upload the content to `hostedStateUploadUrl`. The workspace cannot be unlocked before the upload.',
  })
  state?: string | null;

  @Field(() => String, { nullable: true, description: 'The state in JSON form (`terraform show -json`), in base64.' })
  jsonState?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The output values (`values.outputs` of the JSON form), in base64. If you give them, the outputs are available immediately. Otherwise they are available after the content is read.',
  })
  jsonStateOutputs?: string | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of the run that produced the state.' })
  runId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether to accept a lower serial or another lineage than that of the workspace. The lock is still required.',
  })
  force?: boolean | null;
}

@InputType({ description: 'The state version to make current again in a workspace that you have locked.' })
export class RollbackStateVersionInput {
  @Field(() => ID, { description: 'Identifier of the workspace.' })
  workspaceId!: string;

  @Field(() => ID, { description: 'Identifier of the state version to copy.' })
  stateVersionId!: string;
}

@InputType({ description: 'The state version whose backing data is marked for deletion.' })
export class SoftDeleteBackingDataInput {
  @Field(() => ID, { description: 'Identifier of the state version.' })
  id!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The number of days until the data is permanently deleted. Defaults to 7.',
  })
  deleteOlderThanNDays?: number | null;
}

@InputType({ description: 'The state version whose backing data is restored.' })
export class RestoreBackingDataInput {
  @Field(() => ID, { description: 'Identifier of the state version.' })
  id!: string;
}

@InputType({ description: 'The state version whose backing data is permanently deleted.' })
export class PermanentlyDeleteBackingDataInput {
  @Field(() => ID, { description: 'Identifier of the state version.' })
  id!: string;
}

@ObjectType('StateConflictProblem', {
  implements: ProblemType,
  simpleResolvers: true,
  description: 'The state does not follow from the state that the workspace knows.',
})
export class StateConflictProblem extends ProblemType {
  @Field(() => BigIntScalar, { nullable: true, description: 'The serial that the workspace knows.' })
  readonly currentSerial?: bigint;

  @Field(() => String, { nullable: true, description: 'The MD5 hash of the state that the workspace knows.' })
  readonly currentMd5?: string;

  @Field(() => String, { nullable: true, description: 'The lineage that the workspace knows. Null if it knows none.' })
  readonly currentLineage?: string | null;
}

@ObjectType('ContentMismatchProblem', {
  implements: ProblemType,
  simpleResolvers: true,
  description: 'A declared property of the content does not match the content. `field` names the property.',
})
export class ContentMismatchProblem extends ProblemType {
  @Field(() => String, { nullable: true, description: 'The value in the content. Null if there is none.' })
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

@InputType({ description: 'A filter for state versions.' })
export class StateVersionFilter {
  @Field(() => [StateVersionStatusEnum], { nullable: true, description: 'Only objects with one of these statuses.' })
  statuses?: StateVersionStatus[] | null;
}
