import type { Database } from '../../platform/database/database.js';
import { ProblemError } from '../../platform/problems.js';
import type { Authority, AuthorityIssuer } from '../issuers/authority.js';
import { issuerOf } from '../revocation/revocable.js';
import { bareSerial, isAuthority, parseCertificate, X509Error } from '../x509/index.js';
import type { Certificate, CertificateRequest, GeneralName } from '../x509/index.js';
import { badRequest, forbidden } from './est-refusal.js';

/**
 * The certificate that is to be renewed: the one that the connection shows, if this mount issued it and it still holds.
 * @param shown DER certificates, the client's own first
 * @throws EstRefusal
 */
export async function renewedCertificate(
  { client }: Pick<Database, 'client'>,
  authority: Authority,
  shown: readonly Uint8Array[],
  now: Date,
): Promise<Certificate> {
  const [own] = shown;
  if (!own) throw forbidden('a certificate is renewed by showing it as the client certificate of the connection');
  const certificate = read(own);
  const issuer = ofMount(authority, certificate);
  if (isAuthority(certificate)) throw forbidden('the certificate of an authority is not renewed by EST');
  if (certificate.notBefore > now) throw forbidden('the certificate is not valid yet');
  if (certificate.notAfter < now) throw forbidden('the certificate has expired: enroll again');
  const revoked = await client.revocation.findFirst({
    where: { mountId: authority.mount.id, serialNumber: bareSerial(certificate.serialNumber) },
    select: { id: true },
  });
  if (revoked || issuer.revokedAt) throw forbidden('the certificate is revoked');
  return certificate;
}

function read(der: Uint8Array): Certificate {
  try {
    return parseCertificate(der);
  } catch (error) {
    if (!(error instanceof X509Error)) throw error;
    throw forbidden(`the client certificate cannot be read: ${error.message}`, { cause: error });
  }
}

function ofMount(authority: Authority, certificate: Certificate): AuthorityIssuer {
  try {
    return issuerOf(authority, certificate);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    throw forbidden('the certificate is not one of this mount', { cause: error });
  }
}

/**
 * RFC 7030 §4.2.2: subject and alternative names stay as they are. A name that the certificate has because of its common name need not be repeated.
 * @throws EstRefusal
 */
export function requireSameNames(csr: CertificateRequest, before: Certificate): void {
  if (subjectText(csr) !== subjectText(before))
    throw badRequest(
      `the subject of a renewal stays as it is: the certificate has ${before.subject.toString()}, the request ${csr.subject.toString()}`,
    );
  const { commonName } = before.subject;
  const had = before.extensions.subjectAltName ?? [];
  const implied = had.filter((name) => commonName !== undefined && isNamed(name, commonName));
  const [wanted, asked] = [textsOf(had), textsOf([...(csr.extensions.subjectAltName ?? []), ...implied])];
  const more = asked.find((name) => !wanted.includes(name));
  if (more !== undefined)
    throw badRequest(`the names of a renewal stay as they are: the certificate does not have ${more}`);
  const fewer = wanted.find((name) => !asked.includes(name));
  if (fewer !== undefined) throw badRequest(`the names of a renewal stay as they are: the request lacks ${fewer}`);
}

/** Whatever types its strings have. */
const subjectText = ({ subject }: Pick<Certificate, 'subject'>): string => JSON.stringify(subject.rdns);

const isNamed = (name: GeneralName, commonName: string): boolean =>
  (name.type === 'dns' || name.type === 'email' || name.type === 'ip') &&
  name.value.toLowerCase() === commonName.toLowerCase();

const textsOf = (names: readonly GeneralName[]): readonly string[] => [...new Set(names.map(textOf))];

function textOf(name: GeneralName): string {
  switch (name.type) {
    case 'dns':
      return `${name.type}:${name.value.toLowerCase()}`;
    case 'email':
    case 'ip':
    case 'uri':
      return `${name.type}:${name.value}`;
    case 'otherName':
      return `other:${name.oid};UTF8:${name.value}`;
    case 'directoryName':
      return `directory:${name.name.toString()}`;
    case 'registeredId':
      return `id:${name.oid}`;
    case 'otherNameDer':
      return `other:${name.oid};${Buffer.from(name.der).toString('hex')}`;
    case 'unread':
      return `name:${Buffer.from(name.der).toString('hex')}`;
  }
}
