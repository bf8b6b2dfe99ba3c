import type { Database } from '../../platform/database/database.js';
import { nameHash } from '../issuers/authority-view.js';
import { bareSerial, isIssuedBy, parseCertificate } from '../x509/index.js';
import type { Certificate } from '../x509/index.js';

/** Issuers of one name that are looked at. */
const mostIssuers = 100;

/** Whether this server's own authorities have revoked a certificate, or the authority that signed it is itself revoked. */
export async function isRevokedHere({ client }: Pick<Database, 'client'>, certificate: Certificate): Promise<boolean> {
  const named = await client.issuer.findMany({
    where: { subjectHash: nameHash(certificate.issuer) },
    select: { id: true, mountId: true, certificate: true, revokedAt: true },
    orderBy: { id: 'asc' },
    take: mostIssuers,
  });
  const signers = named.filter((each) => isIssuedBy(certificate, parseCertificate(each.certificate)));
  if (signers.length === 0) return false;
  if (signers.every(({ revokedAt }) => revokedAt !== null)) return true;
  const serialNumber = bareSerial(certificate.serialNumber);
  const where = { OR: signers.map(({ id: issuerId, mountId }) => ({ mountId, issuerId, serialNumber })) };
  return (await client.revocation.count({ where })) > 0;
}
