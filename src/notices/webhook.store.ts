import { z } from 'zod';
import type { DatabaseClient, TransactionClient } from '../platform/database/client.js';
import { integer, text } from '../platform/database/columns.js';
import { condition } from '../platform/database/conditions.js';
import type { Database } from '../platform/database/database.js';
import type { WebhookRow } from '../platform/database/models.js';
import { rowsAmong } from '../platform/database/rows-among.js';
import type { Seal } from '../platform/seal/seal.js';
import { formatOf } from './notice-format.js';
import type { NoticeFormat } from './notice-format.js';
import { isNoticeKind } from './notice-events.js';
import type { WebhookSettings } from './webhook-rules.js';

/** What a webhook is of: one of these. */
export interface WebhookPlace {
  readonly mountId: string | null;
  readonly organizationId: string | null;
  readonly workspaceId: string | null;
  readonly projectId: string | null;
  readonly teamId: string | null;
}

/** A webhook without its secret. */
export interface Webhook extends WebhookPlace, WebhookSettings {
  readonly id: string;
  readonly format: NoticeFormat;
  readonly hasSecret: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly droppedCount: bigint;
  readonly silentCount: number;
  readonly resumesAt: Date | null;
}

/** The same with its secret, for calls. */
export interface CallableWebhook extends Webhook {
  readonly secret: string | null;
}

const purpose = 'webhook-secret';
const texts = z.array(z.string());
const numbers = z.array(z.number());

const shown = ({ sealedSecret, ...row }: WebhookRow): Webhook => ({
  ...row,
  format: formatOf(row.format),
  hasSecret: sealedSecret !== null,
  // Another version may know others.
  events: texts.parse(JSON.parse(row.events)).filter(isNoticeKind),
  otherTriggers: texts.parse(JSON.parse(row.otherTriggers)),
  expiryDays: numbers.parse(JSON.parse(row.expiryDays)),
  crlExpiryHours: numbers.parse(JSON.parse(row.crlExpiryHours)),
});

const written = ({ events, otherTriggers, expiryDays, crlExpiryHours, ...plain }: WebhookSettings) => ({
  ...plain,
  events: JSON.stringify(events),
  otherTriggers: JSON.stringify(otherTriggers),
  expiryDays: JSON.stringify(expiryDays),
  crlExpiryHours: JSON.stringify(crlExpiryHours),
});

/** The rows of webhooks. */
export class WebhookStore {
  readonly #client: DatabaseClient;

  constructor(private readonly deps: { readonly database: Database; readonly seal: Pick<Seal, 'wrap' | 'unwrap'> }) {
    this.#client = deps.database.client;
  }

  async byId(id: string): Promise<Webhook | null> {
    const row = await this.#client.webhook.findUnique({ where: { id } });
    return row && shown(row);
  }

  async byIds(wanted: readonly string[]): Promise<readonly Webhook[]> {
    return (await this.#client.webhook.findMany({ where: { id: { in: [...wanted] } } })).map(shown);
  }

  async callable(id: string): Promise<CallableWebhook | null> {
    const row = await this.#client.webhook.findUnique({ where: { id } });
    if (!row) return null;
    const secret = row.sealedSecret && this.deps.seal.unwrap(purpose, row.sealedSecret, id).toString();
    return { ...shown(row), secret };
  }

  async ofPlace(place: WebhookPlace, tx: TransactionClient = this.#client): Promise<readonly Webhook[]> {
    return (await tx.webhook.findMany({ where: place, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })).map(shown);
  }

  /** Enabled ones that may hear of events of these mounts and workspaces, which are in these projects and organizations. */
  async hearing(
    topics: readonly string[],
    projectIds: readonly string[],
    scopes: readonly string[],
  ): Promise<readonly Webhook[]> {
    const [ofTopics, ofProjects, ofScopes] = [[...topics], [...projectIds], [...scopes]];
    const rows = await this.#client.webhook.findMany({
      where: {
        enabled: true,
        OR: [
          ...[{ mountId: { in: ofTopics } }, { workspaceId: { in: ofTopics } }, { organizationId: { in: ofScopes } }],
          ...[{ projectId: { in: ofProjects } }, { team: { organizationId: { in: ofScopes } } }],
        ],
      },
    });
    return rows.map(shown);
  }

  /** Which of these there are. */
  async present(tx: TransactionClient, wanted: readonly string[]): Promise<readonly string[]> {
    if (wanted.length === 0) return [];
    const rows = await tx.webhook.findMany({ where: { id: { in: [...wanted] } }, select: { id: true } });
    return rows.map(({ id }) => id);
  }

  /** Of every enabled webhook of mounts. */
  async windows(): Promise<readonly Pick<Webhook, 'mountId' | 'expiryDays' | 'crlExpiryHours'>[]> {
    const rows = await this.#client.webhook.findMany({ where: { enabled: true, mountId: { not: null } } });
    return rows.map(shown);
  }

  async any(): Promise<boolean> {
    return (await this.#client.webhook.findFirst({ select: { id: true } })) !== null;
  }

  async create(
    tx: TransactionClient,
    {
      id,
      place,
      format,
      settings,
      secret,
      now,
    }: {
      readonly id: string;
      readonly place: WebhookPlace;
      readonly format: NoticeFormat;
      readonly settings: WebhookSettings;
      readonly secret: string | null;
      readonly now: Date;
    },
  ): Promise<Webhook> {
    const sealedSecret = this.#sealed(id, secret);
    const stamps = { createdAt: now, updatedAt: now };
    return shown(
      await tx.webhook.create({ data: { id, ...place, format, ...written(settings), sealedSecret, ...stamps } }),
    );
  }

  /** A new start for its receiver too. @param secret undefined to keep the present one, null for none */
  async update(
    tx: TransactionClient,
    id: string,
    settings: WebhookSettings,
    secret: string | null | undefined,
    now: Date,
  ): Promise<Webhook> {
    const data = {
      ...written(settings),
      ...(secret !== undefined && { sealedSecret: this.#sealed(id, secret) }),
      updatedAt: now,
      silentCount: 0,
      resumesAt: null,
    };
    return shown(await tx.webhook.update({ where: { id }, data }));
  }

  /** Notes that a receiver gave no answer, or that it did, unless somebody has changed the webhook since: that was the receiver before. */
  async heard(
    { id, updatedAt }: Pick<Webhook, 'id' | 'updatedAt'>,
    silentCount: number,
    resumesAt: Date | null,
  ): Promise<void> {
    const { client } = this.deps.database.background;
    await client.webhook.updateMany({ where: { id, updatedAt }, data: { silentCount, resumesAt } });
  }

  /** How many wait, by webhook. */
  async waiting(wanted: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await rowsAmong(this.deps.database, 'webhookId', wanted, ({ sql, parameters }) =>
      condition(
        `SELECT "webhookId", CAST(COUNT(*) AS INTEGER) AS "count" FROM "WebhookDelivery" WHERE "deliveryState" = 'waiting' AND ${sql} GROUP BY "webhookId"`,
        ...parameters,
      ),
    );
    return new Map(rows.map((row) => [text(row['webhookId']), integer(row['count'])]));
  }

  #sealed(id: string, secret: string | null): Uint8Array<ArrayBuffer> | null {
    return secret === null ? null : new Uint8Array(this.deps.seal.wrap(purpose, Buffer.from(secret), id));
  }
}
