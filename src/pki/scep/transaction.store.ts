import type { Database, SqlParameter, SqlWrite } from '../../platform/database/database.js';
import type { ScepTransactionRow } from '../../platform/database/models.js';

export type TransactionStatus = 'pending' | 'issued' | 'refused';

/** What came of a request: asked again, it is answered the same. */
export interface ScepTransaction {
  /** scep-… */
  readonly id: string;
  readonly mountId: string;
  /** As its client named it. */
  readonly transactionId: string;
  /** As places are named: `''` or `roles/a`. */
  readonly place: string;
  /** SHA-256 of the public key that signed the request. */
  readonly signerKey: string;
  /** SHA-256 of the signing request. */
  readonly requestDigest: string;
  readonly status: TransactionStatus;
  /** The signing request without its password, while it waits. */
  readonly request: Uint8Array | null;
  readonly subject: string;
  /** Who signed in, as the method shows it. */
  readonly requester: string;
  readonly remoteAddress: string;
  readonly certificateId: string | null;
  /** Why it was refused. */
  readonly reason: string | null;
  readonly createdAt: Date;
  readonly decidedAt: Date | null;
  readonly expiresAt: Date;
}

const columns = [
  ...(['id', 'mountId', 'transactionId', 'place', 'signerKey', 'requestDigest', 'status', 'request'] as const),
  ...(['subject', 'requester', 'remoteAddress', 'certificateId', 'reason', 'createdAt', 'decidedAt'] as const),
  'expiresAt' as const,
];
const named = columns.map((each) => `"${each}"`);
const insertSql = `INSERT INTO "ScepTransaction" (${named.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})
  ON CONFLICT ("mountId", "transactionId") DO NOTHING`;
const replaceSql = `UPDATE "ScepTransaction" SET ${named.map((name) => `${name} = ?`).join(', ')}
  WHERE "id" = ? AND ("status" <> 'pending' OR "expiresAt" < ?)`;

/** The rows of `ScepTransaction`. */
export class TransactionStore {
  constructor(private readonly deps: { readonly database: Database }) {}

  async find(mountId: string, transactionId: string): Promise<ScepTransaction | null> {
    const key = { mountId_transactionId: { mountId, transactionId } };
    const row = await this.deps.database.client.scepTransaction.findUnique({ where: key });
    return row && transactionOf(row);
  }

  async byId(mountId: string, id: string): Promise<ScepTransaction | null> {
    const row = await this.deps.database.client.scepTransaction.findUnique({ where: { id } });
    return row?.mountId === mountId ? transactionOf(row) : null;
  }

  /** The addresses of those that wait at a mount, at most so many. */
  async waiting(mountId: string, now: Date, most: number): Promise<readonly string[]> {
    const rows = await this.deps.database.client.scepTransaction.findMany({
      where: { mountId, status: 'pending', expiresAt: { gte: now } },
      orderBy: { id: 'asc' },
      select: { remoteAddress: true },
      take: most,
    });
    return rows.map(({ remoteAddress }) => remoteAddress);
  }

  /** Only the first of those that say the same at once is kept. @param before what stands in its place, and is over: its id goes with it */
  keeping(transaction: ScepTransaction, before: ScepTransaction | null): SqlWrite {
    const values = columns.map((column): SqlParameter => transaction[column]);
    return before
      ? { sql: replaceSql, rows: [[...values, before.id, transaction.createdAt]], changes: 1 }
      : { sql: insertSql, rows: [values], changes: 1 };
  }

  /** Only while it waits. */
  deciding({
    id,
    status,
    certificateId,
    reason,
    decidedAt,
    expiresAt,
  }: Pick<ScepTransaction, 'id' | 'status' | 'certificateId' | 'reason' | 'decidedAt' | 'expiresAt'>): SqlWrite {
    return {
      sql: `UPDATE "ScepTransaction" SET "status" = ?, "certificateId" = ?, "reason" = ?, "decidedAt" = ?, "expiresAt" = ?, "request" = NULL
        WHERE "id" = ? AND "status" = 'pending'`,
      rows: [[status, certificateId, reason, decidedAt, expiresAt, id]],
      changes: 1,
    };
  }
}

export const transactionOf = ({ status, ...row }: ScepTransactionRow): ScepTransaction => ({
  ...row,
  status: status === 'issued' || status === 'pending' ? status : 'refused',
});
