import type { Database, DatabaseClient } from '../../platform/database/database.js';
import type { RevocationRow } from '../../platform/database/models.js';
import { problem } from '../../platform/problems.js';
import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import { meantOf, ofIssuer } from '../certificates/whose-certificate.js';
import { reading, requireLong } from '../refusal.js';
import { isKnown } from './record-revocation.js';
import type { FoundNumber, StoredCertificate } from './revocation.store.js';
import { BundleReader, isIssuedBy, parseCertificate, parseSerialNumber } from '../x509/index.js';
import type { Certificate, SerialNumber } from '../x509/index.js';

/** The certificate of a request: exactly one of the two (Vault API, PKI: "Revoke certificate"). */
export interface RevocationTarget {
  readonly serialNumber?: string | null | undefined;
  /** The issuer of the serial number, if known; it may have been deleted since. */
  readonly issuerId?: string | null | undefined;
  /** PEM. */
  readonly certificate?: string | null | undefined;
}

export const certificateNotFound = (serial: string) =>
  problem('CERTIFICATE_NOT_FOUND', `certificate with serial ${serial} not found`, ['serialNumber']);

/** The row of a stored certificate. It is sufficient for revocation, without parsing the certificate. */
export interface StoredRevocable {
  /** The issuer may have been deleted since. */
  readonly issuerId: string;
  readonly notAfter: Date;
  readonly der: Uint8Array;
}

/** The certificate of a request: one of this mount, one that was sent, or the number of one that is not stored. */
export interface Revocable {
  readonly serialNumber: SerialNumber;
  /** The serial number as it was written. */
  readonly asked?: string | undefined;
  /** If it is known. */
  readonly issuerId?: string | undefined;
  readonly stored?: StoredRevocable | undefined;
  readonly sent?: Certificate | undefined;
}

const given = (text: string | null | undefined): text is string =>
  text !== undefined && text !== null && text.trim() !== '';

/** The certificate that a request means, as far as it says itself. */
export interface MeantCertificate {
  readonly serialNumber: SerialNumber;
  /** The serial number as it was written. */
  readonly asked?: string;
  readonly sent?: Certificate;
}

/** @throws INVALID_INPUT unless exactly one of both is given, REQUEST_REFUSED for an invalid certificate, CERTIFICATE_NOT_FOUND for an invalid serial number */
export function meantCertificate(target: RevocationTarget): MeantCertificate {
  if (given(target.serialNumber) && given(target.certificate))
    throw problem('INVALID_INPUT', 'Must provide either the certificate or the serial to revoke; not both.');
  if (given(target.certificate)) {
    const sent = readCertificate(target.certificate);
    return { serialNumber: sent.serialNumber, sent };
  }
  if (!given(target.serialNumber))
    throw problem('INVALID_INPUT', 'The serial number or certificate to revoke must be provided.');
  const asked = target.serialNumber.trim();
  const serialNumber = parseSerialNumber(asked);
  if (!serialNumber) throw certificateNotFound(asked);
  return { serialNumber, asked };
}

/** The same for what comes before what is wrong with the request is said: undefined then, and {@link meantCertificate} says it. */
export function meantIfSound(target: RevocationTarget): MeantCertificate | undefined {
  try {
    return meantCertificate(target);
  } catch {
    return undefined;
  }
}

/** @param found what is stored of its serial number @throws REQUEST_REFUSED */
export async function revocableOf(
  { client }: Pick<Database, 'client'>,
  authority: Authority,
  { serialNumber, asked, sent }: MeantCertificate,
  { certificates }: Pick<FoundNumber, 'certificates'>,
  known?: string,
): Promise<Revocable> {
  if (sent) {
    const kept = await keptAs(client, authority, sent, certificates);
    return kept ? { serialNumber, stored: kept } : { serialNumber, sent };
  }
  const row = known === undefined ? meantOf(authority, certificates) : ofIssuer(authority, certificates, known);
  if (!row) return { serialNumber, asked, issuerId: known };
  const { certificate: der, issuerId, notAfter } = row;
  // A row without an issuer belongs to a certificate that names its signer itself.
  if (issuerId === null) return { serialNumber, sent: parseCertificate(der) };
  const kept = authority.issuerById(issuerId) !== undefined || (await isKnown(client, issuerId));
  const stored = { issuerId: kept ? issuerId : await withItsIssuer(client, authority, row.id, der), notAfter, der };
  return { serialNumber, stored };
}

/** The stored row of a certificate that was sent: of an issuer of this mount, or of one that was deleted since, and then its revocation waits for that one as by serial number. */
async function keptAs(
  client: DatabaseClient,
  authority: Authority,
  { der, notAfter }: Certificate,
  certificates: readonly StoredCertificate[],
): Promise<StoredRevocable | undefined> {
  const row = certificates.find(({ certificate }) => der.equals(certificate));
  if (!row?.issuerId) return undefined;
  const isHere = authority.issuerById(row.issuerId) !== undefined;
  return isHere || (await isKnown(client, row.issuerId)) ? { issuerId: row.issuerId, notAfter, der } : undefined;
}

/**
 * If an issuer was replaced during issuance, earlier versions stored the certificate with the deleted one. @returns the issuer that signed it, which holds it
 * from now on
 */
async function withItsIssuer(
  client: DatabaseClient,
  authority: Authority,
  certificateId: string,
  der: Uint8Array,
): Promise<string> {
  const { id } = issuerOf(
    authority,
    reading('serialNumber', () => parseCertificate(der)),
  );
  await client.certificate.updateMany({ where: { id: certificateId }, data: { issuerId: id } });
  return id;
}

/** The certificate itself, for its public key. @throws REQUEST_REFUSED if it cannot be read, CERTIFICATE_NOT_FOUND if it is not available */
export function certificateOf({ serialNumber, asked, sent, stored }: Revocable): Certificate {
  if (sent) return sent;
  if (!stored) throw certificateNotFound(asked ?? serialNumber);
  return reading('serialNumber', () => parseCertificate(stored.der));
}

/** Exactly one certificate: with several, it is unclear which is meant. */
function readCertificate(pem: string): Certificate {
  requireLong(pem, 'certificate', 'certificate data', 'certificate');
  const reader = reading('certificate', () => new BundleReader(pem, 'certificate'));
  for (const block of reader.blocks) {
    reading('certificate', () => {
      reader.read(block);
    });
    // The others are not read: each may take a twentieth of a second.
    if (reader.bundle.certificates.length > 1) break;
  }
  const [certificate, ...others] = reader.bundle.certificates;
  if (!certificate || others.length > 0)
    throw problem('REQUEST_REFUSED', 'certificate: exactly one certificate in PEM is expected', ['certificate']);
  return certificate;
}

/**
 * The issuer of this mount that signed a certificate.
 * @throws REQUEST_REFUSED if none did
 */
export function issuerOf(authority: Authority, certificate: Certificate): AuthorityIssuer {
  const issuer = signerOf(authority, certificate);
  if (issuer) return issuer;
  throw problem(
    'REQUEST_REFUSED',
    'the certificate was not signed by any issuer of this mount; one whose authority was removed can be revoked after that authority is imported again',
    ['certificate'],
  );
}

const signerOf = (authority: Authority, certificate: Certificate): AuthorityIssuer | undefined =>
  authority.issuersNamed(certificate.issuer.der).find((candidate) => isIssuedBy(certificate, candidate.certificate));

/** With OpenBao's message. @throws ISSUER_ON_OWN_CRL */
export function requireNoIssuer(authority: Authority, { serialNumber, sent, stored }: Revocable): void {
  const der = sent?.der ?? stored?.der;
  const issuer = authority.issuers.find((each) =>
    der ? each.certificate.der.equals(der) : each.serialNumber === serialNumber,
  );
  if (issuer) throw problem('ISSUER_ON_OWN_CRL', `adding issuer (id: ${issuer.uuid}) to its own CRL is not allowed`);
}

/** Its revocation, if there is one: that of an issuer, or if the issuer is unknown, the one that is meant. */
export const recordedOf = (authority: Authority, rows: readonly RevocationRow[], issuerId: string | undefined) =>
  issuerId === undefined ? meantOf(authority, rows) : ofIssuer(authority, rows, issuerId);

/** The recorded data of a certificate that was sent: with the issuer of its row if there is one, among issuers that cannot be distinguished. */
export function issuedAs(authority: Authority, sent: Certificate, { certificates }: FoundNumber) {
  const { id } = issuerOf(authority, sent);
  return { issuerId: ofIssuer(authority, certificates, id)?.issuerId ?? id, notAfter: sent.notAfter };
}
