import type { Database, DatabaseClient } from '../../platform/database/database.js';
import { problem } from '../../platform/problems.js';
import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import { meantOf, ofIssuer } from '../certificates/whose-certificate.js';
import { reading } from '../refusal.js';
import { isKnown } from './record-revocation.js';
import { bareSerial, isIssuedBy, parseBundle, parseCertificate, parseSerialNumber } from '../x509/index.js';
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

/** @throws INVALID_INPUT unless exactly one of both is given, REQUEST_REFUSED for an invalid certificate, CERTIFICATE_NOT_FOUND for an invalid serial number */
export async function revocableOf(
  { client }: Pick<Database, 'client'>,
  authority: Authority,
  target: RevocationTarget,
): Promise<Revocable> {
  const { mount } = authority;
  if (given(target.serialNumber) && given(target.certificate))
    throw problem('INVALID_INPUT', 'must provide either the certificate or the serial to revoke; not both');
  if (given(target.certificate)) {
    const certificate = readCertificate(target.certificate);
    const { serialNumber } = certificate;
    const kept = signerOf(authority, certificate) ? undefined : await keptAs(client, mount.id, certificate);
    return kept ? { serialNumber, stored: kept } : { serialNumber, sent: certificate };
  }
  if (!given(target.serialNumber))
    throw problem('INVALID_INPUT', 'the serial number or certificate to revoke must be provided');
  const asked = target.serialNumber.trim();
  const serialNumber = parseSerialNumber(asked);
  if (!serialNumber) throw certificateNotFound(asked);
  const rows = await client.certificate.findMany({
    where: { mountId: mount.id, serialNumber: bareSerial(serialNumber) },
    orderBy: { id: 'asc' },
    select: { id: true, certificate: true, issuerId: true, notAfter: true },
  });
  const known = target.issuerId ?? undefined;
  const row = known === undefined ? meantOf(authority, rows) : ofIssuer(authority, rows, known);
  if (!row) return { serialNumber, asked, issuerId: known };
  const { certificate: der, issuerId, notAfter } = row;
  // A row without an issuer belongs to a certificate that names its signer itself.
  if (issuerId === null) return { serialNumber, sent: parseCertificate(der) };
  const kept = authority.issuerById(issuerId) !== undefined || (await isKnown(client, issuerId));
  const stored = { issuerId: kept ? issuerId : await withItsIssuer(client, authority, row.id, der), notAfter, der };
  return { serialNumber, stored };
}

/** The stored row of a certificate whose issuer was deleted since: its revocation waits for that issuer, as by serial number. */
async function keptAs(
  client: DatabaseClient,
  mountId: string,
  { serialNumber, der, notAfter }: Certificate,
): Promise<StoredRevocable | undefined> {
  const rows = await client.certificate.findMany({
    where: { mountId, serialNumber: bareSerial(serialNumber) },
    select: { certificate: true, issuerId: true },
  });
  const row = rows.find(({ certificate }) => der.equals(certificate));
  const known = row?.issuerId && (await isKnown(client, row.issuerId)) ? row.issuerId : undefined;
  return known === undefined ? undefined : { issuerId: known, notAfter, der };
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
  const { certificates } = reading('certificate', () => parseBundle(pem, 'certificate'));
  const [certificate, ...others] = certificates;
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
