import {
  readSignatureAlgorithm,
  signatureAlgorithm,
  type Hash,
  type NamedAlgorithm,
  type SignatureAlgorithm,
} from '../algorithm.js';
import { nullValue, oid, sequence } from '../der-writer.js';
import type { DerValue } from '../der-reader.js';
import { keyOids } from '../oids.js';
import type { NamedDigest } from './digest.js';

const bareRsa = sequence(oid(keyOids.rsa), nullValue);

/**
 * The algorithm of a signer. RSA, and some senders' ECDSA, are named by the type of the key alone: then the hash is that of the content (RFC 3370 3.2,
 * RFC 5753 2.1.1).
 */
export function readSignerAlgorithm(value: DerValue, digest: NamedDigest): NamedAlgorithm {
  const der = value.encoded();
  const type = value.fields().next('algorithm').oid();
  if (type !== keyOids.rsa && type !== keyOids.ec) return readSignatureAlgorithm(value);
  const scheme = type === keyOids.rsa ? 'rsa' : 'ecdsa';
  const accepted = digest.hash && signatureAlgorithm(scheme, digest.hash);
  return { name: accepted?.name ?? `${digest.name} with ${scheme.toUpperCase()}`, der, accepted, weak: digest.weak };
}

/** The hash of the content that goes with an algorithm: its own, or the one that RFC 8419 and RFC 9882 fix. */
export const digestFor = ({ hash }: SignatureAlgorithm): Hash => hash ?? 'sha512';

/** How a signer's algorithm is written: RSA by its key alone, which the oldest readers know. */
export const signerAlgorithmDer = (algorithm: SignatureAlgorithm): Buffer =>
  algorithm.scheme === 'rsa' ? bareRsa : algorithm.der;
