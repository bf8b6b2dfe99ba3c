import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import type { Hash } from '../algorithm.js';
import { bitString, contextConstructed, encode, octetString, oid, sequence } from '../der-writer.js';
import type { DerValue } from '../der-reader.js';
import { X509Error } from '../error.js';
import { publicKeyInfoOf } from '../key.js';
import { keyOids } from '../oids.js';

/** RFC 5753 7.1.4: standard Diffie-Hellman with the key derivation of X9.63. */
const schemes: Readonly<Record<string, Hash>> = {
  '1.3.132.1.11.1': 'sha256',
  '1.3.132.1.11.2': 'sha384',
  '1.3.132.1.11.3': 'sha512',
};

/** RFC 3394. */
const wraps: Readonly<Record<string, { readonly algorithm: string; readonly octets: number }>> = {
  '2.16.840.1.101.3.4.1.5': { algorithm: 'aes128-wrap', octets: 16 },
  '2.16.840.1.101.3.4.1.25': { algorithm: 'aes192-wrap', octets: 24 },
  '2.16.840.1.101.3.4.1.45': { algorithm: 'aes256-wrap', octets: 32 },
};

const written = { scheme: '1.3.132.1.11.1', wrap: '2.16.840.1.101.3.4.1.45' } as const;
const wrapVector = Buffer.alloc(8, 0xa6);
const whose = 'encrypted message';

/** How the key of a content is wrapped by an agreement between the sender's key and that of the recipient. */
export interface KeyAgreement {
  readonly hash: Hash;
  /** Encoded: the derived key depends on it. */
  readonly wrapDer: Buffer;
  readonly wrap: { readonly algorithm: string; readonly octets: number };
  /** The BIT STRING of the sender's public key. */
  readonly point: Buffer;
  /** Random octets of the sender. */
  readonly material: Buffer | undefined;
}

/**
 * @param originator `[1]` of OriginatorIdentifierOrKey; a certificate instead of a key is not supported
 * @throws X509Error `unsupported`, `malformed`
 */
export function readKeyAgreement(originator: DerValue, material: DerValue | undefined, value: DerValue): KeyAgreement {
  if (originator.tag !== contextConstructed(1))
    throw new X509Error('unsupported', whose, 'a sender whose key is not in the message');
  const key = originator.fields(contextConstructed(1));
  if (key.next('algorithm').fields().next('identifier').oid() !== keyOids.ec)
    throw new X509Error('unsupported', whose, 'a sender without an EC key');
  const point = key.next('key').bitOctets();
  key.end();
  const fields = value.fields();
  const type = fields.next('algorithm').oid();
  const wrapValue = fields.next('wrap');
  fields.end();
  const wrapFields = wrapValue.fields();
  const wrapOid = wrapFields.next('algorithm').oid();
  const [hash, wrap] = [schemes[type], wraps[wrapOid]];
  if (hash === undefined || wrap === undefined)
    throw new X509Error('unsupported', whose, `a key agreement with ${type} and ${wrapOid}`);
  return { hash, wrap, wrapDer: wrapValue.encoded(), point, material: material?.octets() };
}

/** @returns octets that mean nothing if it cannot be unwrapped, as for `decryptKey` */
export function unwrapKey(agreement: KeyAgreement, privateKey: KeyObject, wrapped: Buffer, octets: number): Buffer {
  const { spec } = publicKeyInfoOf(privateKey);
  const nothing = Buffer.alloc(octets);
  if (spec.type !== 'ec') return nothing;
  try {
    const own = publicKeyInfoOf(privateKey).der;
    const length = own.length - agreement.point.length;
    // The same algorithm and lengths as the recipient's own key: another curve does not fit.
    const publicKey = createPublicKey({
      key: Buffer.concat([own.subarray(0, length), agreement.point]),
      format: 'der',
      type: 'spki',
    });
    const wrapping = derivedKey(agreement, diffieHellman({ privateKey, publicKey }));
    const unwrapping = createDecipheriv(agreement.wrap.algorithm, wrapping, wrapVector);
    const key = Buffer.concat([unwrapping.update(wrapped), unwrapping.final()]);
    return key.length === octets ? key : nothing;
  } catch {
    return nothing;
  }
}

/** X9.63 key derivation (SEC 1 3.6.1) over the shared secret and ECC-CMS-SharedInfo (RFC 5753 7.2). */
function derivedKey({ hash, wrap, wrapDer, material }: KeyAgreement, secret: Buffer): Buffer {
  const bits = Buffer.alloc(4);
  bits.writeUInt32BE(wrap.octets * 8);
  const info = sequence(
    wrapDer,
    ...(material === undefined ? [] : [encode(contextConstructed(0), octetString(material))]),
    encode(contextConstructed(2), octetString(bits)),
  );
  const blocks: Buffer[] = [];
  for (let counter = 1, left = wrap.octets; left > 0; counter++) {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(counter);
    const block = createHash(hash).update(secret).update(number).update(info).digest();
    blocks.push(block);
    left -= block.length;
  }
  return Buffer.concat(blocks).subarray(0, wrap.octets);
}

/** A KeyAgreeRecipientInfo from its originator to its encrypted keys, with a key of the sender that is used once. */
export function wrapKey(publicKey: KeyObject, recipient: Buffer, key: Buffer): Buffer {
  const curve = publicKey.asymmetricKeyDetails?.namedCurve;
  const wrap = wraps[written.wrap];
  const hash = schemes[written.scheme];
  if (curve === undefined || wrap === undefined || hash === undefined)
    throw new X509Error('unsupported', whose, 'a recipient whose key cannot agree');
  const pair = generateKeyPairSync('ec', { namedCurve: curve });
  const point = publicKeyInfoOf(pair.privateKey).bits;
  const wrapDer = sequence(oid(written.wrap));
  const agreement = { hash, wrap, wrapDer, point, material: undefined };
  const wrapping = derivedKey(agreement, diffieHellman({ privateKey: pair.privateKey, publicKey }));
  const cipher = createCipheriv(wrap.algorithm, wrapping, wrapVector);
  const wrapped = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([
    encode(contextConstructed(0), encode(contextConstructed(1), sequence(oid(keyOids.ec)), bitString(point))),
    sequence(oid(written.scheme), wrapDer),
    sequence(sequence(recipient, octetString(wrapped))),
  ]);
}
