import { calculateJwkThumbprint, importJWK } from 'jose';
import type { CryptoKey, JWK } from 'jose';
import { LRUCache } from 'lru-cache';
import { isRecord } from '../../platform/is-record.js';
import { AcmeProblem } from './acme-problem.js';

/** A public key of a client, ready to verify. */
export interface AccountKey {
  /** Its public members alone. */
  readonly jwk: JWK;
  /** RFC 7638, base64url of SHA-256. */
  readonly thumbprint: string;
  /** The algorithms that its signatures may name. */
  readonly algorithms: readonly string[];
  /** @param algorithm one of them */
  verifier(algorithm: string): Promise<CryptoKey | Uint8Array>;
}

const algorithmsOfCurve = { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' } as const;
const octetsOfCurve: Readonly<Record<string, number>> = { 'P-256': 32, 'P-384': 48, 'P-521': 66 };
const algorithmsOfRsa = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const;

/** Every algorithm of a signature that is accepted: none with a shared key (RFC 8555 §6.2). */
export const signatureAlgorithms: readonly string[] = [
  ...Object.values(algorithmsOfCurve),
  ...algorithmsOfRsa,
  'EdDSA',
  'Ed25519',
];

const leastRsaBits = 2_048;
const mostRsaBits = 8_192;

const badKey = (why: string) => new AcmeProblem('badPublicKey', `the key cannot be used: ${why}`);

/** Unreserved texts of base64url, at most so long. */
const octetsIn = (value: unknown): Buffer | null =>
  typeof value === 'string' && value.length <= 2_048 && /^[\w-]+$/.test(value) ? Buffer.from(value, 'base64url') : null;

/** What is checked of a key, and the members that make it. */
function membersOf(given: Readonly<Record<string, unknown>>): { readonly jwk: JWK; readonly algorithms: string[] } {
  if (['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'].some((member) => Object.hasOwn(given, member)))
    throw badKey('it has members of a private key');
  const { kty, crv, x, y, n, e } = given;
  if (kty === 'EC' && typeof crv === 'string') return curveKey(crv, x, y);
  if (kty === 'OKP' && crv === 'Ed25519' && typeof x === 'string' && octetsIn(x)?.length === 32)
    return { jwk: { kty, crv, x }, algorithms: ['EdDSA', 'Ed25519'] };
  if (kty === 'RSA' && typeof n === 'string' && typeof e === 'string') return rsaKey(n, e);
  throw badKey('it is not a complete key of kty RSA, EC (P-256, P-384, P-521) or OKP (Ed25519)');
}

function curveKey(crv: string, x: unknown, y: unknown) {
  const algorithm = Object.entries(algorithmsOfCurve).find(([name]) => name === crv)?.[1];
  const size = octetsOfCurve[crv];
  const isWhole = octetsIn(x)?.length === size && octetsIn(y)?.length === size;
  if (!algorithm || !isWhole || typeof x !== 'string' || typeof y !== 'string')
    throw badKey('it is no point of P-256, P-384 or P-521');
  return { jwk: { kty: 'EC', crv, x, y }, algorithms: [algorithm] };
}

function rsaKey(n: string, e: string) {
  const modulus = octetsIn(n);
  const exponent = octetsIn(e);
  if (!modulus?.length || !exponent?.length || exponent.length > 4 || exponent.readUIntBE(0, exponent.length) < 3)
    throw badKey('its modulus or exponent cannot be read');
  const hex = modulus.toString('hex').replace(/^0+/, '');
  const bits = hex.length * 4 - Math.clz32(Number.parseInt(hex.charAt(0) || '0', 16)) + 28;
  if (bits < leastRsaBits || bits > mostRsaBits)
    throw badKey(`an RSA key must have ${leastRsaBits} to ${mostRsaBits} bits, not ${bits}`);
  return { jwk: { kty: 'RSA', n, e }, algorithms: [...algorithmsOfRsa] };
}

/** RFC 7518 §6.2.1.2, §6.3.1.1: one key is written in one way, so that it has one thumbprint and one account. */
function isUsual(text: string | undefined, at: number): boolean {
  if (text === undefined) return true;
  const octets = Buffer.from(text, 'base64url');
  const isNumberOfRsa = at >= 2;
  return octets.toString('base64url') === text && !(isNumberOfRsa && octets[0] === 0);
}

/** Keys that were imported, by thumbprint and algorithm: a client uses its key for every request. */
const imported = new LRUCache<string, Promise<CryptoKey | Uint8Array>>({ max: 2_000 });

/** @throws AcmeProblem `badPublicKey` */
export async function readAccountKey(given: unknown): Promise<AccountKey> {
  if (!isRecord(given)) throw badKey('it is no JSON Web Key');
  const { jwk, algorithms } = membersOf(given);
  if (![jwk.x, jwk.y, jwk.n, jwk.e].every(isUsual)) throw badKey('a number of it is not in its usual form');
  return accountKeyOf(jwk, await calculateJwkThumbprint(jwk), algorithms);
}

/** A key that was read before. */
export function keptAccountKey(text: string, thumbprint: string): AccountKey {
  const parsed: unknown = JSON.parse(text);
  const { jwk, algorithms } = membersOf(isRecord(parsed) ? parsed : {});
  return accountKeyOf(jwk, thumbprint, algorithms);
}

const accountKeyOf = (jwk: JWK, thumbprint: string, algorithms: readonly string[]): AccountKey => ({
  jwk,
  thumbprint,
  algorithms,
  async verifier(algorithm) {
    const name = `${algorithm} ${thumbprint}`;
    let key = imported.get(name);
    if (!key) imported.set(name, (key = importJWK(jwk, algorithm)));
    try {
      return await key;
    } catch (cause) {
      imported.delete(name);
      throw new AcmeProblem('badPublicKey', 'the key cannot be used: it is not valid', {}, { cause });
    }
  },
});
