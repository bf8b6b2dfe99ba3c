import { readFileSync } from 'node:fs';
import { decodePem, encodePem } from '../../../src/pki/x509/index.js';
import type { MldsaBits } from '../../../src/pki/x509/mldsa.js';
import { contextPrimitive, encode, integer, octetString, oid, sequence } from '../../../src/pki/x509/der-writer.js';
import { mldsaOids } from '../../../src/pki/x509/oids.js';

/** Octets of a private key (FIPS 204, table 2). */
const expandedOctets = { 44: 2560, 65: 4032, 87: 4896 } as const satisfies Record<MldsaBits, number>;

const pkcs8 = (bits: MldsaBits, key: Buffer): string =>
  encodePem('PRIVATE KEY', sequence(integer(0), sequence(oid(mldsaOids[bits])), octetString(key)));

/** The seed of one key of each size. */
const seed = (bits: MldsaBits): Buffer => Buffer.alloc(32, bits);

/** What another implementation made of that seed: not every Node writes a key expanded. */
function expanded(bits: MldsaBits): Buffer {
  const pem = readFileSync(new URL(`keys/mldsa-${bits}-expanded.pem`, import.meta.url), 'utf8');
  const [block] = decodePem(pem, 'the key of the tests');
  if (!block) throw new Error('there is no key');
  return Buffer.from(block.der).subarray(-expandedOctets[bits]);
}

/** PKCS#8 with the seed alone (RFC 9881 6). */
export const seedAlone = (bits: MldsaBits): string => pkcs8(bits, encode(contextPrimitive(0), seed(bits)));

/** PKCS#8 with the same key expanded, alone. @param lacking octets at its end */
export const expandedAlone = (bits: MldsaBits, lacking = 0): string =>
  pkcs8(bits, octetString(expanded(bits).subarray(0, expandedOctets[bits] - lacking)));

/** PKCS#8 with both. */
export const bothForms = (bits: MldsaBits): string =>
  pkcs8(bits, sequence(octetString(seed(bits)), octetString(expanded(bits))));
