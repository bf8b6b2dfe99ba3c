import { createPrivateKey, createPublicKey, ECDH } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { bitString, oid, sequence } from '../../../src/pki/x509/der-writer.js';
import { encodePem, makeP256, parsePublicKeyInfo } from '../../../src/pki/x509/index.js';
import { opensslFolder } from './openssl.js';

/** Of many pairs, one whose private number is shorter than the curve's order. */
function shortPair() {
  for (let tried = 0; tried < 20_000; tried += 1) {
    const pair = makeP256();
    if (pair.sec1[7] === 0) return pair;
  }
  throw new Error('not one key in 20,000 begins with a zero');
}

describe('a P-256 pair', () => {
  test.each([
    ['any', makeP256],
    ['with a leading zero', shortPair],
  ])('%s is written as OpenSSL writes it', (_name, make) => {
    const { publicKey, sec1 } = make();
    const key = createPrivateKey({ key: sec1, format: 'der', type: 'sec1' });
    expect(key.export({ type: 'sec1', format: 'der' })).toEqual(sec1);
    const half = createPublicKey(key);
    expect(half.export({ type: 'spki', format: 'der' })).toEqual(publicKey.der);
    const { key: read, ...info } = parsePublicKeyInfo(publicKey.der);
    expect(info).toEqual(publicKey);
    expect(read.equals(half)).toBe(true);
    const { put, openssl } = opensslFolder();
    put('k', encodePem('EC PRIVATE KEY', sec1));
    expect(openssl('pkey', '-in', 'k', '-check', '-noout')).toContain('Key is valid');
  });

  test('is another one each time', () => {
    const made = Array.from({ length: 100 }, makeP256);
    expect(new Set(made.map(({ sec1 }) => sec1.toString('hex'))).size).toBe(100);
    // What was made before stays as it was.
    for (const { sec1, publicKey } of made) {
      const key = createPublicKey(createPrivateKey({ key: sec1, format: 'der', type: 'sec1' }));
      expect(key.export({ type: 'spki', format: 'der' })).toEqual(publicKey.der);
    }
  });
});

describe('the public key', () => {
  const { der, bits } = makeP256().publicKey;
  const algorithm = sequence(oid('1.2.840.10045.2.1'), oid('1.2.840.10045.3.1.7'));
  const info = (point: Uint8Array) => sequence(algorithm, bitString(point));

  test('is read from a point in either form', () => {
    expect(info(bits)).toEqual(der);
    const compressed = ECDH.convertKey(bits, 'prime256v1', undefined, undefined, 'compressed');
    if (typeof compressed === 'string') throw new TypeError('a point is bytes');
    expect(parsePublicKeyInfo(info(compressed)).key.equals(parsePublicKeyInfo(der).key)).toBe(true);
  });

  const changed = (at: number) => Buffer.from(bits.map((octet, index) => (index === at ? octet ^ 1 : octet)));
  test.each<[string, Uint8Array]>([
    ['that is not on the curve, by x', changed(1)],
    ['that is not on the curve, by y', changed(64)],
    ['of an unknown form', changed(0)],
    ['cut short', bits.subarray(0, 64)],
    ['with an octet more', Buffer.concat([bits, Buffer.of(0)])],
    ['at nought', Buffer.concat([Buffer.of(4), Buffer.alloc(64)])],
    ['beyond the field', Buffer.concat([Buffer.of(4), Buffer.alloc(64, 0xff)])],
    ['of no octets', Buffer.alloc(0)],
  ])('of a point %s is refused', (_name, point) => {
    expect(() => parsePublicKeyInfo(info(point))).toThrow(expect.objectContaining({ fault: 'malformed' }));
  });
});
