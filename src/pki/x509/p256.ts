import { createECDH } from 'node:crypto';
import { bitString, contextConstructed, encode, integer, octetString, oid, sequence } from './der-writer.js';
import type { CertifiedKey } from './key.js';
import { curveOids, keyOids } from './oids.js';

const curve = oid(curveOids[256]);
const algorithm = sequence(oid(keyOids.ec), curve);
const version1 = integer(1);
const parameters = encode(contextConstructed(0), curve);

const octets = 32;

/** OpenSSL omits leading zeros; RFC 5915 requires as many octets as the order of the curve has. */
function padded(number: Buffer): Buffer {
  return number.length === octets ? number : Buffer.concat([Buffer.alloc(octets - number.length), number]);
}

const maker = createECDH('prime256v1');

/** A key pair in the encodings that a certificate and the response need. */
export interface P256KeyPair {
  readonly publicKey: CertifiedKey;
  /** The private key in the form of RFC 5915. */
  readonly sec1: Buffer;
}

/**
 * A P-256 key pair, generated on this thread. Encoding a key object with OpenSSL takes several times as long as generating it. So the numbers come from a key
 * agreement object, which generates its key with the same function, and are encoded here.
 */
export function makeP256(): P256KeyPair {
  const point = maker.generateKeys();
  const publicKey = bitString(point);
  return {
    publicKey: { der: sequence(algorithm, publicKey), spec: { type: 'ec', bits: 256 }, bits: point },
    sec1: sequence(
      version1,
      octetString(padded(maker.getPrivateKey())),
      parameters,
      encode(contextConstructed(1), publicKey),
    ),
  };
}
