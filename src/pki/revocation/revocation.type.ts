import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import type { RevocationRow } from '../../platform/database/models.js';
import { connectionType } from '../../platform/graphql/connection.js';
import { Node } from '../../platform/graphql/node.js';
import { OrderDirectionEnum } from '../../platform/graphql/order.js';
import type { OrderDirection } from '../../platform/graphql/order.js';
import { payloadType } from '../../platform/graphql/payload.js';
import { DateTime, PEM, SerialNumber } from '../../platform/graphql/scalars.js';
import { InMountInput } from '../graphql/mount-argument.js';
import { warnedPayload } from '../graphql/payloads.js';
import { IssuerRef } from '../graphql/references.js';
import { reasonOf } from '../crls/crl-order.js';
import { serialOfBare } from '../x509/index.js';
import type { RevocationReason, SerialNumber as KnownSerialNumber } from '../x509/index.js';
import type { RevocationSearch } from './revocations.js';

/** Only permanent reasons: there is no hold here, and no certificate is removed from a CRL. */
const reasons = {
  UNSPECIFIED: ['unspecified', 'No reason was given.'],
  KEY_COMPROMISE: ['keyCompromise', 'Its private key is, or may be, compromised.'],
  CA_COMPROMISE: ['caCompromise', 'The private key of the certificate authority is, or may be, compromised.'],
  AFFILIATION_CHANGED: ['affiliationChanged', 'The information about its subject is no longer correct.'],
  SUPERSEDED: ['superseded', 'Another certificate replaced it.'],
  CESSATION_OF_OPERATION: ['cessationOfOperation', 'It is no longer needed.'],
  PRIVILEGE_WITHDRAWN: ['privilegeWithdrawn', 'Its subject no longer has the privilege that the certificate confirms.'],
  AA_COMPROMISE: ['aaCompromise', 'The attribute authority is, or may be, compromised.'],
} as const satisfies Record<string, readonly [RevocationReason, string]>;

const RevocationReasonEnum: Readonly<Record<string, RevocationReason>> = Object.fromEntries(
  Object.entries(reasons).map(([name, [reason]]) => [name, reason]),
);
registerEnumType(RevocationReasonEnum, {
  name: 'RevocationReason',
  description: 'Reasons for a revocation (RFC 5280 §5.3.1).',
  valuesConfig: Object.fromEntries(Object.entries(reasons).map(([name, [, description]]) => [name, { description }])),
});

@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description:
    'The revocation of a certificate. CRLs list it until the certificate expires, and OCSP reports it permanently.',
})
export class Revocation implements Node {
  @Field(() => ID, { description: 'Identifier of the form `rev-…`.' })
  readonly id!: string;

  @Field(() => SerialNumber, { description: 'Serial number of the certificate.' })
  readonly serialNumber!: string;

  @Field(() => DateTime, { description: 'When it was first revoked.' })
  readonly revokedAt!: Date;

  @Field(() => RevocationReasonEnum, { description: 'The reason.' })
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

const RevocationOrderFieldEnum = { REVOKED_AT: 'revokedAt' } as const;
registerEnumType(RevocationOrderFieldEnum, {
  name: 'RevocationOrderField',
  description: 'Fields by which revocations can be sorted.',
  valuesConfig: { REVOKED_AT: { description: 'Time of revocation.' } },
});

@InputType({ description: 'The sort order of a list of revocations.' })
export class RevocationOrder {
  @Field(() => RevocationOrderFieldEnum, { description: 'The field to sort by.' })
  readonly field!: 'revokedAt';

  @Field(() => OrderDirectionEnum, { description: 'The sort direction.' })
  readonly direction!: OrderDirection;
}

@InputType({ description: 'A filter for revocations. All conditions must be met.' })
export class RevocationFilter implements RevocationSearch {
  @Field(() => SerialNumber, { nullable: true, description: 'Serial number of the certificate.' })
  readonly serialNumber?: KnownSerialNumber | null;

  @Field(() => DateTime, { nullable: true, description: 'Only certificates that were revoked at this time or later.' })
  readonly revokedAfter?: Date | null;

  @Field(() => DateTime, { nullable: true, description: 'Only certificates that were revoked before this time.' })
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
    description: 'The certificate itself, signed by an issuer of the mount. It does not have to be stored.',
  })
  certificate?: string | null;

  @Field(() => RevocationReasonEnum, { nullable: true, description: 'The reason. Defaults to `UNSPECIFIED`.' })
  reason?: RevocationReason | null;
}

@InputType({ description: 'The certificate to revoke. Give either its serial number or the certificate itself.' })
export class RevokeCertificateInput extends RevokedCertificateInput {}

@InputType({
  description: 'The certificate to revoke, and its private key as a proof that it is the caller’s own.',
})
export class RevokeCertificateWithKeyInput extends RevokedCertificateInput {
  @Field(() => PEM, {
    description: 'The private key of the certificate. The server only compares it, and does not store it.',
  })
  privateKey!: string;
}

const revocation = {
  revocation: {
    type: () => Revocation,
    description:
      'The revocation. Null if the certificate had already expired and was not revoked, if the request waits, or when there are problems.',
  },
  pending: {
    type: () => Boolean,
    description: 'Whether the request waits for a mount that has the certificate. Null when there are problems.',
  },
};
export const RevokeCertificatePayload = warnedPayload('RevokeCertificatePayload', revocation);
export const RevokeCertificateWithKeyPayload = warnedPayload('RevokeCertificateWithKeyPayload', revocation);

@InputType({ description: 'The issuer for which a delegate is to answer OCSP requests.' })
export class DelegateOcspInput {
  @Field(() => IssuerRef, { description: 'The issuer.' })
  issuer!: IssuerRef;
}

@InputType({ description: 'The issuer whose OCSP delegate is removed.' })
export class EndOcspDelegationInput {
  @Field(() => IssuerRef, { description: 'The issuer.' })
  issuer!: IssuerRef;
}

@ObjectType('OcspDelegation', {
  simpleResolvers: true,
  description: 'A delegate of an issuer. It signs the OCSP responses for the issuer.',
})
class OcspDelegationType {
  @Field(() => ID, { description: 'Identifier of the issuer.' })
  readonly issuerId!: string;

  @Field(() => PEM, { description: 'The certificate of the delegate.' })
  readonly certificate!: string;

  @Field(() => DateTime, { description: 'When it expires. The server renews it before that.' })
  readonly notAfter!: Date;
}

export const DelegateOcspPayload = payloadType('DelegateOcspPayload', 'ocspDelegation', () => OcspDelegationType);
