import { constants, createHash, createHmac, privateDecrypt, publicEncrypt, type KeyObject } from 'node:crypto';
import { hashes, type Hash } from '../algorithm.js';
import { contextConstructed, encode, nullValue, octetString, oid, sequence } from '../der-writer.js';
import type { DerFields, DerValue } from '../der-reader.js';
import { X509Error } from '../error.js';
import { keyOids } from '../oids.js';
import { readDigest } from './digest.js';
import { oaepOids } from './oids.js';

/** How the key of a content is encrypted under an RSA key. */
export type KeyTransport = { readonly padding: 'pkcs1' } | { readonly padding: 'oaep'; readonly hash: OaepHash };

/** SHA-1 is the default of OAEP, and no collision of it breaks OAEP. */
export type OaepHash = Hash | 'sha1';

const whose = 'encrypted message';

const pkcs1Der = sequence(oid(keyOids.rsa), nullValue);

/** @throws X509Error `unsupported` for another algorithm, or for OAEP with a label or with two hashes */
export function readKeyTransport(value: DerValue): KeyTransport {
  const fields = value.fields();
  const type = fields.next('algorithm').oid();
  if (type === keyOids.rsa) {
    fields.optional('parameters', 0x05)?.nothing();
    fields.end();
    return { padding: 'pkcs1' };
  }
  if (type !== oaepOids.oaep) throw new X509Error('unsupported', whose, `its key is encrypted with ${type}`);
  const parameters = fields.next('parameters').fields();
  fields.end();
  return { padding: 'oaep', hash: readOaep(parameters) };
}

/** RFC 4055 4.1. */
function readOaep(fields: DerFields): OaepHash {
  const tagged = (what: string, number: number): DerValue | undefined =>
    fields.optional(what, contextConstructed(number))?.inner(contextConstructed(number));
  const digest = tagged('hash', 0);
  const mask = tagged('mask generation', 1)?.fields();
  const label = tagged('label', 2)?.fields();
  fields.end();
  const hash = digest === undefined ? 'sha1' : oaepHash(digest);
  const generator = mask?.next('function').oid() ?? oaepOids.mgf1;
  const maskHash = mask === undefined ? 'sha1' : oaepHash(mask.next('hash'));
  const source = label?.next('source').oid() ?? oaepOids.emptyLabel;
  const text = label?.next('value').octets() ?? Buffer.of();
  const known = generator === oaepOids.mgf1 && source === oaepOids.emptyLabel && text.length === 0;
  if (!known || maskHash !== hash)
    throw new X509Error('unsupported', whose, 'OAEP with other parameters than one hash');
  return hash;
}

function oaepHash(value: DerValue): OaepHash {
  const { hash, name } = readDigest(value);
  if (hash !== undefined) return hash;
  if (name === 'SHA-1') return 'sha1';
  throw new X509Error('unsupported', whose, `OAEP with ${name}`);
}

export function encodeKeyTransport(transport: KeyTransport): Buffer {
  if (transport.padding === 'pkcs1') return pkcs1Der;
  if (transport.hash === 'sha1') return sequence(oid(oaepOids.oaep), sequence());
  const digest = sequence(oid(hashes[transport.hash].oid), nullValue);
  return sequence(
    oid(oaepOids.oaep),
    sequence(
      encode(contextConstructed(0), digest),
      encode(contextConstructed(1), sequence(oid(oaepOids.mgf1), digest)),
    ),
  );
}

/** @throws X509Error `unsupported` for a key that is too small */
export function encryptKey(transport: KeyTransport, publicKey: KeyObject, key: Buffer): Buffer {
  const how =
    transport.padding === 'pkcs1'
      ? { padding: constants.RSA_PKCS1_PADDING }
      : { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: transport.hash };
  const encrypted = attempt(() => publicEncrypt({ key: publicKey, ...how }, key));
  if (encrypted === undefined) throw new X509Error('unsupported', whose, 'a recipient whose key is too small');
  return octetString(encrypted);
}

/** What is to be done with a private RSA key: up to tens of milliseconds of work, which anybody can ask for. */
export interface RsaDecryption {
  readonly transport: KeyTransport;
  readonly privateKey: KeyObject;
  readonly encrypted: Uint8Array;
}

/**
 * Does the arithmetic. The padding of PKCS#1 is left as it is: node:crypto of OpenSSL 3.0 has no implicit rejection, so {@link decryptedKey} looks at it.
 * @returns nothing (no octets) for what cannot be decrypted
 */
export function decryptRsa({ transport, privateKey, encrypted }: RsaDecryption): Buffer {
  const how =
    transport.padding === 'oaep'
      ? { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: transport.hash }
      : { padding: constants.RSA_NO_PADDING };
  return attempt(() => privateDecrypt({ key: privateKey, ...how }, encrypted)) ?? Buffer.of();
}

/**
 * The key of a content, of so many octets. One that cannot be decrypted comes out as octets that mean nothing, always the same for the same message
 * (implicit rejection): nobody learns from the answer whether the padding was right, which is what Bleichenbacher's attack asks.
 * @param decrypted what `decryptRsa` gave
 */
export function decryptedKey(
  { transport, privateKey, encrypted }: RsaDecryption,
  decrypted: Buffer,
  octets: number,
): Buffer {
  const instead = rejected(privateKey, encrypted, octets);
  return transport.padding === 'oaep' ? ofLength(decrypted, instead) : unpadded(decrypted, instead);
}

/** OAEP itself tells nothing (RFC 8017 7.1.2). */
const ofLength = (key: Buffer, instead: Buffer): Buffer => (key.length === instead.length ? key : instead);

/** OpenSSL throws for a number that is not below the modulus, for broken padding, and for a key that is too small. */
function attempt(decrypt: () => Buffer): Buffer | undefined {
  try {
    return decrypt();
  } catch {
    return undefined;
  }
}

const secrets = new WeakMap<KeyObject, Buffer>();

/** What stands in the place of a key: it depends on the message and on a secret of the recipient. */
function rejected(privateKey: KeyObject, encrypted: Uint8Array, octets: number): Buffer {
  let secret = secrets.get(privateKey);
  if (secret === undefined) {
    secret = createHash('sha256')
      .update(privateKey.export({ type: 'pkcs1', format: 'der' }))
      .digest();
    secrets.set(privateKey, secret);
  }
  return createHmac('sha256', secret).update(encrypted).digest().subarray(0, octets);
}

/**
 * The key inside 00 02 padding 00 (RFC 8017 7.2.2), or the other one unless all of the block is as it should be. The steps taken do not depend on what is in
 * the block: the length of the key is known from the cipher, so that the place of its zero octet is too.
 */
function unpadded(block: Buffer, instead: Buffer): Buffer {
  const start = block.length - instead.length;
  if (start < 11) return instead;
  let wrong = (block[0] ?? 0) | ((block[1] ?? 0) ^ 2) | (block[start - 1] ?? 0);
  for (let at = 2; at < start - 1; at++) wrong |= (((block[at] ?? 0) - 1) >>> 31) & 1;
  // All ones if something is wrong, else zero.
  const mask = -(-wrong >>> 31);
  const key = Buffer.alloc(instead.length);
  for (let at = 0; at < key.length; at++) key[at] = ((block[start + at] ?? 0) & ~mask) | ((instead[at] ?? 0) & mask);
  return key;
}
