import type { TransactionClient } from '../../platform/database/database.js';
import type { RevocationRow } from '../../platform/database/models.js';
import { recordEvents } from '../../platform/events/outbox.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import { crlJobKind } from '../crls/crl.job-kind.js';
import { revokedEvent } from '../events/pki-events.js';

/** Milliseconds after which a CRL that is made at once has long been made. */
const lookAfterMs = 10_000;

/** What is revoked, in columns. */
export type NewRevocation = Pick<
  RevocationRow,
  'mountId' | 'issuerId' | 'serialNumber' | 'revokedAt' | 'reason' | 'notAfter'
>;

/**
 * The row of a revocation with the event of it, and its place among all of the mount. The mount is counted first and so locked until this is committed: whoever sees an ordinal
 * sees all before it, and a CRL says by one number what it holds.
 * @throws CONFLICT when the issuer was just replaced by another of its subject and key: what is kept with neither would be on no CRL
 */
export async function recordRevocation(tx: TransactionClient, revocation: NewRevocation): Promise<RevocationRow> {
  const { revokedCount: ordinal } = await tx.mount.update({
    where: { id: revocation.mountId },
    data: { revokedCount: { increment: 1 } },
    select: { revokedCount: true },
  });
  if (!(await isKnown(tx, revocation.issuerId))) throw problem('CONFLICT');
  const row = await tx.revocation.create({ data: { id: ids.revocation.make(), ...revocation, ordinal } });
  await recordEvents(tx, revokedEvent(row));
  await lookSoon(tx, revocation);
  return row;
}

/** If the process is killed before a CRL holds it, the job of the mount does this, which otherwise may only check in an hour. */
async function lookSoon(tx: TransactionClient, { mountId, revokedAt }: NewRevocation): Promise<void> {
  const dueAt = new Date(revokedAt.getTime() + lookAfterMs);
  await tx.job.updateMany({ where: { kind: crlJobKind, subject: mountId, dueAt: { gt: dueAt } }, data: { dueAt } });
}

/** Whether it is there, or was deleted and waits for its like to come again. */
export async function isKnown(
  tx: Pick<TransactionClient, 'issuer' | 'formerIssuer'>,
  issuerId: string,
): Promise<boolean> {
  const where = { id: issuerId };
  return (await tx.issuer.count({ where })) > 0 || (await tx.formerIssuer.count({ where })) > 0;
}
