import { createHash } from 'node:crypto';
import { takeLock, takingLock } from '../../platform/database/advisory-locks.js';
import { condition } from '../../platform/database/conditions.js';
import type { SqlCondition } from '../../platform/database/conditions.js';
import type { Provider, SqlWrite, TransactionClient } from '../../platform/database/database.js';
import type { IssuerRow } from '../../platform/database/models.js';
import { inTurns } from '../../platform/turns.js';
import { parseCertificate } from '../x509/index.js';
import type { Certificate } from '../x509/index.js';

/** What makes two issuers the same authority for verifiers: subject and key, as hex of SHA-256. */
export const identityOf = ({ subject, publicKey }: Pick<Certificate, 'subject' | 'publicKey'>): string =>
  createHash('sha256').update(subject.der).update(publicKey.der).digest('hex');

/** Whether an issuer exists, or was deleted and waits for a successor; false if another one took over. The id is used twice. */
export const isKept = (id: string): SqlCondition =>
  condition(
    '(EXISTS (SELECT 1 FROM "Issuer" WHERE "id" = ?) OR EXISTS (SELECT 1 FROM "FormerIssuer" WHERE "id" = ?))',
    ...[id, id],
  );

/** The issuer that holds the certificates of an authority of a mount: an issuer of the same subject and key, or the record of a deleted one. */
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
 * Deletes issuers with their CRLs. Their certificates and revocations are kept. They pass to an issuer with the same subject and key, if there is one, so that
 * nothing leaves its CRLs; otherwise they wait for such an authority ({@link adoptFormer}).
 * @param ids of the mount; defaults to all
 * @returns the number of deleted issuers
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
    if (successor) await handOver(tx, mountId, issuer, successor.id);
    else {
      const { id, uuid, identity, crlNumber } = issuer;
      await tx.formerIssuer.create({ data: { id, uuid, mountId, identity, crlNumber, deletedAt: now } });
    }
  }
  await tx.issuer.deleteMany({ where: { id: { in: leaving.map(({ id }) => id) } } });
  return leaving.length;
}

/** An authority that returns to the mount takes over what was kept: its revocations, and the last number of its CRLs. */
export async function adoptFormer(
  tx: TransactionClient,
  mountId: string,
  issuerId: string,
  certificate: Certificate,
): Promise<void> {
  await lockRevocations(tx, mountId);
  const formers = await tx.formerIssuer.findMany({ where: { mountId, identity: identityOf(certificate) } });
  for (const former of formers) await handOver(tx, mountId, former, issuerId);
  await tx.formerIssuer.deleteMany({ where: { id: { in: formers.map(({ id }) => id) } } });
}

/**
 * Must be called before issuers of a mount change. It waits until certificates and leases that are being stored are complete, and makes new ones wait until the
 * change is committed ({@link besideIssuerChanges}).
 */
export const lockIssuers = (tx: TransactionClient, provider: Provider, mountId: string): Promise<void> =>
  takeLock(tx, provider, 'issuers', mountId);

/**
 * Comes after `SELECT …` in the first statement of a batch, if issuers of a mount must not change during it, or if it locks rows that a change of issuers
 * needs.
 */
export const issuersStay = ` FROM ${takingLock('issuers', 'shared', '?')}`;

/** The same as a separate statement for several mounts. */
export const besideIssuerChanges = (provider: Provider, ...mountIds: readonly string[]): readonly SqlWrite[] =>
  provider === 'postgresql' ? [{ sql: `SELECT 1${issuersStay}`, rows: mountIds.toSorted().map((id) => [id]) }] : [];

/** Prevents revocations in the mount until this is committed, so that everything moves from one issuer to the other. */
async function lockRevocations(tx: TransactionClient, mountId: string): Promise<void> {
  await tx.mount.updateMany({ where: { id: mountId }, data: { revokedCount: { increment: 0 } } });
}

/** Everything that refers to an issuer and is kept after it. Certificates that are being stored are waited for: see {@link lockIssuers}. */
async function handOver(tx: TransactionClient, mountId: string, { id, crlNumber }: Leaving, to: string): Promise<void> {
  await tx.revocation.updateMany({ where: { issuerId: id }, data: { issuerId: to } });
  await tx.certificate.updateMany({ where: { issuerId: id }, data: { issuerId: to } });
  await tx.certificateMetadata.updateMany({ where: { mountId, issuerId: id }, data: { issuerId: to } });
  await tx.lease.updateMany({ where: { issuerId: id }, data: { issuerId: to } });
  // RFC 5280 5.2.3: numbers of an authority's CRLs only increase.
  await tx.issuer.updateMany({ where: { id: to, crlNumber: { lt: crlNumber } }, data: { crlNumber } });
}
