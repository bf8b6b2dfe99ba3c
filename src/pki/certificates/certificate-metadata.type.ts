import { Field, ID, ObjectType } from 'type-graphql';
import { connectionType } from '../../platform/graphql/connection.js';
import { DateTime, SerialNumber } from '../../platform/graphql/scalars.js';

@ObjectType({
  simpleResolvers: true,
  description:
    'Metadata that was given with the request for a certificate. It is kept regardless of whether the certificate is stored.',
})
export class CertificateMetadata {
  @Field(() => String, { description: 'Path of its mount.' })
  readonly mountPath!: string;

  @Field(() => SerialNumber, { description: 'Serial number of the certificate.' })
  readonly serialNumber!: string;

  @Field(() => ID, { description: 'Identifier of the issuer of the certificate, which may have been deleted.' })
  readonly issuerId!: string;

  @Field(() => String, { description: 'Name of the role that the certificate was issued under.' })
  readonly roleName!: string;

  @Field(() => DateTime, { description: 'When the certificate expires.' })
  readonly notAfter!: Date;

  @Field(() => DateTime, { description: 'When it was stored: when the certificate was issued.' })
  readonly storedAt!: Date;
}

export const CertificateMetadataConnection = connectionType(
  'CertificateMetadata',
  () => CertificateMetadata,
  'Metadata of certificates of a mount, newest first.',
);
