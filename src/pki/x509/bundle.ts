import type { KeyObject } from 'node:crypto';
import { parseCertificate, verifyCertificate, type Certificate } from './certificate.js';
import { X509Error } from './error.js';
import { decodePem, type PemBlock } from './pem.js';
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
  const reader = new BundleReader(pem, where);
  for (const block of reader.blocks) reader.read(block);
  return reader.bundle;
}

/** The same block by block: a certificate may take a twentieth of a second, and a bundle has many. */
export class BundleReader {
  readonly blocks: readonly PemBlock[];
  readonly #certificates: Certificate[] = [];
  readonly #privateKeys: KeyObject[] = [];
  readonly #crls: Buffer[] = [];
  readonly #seen = new Set<string>();
  #keys = 0;
  #largeKeys = 0;

  /** @throws X509Error `malformed`, and `too_large` for too many blocks */
  constructor(
    pem: string,
    private readonly where = 'PEM bundle',
  ) {
    this.blocks = decodePem(pem, where);
    if (this.blocks.length > maxBlocks) throw new X509Error('too_large', where, `more than ${maxBlocks} blocks`);
  }

  /** What was read. */
  get bundle(): Bundle {
    return { certificates: this.#certificates, privateKeys: this.#privateKeys, crls: this.#crls };
  }

  /** @throws X509Error as {@link parseBundle} */
  read(block: PemBlock): void {
    // Repeated blocks are not parsed or tried again.
    const text = `${block.label} ${block.der.toString('base64')}`;
    if (this.#seen.has(text)) return;
    this.#seen.add(text);
    if (certificateLabels.includes(block.label)) this.#readCertificate(block);
    else if (isPrivateKeyLabel(block.label)) this.#readPrivateKey(block);
    else if (block.label === 'X509 CRL') this.#crls.push(block.der);
    else if (block.label !== 'EC PARAMETERS')
      throw new X509Error('unsupported', this.where, `a block called ${block.label}`);
  }

  #readCertificate({ der }: PemBlock): void {
    if (!this.#certificates.some((known) => known.der.equals(der))) this.#certificates.push(parseCertificate(der));
  }

  #readPrivateKey(block: PemBlock): void {
    this.#keys += 1;
    if (this.#keys > maxKeys) throw new X509Error('too_large', this.where, `more than ${maxKeys} private keys`);
    if (block.der.length >= largeKey) this.#largeKeys += 1;
    if (this.#largeKeys > maxLargeKeys)
      throw new X509Error('too_large', this.where, `more than ${maxLargeKeys} private keys above RSA of 4096 bits`);
    const key = readPrivateKey(block, this.where);
    if (!this.#privateKeys.some((other) => other.equals(key))) this.#privateKeys.push(key);
  }
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
