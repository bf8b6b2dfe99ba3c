import type { KeyObject } from 'node:crypto';
import { readSignatureAlgorithm, type NamedAlgorithm } from './algorithm.js';
import { readIssuingDistributionPoint, readDistributionPoints, type IssuingDistributionPoint } from './access.js';
import { readAuthorityKeyIdentifier, type AuthorityKeyIdentifier } from './basic-extensions.js';
import { isRevocationReason, revocationReasons, type RevocationReason } from './crl.js';
import { contextConstructed, Tag } from './der-writer.js';
import { readDer, type DerFields, type DerValue } from './der-reader.js';
import { readExtensions, type Extension } from './extension.js';
import { readOne } from './extension-set.js';
import { Name } from './name.js';
import { extensionOids } from './oids.js';
import { readSerialNumber, type SerialNumber } from './serial-number.js';
import { verifySignature } from './signer.js';

export interface RevokedCertificate {
  readonly serialNumber: SerialNumber;
  readonly revokedAt: Date;
  /** `unspecified` if the entry has none. */
  readonly reason: RevocationReason;
  readonly invalidSince: Date | undefined;
  /** The entry as received, in the form that `buildCrl` accepts. */
  readonly der: Buffer;
}

/** A parsed CRL (RFC 5280 5). */
export interface CertificateRevocationList {
  readonly der: Buffer;
  readonly tbs: Buffer;
  readonly version: 1 | 2;
  readonly issuer: Name;
  readonly thisUpdate: Date;
  readonly nextUpdate: Date | undefined;
  readonly entries: readonly RevokedCertificate[];
  readonly number: bigint | undefined;
  readonly deltaBase: bigint | undefined;
  readonly authorityKeyIdentifier: AuthorityKeyIdentifier | undefined;
  readonly freshestCrl: readonly string[] | undefined;
  readonly issuingDistributionPoint: Required<IssuingDistributionPoint> | undefined;
  readonly extensions: readonly Extension[];
  readonly algorithm: NamedAlgorithm;
  readonly signature: Buffer;
}

/** Well above a CRL of 100,000 entries, which has 5 MiB and takes a second and a half to read. */
const maxCrlBytes = 8 * 1024 * 1024;

/** @throws X509Error `malformed`, `too_large` */
export function parseCrl(der: Uint8Array): CertificateRevocationList {
  const outer = readDer(der, 'CRL', { maxBytes: maxCrlBytes }).fields();
  const tbs = outer.next('content');
  const algorithm = outer.next('signature algorithm');
  const signature = outer.next('signature').bitOctets();
  outer.end();
  const fields = tbs.fields();
  const version = readVersion(fields);
  const inner = fields.next('signature algorithm');
  if (!inner.encoded().equals(algorithm.encoded())) throw inner.fail('not the algorithm of the signature');
  const issuer = Name.read(fields.next('issuer'));
  const thisUpdate = fields.next('this update').time();
  const nextUpdate = fields.optional('next update', Tag.utcTime, Tag.generalizedTime)?.time();
  const list = fields.optional('entries', Tag.sequence);
  const tagged = fields.optional('extensions', contextConstructed(0));
  fields.end();
  if (version === 1 && tagged !== undefined) throw tagged.fail('extensions in version 1');
  const extensions = tagged === undefined ? [] : readExtensions(tagged.inner(contextConstructed(0)));
  return {
    der: Buffer.from(der),
    tbs: tbs.encoded(),
    version,
    issuer,
    thisUpdate,
    nextUpdate,
    // RFC 5280 5.1.2.6 requires an empty list to be left out; some authorities write it anyway.
    entries: list?.items(Tag.sequence, { empty: true, most: Infinity }).map(readEntry) ?? [],
    number: readOne(extensions, extensionOids.crlNumber, readNumber),
    deltaBase: readOne(extensions, extensionOids.deltaCrlIndicator, readNumber),
    authorityKeyIdentifier: readOne(extensions, extensionOids.authorityKeyIdentifier, readAuthorityKeyIdentifier),
    freshestCrl: readOne(extensions, extensionOids.freshestCrl, readDistributionPoints),
    issuingDistributionPoint: readOne(extensions, extensionOids.issuingDistributionPoint, readIssuingDistributionPoint),
    extensions,
    algorithm: readSignatureAlgorithm(algorithm),
    signature,
  };
}

const readNumber = (value: DerValue): bigint => value.bigInteger(20);

function readVersion(fields: DerFields): 1 | 2 {
  const version = fields.optional('version', Tag.integer);
  if (version === undefined) return 1;
  if (version.smallInteger() !== 1) throw version.fail('neither version 1 nor 2');
  return 2;
}

function readEntry(item: DerValue): RevokedCertificate {
  const fields = item.fields();
  const serialNumber = readSerialNumber(fields.next('serial number'));
  const revokedAt = fields.next('revocation date').time();
  const list = fields.optional('extensions', Tag.sequence);
  fields.end();
  const extensions = list === undefined ? [] : readExtensions(list);
  return {
    serialNumber,
    revokedAt,
    reason: readOne(extensions, extensionOids.reasonCode, readReason) ?? 'unspecified',
    invalidSince: readOne(extensions, extensionOids.invalidityDate, (value) => value.time()),
    der: item.encoded(),
  };
}

/** Also used for the reason in an OCSP response. */
export function readReason(value: DerValue): RevocationReason {
  const number = value.enumerated();
  const reason = Object.keys(revocationReasons)
    .filter(isRevocationReason)
    .find((name) => revocationReasons[name] === number);
  if (reason === undefined) throw value.fail('no reason has this number');
  return reason;
}

/** @throws X509Error `weak`, `unsupported`, `bad_signature` */
export const verifyCrl = (crl: CertificateRevocationList, issuerKey: KeyObject): void => {
  verifySignature(crl, issuerKey, 'CRL');
};
