import { randomBytes } from 'node:crypto';
import type { Certificate } from '../certificate.js';
import { contextConstructed, contextPrimitive, encode, integer, oid, sequence, setOf } from '../der-writer.js';
import { X509Error } from '../error.js';
import type { PublicKeyInfo } from '../key.js';
import { cipherOf, encodeCipher, encryptContent, type ContentCipher } from './content-cipher.js';
import { encodeContentInfo } from './content-info.js';
import { encodeEntity, issuerAndSerial, type EntityIdentifier } from './entity.js';
import { wrapKey } from './key-agreement.js';
import { encodeKeyTransport, encryptKey, type KeyTransport } from './key-transport.js';
import { contentOids } from './oids.js';

/** Who may read a message that is written. */
export interface Recipient {
  readonly identifier: EntityIdentifier;
  readonly publicKey: Pick<PublicKeyInfo, 'key' | 'spec'>;
  /** RSA keys only; PKCS#1 v1.5 if left out, which every reader knows. */
  readonly transport?: KeyTransport;
}

export interface SecretContent {
  /** Dotted object identifier; `data` if left out. */
  readonly contentType?: string;
  readonly content: Uint8Array;
  readonly cipher: ContentCipher;
}

/** The holder of a certificate, named by its issuer and serial number. */
export const recipientOf = (certificate: Certificate, transport?: KeyTransport): Recipient => ({
  identifier: issuerAndSerial(certificate),
  publicKey: certificate.publicKey,
  ...(transport && { transport }),
});

/** An encrypted message, DER. @throws X509Error `unsupported` for a recipient whose key cannot decrypt (Ed25519, ML-DSA) */
export function encryptMessage(
  { contentType = contentOids.data, content, cipher }: SecretContent,
  recipients: readonly Recipient[],
): Buffer {
  const named = cipherOf(cipher);
  const key = randomBytes(named.cipher.keyOctets);
  const infos = recipients.map((recipient) => writeRecipient(recipient, key));
  const simple = recipients.every(
    ({ identifier, publicKey }) => publicKey.spec.type === 'rsa' && !('keyIdentifier' in identifier),
  );
  return encodeContentInfo(
    contentOids.envelopedData,
    sequence(
      integer(simple ? 0 : 2),
      setOf(...infos),
      sequence(oid(contentType), encodeCipher(named), encode(contextPrimitive(0), encryptContent(named, key, content))),
    ),
  );
}

function writeRecipient({ identifier, publicKey, transport = { padding: 'pkcs1' } }: Recipient, key: Buffer): Buffer {
  switch (publicKey.spec.type) {
    case 'rsa':
      return sequence(
        integer('keyIdentifier' in identifier ? 2 : 0),
        encodeEntity(identifier),
        encodeKeyTransport(transport),
        encryptKey(transport, publicKey.key, key),
      );
    case 'ec':
      return encode(contextConstructed(1), integer(3), wrapKey(publicKey.key, agreeingEntity(identifier), key));
    default:
      throw new X509Error('unsupported', 'encrypted message', `a recipient whose key is ${publicKey.spec.type}`);
  }
}

/** RFC 5652 6.2.2: a key identifier is a field of `[0]` here. */
const agreeingEntity = (identifier: EntityIdentifier): Buffer =>
  'keyIdentifier' in identifier
    ? encode(contextConstructed(0), encode(0x04, identifier.keyIdentifier))
    : encodeEntity(identifier);
