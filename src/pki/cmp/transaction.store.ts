import type { Database, SqlWrite } from '../../platform/database/database.js';
import type { CmpTransactionRow } from '../../platform/database/models.js';

/**
 * What became of a certificate: `issued` until its client confirms it. `ending` is one that is about to be revoked, because its client rejected it or confirmed it
 * too late, and `ended` one that is: whatever ends between the two, the cleaning finds the first.
 */
export type TransactionState = 'issued' | 'confirmed' | 'ending' | 'ended';

export type CmpTransaction = CmpTransactionRow;

const columns = [
  ...(['id', 'mountId', 'sender', 'secretId', 'state', 'certificateId', 'requestId', 'nonce', 'signer'] as const),
  ...(['createdAt', 'confirmBy', 'expiresAt'] as const),
];
const insertSql = `INSERT INTO "CmpTransaction" (${columns.map((each) => `"${each}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
  ON CONFLICT ("id") DO NOTHING`;

/** Its rows are found by the identifier that the client chose, in its mount. */
export const idOfTransaction = (mountId: string, transactionId: Uint8Array): string =>
  `${mountId} ${Buffer.from(transactionId).toString('hex')}`;

/** The rows of `CmpTransaction`: one for each certificate that was issued by CMP. */
export class TransactionStore {
  constructor(private readonly deps: { readonly database: Database }) {}

  find(id: string): Promise<CmpTransaction | null> {
    return this.deps.database.client.cmpTransaction.findUnique({ where: { id } });
  }

  /** The transaction that a certificate comes from. */
  ofCertificate(certificateId: string): Promise<CmpTransaction | null> {
    return this.deps.database.client.cmpTransaction.findFirst({ where: { certificateId } });
  }

  /** How many certificates of a sender wait to be confirmed; no more than `most` are counted. */
  async waiting(mountId: string, sender: string, most: number): Promise<number> {
    const rows = await this.deps.database.readAnew(
      `SELECT 1 AS "one" FROM "CmpTransaction" WHERE "mountId" = ? AND "sender" = ? AND "state" = 'issued' LIMIT ?`,
      [mountId, sender, most],
    );
    return rows.length;
  }

  /** After its certificate was revoked. */
  async ended(id: string): Promise<void> {
    const data = { state: 'ended' satisfies TransactionState };
    await this.deps.database.client.cmpTransaction.updateMany({ where: { id, state: 'ending' }, data });
  }

  inserting(row: CmpTransaction): SqlWrite {
    return { sql: insertSql, rows: [columns.map((column) => row[column])], changes: 1 };
  }

  /** Only one that waits still, until its time. */
  deciding(id: string, state: Extract<TransactionState, 'confirmed' | 'ending'>, now: Date): SqlWrite {
    return {
      sql: `UPDATE "CmpTransaction" SET "state" = ?, "signer" = NULL WHERE "id" = ? AND "state" = 'issued' AND "confirmBy" > ?`,
      rows: [[state, id, now]],
      changes: 1,
    };
  }
}
