import 'reflect-metadata';
import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({
  simpleResolvers: true,
  description: 'Fingerprints of a certificate: hashes as lower-case hex octets with colons.',
})
export class CertificateFingerprints {
  @Field(() => String, { description: 'SHA-256 of its DER.' })
  readonly sha256!: string;

  @Field(() => String, { description: 'SHA-1 of its DER, for comparison with older lists. SHA-1 is not secure.' })
  readonly sha1!: string;
}

@ObjectType('BasicConstraints', {
  simpleResolvers: true,
  description: 'Whether a certificate belongs to an authority (RFC 5280 §4.2.1.9).',
})
export class BasicConstraintsType {
  @Field(() => Boolean, { description: 'Whether its key may sign certificates.' })
  readonly isAuthority!: boolean;

  @Field(() => Int, { nullable: true, description: 'How many intermediates may follow below it; null for any number.' })
  readonly maxPathLength!: number | null;
}

@ObjectType({ simpleResolvers: true, description: 'Addresses that a certificate carries.' })
export class CertificateUrls {
  @Field(() => [String], { description: 'Of the certificate of its issuer.' })
  readonly issuingCertificates!: readonly string[];

  @Field(() => [String], { description: 'Of the CRL that would list it.' })
  readonly crlDistributionPoints!: readonly string[];

  @Field(() => [String], { description: 'Of the delta CRL that would list it.' })
  readonly deltaCrlDistributionPoints!: readonly string[];

  @Field(() => [String], { description: 'Of OCSP responders.' })
  readonly ocspServers!: readonly string[];
}
