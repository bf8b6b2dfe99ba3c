import { createHash, createHmac, hash as hashOnce, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Hash } from '../algorithm.js';
import { integer, nullValue, octetString, oid, sequence, Tag } from '../der-writer.js';
import type { DerValue } from '../der-reader.js';
import { X509Error } from '../error.js';
import { macOids } from './oids.js';

/** How a shared secret protects a message (RFC 9481 §6.1): which key is derived of it, and which MAC that key makes. */
export type MacScheme = {
  readonly salt: Buffer;
  readonly iterations: number;
  /** The hash that is repeated, or that of the function that PBKDF2 repeats. */
  readonly hash: Hash;
  readonly mac: Hash;
} & ({ readonly kind: 'pbm' } | { readonly kind: 'pbmac1'; readonly keyLength: number });

/**
 * Repetitions. Too few make guessing cheap; many cost this server more than the sender: the key is derived before anybody knows who sent the message. RFC 4211
 * §4.4 has the least for password-based MACs, RFC 8018 §4.2 that of PBKDF2.
 */
export const macIterations = { pbm: { least: 100, most: 10_000 }, pbmac1: { least: 1_000, most: 100_000 } } as const;
const saltOctets = { least: 8, most: 64 };
const keyOctets = { least: 16, most: 64 };

const hashOids: Readonly<Record<string, Hash>> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
const macHashOids: Readonly<Record<string, Hash>> = {
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};
/** Recognized only to be refused. */
const weakOids: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.5': 'MD5',
  '1.3.14.3.2.26': 'SHA-1',
  '1.3.6.1.5.5.8.1.1': 'HMAC with MD5',
  '1.3.6.1.5.5.8.1.2': 'HMAC with SHA-1',
  '1.2.840.113549.2.6': 'HMAC with MD5',
  '1.2.840.113549.2.7': 'HMAC with SHA-1',
};

const where = 'MAC algorithm';

/** @throws X509Error `weak`, `unsupported`, `malformed` */
function readHash(value: DerValue | undefined, known: Readonly<Record<string, Hash>>, preset: string): Hash {
  const fields = value?.fields();
  const type = fields?.next('algorithm').oid();
  fields?.optional('parameters', Tag.null)?.nothing();
  fields?.end();
  const found = type === undefined ? undefined : known[type];
  if (found) return found;
  const weak = type === undefined ? preset : weakOids[type];
  if (weak !== undefined) throw new X509Error('weak', where, `${weak} is not accepted; use SHA-256 or longer`);
  throw new X509Error('unsupported', where, `${type ?? 'nothing'} is not known`);
}

function bounded(value: number, { least, most }: { readonly least: number; readonly most: number }, what: string) {
  if (value < least) throw new X509Error('weak', where, `${what} of ${value}; at least ${least} are asked for`);
  if (value > most) throw new X509Error('unsupported', where, `${what} of ${value}; at most ${most} are taken`);
  return value;
}

function readSalt(value: DerValue): Buffer {
  const salt = value.octets();
  bounded(salt.length, saltOctets, 'a salt');
  return salt;
}

/**
 * The scheme of an AlgorithmIdentifier; undefined if it is no MAC with a shared secret.
 * @throws X509Error `weak` for MD5, SHA-1 and too few repetitions, `unsupported`, also for too many, `malformed`
 */
export function readMacScheme(algorithm: DerValue): MacScheme | undefined {
  const fields = algorithm.fields();
  const type = fields.next('algorithm').oid();
  if (type === macOids.passwordBasedMac) return readPbm(fields.next('parameters'));
  return type === macOids.pbmac1 ? readPbmac1(fields.next('parameters')) : undefined;
}

/** RFC 4211 §4.4. */
function readPbm(parameters: DerValue): MacScheme {
  const fields = parameters.fields();
  const salt = readSalt(fields.next('salt'));
  const hash = readHash(fields.next('one-way function'), hashOids, '');
  const iterations = bounded(fields.next('iterations').smallInteger(), macIterations.pbm, 'an iteration count');
  const mac = readHash(fields.next('MAC'), macHashOids, '');
  fields.end();
  return { kind: 'pbm', salt, hash, iterations, mac };
}

/** RFC 8018 A.5, with what RFC 9579 §4 asks for. */
function readPbmac1(parameters: DerValue): MacScheme {
  const outer = parameters.fields();
  const derivation = outer.next('key derivation').fields();
  const mac = readHash(outer.next('MAC'), macHashOids, '');
  outer.end();
  if (derivation.next('function').oid() !== macOids.pbkdf2)
    throw new X509Error('unsupported', where, 'a key derivation other than PBKDF2');
  const fields = derivation.next('parameters').fields();
  derivation.end();
  const salt = readSalt(fields.next('salt'));
  const iterations = bounded(fields.next('iterations').smallInteger(), macIterations.pbmac1, 'an iteration count');
  const length = fields.optional('key length', Tag.integer);
  if (!length) throw new X509Error('unsupported', where, 'PBKDF2 without the length of its key');
  const keyLength = bounded(length.smallInteger(), keyOctets, 'a key length');
  const hash = readHash(fields.optional('pseudorandom function', Tag.sequence), macHashOids, 'HMAC with SHA-1');
  fields.end();
  return { kind: 'pbmac1', salt, iterations, keyLength, hash, mac };
}

const oidOf = (table: Readonly<Record<string, Hash>>, hash: Hash): string =>
  Object.entries(table).find(([, each]) => each === hash)?.[0] ?? '';

/** AlgorithmIdentifier. */
export function encodeMacScheme(scheme: MacScheme): Buffer {
  const { salt, iterations, hash, mac } = scheme;
  const named = (table: Readonly<Record<string, Hash>>, of: Hash) => sequence(oid(oidOf(table, of)), nullValue);
  if (scheme.kind === 'pbm')
    return sequence(
      oid(macOids.passwordBasedMac),
      sequence(octetString(salt), named(hashOids, hash), integer(iterations), named(macHashOids, mac)),
    );
  const derivation = sequence(
    octetString(salt),
    integer(iterations),
    integer(scheme.keyLength),
    named(macHashOids, hash),
  );
  return sequence(oid(macOids.pbmac1), sequence(sequence(oid(macOids.pbkdf2), derivation), named(macHashOids, mac)));
}

/** The same scheme with a salt of our own. */
export const freshScheme = (scheme: MacScheme): MacScheme => ({ ...scheme, salt: randomBytes(16) });

const derived = promisify(pbkdf2);
/** Repetitions after which others have their turn. */
const atOnce = 500;

async function keyOf(scheme: MacScheme, secret: Uint8Array): Promise<Buffer> {
  const { salt, iterations, hash } = scheme;
  if (scheme.kind === 'pbmac1') return derived(secret, salt, iterations, scheme.keyLength, hash);
  let key = createHash(hash).update(secret).update(salt).digest();
  for (let done = 1; done < iterations; done += 1) {
    if (done % atOnce === 0) await turn();
    key = hashOnce(hash, key, 'buffer');
  }
  return key;
}

/** Repetitions above which a sender who proved nothing yet waits for a turn: some milliseconds of work. */
const quickIterations = { pbm: 2_000, pbmac1: 10_000 } as const;

export const isCostly = ({ kind, iterations }: MacScheme): boolean => iterations > quickIterations[kind];

export async function macOf(scheme: MacScheme, secret: Uint8Array, protectedPart: Uint8Array): Promise<Buffer> {
  return createHmac(scheme.mac, await keyOf(scheme, secret))
    .update(protectedPart)
    .digest();
}

/** In a time that does not depend on where they differ. */
export const sameMac = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b);
