import type { AuthorityIssuer } from '../../src/pki/issuers/authority.js';
import {
  authorityKeyIdentifier,
  basicConstraints,
  decodePemBlock,
  encodePem,
  keyIdentifierOf,
  keyUsage,
  parseRequest,
  randomSerialNumber,
  subjectKeyIdentifier,
} from '../../src/pki/x509/index.js';
import { buildCertificate } from './x509/built.js';

/** What another authority makes of a signing request for an intermediate. */
export function signIntermediate(signer: AuthorityIssuer, csr: string, lifeMs = 86_400_000): string {
  const { subject, publicKey } = parseRequest(decodePemBlock(csr, ['CERTIFICATE REQUEST'], 'csr'));
  const { certificate } = signer;
  const der = buildCertificate(
    {
      serialNumber: randomSerialNumber(),
      issuer: certificate.subject,
      subject,
      notBefore: certificate.notBefore,
      notAfter: new Date(certificate.notBefore.getTime() + lifeMs),
      publicKey: publicKey.der,
      extensions: [
        basicConstraints({ ca: true }),
        keyUsage(['keyCertSign', 'crlSign']),
        subjectKeyIdentifier(keyIdentifierOf(publicKey.bits)),
        authorityKeyIdentifier(signer.subjectKeyId),
      ],
    },
    signer.signer(),
  );
  return encodePem('CERTIFICATE', der);
}
