import { createHash, KeyObject, sign as signNow, verify } from 'node:crypto';
import { cryptoKey, signatureAlgorithm, type Hash, type NamedAlgorithm, type SignatureAlgorithm } from './algorithm.js';
import { bitString, sequence } from './der-writer.js';
import { X509Error } from './error.js';
import { describeKey, publicKeyInfoOf, type KeySpec, type PublicKeyInfo } from './key.js';

/** Signs documents with one key under one algorithm. */
export interface Signer {
  readonly algorithm: SignatureAlgorithm;
  sign(tbs: Uint8Array): Buffer;
}

/** The same off the thread: for a slow key (RSA), or one that is kept elsewhere. */
export interface AsyncSigner {
  readonly algorithm: SignatureAlgorithm;
  sign(tbs: Uint8Array): Promise<Buffer>;
}

/** A private key that is kept elsewhere and never comes here: only digests go to it. */
export interface RemoteKey {
  readonly publicKey: PublicKeyInfo;
  /** RSA keys only: makes PSS signatures, whatever is asked for. */
  readonly onlyPss: boolean;
  /** Signatures of EC as in certificates: DER. */
  signDigest(algorithm: SignatureAlgorithm, digest: Uint8Array): Promise<Buffer>;
  /** What is thrown for a signature that does not verify. */
  distrusted(): Error;
}

/** What signs: a key at hand, or one that is kept elsewhere. */
export type SigningKey = KeyObject | RemoteKey;

export const isRemote = (key: SigningKey): key is RemoteKey => !(key instanceof KeyObject);

export const publicInfoOf = (key: SigningKey): PublicKeyInfo => (isRemote(key) ? key.publicKey : publicKeyInfoOf(key));

export interface SigningOptions {
  /** RSA keys only (Vault API, PKI: `signature_bits`); other keys decide by themselves: SHA-256, or the hash that matches an EC curve. */
  readonly hash?: Hash | undefined;
  /** EC keys only: a hash other than that of the curve, which an operator may choose for CRLs and OCSP responses. */
  readonly curveHash?: Hash | undefined;
  /** RSA keys only: PSS instead of PKCS#1 v1.5. */
  readonly pss?: boolean | undefined;
}

const hashOfCurve: Readonly<Record<number, Hash>> = { 224: 'sha256', 256: 'sha256', 384: 'sha384', 521: 'sha512' };

/** The algorithm under which a key signs. Other keys ignore the options for RSA. */
export function algorithmFor(spec: KeySpec, { hash, curveHash, pss = false }: SigningOptions = {}): SignatureAlgorithm {
  switch (spec.type) {
    case 'rsa':
      return signatureAlgorithm(pss ? 'rsa-pss' : 'rsa', hash ?? 'sha256');
    case 'ec':
      return signatureAlgorithm('ecdsa', curveHash ?? hashOfCurve[spec.bits] ?? 'sha256');
    case 'ed25519':
      return signatureAlgorithm('ed25519', undefined);
    case 'mldsa':
      return signatureAlgorithm(`ml-dsa-${spec.bits}`, undefined);
  }
}

/** @throws X509Error `unsupported` for a key of another kind */
export function createSigner(privateKey: KeyObject, options: SigningOptions = {}): Signer {
  const algorithm = algorithmFor(describeKey(privateKey), options);
  const key = cryptoKey(algorithm, privateKey);
  return { algorithm, sign: (tbs) => signNow(algorithm.hash, tbs, key) };
}

/** Signs in libuv's pool, so that an RSA signature does not block the thread for a millisecond; or wherever the key is kept. */
export function createAsyncSigner(privateKey: SigningKey, options: SigningOptions = {}): AsyncSigner {
  if (isRemote(privateKey)) return remoteSigner(privateKey, options);
  const algorithm = algorithmFor(describeKey(privateKey), options);
  const key = cryptoKey(algorithm, privateKey);
  return {
    algorithm,
    sign: (tbs) =>
      new Promise((resolve, reject) => {
        signNow(algorithm.hash, tbs, key, (error, signature) => {
          if (error) reject(error);
          else resolve(signature);
        });
      }),
  };
}

/** The algorithm under which a key that is kept elsewhere signs. */
export const remoteAlgorithm = ({ publicKey, onlyPss }: RemoteKey, options: SigningOptions): SignatureAlgorithm =>
  algorithmFor(publicKey.spec, onlyPss ? { ...options, pss: true } : options);

/** Signs a document whose digest is known. What does not verify is not believed: the key may be another one than it was. */
export async function signRemotely(
  key: RemoteKey,
  algorithm: SignatureAlgorithm,
  tbs: Uint8Array,
  digest: Uint8Array,
): Promise<Buffer> {
  const signature = await key.signDigest(algorithm, digest);
  const parts = { tbs: Buffer.from(tbs.buffer, tbs.byteOffset, tbs.byteLength), signature };
  if (!(await isSigned(algorithm, parts, key.publicKey.key))) throw key.distrusted();
  return signature;
}

export const digestOf = ({ hash = 'sha256' }: SignatureAlgorithm, tbs: Uint8Array): Buffer =>
  createHash(hash).update(tbs).digest();

function remoteSigner(key: RemoteKey, options: SigningOptions): AsyncSigner {
  const algorithm = remoteAlgorithm(key, options);
  return { algorithm, sign: (tbs) => signRemotely(key, algorithm, tbs, digestOf(algorithm, tbs)) };
}

/** A signed document: content, algorithm, signature (RFC 5280 4.1.1). */
export const signed = (tbs: Uint8Array, algorithm: SignatureAlgorithm, signature: Uint8Array): Buffer =>
  sequence(tbs, algorithm.der, bitString(signature));

export const signWith = (tbs: Uint8Array, signer: Signer): Buffer => signed(tbs, signer.algorithm, signer.sign(tbs));

export const signWithAsync = async (tbs: Uint8Array, signer: AsyncSigner): Promise<Buffer> =>
  signed(tbs, signer.algorithm, await signer.sign(tbs));

/** The parts of a signed document that checking its signature needs. */
export interface SignedParts {
  readonly tbs: Buffer;
  readonly algorithm: NamedAlgorithm;
  readonly signature: Buffer;
}

/** The type of a key, as node:crypto calls it. */
const schemeKeys: Readonly<Record<SignatureAlgorithm['scheme'], string>> = {
  rsa: 'rsa',
  'rsa-pss': 'rsa',
  ecdsa: 'ec',
  ed25519: 'ed25519',
  'ml-dsa-44': 'ml-dsa-44',
  'ml-dsa-65': 'ml-dsa-65',
  'ml-dsa-87': 'ml-dsa-87',
};

/**
 * Checks a signature.
 * @throws X509Error `weak` for SHA-1 and older, `unsupported` for an unknown algorithm, `bad_signature`
 */
export function verifySignature(parts: SignedParts, publicKey: KeyObject, where: string): void {
  const { tbs, signature } = parts;
  const algorithm = acceptedAlgorithm(parts, publicKey, where);
  if (!verifies(algorithm, tbs, publicKey, signature)) throw broken(where);
}

/**
 * Whether a signature takes less time to check than to send to another thread and back, whatever is in it: some twenty steps of modular arithmetic for RSA of
 * the usual exponent.
 */
function isQuick({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject): boolean {
  if (type === 'ec') return details?.namedCurve === 'prime256v1';
  if (type !== 'rsa') return type === 'ed25519';
  const { modulusLength = Number.POSITIVE_INFINITY, publicExponent } = details ?? {};
  return modulusLength <= 4096 && publicExponent !== undefined && publicExponent <= 65_537n;
}

/**
 * The same; in libuv's pool, off the thread, unless that takes longer. Errors of OpenSSL become an X509Error.
 * @throws as `verifySignature`
 */
export async function verifySignatureAsync(parts: SignedParts, publicKey: KeyObject, where: string): Promise<void> {
  if (isQuick(publicKey)) {
    verifySignature(parts, publicKey, where);
    return;
  }
  const algorithm = acceptedAlgorithm(parts, publicKey, where);
  if (!(await verifiesLater(algorithm, parts, publicKey))) throw broken(where);
}

type Signed = Pick<SignedParts, 'tbs' | 'signature'>;

function verifiesLater(algorithm: SignatureAlgorithm, { tbs, signature }: Signed, key: KeyObject): Promise<boolean> {
  return new Promise<boolean>((resolve) => {
    verify(algorithm.hash, tbs, cryptoKey(algorithm, key), signature, (error, result) => {
      resolve(!error && result);
    });
  });
}

/** Documents that are hashed in less time than it takes to have another thread do it. */
const smallDocument = 65_536;

async function isSigned(algorithm: SignatureAlgorithm, signed: Signed, publicKey: KeyObject): Promise<boolean> {
  const isSmall = signed.tbs.length <= smallDocument && isQuick(publicKey);
  return isSmall
    ? verifies(algorithm, signed.tbs, publicKey, signed.signature)
    : verifiesLater(algorithm, signed, publicKey);
}

const broken = (where: string) => new X509Error('bad_signature', where, 'the signature does not verify');

/** The algorithm of a signature, if it is accepted and fits the key. @throws X509Error */
function acceptedAlgorithm({ algorithm }: SignedParts, publicKey: KeyObject, where: string): SignatureAlgorithm {
  const { accepted } = algorithm;
  if (algorithm.weak) throw new X509Error('weak', where, `signed with ${algorithm.name}, which is not accepted`);
  if (accepted === undefined)
    throw new X509Error('unsupported', where, `signed with ${algorithm.name}, which is not supported`);
  if (publicKey.asymmetricKeyType !== schemeKeys[accepted.scheme])
    throw new X509Error('bad_signature', where, `signed with ${algorithm.name}, which is not of its key's type`);
  return accepted;
}

/** OpenSSL throws for keys that are too small for the algorithm: such a key has no valid signatures. */
function verifies(algorithm: SignatureAlgorithm, tbs: Buffer, publicKey: KeyObject, signature: Buffer): boolean {
  try {
    return verify(algorithm.hash, tbs, cryptoKey(algorithm, publicKey), signature);
  } catch {
    return false;
  }
}
