import { Field, InputType, ObjectType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime, SerialNumber } from '../../platform/graphql/scalars.js';
import { InMountInput } from '../graphql/mount-argument.js';
import type { SerialNumber as KnownSerialNumber } from '../x509/index.js';

@ObjectType({ simpleResolvers: true, description: 'A revocation that waits for a mount that has the certificate.' })
export class RevocationRequest {
  @Field(() => SerialNumber, { description: 'Serial number of the certificate.' })
  readonly serialNumber!: string;

  @Field(() => DateTime, { description: 'When it was asked.' })
  readonly requestedAt!: Date;

  @Field(() => String, { description: 'Name of who asked.' })
  readonly requestedBy!: string;

  @Field(() => String, { description: 'Accessor of the mount that was asked.' })
  readonly mountAccessor!: string;
}

@ObjectType({ simpleResolvers: true, description: 'A certificate that a mount revoked on a unified CRL.' })
export class UnifiedRevocation {
  @Field(() => SerialNumber, { description: 'Serial number of the certificate.' })
  readonly serialNumber!: string;

  @Field(() => DateTime, { description: 'When it was first revoked.' })
  readonly revokedAt!: Date;

  @Field(() => [String], { description: 'Accessors of the mounts that revoked it.' })
  readonly mountAccessors!: readonly string[];
}

export const RevocationRequestConnection = connectionType(
  'RevocationRequest',
  () => RevocationRequest,
  'Revocations that wait, by serial number.',
);
export const UnifiedRevocationConnection = connectionType(
  'UnifiedRevocation',
  () => UnifiedRevocation,
  'Certificates on unified CRLs, by serial number.',
);

@InputType({ description: 'Which requests to dismiss.' })
export class DismissRevocationRequestInput extends InMountInput {
  @Field(() => SerialNumber, { description: 'Serial number of the certificate.' })
  serialNumber!: KnownSerialNumber;
}

export const DismissRevocationRequestPayload = payloadType(
  'DismissRevocationRequestPayload',
  'serialNumber',
  () => SerialNumber,
);
