import { Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { payloadType } from '../../platform/graphql/payload.js';
import { BigIntScalar, DateTime, Duration, PEM, SerialNumber } from '../../platform/graphql/scalars.js';
import type { RawJson } from '../../platform/graphql/raw-json.js';
import { InMountInput } from '../graphql/mount-argument.js';
import { warnedPayload } from '../graphql/payloads.js';
import { IssuerRef } from '../graphql/references.js';
import { crlTag, shortCrl } from '../revocation/public-documents.js';
import type { PublicDocuments } from '../revocation/public-documents.js';
import { encodePem } from '../x509/index.js';
import type { CurrentCrl, ServedHead } from './served-crls.js';

@ObjectType('Crl', { simpleResolvers: true, description: 'A certificate revocation list of an issuer (RFC 5280 §5).' })
export class Crl {
  @Field(() => ID, {
    description:
      'Identifier of the issuer that it belongs to. Issuers with the same subject and key share one CRL, which belongs to the first of them.',
  })
  readonly issuerId!: string;

  @Field(() => BigIntScalar, {
    description: 'Its number. Every new CRL of the issuer, complete or delta, has a higher number.',
  })
  readonly number!: bigint;

  @Field(() => Boolean, {
    description: 'Whether it is a delta CRL, which lists only the changes since a complete CRL.',
  })
  readonly delta!: boolean;

  @Field(() => BigIntScalar, {
    nullable: true,
    description: 'For a delta CRL, the number of the complete CRL that it adds to.',
  })
  readonly baseNumber!: bigint | null;

  @Field(() => DateTime, { description: 'When it was created.' })
  readonly thisUpdate!: Date;

  @Field(() => DateTime, { description: 'The latest time at which the next CRL is published.' })
  readonly nextUpdate!: Date;

  @Field(() => Int, { description: 'The number of certificates that it lists.' })
  readonly entryCount!: number;
}

@ObjectType('PublishedCrl', { simpleResolvers: true, description: 'A CRL with its content.' })
export class PublishedCrlType extends Crl {
  @Field(() => PEM, { description: 'The CRL itself.' })
  readonly pem!: string | Promise<RawJson>;
}

export function toCrl(head: ServedHead): Crl {
  const { issuerId, number, delta, baseNumber, thisUpdate, nextUpdate } = head;
  return { issuerId, number, delta, baseNumber, thisUpdate, nextUpdate, entryCount: Number(head.entryCount) };
}

/** @param documents have the text of a large one, which is not always requested: only for a new text is it made one piece */
export const toPublishedCrl = (crl: CurrentCrl, documents: Pick<PublicDocuments, 'crlValue'>): PublishedCrlType => ({
  ...toCrl(crl),
  get pem() {
    const { octets } = crl;
    return octets.length <= shortCrl && octets.parts.length === 0
      ? encodePem('X509 CRL', octets.frame).trimEnd()
      : documents.crlValue({ etag: crlTag(crl), content: () => octets.joined() }, 'none');
  },
});

@InputType({ description: 'The CRLs to rebuild.' })
export class RotateCrlInput extends InMountInput {
  @Field(() => Boolean, { defaultValue: false, description: 'Whether to rebuild delta CRLs instead of complete CRLs.' })
  delta!: boolean;
}

export const RotateCrlPayload = warnedPayload('RotateCrlPayload', {
  crls: {
    type: () => [Crl],
    description:
      'The new CRLs, one for each issuer of the mount that signs CRLs. Empty for delta CRLs if they are not enabled. Null when there are problems.',
  },
});

/** OpenBao's `resign-crls`: the default of `next_update`. */
const threeDays = 72 * 3600;

type CrlFormat = 'pem' | 'der';
const CrlFormatEnum = { PEM: 'pem', DER: 'der' } as const satisfies Record<string, CrlFormat>;
registerEnumType(CrlFormatEnum, {
  name: 'CrlFormat',
  description: 'Formats of CRLs.',
  valuesConfig: { PEM: { description: 'PEM.' }, DER: { description: 'DER, in base64.' } },
});

@InputType('SignedListInput', { description: 'What every way of signing a list asks.' })
class ListInput {
  @Field(() => IssuerRef, { description: 'The issuer that signs.' })
  issuer!: IssuerRef;

  @Field(() => BigIntScalar, { description: 'Number of the CRL.' })
  crlNumber!: bigint;

  @Field(() => BigIntScalar, {
    nullable: true,
    description: 'For a delta CRL, the number of the complete CRL that it adds to. Defaults to -1, a complete CRL.',
  })
  deltaCrlBaseNumber?: bigint | null;

  @Field(() => Duration, { defaultValue: threeDays, description: 'How long it is valid.' })
  nextUpdate!: number;

  @Field(() => CrlFormatEnum, { defaultValue: 'pem', description: 'Format of the result.' })
  format!: CrlFormat;
}

@InputType({ description: 'The CRLs to combine, all of one issuer.' })
export class ResignCrlsInput extends ListInput {
  @Field(() => [PEM], { description: 'CRLs that the issuer signed, one CRL in each element.' })
  crls!: string[];
}

@InputType({ description: 'An extension of a CRL or of one of its entries.' })
export class CrlExtensionInput {
  @Field(() => String, { description: 'Object identifier, with dots.' })
  id!: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether software that does not know the extension must reject the CRL.',
  })
  critical!: boolean;

  @Field(() => String, { description: 'Its value: DER in base64.' })
  value!: string;
}

@InputType({ description: 'An entry of a CRL.' })
export class RevokedEntryInput {
  @Field(() => SerialNumber, { description: 'Serial number of the certificate.' })
  serialNumber!: string;

  @Field(() => DateTime, { nullable: true, description: 'When it was revoked. Defaults to now.' })
  revokedAt?: Date | null;

  @Field(() => [CrlExtensionInput], { nullable: true, description: 'Extensions of the entry, such as the reason.' })
  extensions?: CrlExtensionInput[] | null;
}

@InputType({ description: 'The CRL to sign.' })
export class SignRevocationListInput extends ListInput {
  @Field(() => [RevokedEntryInput], { nullable: true, description: 'Its entries. Defaults to none.' })
  revokedCerts?: RevokedEntryInput[] | null;

  @Field(() => [CrlExtensionInput], {
    nullable: true,
    description: 'Extensions in addition to those that every CRL has.',
  })
  extensions?: CrlExtensionInput[] | null;
}

export const ResignCrlsPayload = warnedPayload('ResignCrlsPayload', {
  crl: { type: () => String, description: 'The merged CRL; null when there are problems.' },
});
export const SignRevocationListPayload = payloadType('SignRevocationListPayload', 'crl', () => String);
