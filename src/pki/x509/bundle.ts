import type { KeyObject } from 'node:crypto';
import { parseCertificate, verifyCertificate, type Certificate } from './certificate.js';
import { X509Error } from './error.js';
import { decodePem } from './pem.js';
import { isPrivateKeyLabel, keyMatches, readPrivateKey } from './private-key.js';

/** The distinct contents of a PEM text, in order. */
export interface Bundle {
  readonly certificates: readonly Certificate[];
  readonly privateKeys: readonly KeyObject[];
  /** DER as sent, not parsed: a long one takes a second to parse, and CRLs are never imported. */
  readonly crls: readonly Buffer[];
}

/** Largest number of blocks: enough for many chains with their keys. */
const maxBlocks = 256;
/**
 * Largest number of different private keys in a bundle. Checking that a key signs blocks the thread: a twentieth of a second for a large key, a tenth of that
 * for others.
 */
const maxKeys = 16;
/** A private key of more octets counts as large (RSA of 4,096 bits has 2,400), and a bundle may hold only a few of those. */
const largeKey = 3 * 1024;
const maxLargeKeys = 3;

const certificateLabels = ['CERTIFICATE', 'X509 CERTIFICATE'];

/**
 * Reads certificates and private keys, and finds CRLs. `EC PARAMETERS`, which openssl writes before a key, add nothing.
 * @throws X509Error as the readers of the blocks do, and `unsupported` for a block of another kind
 */
export function parseBundle(pem: string, where = 'PEM bundle'): Bundle {
  const blocks = decodePem(pem, where);
  if (blocks.length > maxBlocks) throw new X509Error('too_large', where, `more than ${maxBlocks} blocks`);
  const certificates: Certificate[] = [];
  const privateKeys: KeyObject[] = [];
  const crls: Buffer[] = [];
  const seen = new Set<string>();
  let keys = 0;
  let largeKeys = 0;
  for (const block of blocks) {
    // Repeated blocks are not parsed or tried again.
    const text = `${block.label} ${block.der.toString('base64')}`;
    if (seen.has(text)) continue;
    seen.add(text);
    if (certificateLabels.includes(block.label)) {
      if (!certificates.some(({ der }) => der.equals(block.der))) certificates.push(parseCertificate(block.der));
    } else if (isPrivateKeyLabel(block.label)) {
      keys += 1;
      if (keys > maxKeys) throw new X509Error('too_large', where, `more than ${maxKeys} private keys`);
      if (block.der.length >= largeKey) largeKeys += 1;
      if (largeKeys > maxLargeKeys)
        throw new X509Error('too_large', where, `more than ${maxLargeKeys} private keys above RSA of 4096 bits`);
      const key = readPrivateKey(block, where);
      if (!privateKeys.some((other) => other.equals(key))) privateKeys.push(key);
    } else if (block.label === 'X509 CRL') crls.push(block.der);
    else if (block.label !== 'EC PARAMETERS')
      throw new X509Error('unsupported', where, `a block called ${block.label}`);
  }
  return { certificates, privateKeys, crls };
}

/** The private key of a certificate, if it is among the given ones. */
export const keyOf = (certificate: Certificate, keys: readonly KeyObject[]): KeyObject | undefined =>
  keys.find((key) => keyMatches(certificate, key));

/** Whether a certificate names the other as its issuer and is signed by its key. */
export function isIssuedBy(certificate: Certificate, issuer: Certificate): boolean {
  if (!certificate.issuer.equals(issuer.subject)) return false;
  const wanted = certificate.extensions.authorityKeyIdentifier?.keyIdentifier;
  const own = issuer.extensions.subjectKeyIdentifier;
  if (wanted !== undefined && own !== undefined && !wanted.equals(own)) return false;
  try {
    verifyCertificate(certificate, issuer.publicKey.key);
    return true;
  } catch (error) {
    if (error instanceof X509Error) return false;
    throw error;
  }
}

const selfSigned = new WeakMap<Certificate, boolean>();

/** Whether its own key signed it, as for a root. Having the name of its issuer is not enough: root rollover makes such certificates. */
export function isSelfSigned(certificate: Certificate): boolean {
  const known = selfSigned.get(certificate);
  if (known !== undefined) return known;
  const is = isIssuedBy(certificate, certificate);
  selfSigned.set(certificate, is);
  return is;
}
