import type { AuthorityIssuer } from '../issuers/authority.js';
import type { PlannedCertificate } from '../policy/index.js';
import {
  buildCertificate,
  buildCertificateAsync,
  extensionOids,
  keyIdentifierOf,
  randomSerialNumber,
  subjectKeyIdentifier,
  type CertificateContent,
  type Extension,
  type CertifiedKey,
  type SerialNumber,
} from '../x509/index.js';

/** How an issuer signs, if its key allows a choice. 0 bits chooses what suits the key. */
export interface SignatureChoice {
  readonly bits: number;
  readonly pss: boolean;
}

export interface Certified {
  readonly der: Buffer;
  readonly serialNumber: SerialNumber;
}

/** Signs a planned certificate with a new serial number. */
export async function certify(
  issuer: AuthorityIssuer,
  planned: PlannedCertificate,
  publicKey: CertifiedKey,
): Promise<Certified> {
  const serialNumber = randomSerialNumber();
  const content: CertificateContent = {
    serialNumber,
    issuer: issuer.certificate.subject,
    subject: planned.subject,
    notBefore: planned.notBefore,
    notAfter: planned.notAfter,
    publicKey: publicKey.der,
    extensions: withIdentifiers(planned, publicKey, issuer, serialNumber),
  };
  return { der: await signAs(issuer, content, planned.signature), serialNumber };
}

/** Values of the request or the CSR take precedence over those that the issuer would add. */
function withIdentifiers(
  planned: PlannedCertificate,
  publicKey: CertifiedKey,
  issuer: AuthorityIssuer,
  serialNumber: SerialNumber,
): Extension[] {
  const has = (oid: string): boolean => planned.extensions.some((each) => each.oid === oid);
  return [
    ...planned.extensions,
    ...(has(extensionOids.subjectKeyIdentifier)
      ? []
      : [subjectKeyIdentifier(planned.subjectKeyIdentifier ?? keyIdentifierOf(publicKey.bits))]),
    ...issuer.extensionsFor(serialNumber).filter(({ oid }) => !has(oid)),
  ];
}

/** An RSA signature takes a millisecond, so another thread makes it. The others take less time than the transfer. */
export const signAs = (
  issuer: AuthorityIssuer,
  content: CertificateContent,
  choice: SignatureChoice,
): Promise<Buffer> | Buffer =>
  issuer.certificate.publicKey.spec.type === 'rsa'
    ? buildCertificateAsync(content, issuer.asyncSigner(choice))
    : buildCertificate(content, issuer.signer(choice));
