import { createPrivateKey, randomBytes, type KeyObject } from 'node:crypto';
import { contextPrimitive, encode, integer, octetString, oid, sequence } from './der-writer.js';
import { X509Error } from './error.js';
import { mldsaOids } from './oids.js';

/** The parameter sets of FIPS 204 (RFC 9881 2), by the numbers in their names. */
export const mldsaBits = [44, 65, 87] as const;
export type MldsaBits = (typeof mldsaBits)[number];

const bitsByOid = new Map<string, MldsaBits>(mldsaBits.map((bits) => [mldsaOids[bits], bits]));

/** The parameter set of an algorithm; undefined for another algorithm. */
export const mldsaBitsOf = (type: string): MldsaBits | undefined => bitsByOid.get(type);

export const mldsaMissing =
  'ML-DSA keys need Node 24.6 or newer, which has OpenSSL 3.5; this server runs on an older one';

const seedOctets = 32;

/** RFC 9881 6: a private key in its short form, from which OpenSSL makes the rest. */
const ofSeed = (bits: MldsaBits, seed: Buffer): KeyObject => {
  const der = sequence(integer(0), sequence(oid(mldsaOids[bits])), octetString(encode(contextPrimitive(0), seed)));
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
};

let supported: boolean | undefined;

/** Whether this version of Node has such keys. */
export function isMldsaSupported(): boolean {
  if (supported !== undefined) return supported;
  try {
    const type: string | undefined = ofSeed(44, Buffer.alloc(seedOctets)).asymmetricKeyType;
    supported = type === 'ml-dsa-44';
  } catch {
    supported = false;
  }
  return supported;
}

/** @throws X509Error `unsupported` on an older Node */
export function requireMldsa(where: string): void {
  if (!isMldsaSupported()) throw new X509Error('unsupported', where, mldsaMissing);
}

/** @throws X509Error `unsupported` on an older Node */
export function makeMldsa(bits: MldsaBits): KeyObject {
  requireMldsa('key');
  const seed = randomBytes(seedOctets);
  const key = ofSeed(bits, seed);
  seed.fill(0);
  return key;
}
