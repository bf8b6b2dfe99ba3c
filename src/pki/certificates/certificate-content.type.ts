import 'reflect-metadata';
import { Field, Int, ObjectType } from 'type-graphql';

@ObjectType({
  simpleResolvers: true,
  description: 'Fingerprints of a certificate: hashes as lower-case hex octets with colons.',
})
export class CertificateFingerprints {
  @Field(() => String, { description: 'SHA-256 of its DER form.' })
  readonly sha256!: string;

  @Field(() => String, { description: 'SHA-1 of its DER form, for comparison with older lists. SHA-1 is not secure.' })
  readonly sha1!: string;
}

@ObjectType('BasicConstraints', {
  simpleResolvers: true,
  description: 'Whether a certificate is a CA certificate (RFC 5280 §4.2.1.9).',
})
export class BasicConstraintsType {
  @Field(() => Boolean, { description: 'Whether its key may sign certificates.' })
  readonly isAuthority!: boolean;

  @Field(() => Int, {
    nullable: true,
    description: 'How many intermediate certificates may follow below it. Null if there is no limit.',
  })
  readonly maxPathLength!: number | null;
}

@ObjectType({ simpleResolvers: true, description: 'The addresses in a certificate.' })
export class CertificateUrls {
  @Field(() => [String], { description: 'Addresses of the certificate of its issuer.' })
  readonly issuingCertificates!: readonly string[];

  @Field(() => [String], { description: 'Addresses of the CRL that would list it.' })
  readonly crlDistributionPoints!: readonly string[];

  @Field(() => [String], { description: 'Addresses of the delta CRL that would list it.' })
  readonly deltaCrlDistributionPoints!: readonly string[];

  @Field(() => [String], { description: 'Addresses of OCSP responders.' })
  readonly ocspServers!: readonly string[];
}
