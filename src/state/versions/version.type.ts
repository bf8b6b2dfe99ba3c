import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import type { RunId, StateVersionId, StateVersionOutputId, UserId, WorkspaceId } from '../../platform/ids.js';
import { connectionType } from '../../platform/graphql/connection.js';
import { numberedPageType } from '../../platform/graphql/numbered-page.js';
import { BigIntScalar, DateTime } from '../../platform/graphql/scalars.js';
import { Node } from '../../platform/graphql/node.js';
import type { StateVersionStatus } from './status.js';
import type { Neighbours, VersionHome } from './version-home.js';

/** The enum as GraphQL shows it: the documented words in capitals. */
export const StateVersionStatusEnum = {
  PENDING: 'pending',
  FINALIZED: 'finalized',
  DISCARDED: 'discarded',
  BACKING_DATA_SOFT_DELETED: 'backing_data_soft_deleted',
  BACKING_DATA_PERMANENTLY_DELETED: 'backing_data_permanently_deleted',
} as const satisfies Record<string, StateVersionStatus>;

registerEnumType(StateVersionStatusEnum, {
  name: 'StateVersionStatus',
  description: 'The status of a state version.',
  valuesConfig: {
    PENDING: { description: 'Created; its content has not arrived yet.' },
    FINALIZED: { description: 'Its content is stored.' },
    DISCARDED: {
      description:
        'A newer state version replaced it before its content arrived, or its content exceeded the storage quota.',
    },
    BACKING_DATA_SOFT_DELETED: { description: 'Its content is marked for deletion and can be restored.' },
    BACKING_DATA_PERMANENTLY_DELETED: { description: 'Its content was permanently deleted.' },
  },
});

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'One version of the infrastructure state of a workspace.',
})
export class StateVersion implements Node {
  @Field(() => ID, { description: 'Identifier of the form `sv-…`.' })
  readonly id!: StateVersionId;

  @Field(() => ID, { description: 'Identifier of its workspace.' })
  readonly workspaceId!: WorkspaceId;

  @Field(() => BigIntScalar, { description: '1, 2, 3 … in the order of creation in its workspace.' })
  readonly number!: bigint;

  @Field(() => StateVersionStatusEnum, { description: 'Its status.' })
  readonly status!: StateVersionStatus;

  @Field(() => Boolean, {
    description:
      'Whether it is a snapshot that is not yet the current state version of the workspace. The last snapshot becomes current when the workspace is unlocked. Always false in enterprise deployments.',
  })
  readonly intermediate!: boolean;

  @Field(() => BigIntScalar, { description: 'The serial in the state. Each new state has a higher serial.' })
  readonly serial!: bigint;

  @Field(() => String, { description: 'MD5 of the raw state, in hex.' })
  readonly md5!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Its lineage, which is the same for all states with a common origin. Early engine versions wrote none.',
  })
  readonly lineage!: string | null;

  @Field(() => BigIntScalar, { description: 'Size of the raw state in bytes. 0 until the content has arrived.' })
  readonly size!: bigint;

  @Field(() => Int, {
    nullable: true,
    description:
      'Version of the state format. Null until the content has arrived, and of a state that OpenTofu encrypted.',
  })
  readonly stateFormat!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Version of the engine that wrote the state. It is final when `resourcesProcessed` is true.',
  })
  readonly engineVersion!: string | null;

  @Field(() => DateTime, { description: 'When it was created.' })
  readonly createdAt!: Date;

  @Field(() => ID, { nullable: true, description: 'Identifier of the account that created it.' })
  readonly createdById!: UserId | null;

  @Field(() => ID, { nullable: true, description: 'Identifier of the run that produced it.' })
  readonly runId!: RunId | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Identifier of the state version that it is a copy of, after a rollback.',
  })
  readonly rollbackOfId!: StateVersionId | null;

  @Field(() => DateTime, { nullable: true, description: 'When its content arrived.' })
  readonly finalizedAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When a newer state version replaced it.' })
  readonly discardedAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When its backing data was marked for deletion.' })
  readonly softDeletedAt!: Date | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The number of days between the soft deletion and the permanent deletion of its backing data.',
  })
  readonly deleteOlderThanNDays!: number | null;

  @Field(() => DateTime, { nullable: true, description: 'When soft-deleted backing data is permanently deleted.' })
  readonly backingDataDueAt!: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'When its backing data was permanently deleted.' })
  readonly permanentlyDeletedAt!: Date | null;

  @Field(() => Boolean, {
    description:
      'Whether outputs, resources and the other fields that are read from the content are final. Until then they may be empty.',
  })
  readonly resourcesProcessed!: boolean;

  @Field(() => String, {
    nullable: true,
    description:
      'Why the resources and outputs could not be read from the content, for example because OpenTofu encrypted it. Null if they could be read.',
  })
  readonly processingProblem!: string | null;

  @Field(() => BigIntScalar, {
    nullable: true,
    description:
      'The number of resource instances that the state manages or reads. Null if they could not be read: see `processingProblem`.',
  })
  readonly resourceCount!: bigint | null;

  /** A resolver shows it to those who may see it. */
  readonly billableRumCount!: bigint | null;

  /** In order of the names; a resolver shows them. */
  readonly outputIds!: readonly StateVersionOutputId[];

  /** JSON texts in the documented forms; `null` for one that is stored separately, which its resolver reads. */
  readonly modulesJson!: string | null;
  readonly providersJson!: string | null;
  readonly resourcesJson!: string | null;

  /** Its workspace, as far as the presence of fields depends on it; `null` if it was not read with the version. */
  readonly home!: VersionHome | null;

  /** `null` if they were not read with it. */
  readonly neighbours!: Neighbours | null;

  // For the service only; no caller sees it.
  readonly managedCount!: bigint;
  readonly force!: boolean;
  readonly createdUnderLock!: string | null;
  readonly outputsGiven!: boolean;
  readonly outputsSize!: bigint;
  readonly jsonSize!: bigint | null;
  readonly contentObjectId!: string | null;
  readonly jsonObjectId!: string | null;
  readonly jsonUploadedAt!: Date | null;
}

export const StateVersionConnection = connectionType(
  'StateVersion',
  () => StateVersion,
  'State versions, newest first.',
);
export const StateVersionPage = numberedPageType('StateVersion', () => StateVersion, 'State versions, newest first.');
