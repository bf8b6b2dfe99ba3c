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
  description: 'The kind of storage quota of an organization.',
  valuesConfig: {
    INSTALLATION: { description: 'The quota that the settings of this installation define for all organizations.' },
    UNLIMITED: { description: 'This organization has no limit.' },
    BYTES: { description: 'This organization has a quota of its own.' },
  },
});

@ObjectType({
  simpleResolvers: true,
  description:
    'The state content that an organization stores: the bytes of states, JSON forms and outputs as clients sent them. They count until they are permanently deleted.',
})
export class OrganizationStorage implements OrganizationUsage {
  @Field(() => BigIntScalar, {
    description: 'The number of bytes that it stores, including soft-deleted backing data.',
  })
  readonly usedBytes!: bigint;

  @Field(() => BigIntScalar, {
    nullable: true,
    description:
      'The largest number of bytes that it may store. Null if there is no limit. Content that would exceed it is refused with `STORAGE_QUOTA_EXCEEDED`.',
  })
  readonly quotaBytes!: bigint | null;

  @Field(() => StorageQuotaKind, { description: 'The kind of quota.' })
  readonly quotaKind!: StorageQuota['kind'];
}

@ObjectType('StorageQuotaProblem', {
  implements: ProblemType,
  simpleResolvers: true,
  description: 'The content would exceed the storage quota of the organization.',
})
export class StorageQuotaProblem extends ProblemType {
  readonly organizationId!: string;
}

@InputType({ description: 'The quota of stored bytes to set for an organization.' })
export class SetStorageQuotaInput {
  @Field(() => OrganizationRefType, { description: 'The organization.' })
  organization!: OrganizationRefType;

  @Field(() => StorageQuotaKind, { description: 'The kind of quota.' })
  kind!: StorageQuota['kind'];

  @Field(() => BigIntScalar, {
    nullable: true,
    description:
      'The number of bytes. Required for BYTES. If the organization already stores more, nothing is deleted, but new content is refused.',
  })
  bytes?: bigint | null;
}

export const SetStorageQuotaPayload = payloadType('SetStorageQuotaPayload', 'organization', () => Organization);
