import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import type { RevocationRow } from '../../platform/database/models.js';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { OrderDirectionEnum } from '../../platform/graphql/order.js';
import type { OrderDirection } from '../../platform/graphql/order.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime, Duration, PEM, SerialNumber } from '../../platform/graphql/scalars.js';
import { InMountInput } from '../graphql/mount-argument.js';
import { warnedPayload } from '../graphql/payloads.js';
import { IssuerRef } from '../graphql/references.js';
import { reasonOf } from '../crls/crl-order.js';
import { serialOfBare } from '../x509/index.js';
import type { RevocationReason, SerialNumber as KnownSerialNumber } from '../x509/index.js';
import type { RevocationSearch } from './revocations.js';

/** Those that are for good: nothing here is put on hold, and nothing comes back from a CRL. */
const reasons = {
  UNSPECIFIED: ['unspecified', 'No reason is given.'],
  KEY_COMPROMISE: ['keyCompromise', 'Its private key is, or may be, known to others.'],
  CA_COMPROMISE: ['caCompromise', 'The private key of an authority is, or may be, known to others.'],
  AFFILIATION_CHANGED: ['affiliationChanged', 'What it says of its subject is no longer true.'],
  SUPERSEDED: ['superseded', 'Another certificate took its place.'],
  CESSATION_OF_OPERATION: ['cessationOfOperation', 'It is no longer needed.'],
  PRIVILEGE_WITHDRAWN: ['privilegeWithdrawn', 'Its subject may no longer do what it was for.'],
  AA_COMPROMISE: ['aaCompromise', 'What an attribute authority said of its subject is in doubt.'],
} as const satisfies Record<string, readonly [RevocationReason, string]>;

export const RevocationReasonEnum: Readonly<Record<string, RevocationReason>> = Object.fromEntries(
  Object.entries(reasons).map(([name, [reason]]) => [name, reason]),
);
registerEnumType(RevocationReasonEnum, {
  name: 'RevocationReason',
  description: 'Why a certificate was revoked, as CRLs and OCSP say it (RFC 5280 §5.3.1).',
  valuesConfig: Object.fromEntries(Object.entries(reasons).map(([name, [, description]]) => [name, { description }])),
});

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'That a certificate was revoked. It is on CRLs until the certificate has expired, and OCSP knows of it for good.',
})
export class Revocation implements Node {
  @Field(() => ID, { description: 'Identifier of the form `rev-…`.' })
  readonly id!: string;

  @Field(() => SerialNumber, { description: 'Serial number of the certificate.' })
  readonly serialNumber!: string;

  @Field(() => DateTime, { description: 'When it was revoked, for the first time.' })
  readonly revokedAt!: Date;

  @Field(() => RevocationReasonEnum, { description: 'Why.' })
  readonly reason!: RevocationReason;

  @Field(() => DateTime, { description: 'When the certificate expires.' })
  readonly notAfter!: Date;

  readonly ordinal!: bigint;
  readonly issuerId!: string;
  readonly mountId!: string;
}

export const RevocationConnection = connectionType(
  'Revocation',
  () => Revocation,
  'A page of revocations, newest first.',
);

export const RevocationOrderFieldEnum = { REVOKED_AT: 'revokedAt' } as const;
registerEnumType(RevocationOrderFieldEnum, {
  name: 'RevocationOrderField',
  description: 'What revocations can be sorted by.',
  valuesConfig: { REVOKED_AT: { description: 'When the certificate was revoked.' } },
});

@InputType({ description: 'What a list of revocations is sorted by.' })
export class RevocationOrder {
  @Field(() => RevocationOrderFieldEnum, { description: 'By what.' })
  readonly field!: 'revokedAt';

  @Field(() => OrderDirectionEnum, { description: 'Which way.' })
  readonly direction!: OrderDirection;
}

@InputType({ description: 'Which revocations; everything that is given must hold.' })
export class RevocationFilter implements RevocationSearch {
  @Field(() => SerialNumber, { nullable: true, description: 'Serial number of the certificate.' })
  readonly serialNumber?: KnownSerialNumber | null;

  @Field(() => DateTime, { nullable: true, description: 'It was revoked then or later.' })
  readonly revokedAfter?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'It was revoked before.' })
  readonly revokedBefore?: Date | null;
}

export function toRevocation(row: RevocationRow): Revocation {
  const { id, serialNumber, revokedAt, reason, notAfter, ordinal, issuerId, mountId } = row;
  const why = reasonOf(reason) ?? 'unspecified';
  return { id, serialNumber: serialOfBare(serialNumber), revokedAt, reason: why, notAfter, ordinal, issuerId, mountId };
}

@InputType()
class RevokedCertificateInput extends InMountInput {
  @Field(() => SerialNumber, { nullable: true, description: 'Its serial number.' })
  serialNumber?: string | null;

  @Field(() => PEM, {
    nullable: true,
    description: 'The certificate, signed by an issuer of the mount; it need not be stored.',
  })
  certificate?: string | null;

  @Field(() => RevocationReasonEnum, { nullable: true, description: 'Why. Defaults to unspecified.' })
  reason?: RevocationReason | null;
}

@InputType({ description: 'Which certificate to revoke: exactly one of serial number and certificate.' })
export class RevokeCertificateInput extends RevokedCertificateInput {}

@InputType({
  description: 'Which certificate to revoke, and its private key as the proof that it is the caller’s own.',
})
export class RevokeCertificateWithKeyInput extends RevokedCertificateInput {
  @Field(() => PEM, { description: 'The private key of the certificate. It is compared, and kept nowhere.' })
  privateKey!: string;
}

const revocation = {
  revocation: {
    type: () => Revocation,
    description:
      'The revocation; null for a certificate that had expired and was left as it is, and when there are problems.',
  },
};
export const RevokeCertificatePayload = warnedPayload('RevokeCertificatePayload', revocation);
export const RevokeCertificateWithKeyPayload = warnedPayload('RevokeCertificateWithKeyPayload', revocation);

@InputType({ description: 'Whose OCSP requests a delegate shall answer.' })
export class DelegateOcspInput {
  @Field(() => IssuerRef, { description: 'The issuer.' })
  issuer!: IssuerRef;
}

@InputType({ description: 'Whose OCSP requests no delegate shall answer any more.' })
export class EndOcspDelegationInput {
  @Field(() => IssuerRef, { description: 'The issuer.' })
  issuer!: IssuerRef;
}

@ObjectType('OcspDelegation', {
  simpleResolvers: true,
  description: 'Who answers OCSP requests in the place of an issuer.',
})
export class OcspDelegationType {
  @Field(() => ID, { description: 'The issuer.' })
  readonly issuerId!: string;

  @Field(() => PEM, { description: 'The certificate of the delegate.' })
  readonly certificate!: string;

  @Field(() => DateTime, { description: 'When it expires; it is renewed before.' })
  readonly notAfter!: Date;
}

export const DelegateOcspPayload = payloadType('DelegateOcspPayload', 'ocspDelegation', () => OcspDelegationType);

@ObjectType({
  simpleResolvers: true,
  description: 'What came with a certificate: when it ends, the certificate is revoked.',
})
export class Lease {
  @Field(() => String, { description: 'The path that was called, and a name of its own: `pki/issue/web/…`.' })
  readonly leaseId!: string;

  @Field(() => String, { description: 'Path of the mount.' })
  readonly mountPath!: string;

  @Field(() => SerialNumber, { description: 'The certificate that it came with.' })
  readonly serialNumber!: string;

  @Field(() => DateTime, { description: 'When it was handed out.' })
  readonly issuedAt!: Date;

  @Field(() => DateTime, { description: 'When the certificate ends, and the lease with it.' })
  readonly expiresAt!: Date;

  @Field(() => Duration, { description: 'How long it has left.' })
  readonly ttl!: number;
}

/** How a lease is named as an argument. */
export const leaseIdArgument = { description: 'The `lease_id` that came with the certificate.' };

@InputType({ description: 'A lease to end.' })
export class RevokeLeaseInput {
  @Field(() => String, { description: 'The `lease_id` that came with the certificate.' })
  leaseId!: string;
}

export const RevokeLeasePayload = payloadType('RevokeLeasePayload', 'deletedId', () => ID);
