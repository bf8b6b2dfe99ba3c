import {
  buildCertificate as build,
  buildCertificateAsync as buildAsync,
  checkCertificate,
  parsePublicKeyInfo,
  type AsyncSigner,
  type CertificateDraft,
  type CertificateIdentity,
  type CheckedCertificate,
  type Extension,
  type SerialNumber,
  type Signer,
} from '../../../src/pki/x509/index.js';

/** All of a certificate but its signature. */
export interface CertificateContent extends Omit<CertificateDraft, 'key' | 'extensions'> {
  readonly serialNumber: SerialNumber;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array;
  readonly extensions: readonly Extension[];
}

/** Only what passed the check can be signed: in tests too, which make certificates that are odd but not useless. */
function checked({
  serialNumber,
  publicKey,
  ...content
}: CertificateContent): [CheckedCertificate, CertificateIdentity] {
  const info = parsePublicKeyInfo(publicKey);
  const outcome = checkCertificate({ ...content, key: info.spec });
  if (!outcome.checked) throw new Error(outcome.findings.map(({ message }) => message).join('; '));
  return [outcome.checked, { serialNumber, publicKey: info }];
}

export const buildCertificate = (content: CertificateContent, signer: Signer): Buffer =>
  build(...checked(content), signer);

export const buildCertificateAsync = (content: CertificateContent, signer: AsyncSigner): Promise<Buffer> =>
  buildAsync(...checked(content), signer);
