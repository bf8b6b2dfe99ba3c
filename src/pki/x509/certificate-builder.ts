import { contextConstructed, encode, integer, sequence } from './der-writer.js';
import { X509Error } from './error.js';
import { encodeExtensions, type Extension } from './extension.js';
import type { Name } from './name.js';
import { encodeSerialNumber, type SerialNumber } from './serial-number.js';
import { signWith, signWithAsync, type AsyncSigner, type Signer } from './signer.js';
import { encodeTime } from './time.js';

/** The content of a certificate, without its signer. */
export interface CertificateContent {
  readonly serialNumber: SerialNumber;
  readonly issuer: Name;
  readonly subject: Name;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array;
  readonly extensions: readonly Extension[];
}

/** `[0] EXPLICIT INTEGER 2`. */
const version3 = encode(contextConstructed(0), integer(2));

function toBeSigned(content: CertificateContent, signer: Signer | AsyncSigner): Buffer {
  if (content.notAfter < content.notBefore)
    throw new X509Error('invalid_value', 'certificate validity', 'ends before it begins');
  if (content.issuer.isEmpty) throw new X509Error('invalid_value', 'certificate issuer', 'empty');
  return sequence(
    version3,
    encodeSerialNumber(content.serialNumber),
    signer.algorithm.der,
    content.issuer.der,
    sequence(encodeTime(content.notBefore), encodeTime(content.notAfter)),
    content.subject.der,
    content.publicKey,
    ...(content.extensions.length === 0 ? [] : [encode(contextConstructed(3), encodeExtensions(content.extensions))]),
  );
}

/** A signed certificate, DER (RFC 5280 4.1). @throws X509Error `invalid_value` */
export const buildCertificate = (content: CertificateContent, signer: Signer): Buffer =>
  signWith(toBeSigned(content, signer), signer);

/** The same with a signer off the thread. */
export const buildCertificateAsync = (content: CertificateContent, signer: AsyncSigner): Promise<Buffer> =>
  signWithAsync(toBeSigned(content, signer), signer);
