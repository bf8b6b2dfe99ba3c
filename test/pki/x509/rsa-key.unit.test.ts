import { createPrivateKey, createPublicKey, generatePrimeSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { makeRsa, publicKeyInfoOf } from '../../../src/pki/x509/index.js';
import { opensslFolder } from './openssl.js';

const keyOf = (pkcs1: Buffer) => createPrivateKey({ key: pkcs1, format: 'der', type: 'pkcs1' });

describe('an RSA key', () => {
  test.each([2048, 3072])('of %d bits is one to openssl, and in the encodings that a certificate has', (bits) => {
    const { put, tryOpenssl } = opensslFolder();
    const { publicKey, pkcs1 } = makeRsa(bits);
    const key = keyOf(pkcs1);
    put('k.pem', String(key.export({ type: 'pkcs8', format: 'pem' })));
    expect(tryOpenssl('rsa', '-in', 'k.pem', '-check', '-noout').output).toContain('RSA key ok');
    expect(key.asymmetricKeyDetails).toMatchObject({ modulusLength: bits, publicExponent: 65_537n });
    expect(key.export({ type: 'pkcs1', format: 'der' })).toEqual(pkcs1);
    const { key: _object, ...known } = publicKeyInfoOf(key);
    expect(publicKey).toEqual(known);
    expect(createPublicKey({ key: publicKey.der, format: 'der', type: 'spki' }).equals(createPublicKey(key))).toBe(
      true,
    );
  });

  test('is another one each time', () => {
    expect(makeRsa(1024).pkcs1.equals(makeRsa(1024).pkcs1)).toBe(false);
  });
});

/** Primes in the order in which they are asked for. */
const given = (...primes: readonly bigint[]) => {
  const left = [...primes];
  return () => left.shift() ?? 0n;
};

const prime = (options: { readonly add?: bigint; readonly rem?: bigint } = {}): bigint =>
  generatePrimeSync(512, { ...options, bigint: true });
const numbersOf = (pkcs1: Buffer) => {
  const { p, q } = keyOf(pkcs1).export({ format: 'jwk' });
  return [p, q].map((number) => BigInt(`0x${Buffer.from(String(number), 'base64url').toString('hex')}`));
};

describe('primes that make a weak key, or none, are not used (FIPS 186-5 A.1.1)', () => {
  const [good, better] = [prime(), prime()].sort((a, b) => (a > b ? -1 : 1)) as [bigint, bigint];
  const small = generatePrimeSync(511, { bigint: true });
  test.each<[string, bigint, bigint]>([
    ['the same twice', good, good],
    ['two that are close to each other', good, good + 2n],
    ['one whose predecessor the exponent divides', prime({ add: 65_537n * 2n, rem: 1n }), good],
    ['one that is too short', small, good],
    ['two that are too long', generatePrimeSync(513, { bigint: true }), good],
    ['two whose product has a bit too few', (1n << 511n) + 1n, (1n << 511n) + (1n << 500n) + 1n],
  ])('%s', (_what, one, other) => {
    expect(numbersOf(makeRsa(1024, given(one, other, better, good)).pkcs1)).toEqual([good, better]);
  });

  test('what is not prime makes no pair that belongs together', () => {
    const composite = prime() | 1n;
    const odd = generatePrimeSync(256, { bigint: true }) * generatePrimeSync(256, { bigint: true });
    expect(() => makeRsa(1024, given(odd | (3n << 510n) | 1n, composite, good, better))).toThrow('belong together');
  });
});
