import { keyIdentifierOf, subjectKeyIdentifier } from './basic-extensions.js';
import { contextConstructed, encode, integer, sequence } from './der-writer.js';
import { encodeExtensions } from './extension.js';
import type { CertifiedKey, KeySpec } from './key.js';
import { checkedDraft, type CheckedCertificate } from './lint/index.js';
import { encodeSerialNumber, type SerialNumber } from './serial-number.js';
import { signWith, signWithAsync, type AsyncSigner, type Signer } from './signer.js';
import { encodeTime } from './time.js';

/** What a draft becomes a certificate with. */
export interface CertificateIdentity {
  readonly serialNumber: SerialNumber;
  readonly publicKey: CertifiedKey;
}

/** `[0] EXPLICIT INTEGER 2`. */
const version3 = encode(contextConstructed(0), integer(2));

const sizeOf = (key: KeySpec): number => ('bits' in key ? key.bits : 0);

function toBeSigned(
  checked: CheckedCertificate,
  { serialNumber, publicKey }: CertificateIdentity,
  signer: Signer | AsyncSigner,
): Buffer {
  const { key, issuer, subject, notBefore, notAfter, extensions: drafted } = checkedDraft(checked);
  if (key.type !== publicKey.spec.type || sizeOf(key) !== sizeOf(publicKey.spec))
    throw new Error('a certificate for a key of another kind than was checked');
  const extensions = drafted.map((each) =>
    'der' in each ? each : subjectKeyIdentifier(keyIdentifierOf(publicKey.bits)),
  );
  return sequence(
    version3,
    encodeSerialNumber(serialNumber),
    signer.algorithm.der,
    issuer.der,
    sequence(encodeTime(notBefore), encodeTime(notAfter)),
    subject.der,
    publicKey.der,
    ...(extensions.length === 0 ? [] : [encode(contextConstructed(3), encodeExtensions(extensions))]),
  );
}

/** A signed certificate, DER (RFC 5280 4.1). */
export const buildCertificate = (checked: CheckedCertificate, identity: CertificateIdentity, signer: Signer): Buffer =>
  signWith(toBeSigned(checked, identity, signer), signer);

/** The same with a signer off the thread. */
export const buildCertificateAsync = (
  checked: CheckedCertificate,
  identity: CertificateIdentity,
  signer: AsyncSigner,
): Promise<Buffer> => signWithAsync(toBeSigned(checked, identity, signer), signer);
