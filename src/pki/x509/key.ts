import { createPublicKey, generateKeyPair as generate, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { promisify } from 'node:util';
import { bitString, contextConstructed, nullValue, oid, sequence } from './der-writer.js';
import { readDer, type DerValue } from './der-reader.js';
import { isPoint } from './ec-point.js';
import { X509Error } from './error.js';
import { makeMldsa, mldsaBits, mldsaBitsOf, requireMldsa, type MldsaBits } from './mldsa.js';
import { curveOids, keyOids } from './oids.js';

/** The kinds of keys that are generated, used for signing and certified here. */
export type KeySpec =
  | { readonly type: 'rsa'; readonly bits: number }
  | { readonly type: 'ec'; readonly bits: EcBits }
  | { readonly type: 'ed25519' }
  | { readonly type: 'mldsa'; readonly bits: MldsaBits };

export type EcBits = 224 | 256 | 384 | 521;

/** Vault API, PKI, `key_bits`. */
export const rsaBits = [2048, 3072, 4096, 8192] as const;

interface Curve {
  readonly bits: EcBits;
  readonly name: string;
  readonly oid: string;
}

const curves: readonly Curve[] = [
  { bits: 224, name: 'secp224r1', oid: curveOids[224] },
  { bits: 256, name: 'prime256v1', oid: curveOids[256] },
  { bits: 384, name: 'secp384r1', oid: curveOids[384] },
  { bits: 521, name: 'secp521r1', oid: curveOids[521] },
];

export interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const generatePair = promisify(generate);

/** Generates a key pair in libuv's pool. @throws X509Error `unsupported` for another size */
export async function generateKeyPair(spec: KeySpec): Promise<KeyPair> {
  switch (spec.type) {
    case 'rsa':
      if (!rsaBits.some((bits) => bits === spec.bits))
        throw new X509Error('unsupported', 'key', `RSA of ${spec.bits} bits`);
      return generatePair('rsa', { modulusLength: spec.bits });
    case 'ec':
      return generatePair('ec', { namedCurve: curves.find((curve) => curve.bits === spec.bits)?.name ?? '' });
    case 'ed25519':
      return generatePair('ed25519', {});
    case 'mldsa': {
      const privateKey = makeMldsa(spec.bits);
      return { privateKey, publicKey: createPublicKey(privateKey) };
    }
  }
}

/** The limit of Go, and so of Vault: a larger exponent makes checking a signature slower. */
const largestExponent = 2n ** 31n - 1n;

/** With an exponent of 1 anybody can sign for anybody; an even one has no private key (RFC 8017 3.1). */
function requireSoundExponent(exponent: bigint | undefined): void {
  if (exponent === undefined) return;
  if (exponent > largestExponent)
    throw new X509Error('unsupported', 'key', 'RSA with a public exponent above 2147483647');
  if (exponent < 3n || exponent % 2n === 0n)
    throw new X509Error('unsupported', 'key', 'RSA with a public exponent that is even or below 3');
}

/** The kind and size of a key. @throws X509Error `unsupported` for other kinds, curves, public exponents and explicit parameters */
export function describeKey(key: KeyObject): KeySpec {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
  const mldsa = mldsaBits.find((bits) => `ml-dsa-${bits}` === String(type));
  if (mldsa !== undefined) return { type: 'mldsa', bits: mldsa };
  switch (type) {
    case 'rsa':
      requireSoundExponent(details?.publicExponent);
      return { type, bits: details?.modulusLength ?? 0 };
    case 'ed25519':
      return { type };
    case 'ec': {
      const curve = curves.find(({ name }) => name === details?.namedCurve);
      if (curve === undefined)
        throw new X509Error('unsupported', 'key', `EC on ${details?.namedCurve ?? 'a curve without a name'}`);
      return { type, bits: curve.bits };
    }
    default:
      throw new X509Error('unsupported', 'key', `keys of type ${type ?? 'secret'}`);
  }
}

/** The parts of a key that a certificate of it needs. */
export interface CertifiedKey {
  /** SubjectPublicKeyInfo as received. */
  readonly der: Buffer;
  readonly spec: KeySpec;
  /** The octets of the key's BIT STRING, which key identifiers are made from. */
  readonly bits: Buffer;
}

/** A public key as in certificates and requests. */
export interface PublicKeyInfo extends CertifiedKey {
  readonly key: KeyObject;
}

const largestRsa = 16_384;

/**
 * @param known one that has been read: the same octets are the same key, whose reading is most of the work
 * @throws X509Error `malformed`, `unsupported`
 */
export function readPublicKeyInfo(value: DerValue, known?: PublicKeyInfo): PublicKeyInfo {
  if (known?.der.equals(value.encoded()) === true) return known;
  const fields = value.fields();
  const algorithm = fields.next('algorithm').fields();
  const type = algorithm.next('identifier').oid();
  const parameters = algorithm.more() ? algorithm.next('parameters') : undefined;
  algorithm.end();
  const bits = fields.next('bits').bitOctets();
  fields.end();
  const kind = algorithmOf(value, type, parameters);
  // OpenSSL reads the point at infinity, and Node ends the process when it is asked for the details of such a key.
  if (kind !== 'rsa' && kind.type === 'ec' && !isPoint(bits, Math.ceil(kind.bits / 8)))
    throw new X509Error('malformed', value.where, 'not a public key of its algorithm');
  const der = value.encoded();
  let key: KeyObject;
  try {
    key = (kind === p256 ? p256Key(bits) : undefined) ?? createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch (cause) {
    throw new X509Error('malformed', value.where, 'not a public key of its algorithm', { cause });
  }
  const spec = kind === 'rsa' ? describeKey(key) : kind;
  if (spec.type === 'rsa' && spec.bits > largestRsa)
    throw new X509Error('unsupported', value.where, `RSA of more than ${largestRsa} bits`);
  return { der, key, spec, bits };
}

const specs = new Map<string | undefined, KeySpec>(curves.map(({ oid: curve, bits }) => [curve, { type: 'ec', bits }]));
const p256 = specs.get(curveOids[256]);

/**
 * RFC 3279, 5480, 8410, 9881: the algorithm fixes the parameters; certificates must not have explicit curves.
 * @returns the kind of key, as far as its algorithm tells
 */
function algorithmOf(value: DerValue, type: string, parameters: DerValue | undefined): KeySpec | 'rsa' {
  switch (type) {
    case keyOids.rsa:
      if (parameters === undefined) throw value.fail('RSA keys have NULL parameters');
      parameters.nothing();
      return 'rsa';
    case keyOids.ec: {
      const curve = parameters?.tag === 0x06 ? parameters.oid() : undefined;
      const spec = specs.get(curve);
      if (spec === undefined)
        throw new X509Error('unsupported', value.where, `EC on ${curve ?? 'a curve without a name'}`);
      return spec;
    }
    case keyOids.ed25519:
      if (parameters !== undefined) throw value.fail('Ed25519 keys have no parameters');
      return { type: 'ed25519' };
    default: {
      const bits = mldsaBitsOf(type);
      if (bits === undefined) throw new X509Error('unsupported', value.where, `keys of type ${type}`);
      if (parameters !== undefined) throw value.fail('ML-DSA keys have no parameters');
      requireMldsa(value.where);
      return { type: 'mldsa', bits };
    }
  }
}

/**
 * A key of P-256 from its uncompressed point, in half the time that OpenSSL takes to read a SubjectPublicKeyInfo. A point that is not on the curve is refused
 * here too. Undefined for a point in another form.
 */
function p256Key(point: Buffer): KeyObject | undefined {
  if (point.length !== 65 || point[0] !== 4) return undefined;
  const name = point.toString('latin1');
  const known = p256Keys.get(name);
  if (known) return known;
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  p256Keys.set(name, key);
  return key;
}

/** By their points: those of issuers, and of clients that ask again with the key that they have. Most of the time is OpenSSL's check of the point. */
const p256Keys = new LRUCache<string, KeyObject>({ max: 1_000 });

/** Reads a SubjectPublicKeyInfo. @throws X509Error `malformed`, `unsupported` */
export const parsePublicKeyInfo = (der: Uint8Array): PublicKeyInfo =>
  readPublicKeyInfo(readDer(der, 'public key', { maxBytes: 16_384 }));

const rsaAlgorithm = sequence(oid(keyOids.rsa), nullValue);
const ecAlgorithms = new Map(curves.map((curve) => [curve.bits, sequence(oid(keyOids.ec), oid(curve.oid))]));

/**
 * From a public or a private key. OpenSSL takes several times as long to write a SubjectPublicKeyInfo as to sign with P-256, so RSA keys, and EC keys whose
 * private half is at hand, are written in their traditional encoding first. JWK is never used: Node 20 can hang when it collects garbage while it exports an
 * RSA key to JWK.
 * @throws X509Error `unsupported`
 */
export function publicKeyInfoOf(key: KeyObject): PublicKeyInfo {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const spec = describeKey(publicKey);
  const bits = spec.type === 'rsa' ? publicKey.export({ type: 'pkcs1', format: 'der' }) : ecPoint(key, spec);
  const algorithm = spec.type === 'rsa' ? rsaAlgorithm : spec.type === 'ec' ? ecAlgorithms.get(spec.bits) : undefined;
  if (bits !== undefined && algorithm !== undefined)
    return { der: sequence(algorithm, bitString(bits)), key: publicKey, spec, bits };
  return parsePublicKeyInfo(publicKey.export({ type: 'spki', format: 'der' }));
}

/** The public point of a private EC key: the last field of its SEC1 encoding (RFC 5915). */
function ecPoint(key: KeyObject, spec: KeySpec): Buffer | undefined {
  if (key.type !== 'private' || spec.type !== 'ec') return undefined;
  const fields = readDer(key.export({ type: 'sec1', format: 'der' }), 'key', { maxBytes: 1024 }).fields();
  fields.next('version');
  fields.next('private key');
  fields.optional('curve', contextConstructed(0));
  return fields.optional('public key', contextConstructed(1))?.inner(contextConstructed(1)).bitOctets();
}
