import { createPrivateKey, createPublicKey, generatePrimeSync, sign, verify } from 'node:crypto';
import { bitString, integer, nullValue, oid, sequence } from './der-writer.js';
import type { CertifiedKey } from './key.js';
import { keyOids } from './oids.js';

/** An RSA key pair in the encodings that a certificate and the response need. */
export interface RsaKeyPair {
  readonly publicKey: CertifiedKey;
  /** The private key as PKCS#1. */
  readonly pkcs1: Buffer;
}

const algorithm = sequence(oid(keyOids.rsa), nullValue);
const exponent = 65_537n;
const probe = Buffer.from('a key pair belongs together');

const primeOf = (bits: number): bigint => generatePrimeSync(bits, { bigint: true });

/**
 * An RSA key pair, made on this thread, from two random primes of OpenSSL (FIPS 186-5 A.1.3). To let OpenSSL make the pair takes twice as long: it then builds
 * each prime from two smaller ones (A.1.6), which a modulus of 2048 bits or more has no need of.
 */
export function makeRsa(bits: number, prime: (bits: number) => bigint = primeOf): RsaKeyPair {
  for (;;) {
    const pair = pairOf(bits, prime(bits / 2), prime(bits / 2));
    if (pair) return pair;
  }
}

/** The key pair of two primes; undefined if a criterion of FIPS 186-5 A.1.1 refuses them. */
function pairOf(bits: number, one: bigint, other: bigint): RsaKeyPair | undefined {
  const [p, q] = one > other ? [one, other] : [other, one];
  const half = BigInt(bits / 2);
  // At least √2 times the smallest number of so many bits: then their product has all bits of the modulus.
  if ((q * q) >> (2n * half - 1n) === 0n || p >> half !== 0n || (p - q) >> (half - 100n) === 0n) return undefined;
  const totient = ((p - 1n) * (q - 1n)) / divisorOf(p - 1n, q - 1n);
  if (divisorOf(totient, exponent) !== 1n) return undefined;
  const d = inverse(exponent, totient);
  if (d >> half === 0n) return undefined;
  const n = p * q;
  const numbers = [n, exponent, d, p, q, d % (p - 1n), d % (q - 1n), inverse(q, p)];
  const pkcs1 = sequence(integer(0), ...numbers.map((each) => integer(each)));
  requirePair(pkcs1);
  const key = sequence(integer(n), integer(exponent));
  const publicKey: CertifiedKey = { der: sequence(algorithm, bitString(key)), spec: { type: 'rsa', bits }, bits: key };
  return { publicKey, pkcs1 };
}

/** What the private key signs, the public one verifies. */
function requirePair(pkcs1: Buffer): void {
  const key = createPrivateKey({ key: pkcs1, format: 'der', type: 'pkcs1' });
  if (!verify('sha256', probe, createPublicKey(key), sign('sha256', probe, key)))
    throw new Error('an RSA key was made that does not belong together');
}

function divisorOf(a: bigint, b: bigint): bigint {
  return b === 0n ? a : divisorOf(b, a % b);
}

/** `1 / value` of a modulus that has no divisor in common with it. */
function inverse(value: bigint, modulus: bigint): bigint {
  let [one, other] = [modulus, value % modulus];
  let [before, factor] = [0n, 1n];
  while (other !== 0n) {
    const times = one / other;
    [one, other] = [other, one - times * other];
    [before, factor] = [factor, before - times * factor];
  }
  return before < 0n ? before + modulus : before;
}
