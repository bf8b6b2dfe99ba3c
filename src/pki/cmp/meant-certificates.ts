import type { Database } from '../../platform/database/database.js';
import type { Authority } from '../issuers/authority.js';
import { bareSerial, isIssuedBy, parseCertificate } from '../x509/index.js';
import type { GeneralName, Name, SerialNumber } from '../x509/index.js';
import { CmpRefusal } from './cmp-refusal.js';
import type { MeantCertificate } from './rights.js';
import { isSameName } from './same-name.js';

/** A certificate of a mount by its issuer and its number, with when it was revoked. */
export async function meantCertificate(
  { client }: Pick<Database, 'client'>,
  authority: Authority,
  { issuer, serialNumber }: { readonly issuer: Name; readonly serialNumber: SerialNumber },
): Promise<MeantCertificate & { readonly revokedAt: Date | null }> {
  const issuers = authority.issuers.filter(({ certificate }) => isSameName(certificate.subject, issuer));
  const rows =
    issuers.length === 0
      ? []
      : await client.certificate.findMany({
          where: { mountId: authority.mount.id, serialNumber: bareSerial(serialNumber) },
          select: { id: true, certificate: true, revokedAt: true },
          take: 20,
        });
  for (const { id, certificate: der, revokedAt } of rows) {
    const certificate = parseCertificate(der);
    if (issuers.some((each) => isIssuedBy(certificate, each.certificate))) return { id, certificate, revokedAt };
  }
  throw new CmpRefusal('badCertId', 'there is no certificate of this issuer and number');
}

/** @throws CmpRefusal for another kind of name */
export function nameOfIssuer(issuer: GeneralName): Name {
  if (issuer.type === 'directoryName') return issuer.name;
  throw new CmpRefusal('badCertId', 'the issuer of a certificate is a directory name');
}
