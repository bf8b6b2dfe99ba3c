import type { Provider, SqlWrite, TransactionClient } from '../../platform/database/database.js';
import { revocationTable } from '../../platform/database/generated/tables.js';
import type { RevocationRow } from '../../platform/database/models.js';
import { recordEvents } from '../../platform/events/outbox.js';
import { ids } from '../../platform/ids.js';
import { problem } from '../../platform/problems.js';
import { crlJobKind } from '../crls/crl.job-kind.js';
import { revokedEvent } from '../events/pki-events.js';
import { issuersStay } from '../issuers/former-issuers.js';

/** Milliseconds after which a CRL that is built immediately must be complete. */
const lookAfterMs = 10_000;

/** The columns of a revocation. */
export type NewRevocation = Pick<
  RevocationRow,
  'mountId' | 'issuerId' | 'serialNumber' | 'revokedAt' | 'reason' | 'notAfter'
> &
  Partial<Pick<RevocationRow, 'shard'>>;

/**
 * Writes the row of a revocation with its event and its ordinal in the mount. The counter of the mount comes first, and its row is locked until the commit. So
 * whoever sees an ordinal sees all earlier ones, and one number says what a CRL contains.
 * @throws CONFLICT if the issuer was just replaced by another of its subject and key: stored with neither, it would be on no CRL
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

const { names: columns } = revocationTable;
const insertFirst = `INSERT INTO "Revocation" (${columns.map((name) => `"${name}"`).join(', ')}) SELECT ${columns.map(() => '?').join(', ')}
  WHERE NOT EXISTS (SELECT 1 FROM "Revocation" WHERE "mountId" = ? AND "serialNumber" = ? AND "issuerId" = ?)`;

/** The place of the next revocations of a mount, as it was read. */
interface NextPlace {
  readonly mountId: string;
  readonly revision: bigint;
  /** The ordinal of the last one. */
  readonly revokedCount: bigint;
}

/**
 * What records revocations of one mount with their places, as the beginning of a batch: nothing of it is kept if the mount changed since its counter was read, or one
 * of them was recorded meanwhile. The trigger `Revocation_certificate` marks their certificates.
 */
export function revocationWrites(
  provider: Provider,
  { mountId, revision, revokedCount }: NextPlace,
  rows: readonly RevocationRow[],
): readonly SqlWrite[] {
  // Issuers do not change meanwhile: their lock comes before that of any row.
  const [locked, lock] = provider === 'postgresql' ? [issuersStay, [mountId]] : ['', []];
  const last = revokedCount + BigInt(rows.length);
  return [
    {
      sql: `UPDATE "Mount" SET "revokedCount" = ?${locked} WHERE "id" = ? AND "revokedCount" = ? AND "revision" = ?`,
      rows: [[last, ...lock, mountId, revokedCount, revision]],
      changes: 1,
    },
    {
      sql: insertFirst,
      rows: rows.map((row) => [...columns.map((name) => row[name]), row.mountId, row.serialNumber, row.issuerId]),
      changes: 1,
    },
  ];
}

/** If the process is killed before a CRL contains it, the job of the mount builds one. Otherwise it might check only in an hour. */
async function lookSoon(tx: TransactionClient, { mountId, revokedAt }: NewRevocation): Promise<void> {
  const dueAt = new Date(revokedAt.getTime() + lookAfterMs);
  await tx.job.updateMany({ where: { kind: crlJobKind, subject: mountId, dueAt: { gt: dueAt } }, data: { dueAt } });
}

/** Whether it exists, or was deleted and waits for a successor. */
export async function isKnown(
  tx: Pick<TransactionClient, 'issuer' | 'formerIssuer'>,
  issuerId: string,
): Promise<boolean> {
  const where = { id: issuerId };
  return (await tx.issuer.count({ where })) > 0 || (await tx.formerIssuer.count({ where })) > 0;
}
