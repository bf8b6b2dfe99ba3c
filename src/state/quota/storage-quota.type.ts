import { Field, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { Organization, OrganizationRefType } from '../../identity/organizations/organization.type.js';
import { payloadType, ProblemType } from '../../platform/graphql/payload.js';
import { BigIntScalar } from '../../platform/graphql/scalars.js';
import type { OrganizationUsage, StorageQuota } from './storage-quotas.js';

const StorageQuotaKind = {
  INSTALLATION: 'installation',
  UNLIMITED: 'unlimited',
  BYTES: 'bytes',
} as const satisfies Record<string, StorageQuota['kind']>;
registerEnumType(StorageQuotaKind, {
  name: 'StorageQuotaKind',
  description: 'Where the quota of stored bytes of an organization comes from.',
  valuesConfig: {
    INSTALLATION: { description: 'It is what the settings of this installation say for all organizations.' },
    UNLIMITED: { description: 'This organization has no limit.' },
    BYTES: { description: 'This organization has a quota of its own.' },
  },
});

@ObjectType({
  simpleResolvers: true,
  description:
    'The state content that an organization stores: the bytes of states, JSON forms and given outputs as they were sent, until they are deleted for good.',
})
export class OrganizationStorage implements OrganizationUsage {
  @Field(() => BigIntScalar, { description: 'Bytes that it stores, those of soft-deleted backing data among them.' })
  readonly usedBytes!: bigint;

  @Field(() => BigIntScalar, {
    nullable: true,
    description:
      'Most bytes that it may store; null without a limit. What would pass it is refused with `STORAGE_QUOTA_EXCEEDED`.',
  })
  readonly quotaBytes!: bigint | null;

  @Field(() => StorageQuotaKind, { description: 'Where the quota comes from.' })
  readonly quotaKind!: StorageQuota['kind'];
}

@ObjectType('StorageQuotaProblem', {
  implements: ProblemType,
  simpleResolvers: true,
  description: 'The organization has no room for the content.',
})
export class StorageQuotaProblem extends ProblemType {
  readonly organizationId!: string;
}

@InputType({ description: 'A quota of stored bytes to give to an organization.' })
export class SetStorageQuotaInput {
  @Field(() => OrganizationRefType, { description: 'The organization.' })
  organization!: OrganizationRefType;

  @Field(() => StorageQuotaKind, { description: 'Which quota it is to have.' })
  kind!: StorageQuota['kind'];

  @Field(() => BigIntScalar, {
    nullable: true,
    description: 'The bytes; needed for BYTES. Fewer than it stores delete nothing, and refuse what comes.',
  })
  bytes?: bigint | null;
}

export const SetStorageQuotaPayload = payloadType('SetStorageQuotaPayload', 'organization', () => Organization);
