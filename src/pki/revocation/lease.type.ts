import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { payloadType } from '../../platform/graphql/payload.js';
import { warnedPayload } from '../graphql/payloads.js';
import { BigIntScalar, DateTime, Duration, SerialNumber } from '../../platform/graphql/scalars.js';

@ObjectType({
  simpleResolvers: true,
  description: 'A lease of a certificate. When the lease ends, the certificate is revoked.',
})
export class Lease {
  @Field(() => String, {
    description: 'Its identifier: the path of the request and a unique name, `pki/issue/web/…`.',
  })
  readonly leaseId!: string;

  @Field(() => String, { description: 'Path of the mount.' })
  readonly mountPath!: string;

  @Field(() => String, { description: 'Accessor of the mount.' })
  readonly mountAccessor!: string;

  @Field(() => SerialNumber, { description: 'Serial number of its certificate.' })
  readonly serialNumber!: string;

  @Field(() => DateTime, { description: 'When it was issued.' })
  readonly issuedAt!: Date;

  @Field(() => DateTime, { description: 'When the certificate and the lease end.' })
  readonly expiresAt!: Date;

  @Field(() => Duration, { description: 'Its remaining time.' })
  readonly ttl!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'Why its certificate can never be revoked, if that was tried in vain: the lease is irrevocable then, and ends with the certificate.',
  })
  readonly revokeError!: string | null;
}

@ObjectType({ simpleResolvers: true, description: 'How many leases of a mount are irrevocable.' })
export class LeaseCount {
  @Field(() => String, { description: 'Path of the mount.' })
  readonly mountPath!: string;

  @Field(() => String, { description: 'Accessor of the mount.' })
  readonly mountAccessor!: string;

  @Field(() => BigIntScalar, { description: 'How many.' })
  readonly leaseCount!: bigint;
}

/** The argument of a lease. */
export const leaseIdArgument = { description: 'The `lease_id` that came with the certificate.' };

@InputType({ description: 'The lease to end.' })
export class RevokeLeaseInput {
  @Field(() => String, { description: 'The `lease_id` that came with the certificate.' })
  leaseId!: string;
}

export const RevokeLeasePayload = payloadType('RevokeLeasePayload', 'deletedId', () => ID);

@InputType({ description: 'The leases to end.' })
export class RevokeLeasesInput {
  @Field(() => String, {
    description: 'The path that begins their ids, such as `pki/issue/web`. It ends where a part ends.',
  })
  prefix!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether leases whose certificates cannot be revoked end too. Defaults to false.',
  })
  force?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether to wait for up to 1000 leases instead of 50. Defaults to false.',
  })
  sync?: boolean | null;
}

export const RevokeLeasesPayload = warnedPayload('RevokeLeasesPayload', {
  endedCount: { type: () => Int, description: 'How many leases the request ended itself.' },
});
