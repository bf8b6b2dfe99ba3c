import { constants, type KeyObject } from 'node:crypto';
import { contextConstructed, encode, integer, nullValue, oid, sequence } from './der-writer.js';
import type { DerValue } from './der-reader.js';
import { X509Error } from './error.js';
import { mldsaBits, type MldsaBits } from './mldsa.js';
import { keyOids, mldsaOids } from './oids.js';

export type Hash = 'sha256' | 'sha384' | 'sha512';

export type SignatureScheme = 'rsa' | 'rsa-pss' | 'ecdsa' | 'ed25519' | `ml-dsa-${MldsaBits}`;

/** A signature algorithm: what node:crypto needs, and what the document contains. */
export interface SignatureAlgorithm {
  readonly name: string;
  readonly scheme: SignatureScheme;
  /** Undefined for Ed25519 and ML-DSA, which include theirs. */
  readonly hash: Hash | undefined;
  /** AlgorithmIdentifier, encoded. */
  readonly der: Buffer;
}

/** Hashes by their identifiers (RFC 5754), and how long they are. */
export const hashes: Readonly<Record<Hash, { oid: string; octets: number }>> = {
  sha256: { oid: '2.16.840.1.101.3.4.2.1', octets: 32 },
  sha384: { oid: '2.16.840.1.101.3.4.2.2', octets: 48 },
  sha512: { oid: '2.16.840.1.101.3.4.2.3', octets: 64 },
};

/** RFC 4055 3.1: the salt is as long as the hash; the trailer field has its default and is left out. */
function pssParameters(hash: Hash): Buffer {
  const digest = sequence(oid(hashes[hash].oid), nullValue);
  return sequence(
    encode(contextConstructed(0), digest),
    encode(contextConstructed(1), sequence(oid('1.2.840.113549.1.1.8'), digest)),
    encode(contextConstructed(2), integer(hashes[hash].octets)),
  );
}

const pkcs1 = (hash: Hash, type: string): SignatureAlgorithm => ({
  name: `${hash} with RSA`,
  scheme: 'rsa',
  hash,
  der: sequence(oid(type), nullValue),
});

const pss = (hash: Hash): SignatureAlgorithm => ({
  name: `${hash} with RSA-PSS`,
  scheme: 'rsa-pss',
  hash,
  der: sequence(oid(keyOids.rsaPss), pssParameters(hash)),
});

const ecdsa = (hash: Hash, type: string): SignatureAlgorithm => ({
  name: `${hash} with ECDSA`,
  scheme: 'ecdsa',
  hash,
  der: sequence(oid(type)),
});

/** Every algorithm that is used or accepted here (RFC 4055, 5758, 8410, 9881). */
export const signatureAlgorithms: readonly SignatureAlgorithm[] = [
  pkcs1('sha256', '1.2.840.113549.1.1.11'),
  pkcs1('sha384', '1.2.840.113549.1.1.12'),
  pkcs1('sha512', '1.2.840.113549.1.1.13'),
  pss('sha256'),
  pss('sha384'),
  pss('sha512'),
  ecdsa('sha256', '1.2.840.10045.4.3.2'),
  ecdsa('sha384', '1.2.840.10045.4.3.3'),
  ecdsa('sha512', '1.2.840.10045.4.3.4'),
  { name: 'Ed25519', scheme: 'ed25519', hash: undefined, der: sequence(oid(keyOids.ed25519)) },
  ...mldsaBits.map((bits): SignatureAlgorithm => ({
    name: `ML-DSA-${bits}`,
    scheme: `ml-dsa-${bits}`,
    hash: undefined,
    der: sequence(oid(mldsaOids[bits])),
  })),
];

/** Recognized only to be refused. */
const weakAlgorithms: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.2': 'MD2 with RSA',
  '1.2.840.113549.1.1.4': 'MD5 with RSA',
  '1.2.840.113549.1.1.5': 'SHA-1 with RSA',
  '1.2.840.10040.4.3': 'SHA-1 with DSA',
  '1.2.840.10045.4.1': 'SHA-1 with ECDSA',
  '1.3.14.3.2.29': 'SHA-1 with RSA',
};

export function signatureAlgorithm(scheme: SignatureScheme, hash: Hash | undefined): SignatureAlgorithm {
  const found = signatureAlgorithms.find((each) => each.scheme === scheme && each.hash === hash);
  if (found === undefined)
    throw new X509Error('unsupported', 'signature algorithm', `${scheme} with ${hash ?? 'no hash'}`);
  return found;
}

/** An algorithm named in a document. One that is not accepted is kept by name, so that verification refuses it. */
export interface NamedAlgorithm {
  readonly name: string;
  readonly der: Buffer;
  /** Undefined if it is not accepted. */
  readonly accepted: SignatureAlgorithm | undefined;
  /** Whether it is refused as weak, not as unknown. */
  readonly weak: boolean;
}

export function readSignatureAlgorithm(value: DerValue): NamedAlgorithm {
  const der = value.encoded();
  const known = signatureAlgorithms.find((each) => each.der.equals(der));
  if (known !== undefined) return { name: known.name, der, accepted: known, weak: false };
  const fields = value.fields();
  const type = fields.next('algorithm').oid();
  const parameters = fields.more() ? fields.next('parameters') : undefined;
  fields.end();
  if (type === keyOids.rsaPss && parameters !== undefined) return readPss(parameters, der);
  // RFC 4055 5: verifiers must also accept RSA algorithms without the NULL.
  const bare = parameters === undefined ? sequence(oid(type), nullValue) : undefined;
  const lax = bare && signatureAlgorithms.find((each) => each.scheme === 'rsa' && each.der.equals(bare));
  if (lax !== undefined) return { name: lax.name, der, accepted: lax, weak: false };
  const weak = weakAlgorithms[type];
  return { name: weak ?? type, der, accepted: undefined, weak: weak !== undefined };
}

/** PSS with parameters in another encoding than ours. The defaults are SHA-1 (RFC 4055 3.1). */
function readPss(parameters: DerValue, der: Buffer): NamedAlgorithm {
  const fields = parameters.fields();
  const hash = fields.optional('hash', contextConstructed(0))?.inner(contextConstructed(0));
  const mask = fields.optional('mask generation', contextConstructed(1))?.inner(contextConstructed(1));
  const salt = fields.optional('salt length', contextConstructed(2))?.inner(contextConstructed(2)).smallInteger() ?? 20;
  const trailer = fields.optional('trailer', contextConstructed(3))?.inner(contextConstructed(3)).smallInteger() ?? 1;
  fields.end();
  const digest = hash && readHash(hash);
  const maskFields = mask?.fields();
  const maskOid = maskFields?.next('function').oid();
  const maskDigest = maskFields && readHash(maskFields.next('hash'));
  maskFields?.end();
  const refused = (weak: boolean): NamedAlgorithm => ({
    name: `${digest ?? 'SHA-1'} with RSA-PSS, salt of ${salt} octets`,
    der,
    accepted: undefined,
    weak,
  });
  if (hash === undefined || mask === undefined || digest === 'SHA-1' || maskDigest === 'SHA-1') return refused(true);
  const known = signatureAlgorithms.find((each) => each.scheme === 'rsa-pss' && each.hash === digest);
  const ours = known?.hash !== undefined && maskDigest === known.hash && maskOid === '1.2.840.113549.1.1.8';
  if (!ours || salt !== hashes[known.hash].octets || trailer !== 1) return refused(false);
  return { name: known.name, der, accepted: known, weak: false };
}

function readHash(value: DerValue): string {
  const fields = value.fields();
  const type = fields.next('algorithm').oid();
  fields.optional('parameters', 0x05)?.nothing();
  fields.end();
  const known = Object.entries(hashes).find(([, each]) => each.oid === type);
  return known?.[0] ?? (type === '1.3.14.3.2.26' ? 'SHA-1' : type);
}

/** The key argument of node:crypto's `sign` and `verify` under an algorithm. */
export function cryptoKey(algorithm: SignatureAlgorithm, key: KeyObject): KeyObject | PssKey {
  if (algorithm.scheme !== 'rsa-pss') return key;
  return { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
}

interface PssKey {
  readonly key: KeyObject;
  readonly padding: number;
  readonly saltLength: number;
}
