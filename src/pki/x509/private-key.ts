import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { algorithmFor } from './signer.js';
import type { Certificate } from './certificate.js';
import { readDer } from './der-reader.js';
import { requireEcKeyWithinCurve } from './ec-private-key.js';
import { X509Error } from './error.js';
import { describeKey, type KeySpec } from './key.js';
import { mldsaBitsOf, requireMldsa } from './mldsa.js';
import { decodePem, encodePem, type PemBlock } from './pem.js';

/** `traditional` is PKCS#1 for RSA and SEC1 for EC; Ed25519 and ML-DSA have PKCS#8 only. */
export type PrivateKeyFormat = 'traditional' | 'pkcs8';

const keyTypes = { 'PRIVATE KEY': 'pkcs8', 'RSA PRIVATE KEY': 'pkcs1', 'EC PRIVATE KEY': 'sec1' } as const;

/** What follows the version: the algorithm (RFC 5208), the modulus (RFC 8017), the private key (RFC 5915). */
const secondTags = { pkcs8: 0x30, pkcs1: 0x02, sec1: 0x04 } as const;

const isKeyLabel = (label: string): label is keyof typeof keyTypes => Object.hasOwn(keyTypes, label);

/** Whether a PEM block is a private key, including kinds that cannot be read here. */
export const isPrivateKeyLabel = (label: string): boolean => /(?:^| )PRIVATE KEY$/.test(label);

const isTraditional = (type: KeySpec['type']): type is 'rsa' | 'ec' => type === 'rsa' || type === 'ec';

/** A private key, DER. */
export function privateKeyDer(key: KeyObject, format: PrivateKeyFormat): Buffer {
  const { type } = describeKey(key);
  if (format === 'pkcs8' || !isTraditional(type)) return key.export({ type: 'pkcs8', format: 'der' });
  return key.export({ type: type === 'rsa' ? 'pkcs1' : 'sec1', format: 'der' });
}

/** A private key, PEM, with the label of its format. */
export function privateKeyPem(key: KeyObject, format: PrivateKeyFormat): string {
  const { type } = describeKey(key);
  const label =
    format === 'pkcs8' || !isTraditional(type) ? 'PRIVATE KEY' : type === 'rsa' ? 'RSA PRIVATE KEY' : 'EC PRIVATE KEY';
  return encodePem(label, privateKeyDer(key, format));
}

const maxKeyBytes = 32 * 1024;

/** Signing with a larger one would block the server: OpenSSL limits public keys, but not private ones. */
const largestRsa = 8192;

/**
 * The private key of a PEM block.
 * @throws X509Error `malformed`, `unsupported` (encrypted, or another kind), `too_large`
 */
export function readPrivateKey({ label, der }: PemBlock, where: string): KeyObject {
  if (!isKeyLabel(label)) throw new X509Error('unsupported', where, `a key in a block called ${label}`);
  if (der.length > maxKeyBytes) throw new X509Error('too_large', where, `a key of ${der.length} octets`);
  const type = keyTypes[label];
  requireStructure(der, type, where);
  if (type === 'pkcs8') requireKnown(der, where);
  if (type !== 'pkcs1') requireEcKeyWithinCurve(der, type, where);
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: der, format: 'der', type });
  } catch (cause) {
    throw new X509Error('malformed', where, 'not a private key of its kind', { cause });
  }
  const spec = describeKey(key);
  if (spec.type === 'rsa' && spec.bits > largestRsa)
    throw new X509Error('unsupported', where, `an RSA key of ${spec.bits} bits`);
  checkKey(key, spec, where);
  return key;
}

/** An older OpenSSL cannot read ML-DSA, and says only that there is no key. */
function requireKnown(der: Uint8Array, where: string): void {
  const [, algorithm] = readDer(der, where, { maxBytes: der.length }).children();
  const type = algorithm?.children()[0];
  if (type?.tag === 0x06 && mldsaBitsOf(type.oid()) !== undefined) requireMldsa(where);
}

/** OpenSSL from 3.5 on reads a key of any structure, whatever is asked for. */
function requireStructure(der: Uint8Array, type: keyof typeof secondTags, where: string): void {
  const [, second] = readDer(der, where, { maxBytes: der.length }).children();
  if (second?.tag === secondTags[type]) return;
  const cause = new X509Error('malformed', where, `not in the structure of ${type}`);
  throw new X509Error('malformed', where, 'not a private key of its kind', { cause });
}

/** The first private key of a PEM text. @throws X509Error as `readPrivateKey`, and `malformed` if there is none */
export function importPrivateKey(pem: string, where = 'private key'): KeyObject {
  const block = decodePem(pem, where).find(({ label }) => isPrivateKeyLabel(label));
  if (block === undefined) throw new X509Error('malformed', where, 'no private key');
  return readPrivateKey(block, where);
}

const probe = Buffer.from('a signature that must verify');

/** OpenSSL reads keys whose numbers do not match. Such a key signs, but its signatures do not verify. */
function checkKey(key: KeyObject, spec: KeySpec, where: string): void {
  const { hash } = algorithmFor(spec);
  try {
    if (verify(hash, probe, createPublicKey(key), sign(hash, probe, key))) return;
  } catch (cause) {
    throw new X509Error('malformed', where, 'a private key that cannot sign', { cause });
  }
  throw new X509Error('malformed', where, 'a private key whose parts do not belong together');
}

/** Whether the private key belongs to the certificate. */
export const keyMatches = (certificate: Pick<Certificate, 'publicKey'>, privateKey: KeyObject): boolean =>
  createPublicKey(privateKey).equals(certificate.publicKey.key);
