import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/clock.js';
import { ChangesMissing } from '../../platform/database/database.js';
import type { Database } from '../../platform/database/database.js';
import { CmpRefusal } from './cmp-refusal.js';

/** Milliseconds by which the time of a message may differ from ours. */
export const clockToleranceMs = 300_000;
/** A message that says when it was made is refused by its age afterwards. */
const datedLifeMs = 2 * clockToleranceMs + 60_000;
/** A device without a clock cannot say it. */
const undatedLifeMs = 30 * 86_400_000;

const used: { readonly sql: string; readonly changes: number } = {
  sql: 'INSERT INTO "CmpNonce" ("nonce", "mountId", "expiresAt") VALUES (?, ?, ?) ON CONFLICT ("nonce") DO NOTHING',
  changes: 1,
};

/**
 * Transactions that were begun: no node takes the first message of one again. The row is written without waiting for the disk: a loss of power takes the end of
 * what was written, so whatever the message did is forgotten before the message is.
 */
export class CmpNonces {
  constructor(private readonly deps: { readonly database: Database; readonly clock: Clock }) {}

  /** Only for messages whose sender is known: strangers fill no table. @throws CmpRefusal `transactionIdInUse` */
  async begin(mountId: string, transactionId: Uint8Array, { isDated }: { readonly isDated: boolean }): Promise<void> {
    const nonce = `${mountId}:${createHash('sha256').update(transactionId).digest('base64url')}`;
    const expiresAt = new Date(this.deps.clock.now().getTime() + (isDated ? datedLifeMs : undatedLifeMs));
    try {
      await this.deps.database.background.writeSql([{ ...used, rows: [[nonce, mountId, expiresAt]] }]);
    } catch (error) {
      if (error instanceof ChangesMissing)
        throw new CmpRefusal('transactionIdInUse', 'the transaction was begun before: a message is taken once');
      throw error;
    }
  }
}
