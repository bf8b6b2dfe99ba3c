import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { parseBundle, parsePublicKeyInfo, privateKeyPem } from '../../../src/pki/x509/index.js';

const pem = () => privateKeyPem(generateKeyPairSync('ed25519').privateKey, 'pkcs8');

test('a key that is there two hundred times is read once', () => {
  const key = pem();
  expect(parseBundle(key.repeat(200)).privateKeys).toHaveLength(1);
  // Whatever stands between its lines.
  expect(parseBundle(`${key}\nagain:\n${key.replaceAll('\n', '\r\n')}`).privateKeys).toHaveLength(1);
});

test('a bundle has as many keys as somebody may need, and no more', () => {
  const keys = Array.from({ length: 17 }, pem);
  expect(parseBundle(keys.slice(0, 16).join('')).privateKeys).toHaveLength(16);
  expect(() => parseBundle(keys.join(''))).toThrow('more than 16 private keys');
});

test.each([
  [1, false],
  [2, false],
  [3, true],
  [65_536, false],
  [65_537, true],
  [2_147_483_647, true],
  [4_294_967_297, false],
])('RSA with the public exponent %i: %j', (publicExponent, accepted) => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 65_537 });
  const { n } = publicKey.export({ format: 'jwk' });
  const hex = publicExponent.toString(16);
  const e = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url');
  const der = rsaInfo(n ?? '', e);
  if (accepted) expect(parsePublicKeyInfo(der).spec).toEqual({ type: 'rsa', bits: 2048 });
  else expect(() => parsePublicKeyInfo(der)).toThrow('public exponent');
});

function rsaInfo(n: string, e: string): Buffer {
  return createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' }).export({ type: 'spki', format: 'der' });
}
