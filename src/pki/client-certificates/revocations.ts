import type { Database } from '../../platform/database/database.js';
import { nameHash } from '../issuers/authority-view.js';
import { bareSerial, isIssuedBy, parseCertificate } from '../x509/index.js';
import type { Certificate } from '../x509/index.js';

/** Issuers of one name that are read together, and how many are looked at. Somebody who may make issuers could hide the one that revoked among its namesakes. */
const issuersTogether = 100;
const mostIssuers = 2_000;

/**
 * Whether this server's own authorities have revoked a certificate, or the authority that signed it is itself revoked. With more issuers of one name than are
 * looked at, it counts as revoked.
 */
export async function isRevokedHere({ client }: Pick<Database, 'client'>, certificate: Certificate): Promise<boolean> {
  const serialNumber = bareSerial(certificate.serialNumber);
  const subjectHash = nameHash(certificate.issuer);
  let signed = 0;
  let holding = 0;
  let after = '';
  for (let read = 0; read < mostIssuers; read += issuersTogether) {
    const named = await client.issuer.findMany({
      where: { subjectHash, id: { gt: after } },
      select: { id: true, mountId: true, certificate: true, revokedAt: true },
      orderBy: { id: 'asc' },
      take: issuersTogether,
    });
    const signers = named.filter((each) => isIssuedBy(certificate, parseCertificate(each.certificate)));
    const where = { OR: signers.map(({ id: issuerId, mountId }) => ({ mountId, issuerId, serialNumber })) };
    if (signers.length > 0 && (await client.revocation.count({ where })) > 0) return true;
    signed += signers.length;
    holding += signers.filter(({ revokedAt }) => revokedAt === null).length;
    const last = named.at(-1);
    if (!last || named.length < issuersTogether) return signed > 0 && holding === 0;
    after = last.id;
  }
  return true;
}
