import { createHash } from 'node:crypto';
import type { AuthorityIssuer } from '../issuers/authority.js';
import { encryptMessage, issuerAndSerial, signMessage, strongCiphers } from '../x509/cms/index.js';
import type { ContentCipher, KeyTransport, Recipient } from '../x509/cms/index.js';
import { contextConstructed, sequence } from '../x509/der-writer.js';
import { readDer } from '../x509/der-reader.js';
import { parseCertificate, X509Error } from '../x509/index.js';
import type { CertificateRequest, PublicKeyInfo } from '../x509/index.js';
import { badRequest } from './est-refusal.js';
import type { RequestAttributes } from './request-attributes.js';

/** Object identifiers of what is inside (RFC 5652, RFC 5958). */
const signedDataOid = '1.2.840.113549.1.7.2';
const keyPackageOid = '2.16.840.1.101.2.1.2.78.5';

/** By their identifiers in capabilities (RFC 3565, RFC 5084). */
const ciphers: Readonly<Record<string, ContentCipher>> = {
  '2.16.840.1.101.3.4.1.2': 'aes128-cbc',
  '2.16.840.1.101.3.4.1.22': 'aes192-cbc',
  '2.16.840.1.101.3.4.1.42': 'aes256-cbc',
  '2.16.840.1.101.3.4.1.6': 'aes128-gcm',
  '2.16.840.1.101.3.4.1.46': 'aes256-gcm',
};
/** RFC 4055 §4. */
const oaepOid = '1.2.840.113549.1.1.7';

/** How a private key is encrypted on its way beyond TLS (RFC 7030 §4.4.1.2). */
export interface KeyEncryption {
  readonly recipient: Recipient;
  readonly cipher: ContentCipher;
}

/**
 * What the request asks of its new private key: null for nothing beyond TLS.
 * @param shown the client's own certificate, DER
 * @throws EstRefusal for what cannot be done: a key is never sent with less than was asked for
 */
export function keyEncryptionOf(
  attributes: RequestAttributes,
  csr: CertificateRequest,
  shown: Uint8Array | undefined,
): KeyEncryption | null {
  const { decryptKeyIdentifier, asymmetricDecryptKeyIdentifier: wanted, capabilities } = attributes;
  if (decryptKeyIdentifier)
    throw badRequest('the private key cannot be encrypted: no secret is shared under a DecryptKeyIdentifier');
  if (!wanted) {
    if (capabilities)
      throw badRequest('SMIMECapabilities ask for an encrypted private key, and nothing says for which key');
    return null;
  }
  if (!capabilities)
    throw badRequest('AsymmetricDecryptKeyIdentifier needs SMIMECapabilities, which say how to encrypt');
  const cipher = capabilities
    .map((oid) => ciphers[oid])
    .find((each) => each !== undefined && strongCiphers.includes(each));
  if (!cipher) throw badRequest('SMIMECapabilities have no cipher that is used here: AES with 128, 192 or 256 bits');
  const transport: KeyTransport = capabilities.includes(oaepOid)
    ? { padding: 'oaep', hash: 'sha256' }
    : { padding: 'pkcs1' };
  return { cipher, recipient: recipientNamed(wanted, csr, shown, transport) };
}

/** The key of the client certificate, or the one that signs the request: the client has shown that it has either. */
function recipientNamed(
  wanted: Buffer,
  csr: CertificateRequest,
  shown: Uint8Array | undefined,
  transport: KeyTransport,
): Recipient {
  const certificate = shown && readable(shown);
  const own = certificate?.extensions.subjectKeyIdentifier ?? (certificate && derivedIdentifier(certificate.publicKey));
  if (certificate && own?.equals(wanted))
    return decrypting({ identifier: issuerAndSerial(certificate), publicKey: certificate.publicKey, transport });
  if (derivedIdentifier(csr.publicKey).equals(wanted))
    return decrypting({ identifier: { keyIdentifier: wanted }, publicKey: csr.publicKey, transport });
  throw badRequest(
    'AsymmetricDecryptKeyIdentifier names neither the key of the client certificate nor the one that signs the request',
  );
}

function decrypting(recipient: Recipient): Recipient {
  const { type } = recipient.publicKey.spec;
  if (type === 'rsa' || type === 'ec') return recipient;
  throw badRequest(`nothing can be encrypted for a key of ${type}`);
}

function readable(der: Uint8Array) {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (error instanceof X509Error) return undefined;
    throw error;
  }
}

/** RFC 5280 §4.2.1.2, method one. */
const derivedIdentifier = ({ bits }: Pick<PublicKeyInfo, 'bits'>): Buffer => createHash('sha1').update(bits).digest();

/** RFC 7030 §4.4.2: the key in a package, signed by the authority that made it, and encrypted. */
export async function encryptedKey(
  pkcs8: Buffer,
  issuer: AuthorityIssuer,
  { recipient, cipher }: KeyEncryption,
): Promise<Buffer> {
  const keyPackage = sequence(pkcs8);
  const message = await signMessage(
    { contentType: keyPackageOid, content: keyPackage, certificates: [issuer.certificate.der] },
    { identifier: issuerAndSerial(issuer.certificate), signer: issuer.asyncSigner(), attributes: [] },
  );
  const content = contentOf(message);
  keyPackage.fill(0);
  message.fill(0);
  const encrypted = encryptMessage({ contentType: signedDataOid, content, cipher }, [recipient]);
  content.fill(0);
  return encrypted;
}

/** What a message contains, without the envelope that says of which type it is. */
function contentOf(message: Buffer): Buffer {
  const fields = readDer(message, 'message', { maxBytes: message.length }).fields();
  fields.next('type');
  return fields.next('content').inner(contextConstructed(0)).encoded();
}
