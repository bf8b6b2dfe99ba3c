import { authorityKeyIdentifier } from './basic-extensions.js';
import { contextConstructed, encode, encodeList, enumerated, integer, sequence, Tag } from './der-writer.js';
import { X509Error } from './error.js';
import { encodeExtensions, extension, type Extension } from './extension.js';
import { extensionOids } from './oids.js';
import { encodeSerialNumber, type SerialNumber } from './serial-number.js';
import type { SignatureAlgorithm } from './algorithm.js';
import { signWith, signWithAsync, type AsyncSigner, type Signer } from './signer.js';
import { encodeGeneralizedTime, encodeTime } from './time.js';

/** CRLReason (RFC 5280 5.3.1) by number; 7 is not used. */
export const revocationReasons = {
  unspecified: 0,
  keyCompromise: 1,
  caCompromise: 2,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
  certificateHold: 6,
  removeFromCrl: 8,
  privilegeWithdrawn: 9,
  aaCompromise: 10,
} as const;

export type RevocationReason = keyof typeof revocationReasons;

export const isRevocationReason = (name: string): name is RevocationReason => Object.hasOwn(revocationReasons, name);

export interface RevokedEntry {
  readonly serialNumber: SerialNumber;
  readonly revokedAt: Date;
  /** RFC 5280 5.3.1: `unspecified` should be absent, so it is not written. */
  readonly reason?: RevocationReason | undefined;
  /** The time from which the key is known to be compromised. */
  readonly invalidSince?: Date | undefined;
  /** Further extensions. */
  readonly extensions?: readonly Extension[] | undefined;
}

/**
 * One encoded entry of a CRL. It is stored with the revocation, so that a CRL is built by concatenation.
 * @throws X509Error `invalid_value` for a time that cannot be encoded
 */
export function encodeRevokedEntry(entry: RevokedEntry): Buffer {
  const { serialNumber, revokedAt, reason, invalidSince } = entry;
  const extensions: Extension[] = [];
  if (reason !== undefined && reason !== 'unspecified') extensions.push(reasonCodes[reason]);
  if (invalidSince !== undefined)
    extensions.push(extension(extensionOids.invalidityDate, encodeGeneralizedTime(invalidSince)));
  if (entry.extensions) extensions.push(...entry.extensions);
  const parts = [encodeSerialNumber(serialNumber), encodeTime(revokedAt)];
  return extensions.length === 0 ? sequence(...parts) : sequence(...parts, encodeExtensions(extensions));
}

const reasonCode = (reason: RevocationReason): Extension =>
  extension(extensionOids.reasonCode, enumerated(revocationReasons[reason]));

const reasonCodes: Readonly<Record<RevocationReason, Extension>> = {
  unspecified: reasonCode('unspecified'),
  keyCompromise: reasonCode('keyCompromise'),
  caCompromise: reasonCode('caCompromise'),
  affiliationChanged: reasonCode('affiliationChanged'),
  superseded: reasonCode('superseded'),
  cessationOfOperation: reasonCode('cessationOfOperation'),
  certificateHold: reasonCode('certificateHold'),
  removeFromCrl: reasonCode('removeFromCrl'),
  privilegeWithdrawn: reasonCode('privilegeWithdrawn'),
  aaCompromise: reasonCode('aaCompromise'),
};

export interface CrlContent {
  /** The issuer's subject, encoded. */
  readonly issuer: { readonly der: Uint8Array };
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
  /** RFC 5280 5.2.3: grows with each CRL of an issuer; at most 20 octets. */
  readonly number: bigint;
  /** Key identifier of the issuer: its subject key identifier. */
  readonly issuerKeyId: Uint8Array;
  /** Entries made by `encodeRevokedEntry`. A piece may hold one entry, or many that were joined before. */
  readonly entries: Iterable<Uint8Array>;
  /** Number of the full CRL that a delta CRL is based on. If present, this is a delta CRL. */
  readonly deltaBase?: bigint | undefined;
  /** Further extensions: freshest CRL, issuing distribution point. */
  readonly extensions?: readonly Extension[];
}

const version2 = integer(1);

const crlNumber = (type: string, number: bigint, critical: boolean): Extension => {
  if (number < 0n || number >= 1n << 159n) throw new X509Error('invalid_value', 'CRL number', 'not of 20 octets');
  return extension(type, integer(number), { critical });
};

/** What is signed, for a signer that signs only digests. @throws X509Error `invalid_value` */
export function crlToBeSigned(content: CrlContent, algorithm: SignatureAlgorithm): Buffer {
  if (content.nextUpdate < content.thisUpdate)
    throw new X509Error('invalid_value', 'CRL', 'the next update is before this one');
  const { deltaBase, number } = content;
  if (deltaBase !== undefined && deltaBase > number)
    throw new X509Error('invalid_value', 'CRL', 'its base has a higher number than itself');
  const entries = [...content.entries].filter(({ length }) => length > 0);
  const extensions = [
    authorityKeyIdentifier(content.issuerKeyId),
    crlNumber(extensionOids.crlNumber, number, false),
    ...(deltaBase === undefined ? [] : [crlNumber(extensionOids.deltaCrlIndicator, deltaBase, true)]),
    ...(content.extensions ?? []),
  ];
  return sequence(
    version2,
    algorithm.der,
    content.issuer.der,
    encodeTime(content.thisUpdate),
    encodeTime(content.nextUpdate),
    // RFC 5280 5.1.2.6: if nothing is revoked, the list is absent.
    ...(entries.length === 0 ? [] : [encodeList(Tag.sequence, entries)]),
    encode(contextConstructed(0), encodeExtensions(extensions)),
  );
}

/** A signed CRL, full or delta, DER (RFC 5280 5). @throws X509Error `invalid_value` */
export const buildCrl = (content: CrlContent, signer: Signer): Buffer =>
  signWith(crlToBeSigned(content, signer.algorithm), signer);

/** The same with a signer off the thread. Only the entries are joined on it. */
export const buildCrlAsync = (content: CrlContent, signer: AsyncSigner): Promise<Buffer> =>
  signWithAsync(crlToBeSigned(content, signer.algorithm), signer);
