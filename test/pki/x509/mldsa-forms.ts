import type { KeyObject } from 'node:crypto';
import { encodePem } from '../../../src/pki/x509/index.js';
import type { MldsaBits } from '../../../src/pki/x509/mldsa.js';
import { contextPrimitive, encode, integer, octetString, oid, sequence } from '../../../src/pki/x509/der-writer.js';
import { mldsaOids } from '../../../src/pki/x509/oids.js';

/** Octets of a private key (FIPS 204, table 2). */
const expandedOctets = { 44: 2560, 65: 4032, 87: 4896 } as const satisfies Record<MldsaBits, number>;
const seedOctets = 32;

const pkcs8 = (bits: MldsaBits, key: Buffer): string =>
  encodePem('PRIVATE KEY', sequence(integer(0), sequence(oid(mldsaOids[bits])), octetString(key)));

/** Both parts of a key, from what Node writes: the seed and what is made of it (RFC 9881 6). */
function partsOf(key: KeyObject, bits: MldsaBits) {
  const der = key.export({ type: 'pkcs8', format: 'der' });
  const expanded = der.subarray(der.length - expandedOctets[bits]);
  const before = der.subarray(0, der.length - expanded.length);
  const at = before.lastIndexOf(Buffer.of(4, seedOctets));
  return { expanded, seed: before.subarray(at + 2, at + 2 + seedOctets) };
}

/** PKCS#8 with the expanded key alone. @param lacking octets at its end */
export const expandedAlone = (key: KeyObject, bits: MldsaBits, lacking = 0): string => {
  const { expanded } = partsOf(key, bits);
  return pkcs8(bits, octetString(expanded.subarray(0, expanded.length - lacking)));
};

/** PKCS#8 with the seed alone. */
export const seedAlone = (key: KeyObject, bits: MldsaBits): string =>
  pkcs8(bits, encode(contextPrimitive(0), partsOf(key, bits).seed));
