import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { PkiContext } from '../context.js';
import { ExtKeyUsageEnum, KeyUsageEnum, namedExtKeyUsages } from '../graphql/key-usages.js';
import { octets } from '../graphql/octets.js';
import { addressesOf, fingerprintsOf, keyAlgorithm, signatureName } from './certificate-content.js';
import { BasicConstraintsType, CertificateFingerprints, CertificateUrls } from './certificate-content.type.js';
import { Certificate } from './certificate.type.js';
import type { StoredCertificate } from './certificates.js';

const unreadable = 'Null, with an error, if the stored certificate cannot be read.';
const shown = (description: string) => ({ nullable: true, description: `${description} ${unreadable}` }) as const;

/** What a certificate says itself: read from it when it is asked for. */
@Resolver(() => Certificate)
export class CertificateContentResolver {
  @FieldResolver(() => String, shown('Its subject, as RFC 4514 writes names.'))
  async subject(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    return (await pki.load.content.load(stored)).subject.toString();
  }

  @FieldResolver(() => String, shown('The name of its issuer, as RFC 4514 writes names.'))
  async issuerName(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    return (await pki.load.content.load(stored)).issuer.toString();
  }

  @FieldResolver(() => [KeyUsageEnum], shown('What its key may be used for; empty if it does not say.'))
  async keyUsages(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    return (await pki.load.content.load(stored)).extensions.keyUsage ?? [];
  }

  @FieldResolver(
    () => [ExtKeyUsageEnum],
    shown(
      'What it is for: the purposes that have a name here. `extKeyUsageOids` lists all of them. Empty if it does not say.',
    ),
  )
  async extKeyUsages(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    return namedExtKeyUsages((await pki.load.content.load(stored)).extensions.extKeyUsage ?? []);
  }

  @FieldResolver(() => [String], shown('What it is for, as object identifiers; empty if it does not say.'))
  async extKeyUsageOids(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    return (await pki.load.content.load(stored)).extensions.extKeyUsage ?? [];
  }

  @FieldResolver(
    () => BasicConstraintsType,
    shown('Whether it belongs to an authority; if it does not say, it does not.'),
  )
  async basicConstraints(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    const { basicConstraints } = (await pki.load.content.load(stored)).extensions;
    return { isAuthority: basicConstraints?.ca ?? false, maxPathLength: basicConstraints?.pathLength ?? null };
  }

  @FieldResolver(() => String, shown('Identifier of its key: hex octets with colons; null if it has none.'))
  async subjectKeyId(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    const { subjectKeyIdentifier } = (await pki.load.content.load(stored)).extensions;
    return subjectKeyIdentifier ? octets(subjectKeyIdentifier) : null;
  }

  @FieldResolver(
    () => String,
    shown('Identifier of the key that signed it: hex octets with colons; null if it has none.'),
  )
  async authorityKeyId(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    const id = (await pki.load.content.load(stored)).extensions.authorityKeyIdentifier?.keyIdentifier;
    return id ? octets(id) : null;
  }

  @FieldResolver(
    () => String,
    shown('Algorithm of its key, as RFC 3279, 5480 and 8410 name it: `id-ecPublicKey, secp256r1`.'),
  )
  async publicKeyAlgorithm(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    return keyAlgorithm((await pki.load.content.load(stored)).publicKey.spec);
  }

  @FieldResolver(() => String, shown('How it was signed, such as `ECDSAWithSHA256`.'))
  async signatureAlgorithm(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    return signatureName((await pki.load.content.load(stored)).algorithm);
  }

  @FieldResolver(() => CertificateUrls, shown('The addresses that it carries.'))
  async urls(@Root() stored: StoredCertificate, @Ctx() { pki }: PkiContext) {
    return addressesOf(await pki.load.content.load(stored));
  }

  @FieldResolver(() => CertificateFingerprints, { description: 'Its fingerprints.' })
  fingerprints(@Root() stored: StoredCertificate) {
    return fingerprintsOf(stored);
  }
}
