import { createPublicKey } from 'node:crypto';
import { pointOf } from '../../platform/pkcs11/token-encodings.js';
import type { TokenCurve, TokenPublicKey } from '../../platform/pkcs11/token-messages.js';
import { publicKeyInfoOf } from '../x509/index.js';
import { integer, sequence } from '../x509/der-writer.js';
import type { KeySpec, PublicKeyInfo } from '../x509/index.js';

const jwkCurves = { P256: 'P-256', P384: 'P-384', P521: 'P-521' } as const satisfies Record<TokenCurve, string>;
const curvesOfBits = new Map<number, TokenCurve>([
  [256, 'P256'],
  [384, 'P384'],
  [521, 'P521'],
]);

/** A public key of a token in the form of certificates. @throws X509Error for a key that is not accepted here */
export function publicKeyOfToken(key: TokenPublicKey): PublicKeyInfo {
  const text = (octets: Uint8Array) => Buffer.from(octets).toString('base64url');
  if (key.type === 'rsa') {
    const jwk = { kty: 'RSA', n: text(withoutZeros(key.modulus)), e: text(withoutZeros(key.exponent)) };
    return publicKeyInfoOf(createPublicKey({ key: jwk, format: 'jwk' }));
  }
  const half = (key.point.length - 1) / 2;
  const [x, y] = [text(key.point.subarray(1, 1 + half)), text(key.point.subarray(1 + half))];
  return publicKeyInfoOf(createPublicKey({ key: { kty: 'EC', crv: jwkCurves[key.curve], x, y }, format: 'jwk' }));
}

function withoutZeros(octets: Uint8Array): Uint8Array {
  const first = octets.findIndex((octet) => octet !== 0);
  return first <= 0 ? octets : octets.subarray(first);
}

/** The same key as its token names it. Undefined for kinds that tokens do not sign with here. */
export function tokenKeyOf({ spec, key, bits }: PublicKeyInfo): TokenPublicKey | undefined {
  if (spec.type === 'rsa') {
    const { n = '', e = '' } = key.export({ format: 'jwk' });
    return { type: 'rsa', modulus: Buffer.from(n, 'base64url'), exponent: Buffer.from(e, 'base64url') };
  }
  const curve = spec.type === 'ec' ? curvesOfBits.get(spec.bits) : undefined;
  const point = curve && pointOf(curve, bits);
  return curve && point && { type: 'ec', curve, point };
}

/** Of a signature of two numbers, as tokens make it, the form of certificates (RFC 3279 2.2.3). */
export function signatureOfNumbers(numbers: Uint8Array): Buffer {
  const half = numbers.length / 2;
  const number = (octets: Uint8Array) => integer(BigInt(`0x${Buffer.from(octets).toString('hex') || '0'}`));
  return sequence(number(numbers.subarray(0, half)), number(numbers.subarray(half)));
}

/** As many octets of a digest as the order of a curve has (FIPS 186-5 6.4.1): tokens differ in what they do with more. */
export const digestFor = (spec: KeySpec, digest: Uint8Array): Uint8Array =>
  spec.type === 'ec' ? digest.subarray(0, Math.ceil(spec.bits / 8)) : digest;
