import { constants, createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { algorithmFor, createSigner, cryptoKey, readSignatureAlgorithm } from '../../../src/pki/x509/index.js';
import { readDer } from '../../../src/pki/x509/der-reader.js';
import { contextConstructed, encode, integer, nullValue, oid, sequence } from '../../../src/pki/x509/der-writer.js';
import { makeKey } from './authority.js';
import { privateKey } from './documents.js';

const read = (der: Buffer) => readSignatureAlgorithm(readDer(der, 'it', { maxBytes: 1000 }));

const sha1 = '1.3.14.3.2.26';
const sha224 = '2.16.840.1.101.3.4.2.4';
const sha256 = '2.16.840.1.101.3.4.2.1';
const sha384 = '2.16.840.1.101.3.4.2.2';
const sha512 = '2.16.840.1.101.3.4.2.3';
const mgf1 = '1.2.840.113549.1.1.8';

interface Pss {
  readonly hash?: string;
  readonly mask?: string;
  readonly by?: string;
  readonly salt?: number;
  readonly trailer?: number;
}

/** RSASSA-PSS-params (RFC 4055 3.1), hashes without the NULL that is written here: other bytes than ours. */
function pss({ hash, mask, by = mgf1, salt, trailer }: Pss): Buffer {
  const tagged = (number: number, value: Buffer | undefined) =>
    value === undefined ? [] : [encode(contextConstructed(number), value)];
  return sequence(
    oid('1.2.840.113549.1.1.10'),
    sequence(
      ...tagged(0, hash === undefined ? undefined : sequence(oid(hash))),
      ...tagged(1, mask === undefined ? undefined : sequence(oid(by), sequence(oid(mask)))),
      ...tagged(2, salt === undefined ? undefined : integer(salt)),
      ...tagged(3, trailer === undefined ? undefined : integer(trailer)),
    ),
  );
}

describe('parameters of RSA-PSS in another spelling than ours', () => {
  test.each<[Pss, string, 'accepted' | 'weak' | 'unsupported']>([
    [{ hash: sha256, mask: sha256, salt: 32 }, 'sha256 with RSA-PSS', 'accepted'],
    [{ hash: sha384, mask: sha384, salt: 48 }, 'sha384 with RSA-PSS', 'accepted'],
    [{ hash: sha512, mask: sha512, salt: 64, trailer: 1 }, 'sha512 with RSA-PSS', 'accepted'],
    [{ hash: sha256, mask: sha256, salt: 32, trailer: 2 }, 'sha256 with RSA-PSS, salt of 32 octets', 'unsupported'],
    [{ hash: sha256, mask: sha256, salt: 20 }, 'sha256 with RSA-PSS, salt of 20 octets', 'unsupported'],
    [{ hash: sha256, mask: sha256 }, 'sha256 with RSA-PSS, salt of 20 octets', 'unsupported'],
    [{ hash: sha256, mask: sha384, salt: 32 }, 'sha256 with RSA-PSS, salt of 32 octets', 'unsupported'],
    [{ hash: sha256, mask: sha256, by: '1.2.3', salt: 32 }, 'sha256 with RSA-PSS, salt of 32 octets', 'unsupported'],
    [{ hash: sha224, mask: sha224, salt: 28 }, `${sha224} with RSA-PSS, salt of 28 octets`, 'unsupported'],
    // SHA-1 wherever nothing is said.
    [{}, 'SHA-1 with RSA-PSS, salt of 20 octets', 'weak'],
    [{ hash: sha1, mask: sha256, salt: 32 }, 'SHA-1 with RSA-PSS, salt of 32 octets', 'weak'],
    [{ hash: sha256, mask: sha1, salt: 32 }, 'sha256 with RSA-PSS, salt of 32 octets', 'weak'],
    [{ mask: sha256, salt: 32 }, 'SHA-1 with RSA-PSS, salt of 32 octets', 'weak'],
    [{ hash: sha256, salt: 32 }, 'sha256 with RSA-PSS, salt of 32 octets', 'weak'],
  ])('%j', (parameters, name, verdict) => {
    const der = pss(parameters);
    const { accepted, ...said } = read(der);
    expect(said).toEqual({ name, der, weak: verdict === 'weak' });
    expect(accepted?.name).toBe(verdict === 'accepted' ? name : undefined);
  });
});

describe('other algorithms', () => {
  test.each<[string, Buffer, string, 'accepted' | 'weak' | 'unsupported']>([
    ['RSA without NULL', sequence(oid('1.2.840.113549.1.1.11')), 'sha256 with RSA', 'accepted'],
    ['ECDSA with NULL', sequence(oid('1.2.840.10045.4.3.2'), nullValue), '1.2.840.10045.4.3.2', 'unsupported'],
    ['Ed25519 with NULL', sequence(oid('1.3.101.112'), nullValue), '1.3.101.112', 'unsupported'],
    ['RSA with an integer', sequence(oid('1.2.840.113549.1.1.11'), integer(0)), '1.2.840.113549.1.1.11', 'unsupported'],
    ['PSS without parameters', sequence(oid('1.2.840.113549.1.1.10')), '1.2.840.113549.1.1.10', 'unsupported'],
    ['an unknown one', sequence(oid('1.2.3')), '1.2.3', 'unsupported'],
    ['MD2', sequence(oid('1.2.840.113549.1.1.2'), nullValue), 'MD2 with RSA', 'weak'],
    ['MD5', sequence(oid('1.2.840.113549.1.1.4'), nullValue), 'MD5 with RSA', 'weak'],
    ['SHA-1 with RSA', sequence(oid('1.2.840.113549.1.1.5')), 'SHA-1 with RSA', 'weak'],
    ['SHA-1 with RSA of OIW', sequence(oid('1.3.14.3.2.29'), nullValue), 'SHA-1 with RSA', 'weak'],
    ['SHA-1 with DSA', sequence(oid('1.2.840.10040.4.3')), 'SHA-1 with DSA', 'weak'],
    ['SHA-1 with ECDSA', sequence(oid('1.2.840.10045.4.1')), 'SHA-1 with ECDSA', 'weak'],
  ])('%s', (_, der, name, verdict) => {
    const { accepted, ...said } = read(der);
    expect(said).toEqual({ name, der, weak: verdict === 'weak' });
    expect(accepted?.name).toBe(verdict === 'accepted' ? name : undefined);
  });

  test('what follows the parameters is refused', () => {
    expect(() => read(sequence(oid('1.2.3'), nullValue, nullValue))).toThrow('it: more than its type allows');
  });
});

describe('a key signs', () => {
  const tbs = Buffer.from('what is signed');

  test.each([
    [{}, 'sha256', constants.RSA_PKCS1_PADDING, undefined],
    [{ hash: 'sha384' as const }, 'sha384', constants.RSA_PKCS1_PADDING, undefined],
    [{ pss: true }, 'sha256', constants.RSA_PKCS1_PSS_PADDING, 32],
    [{ pss: true, hash: 'sha512' as const }, 'sha512', constants.RSA_PKCS1_PSS_PADDING, 64],
  ])('of RSA with %j', async (options, hash, padding, saltLength) => {
    const rsa = await makeKey('rsa-2048');
    const signature = createSigner(rsa, options).sign(tbs);
    expect(verify(hash, tbs, { key: createPublicKey(rsa), padding, saltLength }, signature)).toBe(true);
  });

  test('of Ed25519 as it is', () => {
    expect(cryptoKey(algorithmFor({ type: 'ed25519' }), privateKey)).toBe(privateKey);
    expect(verify(null, tbs, createPublicKey(privateKey), createSigner(privateKey).sign(tbs))).toBe(true);
  });
});
