import { rowCount } from '../platform/database/row-counts.js';
import { integer, text } from '../platform/database/columns.js';
import type { Database, TransactionClient } from '../platform/database/database.js';
import type { WebhookDeliveryRow } from '../platform/database/models.js';
import type { Connection, PageAsked } from '../platform/graphql/connection.js';
import { descending, keyset, text as letters } from '../platform/graphql/keyset.js';
import { keysetPage } from '../platform/graphql/keyset-prisma.js';
import type { SentNotice } from './sender.js';

const deliveryStates = ['waiting', 'delivered', 'given-up'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

export interface NewDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly event: string;
  readonly body: string;
}

/** One that this process sends now, and nobody else until its time is over. */
export interface ClaimedDelivery extends NewDelivery {
  /** With this one. */
  readonly attempts: number;
}

/** Milliseconds after which an attempt that nobody ended is taken for lost with its process: longer than any takes. */
export const claimMs = 60_000;

/** Ended deliveries of one webhook that are kept. */
export const mostEnded = 1_000;
const removedAtOnce = 1_000;

const newestFirst = keyset({ id: descending(letters) });

/** The rows of deliveries. */
export class DeliveryStore {
  constructor(private readonly deps: { readonly database: Database }) {}

  byId(id: string): Promise<WebhookDeliveryRow | null> {
    return this.deps.database.client.webhookDelivery.findUnique({ where: { id } });
  }

  page(
    webhookId: string,
    deliveryState: DeliveryState | null,
    page: PageAsked,
  ): Promise<Connection<WebhookDeliveryRow>> {
    const { client } = this.deps.database;
    const of = { webhookId, ...(deliveryState !== null && { deliveryState }) };
    return keysetPage(newestFirst, page, {
      rows: ({ where, orderBy, take }) =>
        client.webhookDelivery.findMany({ where: { ...of, AND: [where] }, orderBy, take }),
      count: () =>
        deliveryState === null
          ? rowCount(this.deps.database, `webhook-delivery/${webhookId}`)
          : client.webhookDelivery.count({ where: of }),
    });
  }

  /** The last requests that only tried whether the receivers answerBeginning, by webhook. */
  async verifications(webhookIds: readonly string[]): Promise<ReadonlyMap<string, WebhookDeliveryRow>> {
    const rows = await this.deps.database.client.webhookDelivery.findMany({
      where: { webhookId: { in: [...webhookIds] }, event: 'verification' },
      orderBy: { id: 'asc' },
    });
    return new Map(rows.map((row) => [row.webhookId, row]));
  }

  async insert(tx: TransactionClient, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
    if (deliveries.length === 0) return;
    const waiting = { deliveryState: 'waiting', createdAt: now, nextAttemptAt: now };
    await tx.webhookDelivery.createMany({ data: deliveries.map((delivery) => ({ ...delivery, ...waiting })) });
  }

  /** One that is not tried again, whatever came of it. It takes the place of the one before. */
  async insertVerification(
    tx: TransactionClient,
    delivery: NewDelivery,
    sent: SentNotice,
  ): Promise<WebhookDeliveryRow> {
    const { webhookId, event } = delivery;
    await tx.webhookDelivery.deleteMany({ where: { webhookId, event } });
    const deliveryState = sent.delivered ? 'delivered' : 'given-up';
    const times = { createdAt: sent.at, lastAttemptAt: sent.at, endedAt: sent.at };
    return tx.webhookDelivery.create({
      data: { ...delivery, deliveryState, attempts: 1, ...times, ...resultOf(sent) },
    });
  }

  /** Takes those that have been due longest, at most so many. What the power takes of it is sent again. */
  async claim(webhookId: string, now: Date, most: number): Promise<readonly ClaimedDelivery[]> {
    const { client } = this.deps.database.background;
    const due = await client.webhookDelivery.findMany({
      where: { webhookId, deliveryState: 'waiting', nextAttemptAt: { lte: now } },
      orderBy: [{ nextAttemptAt: 'asc' }, { id: 'asc' }],
      select: { id: true, webhookId: true, event: true, body: true },
      take: most,
    });
    if (due.length === 0) return [];
    const taken = await client.webhookDelivery.updateManyAndReturn({
      where: { id: { in: due.map(({ id }) => id) }, deliveryState: 'waiting', nextAttemptAt: { lte: now } },
      data: { attempts: { increment: 1 }, nextAttemptAt: new Date(now.getTime() + claimMs), lastAttemptAt: now },
      select: { id: true, attempts: true },
    });
    const attempts = new Map(taken.map((row) => [row.id, row.attempts]));
    return due.flatMap((delivery) => {
      const count = attempts.get(delivery.id);
      return count === undefined ? [] : [{ ...delivery, attempts: count }];
    });
  }

  /** What came of an attempt, unless the delivery was taken again since. @param nextAttemptAt null if it has ended */
  async attempted(
    { id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>,
    sent: SentNotice,
    nextAttemptAt: Date | null,
    now: Date,
  ): Promise<void> {
    const deliveryState: DeliveryState = sent.delivered ? 'delivered' : nextAttemptAt === null ? 'given-up' : 'waiting';
    await this.deps.database.background.client.webhookDelivery.updateMany({
      where: { id, attempts, deliveryState: 'waiting' },
      data: { deliveryState, nextAttemptAt, endedAt: deliveryState === 'waiting' ? null : now, ...resultOf(sent) },
    });
  }

  /** Gives one back that was not sent. */
  async unclaim({ id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>, dueAt: Date): Promise<void> {
    await this.deps.database.background.client.webhookDelivery.updateMany({
      where: { id, attempts, deliveryState: 'waiting' },
      data: { attempts: attempts - 1, nextAttemptAt: dueAt },
    });
  }

  /** When the next one of a webhook is due; null if none waits. */
  async nextDue(webhookId: string): Promise<Date | null> {
    const next = await this.deps.database.client.webhookDelivery.findFirst({
      where: { webhookId, deliveryState: 'waiting' },
      orderBy: [{ nextAttemptAt: 'asc' }],
      select: { nextAttemptAt: true },
    });
    return next?.nextAttemptAt ?? null;
  }

  /** It is sent again, with the attempts of a new one. */
  repeat(tx: TransactionClient, id: string, now: Date): Promise<WebhookDeliveryRow> {
    const data = { deliveryState: 'waiting', attempts: 0, nextAttemptAt: now, endedAt: null };
    return tx.webhookDelivery.update({ where: { id }, data });
  }

  /** Removes ended ones: those that ended before a time, and beyond the newest {@link mostEnded} of each webhook. */
  async prune(before: Date, signal?: AbortSignal): Promise<void> {
    const { database } = this.deps;
    for (let removed = removedAtOnce; removed >= removedAtOnce && !signal?.aborted;) {
      const old = await database.readSql(
        `SELECT "id" FROM "WebhookDelivery" WHERE "endedAt" < ? ORDER BY "endedAt" LIMIT ${removedAtOnce}`,
        [before],
      );
      removed = await this.#remove(old.map((row) => text(row['id'])));
    }
    const many = await database.readSql(
      `SELECT "webhookId", CAST(COUNT(*) AS INTEGER) AS "count" FROM "WebhookDelivery" WHERE "endedAt" IS NOT NULL
        GROUP BY "webhookId" HAVING COUNT(*) > ${mostEnded}`,
    );
    for (const row of many) {
      let left = integer(row['count']) - mostEnded;
      while (left > 0 && !signal?.aborted) {
        const oldest = await database.readSql(
          `SELECT "id" FROM "WebhookDelivery" WHERE "webhookId" = ? AND "endedAt" IS NOT NULL ORDER BY "id" LIMIT ?`,
          [text(row['webhookId']), Math.min(left, removedAtOnce)],
        );
        const removed = await this.#remove(oldest.map((each) => text(each['id'])));
        if (removed === 0) break;
        left -= removed;
      }
    }
  }

  async #remove(ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    const { count } = await this.deps.database.client.webhookDelivery.deleteMany({
      where: { id: { in: [...ids] }, endedAt: { not: null } },
    });
    return count;
  }
}

const resultOf = ({ url, status, answerBeginning, answerHeaders, failure }: SentNotice) => ({
  url,
  status,
  answerBeginning,
  answerHeaders,
  failure,
});
