import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { PkiContext } from '../context.js';
import { ExtKeyUsageEnum, KeyUsageEnum, namedExtKeyUsages } from '../graphql/key-usages.js';
import { octets } from '../graphql/octets.js';
import { signatureName } from '../issuers/revocation-signature.js';
import { addressesOf, fingerprintsOf, keyAlgorithm } from './certificate-content.js';
import { BasicConstraintsType, CertificateFingerprints, CertificateUrls } from './certificate-content.type.js';
import { Certificate } from './certificate.type.js';
import type { StoredCertificate } from './certificates.js';

const unreadable = 'Null, with an error, if the stored certificate cannot be read.';
const shown = (description: string) => ({ nullable: true, description: `${description} ${unreadable}` }) as const;

/** The content of a certificate, which is parsed only when it is requested. */
@Resolver(() => Certificate)
export class CertificateContentResolver {
  @FieldResolver(() => String, shown('Its subject in the form of RFC 4514.'))
  async subject(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    return (await pki.load.content.load(stored)).subject.toString();
  }

  @FieldResolver(() => String, shown('The name of its issuer in the form of RFC 4514.'))
  async issuerName(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    return (await pki.load.content.load(stored)).issuer.toString();
  }

  @FieldResolver(() => [KeyUsageEnum], shown('Its key usages. Empty if it does not have the extension.'))
  async keyUsages(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    return (await pki.load.content.load(stored)).extensions.keyUsage ?? [];
  }

  @FieldResolver(
    () => [ExtKeyUsageEnum],
    shown(
      'Its extended key usages that have a name in this API; `extKeyUsageOids` lists all. Empty if it does not have the extension.',
    ),
  )
  async extKeyUsages(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    return namedExtKeyUsages((await pki.load.content.load(stored)).extensions.extKeyUsage ?? []);
  }

  @FieldResolver(
    () => [String],
    shown('Its extended key usages, as object identifiers. Empty if it does not have the extension.'),
  )
  async extKeyUsageOids(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    return (await pki.load.content.load(stored)).extensions.extKeyUsage ?? [];
  }

  @FieldResolver(
    () => BasicConstraintsType,
    shown('Whether it is a CA certificate. A certificate without basic constraints is not.'),
  )
  async basicConstraints(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    const { basicConstraints } = (await pki.load.content.load(stored)).extensions;
    return { isAuthority: basicConstraints?.ca ?? false, maxPathLength: basicConstraints?.pathLength ?? null };
  }

  @FieldResolver(
    () => String,
    shown('Identifier of its key, as hex octets with colons. Null if the certificate does not contain it.'),
  )
  async subjectKeyId(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    const { subjectKeyIdentifier } = (await pki.load.content.load(stored)).extensions;
    return subjectKeyIdentifier ? octets(subjectKeyIdentifier) : null;
  }

  @FieldResolver(
    () => String,
    shown(
      'Identifier of the key that signed it, as hex octets with colons. Null if the certificate does not contain it.',
    ),
  )
  async authorityKeyId(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    const id = (await pki.load.content.load(stored)).extensions.authorityKeyIdentifier?.keyIdentifier;
    return id ? octets(id) : null;
  }

  @FieldResolver(
    () => String,
    shown('Algorithm of its key, with the names of RFC 3279, 5480 and 8410: `id-ecPublicKey, secp256r1`.'),
  )
  async publicKeyAlgorithm(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    return keyAlgorithm((await pki.load.content.load(stored)).publicKey.spec);
  }

  @FieldResolver(() => String, shown('The signature algorithm, such as `ECDSAWithSHA256`.'))
  async signatureAlgorithm(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    return signatureName((await pki.load.content.load(stored)).algorithm);
  }

  @FieldResolver(() => CertificateUrls, shown('The addresses in it.'))
  async urls(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    return addressesOf(await pki.load.content.load(stored));
  }

  @FieldResolver(() => CertificateFingerprints, { description: 'Its fingerprints.' })
  fingerprints(@Root() stored: StoredCertificate) {
    return fingerprintsOf(stored);
  }
}
