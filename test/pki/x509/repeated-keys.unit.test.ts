import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { encode, oid, sequence, setOf, Tag } from '../../../src/pki/x509/der-writer.js';
import { encodePem, parseBundle, parsePublicKeyInfo, privateKeyPem } from '../../../src/pki/x509/index.js';

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

test('a bundle has few keys that take long to try', () => {
  // The same key in other octets each time: with an attribute (RFC 5208) of its own.
  const der = createPrivateKey(readFileSync(new URL('keys/rsa-8192.pem', import.meta.url))).export({
    ...{ type: 'pkcs8', format: 'der' },
  });
  const other = (index: number) => {
    const attribute = sequence(oid('1.2.840.113549.1.9.20'), setOf(encode(Tag.bmpString, Buffer.of(0, index))));
    return encodePem('PRIVATE KEY', encode(Tag.sequence, der.subarray(4), encode(0xa0, attribute)));
  };
  expect(parseBundle([65, 66, 67].map(other).join('')).privateKeys).toHaveLength(1);
  expect(() => parseBundle([65, 66, 67, 68].map(other).join(''))).toThrow('more than 3 private keys above RSA');
});

test('a list in a bundle is found, and not read', () => {
  const nonsense = Buffer.from('no DER at all');
  expect(parseBundle(encodePem('X509 CRL', nonsense)).crls).toEqual([nonsense]);
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
