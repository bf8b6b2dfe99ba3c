import { createHash } from 'node:crypto';
import { condition } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import type { Provider, SqlWrite, TransactionClient } from '../../platform/database/database.js';
import type { IssuerRow } from '../../platform/database/models.js';
import { inTurns } from '../../platform/turns.js';
import { parseCertificate } from '../x509/index.js';
import type { Certificate } from '../x509/index.js';

/** What makes two issuers one authority for verifiers: subject and key, as hex of SHA-256. */
export const identityOf = ({ subject, publicKey }: Pick<Certificate, 'subject' | 'publicKey'>): string =>
  createHash('sha256').update(subject.der).update(publicKey.der).digest('hex');

/** Whether an issuer is there, or was deleted and waits for its like to come again; not where another one has taken over. The id is named twice. */
export const isKept = (id: string): SqlCondition =>
  condition(
    '(EXISTS (SELECT 1 FROM "Issuer" WHERE "id" = ?) OR EXISTS (SELECT 1 FROM "FormerIssuer" WHERE "id" = ?))',
    ...[id, id],
  );

/** Who has what an authority of a mount issued, by its certificate: an issuer of its subject and key, or what is kept of one that was deleted. */
export async function holderOf(
  client: Pick<TransactionClient, 'issuer' | 'formerIssuer'>,
  mountId: string,
  certificate: Certificate,
): Promise<string | undefined> {
  const identity = identityOf(certificate);
  const rows = await client.issuer.findMany({ where: { mountId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  for await (const row of inTurns(rows)) if (identityOf(parseCertificate(row.certificate)) === identity) return row.id;
  return (await client.formerIssuer.findFirst({ where: { mountId, identity }, orderBy: { id: 'asc' } }))?.id;
}

interface Leaving {
  readonly id: string;
  readonly crlNumber: bigint;
}

/**
 * Deletes issuers with their CRLs. What they issued and what was revoked of it stays: with an issuer of the same subject and key where there is one, so
 * that nothing leaves its CRLs; else until such an authority comes again ({@link adoptFormer}).
 * @param ids of the mount; defaults to all of them
 * @returns how many there were
 */
export async function removeIssuers(
  tx: TransactionClient,
  mountId: string,
  now: Date,
  ids?: readonly string[],
): Promise<number> {
  await lockRevocations(tx, mountId);
  const rows = await tx.issuer.findMany({ where: { mountId }, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
  const known: (IssuerRow & { readonly identity: string })[] = [];
  for await (const row of inTurns(rows))
    known.push({ ...row, identity: identityOf(parseCertificate(row.certificate)) });
  const goes = ({ id }: { readonly id: string }) => ids === undefined || ids.includes(id);
  const leaving = known.filter(goes);
  for (const issuer of leaving) {
    const successor = known.find((other) => !goes(other) && other.identity === issuer.identity);
    if (successor) await handOver(tx, issuer, successor.id);
    else {
      const { id, identity, crlNumber } = issuer;
      await tx.formerIssuer.create({ data: { id, mountId, identity, crlNumber, deletedAt: now } });
    }
  }
  await tx.issuer.deleteMany({ where: { id: { in: leaving.map(({ id }) => id) } } });
  return leaving.length;
}

/** An authority that is in the mount again takes over what was left of it: its revocations, and where its CRLs had counted to. */
export async function adoptFormer(
  tx: TransactionClient,
  mountId: string,
  issuerId: string,
  certificate: Certificate,
): Promise<void> {
  await lockRevocations(tx, mountId);
  const formers = await tx.formerIssuer.findMany({ where: { mountId, identity: identityOf(certificate) } });
  for (const former of formers) await handOver(tx, former, issuerId);
  await tx.formerIssuer.deleteMany({ where: { id: { in: formers.map(({ id }) => id) } } });
}

const lockOf = (how: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared', mountId: '$1' | '?'): string =>
  `${how}(hashtextextended('trustate issuers ' || ${mountId}, 0))`;

/**
 * Before issuers of a mount are changed, on PostgreSQL: whoever is storing a certificate or a lease of the mount has come to its end, and whoever comes to it waits until this is
 * committed ({@link besideIssuerChanges}). A lock of its own and not the mount's row: those who refer to the row go past whoever waits for it, and while certificates are issued
 * there always are some. On SQLite one writes at a time.
 */
export async function lockIssuers(tx: TransactionClient, provider: Provider, mountId: string): Promise<void> {
  if (provider === 'postgresql') await tx.$executeRawUnsafe(`SELECT ${lockOf('pg_advisory_xact_lock', '$1')}`, mountId);
}

/** What stands behind `SELECT …` in the first statement of a batch that issuers of a mount must stay the same for, or that holds rows which a change of them wants. */
export const issuersStay = ` FROM ${lockOf('pg_advisory_xact_lock_shared', '?')}`;

/** The same as a statement of its own, for several mounts. */
export const besideIssuerChanges = (provider: Provider, ...mountIds: readonly string[]): readonly SqlWrite[] =>
  provider === 'postgresql' ? [{ sql: `SELECT 1${issuersStay}`, rows: mountIds.toSorted().map((id) => [id]) }] : [];

/** Nothing of the mount is revoked until this is committed: what moves from one issuer to another is all there is. */
async function lockRevocations(tx: TransactionClient, mountId: string): Promise<void> {
  await tx.mount.updateMany({ where: { id: mountId }, data: { revokedCount: { increment: 0 } } });
}

/** Whatever names an issuer and outlives it. What is being stored with one is waited for: see {@link lockIssuers}. */
async function handOver(tx: TransactionClient, { id, crlNumber }: Leaving, to: string): Promise<void> {
  await tx.revocation.updateMany({ where: { issuerId: id }, data: { issuerId: to } });
  await tx.certificate.updateMany({ where: { issuerId: id }, data: { issuerId: to } });
  await tx.lease.updateMany({ where: { issuerId: id }, data: { issuerId: to } });
  // RFC 5280 5.2.3: numbers of an authority's CRLs only rise.
  await tx.issuer.updateMany({ where: { id: to, crlNumber: { lt: crlNumber } }, data: { crlNumber } });
}
