import { createSecretKey, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  algorithmFor,
  describeKey,
  generateKeyPair,
  isPrivateKeyLabel,
  parsePublicKeyInfo,
  privateKeyDer,
  privateKeyPem,
  publicKeyInfoOf,
  readPrivateKey,
  rsaBits,
  type KeySpec,
} from '../../../src/pki/x509/index.js';
import { bitString, integer, nullValue, oid, sequence } from '../../../src/pki/x509/der-writer.js';
import { curveOids, keyOids } from '../../../src/pki/x509/oids.js';
import { makeKey } from './authority.js';
import { publicKey } from './documents.js';

/** SubjectPublicKeyInfo (RFC 5280 4.1). */
const info = (bits: Uint8Array, ...algorithm: readonly Buffer[]) => sequence(sequence(...algorithm), bitString(bits));
/** RSAPublicKey (RFC 8017 A.1.1). */
const rsa = (bits: number, exponent: number | bigint) =>
  sequence(integer((1n << BigInt(bits)) - 1n), integer(exponent));
const rsaInfo = (bits: number, exponent: number | bigint = 65_537) =>
  info(rsa(bits, exponent), oid(keyOids.rsa), nullValue);

describe('a public key that is read', () => {
  test.each<readonly [Buffer, KeySpec]>([
    [rsaInfo(2048), { type: 'rsa', bits: 2048 }],
    [rsaInfo(16_384), { type: 'rsa', bits: 16_384 }],
    [rsaInfo(2048, 3), { type: 'rsa', bits: 2048 }],
    [rsaInfo(2048, 2 ** 31 - 1), { type: 'rsa', bits: 2048 }],
    [publicKey().der, { type: 'ed25519' }],
    ...([224, 256, 384, 521] as const).map((bits) => {
      const { publicKey: key } = generateKeyPairSync('ec', {
        namedCurve: { 224: 'secp224r1', 256: 'P-256', 384: 'P-384', 521: 'P-521' }[bits],
      });
      return [key.export({ type: 'spki', format: 'der' }), { type: 'ec', bits }] as const;
    }),
  ])('is what it says: case %#', (der, spec) => {
    const read = parsePublicKeyInfo(der);
    expect(read.spec).toEqual(spec);
    expect(read.der).toEqual(der);
    expect(publicKeyInfoOf(read.key)).toMatchObject({ der, bits: read.bits, spec });
    expect(read.key.export({ type: 'spki', format: 'der' })).toEqual(der);
  });

  const large = 'key: RSA with a public exponent above 2147483647';
  const unsound = 'key: RSA with a public exponent that is even or below 3';
  test.each<[string, Buffer, string, string]>([
    ['without NULL', info(rsa(2048, 3), oid(keyOids.rsa)), 'malformed', 'public key: RSA keys have NULL parameters'],
    [
      'with an integer',
      info(rsa(2048, 3), oid(keyOids.rsa), integer(1)),
      'malformed',
      'public key algorithm parameters: NULL expected, found tag 0x2',
    ],
    ['of an exponent of 1', rsaInfo(2048, 1), 'unsupported', unsound],
    ['of an even exponent', rsaInfo(2048, 65_538), 'unsupported', unsound],
    ['of a large exponent', rsaInfo(2048, 2n ** 31n + 1n), 'unsupported', large],
    ['of an exponent at the bound', rsaInfo(2048, 2n ** 31n), 'unsupported', large],
    ['of too many bits', rsaInfo(16_385), 'unsupported', 'public key: RSA of more than 16384 bits'],
    [
      'on an unknown curve',
      info(Buffer.alloc(65, 4), oid(keyOids.ec), oid('1.2.3')),
      'unsupported',
      'public key: EC on 1.2.3',
    ],
    [
      'on no curve',
      info(Buffer.alloc(65, 4), oid(keyOids.ec)),
      'unsupported',
      'public key: EC on a curve without a name',
    ],
    [
      'on an explicit curve',
      info(Buffer.alloc(65, 4), oid(keyOids.ec), sequence()),
      'unsupported',
      'public key: EC on a curve without a name',
    ],
    [
      'off its curve',
      info(Buffer.alloc(97, 4), oid(keyOids.ec), oid(curveOids[384])),
      'malformed',
      'public key: not a public key of its algorithm',
    ],
    [
      'off P-256',
      info(Buffer.alloc(65, 4), oid(keyOids.ec), oid(curveOids[256])),
      'malformed',
      'public key: not a public key of its algorithm',
    ],
    [
      'of Ed25519 with NULL',
      info(publicKey().bits, oid(keyOids.ed25519), nullValue),
      'malformed',
      'public key: Ed25519 keys have no parameters',
    ],
    [
      'of Ed25519 cut short',
      info(publicKey().bits.subarray(1), oid(keyOids.ed25519)),
      'malformed',
      'public key: not a public key of its algorithm',
    ],
    [
      'of another kind',
      info(publicKey().bits, oid('1.3.101.113')),
      'unsupported',
      'public key: keys of type 1.3.101.113',
    ],
    [
      'that is too long',
      info(Buffer.alloc(16_384), oid(keyOids.rsa), nullValue),
      'too_large',
      'public key: 16408 octets; at most 16384 are read',
    ],
  ])('%s is refused', (_, der, fault, message) => {
    expect(() => parsePublicKeyInfo(der)).toThrow(expect.objectContaining({ fault, message }));
  });
});

test('a key of P-256 that is read again is the same, and a point beside the curve is refused each time', async () => {
  const { publicKey: made } = await generateKeyPair({ type: 'ec', bits: 256 });
  const { der, bits } = publicKeyInfoOf(made);
  const first = parsePublicKeyInfo(der);
  expect(parsePublicKeyInfo(Buffer.from(der)).key).toBe(first.key);
  expect(first.key.equals(made)).toBe(true);
  const other = await generateKeyPair({ type: 'ec', bits: 256 });
  expect(parsePublicKeyInfo(publicKeyInfoOf(other.publicKey).der).key.equals(made)).toBe(false);
  const beside = Buffer.from(bits);
  beside[64] = (beside[64] ?? 0) ^ 1;
  for (const _ of [1, 2])
    expect(() => parsePublicKeyInfo(info(beside, oid(keyOids.ec), oid(curveOids[256])))).toThrow(
      expect.objectContaining({ fault: 'malformed' }),
    );
});

// RFC 5480 2.2. OpenSSL reads them all, and Node ends the process when it is asked for the details of a key at infinity.
describe.each([224, 256, 384, 521] as const)('a public key of P-%i', (size) => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: size === 224 ? 'secp224r1' : `P-${size}` });
  const { bits } = publicKeyInfoOf(privateKey);
  const hybrid = Buffer.concat([Buffer.from([6 + ((bits.at(-1) ?? 0) & 1)]), bits.subarray(1)]);
  test.each<[string, Buffer]>([
    ['at infinity', Buffer.from([0])],
    ['in hybrid form', hybrid],
    ['without a point', Buffer.alloc(0)],
    ['with a point that is cut short', bits.subarray(0, -1)],
  ])('%s is refused', (_, point) => {
    const der = info(point, oid(keyOids.ec), oid(curveOids[size]));
    const message = 'public key: not a public key of its algorithm';
    expect(() => parsePublicKeyInfo(der)).toThrow(expect.objectContaining({ fault: 'malformed', message }));
  });
});

describe('keys of other kinds', () => {
  test.each([
    [generateKeyPairSync('ed448').publicKey, 'keys of type ed448'],
    [generateKeyPairSync('x25519').privateKey, 'keys of type x25519'],
    [generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey, 'EC on secp256k1'],
    [createSecretKey(Buffer.of(1)), 'keys of type secret'],
  ])('case %#: %s', (key, what) => {
    expect(() => describeKey(key)).toThrow(expect.objectContaining({ fault: 'unsupported', message: `key: ${what}` }));
  });

  test.each([0, 1024, 2047, 2049, 16_384])('RSA of %i bits is not made', async (bits) => {
    await expect(generateKeyPair({ type: 'rsa', bits })).rejects.toThrow(
      expect.objectContaining({ fault: 'unsupported', message: `key: RSA of ${bits} bits` }),
    );
  });

  test('what is made of RSA', () => {
    expect(rsaBits).toEqual([2048, 3072, 4096, 8192]);
    expect(algorithmFor({ type: 'rsa', bits: 2048 }).name).toBe('sha256 with RSA');
    expect(algorithmFor({ type: 'ec', bits: 384 }).name).toBe('sha384 with ECDSA');
    expect(algorithmFor({ type: 'ec', bits: 256 }).name).toBe('sha256 with ECDSA');
  });
});

describe('a private key in a block', () => {
  const ed25519 = generateKeyPairSync('ed25519').privateKey;
  const der = ed25519.export({ type: 'pkcs8', format: 'der' });

  test('of Ed25519 has one format', () => {
    for (const format of ['pkcs8', 'traditional'] as const)
      expect(privateKeyPem(ed25519, format)).toBe(ed25519.export({ type: 'pkcs8', format: 'pem' }).toString());
    expect(readPrivateKey({ label: 'PRIVATE KEY', der }, 'it').equals(ed25519)).toBe(true);
  });

  test.each<[string, string, Buffer, string, string]>([
    ['of another label', 'OPENSSH PRIVATE KEY', der, 'unsupported', 'it: a key in a block called OPENSSH PRIVATE KEY'],
    ['that every object has', 'constructor', der, 'unsupported', 'it: a key in a block called constructor'],
    ['that is too long', 'PRIVATE KEY', Buffer.alloc(32_769), 'too_large', 'it: a key of 32769 octets'],
    ['of nothing', 'RSA PRIVATE KEY', Buffer.of(0x30, 0), 'malformed', 'it: not a private key of its kind'],
    ['of RSA that is of Ed25519', 'RSA PRIVATE KEY', der, 'malformed', 'it: not a private key of its kind'],
    [
      'of Ed25519 cut short',
      'PRIVATE KEY',
      sequence(integer(0), sequence(oid('1.3.101.112')), integer(1)),
      'malformed',
      'it: not a private key of its kind',
    ],
  ])('%s is refused', (_, label, bytes, fault, message) => {
    expect(() => readPrivateKey({ label, der: bytes }, 'it')).toThrow(expect.objectContaining({ fault, message }));
  });

  // OpenSSL from 3.5 on reads each of these.
  test.each([
    ['rsa-2048', 'pkcs8', 'RSA PRIVATE KEY'],
    ['rsa-2048', 'pkcs8', 'EC PRIVATE KEY'],
    ['rsa-2048', 'pkcs1', 'PRIVATE KEY'],
    ['rsa-2048', 'pkcs1', 'EC PRIVATE KEY'],
    ['ec-256', 'pkcs8', 'RSA PRIVATE KEY'],
    ['ec-256', 'pkcs8', 'EC PRIVATE KEY'],
    ['ec-256', 'sec1', 'RSA PRIVATE KEY'],
    ['ec-256', 'sec1', 'PRIVATE KEY'],
  ] as const)('of kind %s in %s is refused in a block called %s', async (kind, type, label) => {
    const der = (await makeKey(kind)).export({ type, format: 'der' });
    expect(() => readPrivateKey({ label, der }, 'it')).toThrow(
      expect.objectContaining({ fault: 'malformed', message: 'it: not a private key of its kind' }),
    );
  });

  test.each([
    ['ec-256', 'EC PRIVATE KEY', 'sec1'],
    ['rsa-2048', 'RSA PRIVATE KEY', 'pkcs1'],
  ] as const)('of kind %s has two formats', async (kind, label, type) => {
    const key = await makeKey(kind);
    const traditional = key.export({ type, format: 'pem' }).toString();
    expect(traditional).toContain(`-----BEGIN ${label}-----`);
    expect(privateKeyPem(key, 'traditional')).toBe(traditional);
    expect(privateKeyPem(key, 'pkcs8')).toBe(key.export({ type: 'pkcs8', format: 'pem' }).toString());
    expect(privateKeyDer(key, 'traditional')).toEqual(key.export({ type, format: 'der' }));
    expect(privateKeyDer(key, 'pkcs8')).toEqual(key.export({ type: 'pkcs8', format: 'der' }));
  });

  test.each([
    [8193, 'unsupported', 'it: an RSA key of 8193 bits'],
    [2048, 'malformed', 'it: a private key whose parts do not belong together'],
    [256, 'malformed', 'it: a private key that cannot sign'],
  ])('of RSA with %i bits, whose numbers mean nothing, is refused', (bits, fault, message) => {
    const modulus = (1n << BigInt(bits)) - 1n;
    const numbers = [0n, modulus, 3n, 5n, 7n, 11n, 1n, 1n, 1n].map((number) => integer(number));
    expect(() => readPrivateKey({ label: 'RSA PRIVATE KEY', der: sequence(...numbers) }, 'it')).toThrow(
      expect.objectContaining({ fault, message }),
    );
  });

  test.each([
    ['PRIVATE KEY', true],
    ['RSA PRIVATE KEY', true],
    ['ENCRYPTED PRIVATE KEY', true],
    ['NOPRIVATE KEY', false],
    ['PRIVATE KEY INFO', false],
    ['PUBLIC KEY', false],
  ])('is told by its label: %s', (label, is) => {
    expect(isPrivateKeyLabel(label)).toBe(is);
  });

  test('the cause of a refusal is kept for whoever looks for it', () => {
    const causeOf = (does: () => unknown): unknown => {
      try {
        return does();
      } catch (error) {
        return error instanceof Error ? error.cause : error;
      }
    };
    for (const does of [
      () => readPrivateKey({ label: 'RSA PRIVATE KEY', der }, 'it'),
      () => parsePublicKeyInfo(info(publicKey().bits.subarray(1), oid(keyOids.ed25519))),
      () => parsePublicKeyInfo(Buffer.of(0x30)),
      () => parsePublicKeyInfo(Buffer.from('3080'.repeat(40), 'hex')),
    ])
      expect(causeOf(does)).toBeInstanceOf(Error);
  });
});
