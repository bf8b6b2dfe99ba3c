import type { Database, SqlParameter, SqlWrite } from '../../platform/database/database.js';
import type { AcmeAuthorizationRow, AcmeOrderRow } from '../../platform/database/models.js';
import { isChallengeType } from './challenges.js';
import type { ChallengeType } from './challenges.js';
import { keptObject } from './account.store.js';
import type { Identifier } from './acme-problem.js';
import { keptIdentifiers } from './identifiers.js';

export type ProblemDocument = Readonly<Record<string, unknown>>;

export interface AcmeOrder {
  readonly id: string;
  readonly mountId: string;
  readonly accountId: string;
  /** As it is stored: {@link statusOf} says what it means. */
  readonly status: 'pending' | 'valid' | 'invalid';
  readonly identifiers: readonly Identifier[];
  readonly profile: string | null;
  readonly notBefore: Date | null;
  readonly notAfter: Date | null;
  readonly replaces: string | null;
  readonly error: ProblemDocument | null;
  readonly certificateId: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface Authorization {
  readonly id: string;
  readonly orderId: string;
  /** Without the `*.` of a wildcard. */
  readonly identifier: Identifier;
  readonly wildcard: boolean;
  readonly status: 'pending' | 'valid' | 'invalid' | 'deactivated';
  /** What the tokens of its challenges begin with. */
  readonly token: string;
  /** The one that the client chose. */
  readonly challenge: ChallengeType | null;
  readonly attempts: number;
  readonly error: ProblemDocument | null;
  readonly validatedAt: Date | null;
}

export type OrderStatus = 'pending' | 'ready' | 'valid' | 'invalid';

/** What an order is at a time (RFC 8555 §7.1.6). */
export function statusOf(order: AcmeOrder, authorizations: readonly Authorization[], now: Date): OrderStatus {
  if (order.status !== 'pending') return order.status;
  if (order.expiresAt < now) return 'invalid';
  if (authorizations.some(({ status }) => status === 'invalid' || status === 'deactivated')) return 'invalid';
  return authorizations.every(({ status }) => status === 'valid') ? 'ready' : 'pending';
}

const orderColumns = [
  ...(['id', 'mountId', 'accountId', 'status', 'identifiers', 'profile', 'notBefore', 'notAfter', 'replaces'] as const),
  ...(['createdAt', 'expiresAt'] as const),
];
const authorizationColumns = ['id', 'orderId', 'type', 'value', 'wildcard', 'status', 'token'] as const;

const into = (table: string, columns: readonly string[]): string =>
  `INSERT INTO "${table}" (${columns.map((each) => `"${each}"`).join(', ')})`;
const marks = (columns: readonly string[]): string => columns.map(() => '?').join(', ');
/** How many orders of an account may be under way. */
export const mostPending = 300;
const insertOrder = `${into('AcmeOrder', orderColumns)} SELECT ${marks(orderColumns)}
  WHERE (SELECT count(*) FROM "AcmeOrder" WHERE "accountId" = ? AND "status" = 'pending' AND "expiresAt" >= ?) < ${mostPending}`;
/** Until the batch is kept, no other one of the account counts, and nobody removes it: on PostgreSQL neither would see what the other adds. */
const lockAccount = `UPDATE "AcmeAccount" SET "triedUntil" = CASE WHEN "triedUntil" IS NULL THEN "triedUntil" ELSE ? END
  WHERE "id" = ? AND "status" = 'valid'`;
const insertAuthorization = `${into('AcmeAuthorization', authorizationColumns)} VALUES (${marks(authorizationColumns)})`;

/** Orders in one page of the list of an account. */
export const ordersTogether = 100;

/** The rows of `AcmeOrder` and `AcmeAuthorization`. */
export class OrderStore {
  constructor(private readonly deps: { readonly database: Database }) {}

  async find(id: string): Promise<AcmeOrder | null> {
    const row = await this.deps.database.client.acmeOrder.findUnique({ where: { id } });
    return row && orderOf(row);
  }

  /** In the order in which they were made. */
  async authorizationsOf(orderId: string): Promise<readonly Authorization[]> {
    const { client } = this.deps.database;
    const rows = await client.acmeAuthorization.findMany({ where: { orderId }, orderBy: { id: 'asc' } });
    return rows.map(authorizationOf);
  }

  async authorization(
    id: string,
  ): Promise<{ readonly authorization: Authorization; readonly order: AcmeOrder } | null> {
    const row = await this.deps.database.client.acmeAuthorization.findUnique({ where: { id } });
    const order = row && (await this.find(row.orderId));
    return order && { authorization: authorizationOf(row), order };
  }

  /** Of an account, newest first; those that came to nothing are left out. @param after the last of the page before */
  async idsOf(accountId: string, after: string | null): Promise<readonly string[]> {
    const rows = await this.deps.database.client.acmeOrder.findMany({
      where: { accountId, status: { in: ['pending', 'valid'] }, ...(after !== null && { id: { lt: after } }) },
      orderBy: { id: 'desc' },
      select: { id: true },
      take: ordersTogether,
    });
    return rows.map(({ id }) => id);
  }

  /** The order that a certificate was issued for. */
  async ofCertificate(certificateId: string): Promise<AcmeOrder | null> {
    const row = await this.deps.database.client.acmeOrder.findFirst({ where: { certificateId } });
    return row && orderOf(row);
  }

  /** Whether another order has replaced a certificate, or is about to. */
  async isReplaced(mountId: string, replaces: string, now: Date): Promise<boolean> {
    const row = await this.deps.database.client.acmeOrder.findFirst({
      where: { mountId, replaces, status: 'valid', expiresAt: { gte: now } },
      select: { id: true },
    });
    return row !== null;
  }

  /** Only if the account is valid still, and has room for one more under way. */
  inserting(order: AcmeOrder, authorizations: readonly Authorization[]): readonly SqlWrite[] {
    const row = { ...order, identifiers: JSON.stringify(order.identifiers) };
    const values = orderColumns.map((column): SqlParameter => row[column]);
    return [
      { sql: lockAccount, rows: [[order.expiresAt, order.accountId]], changes: 1 },
      { sql: insertOrder, rows: [[...values, order.accountId, order.createdAt]], changes: 1 },
      {
        sql: insertAuthorization,
        rows: authorizations.map(({ identifier: { type, value }, ...one }) => {
          const columns = { ...one, type, value };
          return authorizationColumns.map((column): SqlParameter => columns[column]);
        }),
      },
    ];
  }

  /** Of one that waits for the choice of its client. */
  choosing({ id }: Authorization, challenge: ChallengeType): SqlWrite {
    return {
      sql: `UPDATE "AcmeAuthorization" SET "challenge" = ? WHERE "id" = ? AND "status" = 'pending' AND "challenge" IS NULL`,
      rows: [[challenge, id]],
      changes: 1,
    };
  }

  deactivating({ id }: Authorization): SqlWrite {
    return {
      sql: `UPDATE "AcmeAuthorization" SET "status" = 'deactivated' WHERE "id" = ? AND "status" IN ('pending', 'valid')`,
      rows: [[id]],
      changes: 1,
    };
  }

  proving({ id }: Authorization, attempts: number, at: Date): SqlWrite {
    return {
      sql: `UPDATE "AcmeAuthorization" SET "status" = 'valid', "attempts" = ?, "error" = NULL, "validatedAt" = ? WHERE "id" = ? AND "status" = 'pending'`,
      rows: [[attempts, at, id]],
      changes: 1,
    };
  }

  /** After an attempt that failed, and that is not the last. */
  retrying({ id }: Authorization, attempts: number, error: ProblemDocument): SqlWrite {
    return {
      sql: `UPDATE "AcmeAuthorization" SET "attempts" = ?, "error" = ? WHERE "id" = ? AND "status" = 'pending'`,
      rows: [[attempts, JSON.stringify(error), id]],
      changes: 1,
    };
  }

  /** After the last attempt. */
  failing({ id, orderId }: Authorization, attempts: number, error: ProblemDocument): readonly SqlWrite[] {
    const text = JSON.stringify(error);
    return [
      {
        sql: `UPDATE "AcmeAuthorization" SET "status" = 'invalid', "attempts" = ?, "error" = ? WHERE "id" = ? AND "status" = 'pending'`,
        rows: [[attempts, text, id]],
        changes: 1,
      },
      {
        sql: `UPDATE "AcmeOrder" SET "status" = 'invalid', "error" = ? WHERE "id" = ? AND "status" = 'pending'`,
        rows: [[text, orderId]],
      },
    ];
  }

  /** Only if everything is proven still, and nothing was issued for it before. */
  fulfilling({ id, accountId }: AcmeOrder, certificateId: string, expiresAt: Date): SqlWrite {
    return {
      sql: `UPDATE "AcmeOrder" SET "status" = 'valid', "certificateId" = ?, "expiresAt" = ? WHERE "id" = ? AND "status" = 'pending'
        AND NOT EXISTS (SELECT 1 FROM "AcmeAuthorization" WHERE "orderId" = "AcmeOrder"."id" AND "status" <> 'valid')
        AND EXISTS (SELECT 1 FROM "AcmeAccount" WHERE "id" = ? AND "status" = 'valid')`,
      rows: [[certificateId, expiresAt, id, accountId]],
      changes: 1,
    };
  }
}

export const orderOf = (row: AcmeOrderRow): AcmeOrder => ({
  id: row.id,
  mountId: row.mountId,
  accountId: row.accountId,
  profile: row.profile,
  replaces: row.replaces,
  status: row.status === 'valid' || row.status === 'pending' ? row.status : 'invalid',
  identifiers: keptIdentifiers(row.identifiers),
  error: keptObject(row.error),
  notBefore: row.notBefore,
  notAfter: row.notAfter,
  certificateId: row.certificateId,
  createdAt: row.createdAt,
  expiresAt: row.expiresAt,
});

const authorizationStatuses = ['pending', 'valid', 'deactivated'] as const;

export const authorizationOf = (row: AcmeAuthorizationRow): Authorization => ({
  id: row.id,
  orderId: row.orderId,
  wildcard: row.wildcard,
  token: row.token,
  attempts: row.attempts,
  identifier: { type: row.type === 'ip' ? 'ip' : 'dns', value: row.value },
  status: authorizationStatuses.find((each) => each === row.status) ?? 'invalid',
  challenge: row.challenge !== null && isChallengeType(row.challenge) ? row.challenge : null,
  error: keptObject(row.error),
  validatedAt: row.validatedAt,
});
