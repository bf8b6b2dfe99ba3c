import type { Clock } from '../platform/clock.js';
import type { Database, SqlWrite, TransactionClient } from '../platform/database/database.js';
import { relayId } from '../platform/events/event-log.js';
import type { EventLog } from '../platform/events/event-log.js';
import type { RecordedEvent } from '../platform/events/event.js';
import { ids } from '../platform/ids.js';
import type { JobStore } from '../platform/jobs/job.store.js';
import type { WorkspacePlace } from '../identity/access/access.js';
import type { TeamSight } from '../identity/access/team-sight.js';
import type { Logger } from 'pino';
import { deliverJobKind } from './delivery.job.js';
import type { DeliveryStore, NewDelivery } from './delivery.store.js';
import { noticeKinds } from './notice-events.js';
import { noticeBody } from './notice-message.js';
import type { NoticePlace } from './notice-message.js';
import type { Webhook, WebhookStore } from './webhook.store.js';

/** Deliveries that may wait for one webhook. More events are only counted. */
export const mostWaiting = 10_000;
/** Deliveries that are made in one transaction, unless one event makes more: others wait for it, and the bodies are in memory. */
export const mostMade = 2_000;
/** Rows of one statement. */
const rowsAtOnce = 500;

export interface NoticeReaderDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
  readonly events: EventLog;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly jobs: JobStore;
  readonly sight: TeamSight;
  readonly mostWaiting?: number;
  readonly mostMade?: number;
}

type Made = ReadonlyMap<Webhook, readonly NewDelivery[]>;

interface NamedWorkspace extends WorkspacePlace {
  readonly name: string;
}

/**
 * Makes deliveries of events. How far it has read is kept in the row of the relay, and moves in the transaction that writes the deliveries: each event is read once,
 * however many processes read and wherever one of them ends.
 */
export class NoticeReader {
  constructor(private readonly deps: NoticeReaderDeps) {}

  /** From now on events are kept until they are read. For the transaction that creates a webhook; others that do wait for its end. */
  static async begin(tx: TransactionClient): Promise<void> {
    const row = await tx.eventRelay.upsert({
      where: { id: relayId },
      create: { id: relayId },
      update: { turns: { increment: 1 } },
    });
    if (row.noticed === null) await tx.eventRelay.update({ where: { id: relayId }, data: { noticed: row.last } });
  }

  /** Nobody has a webhook any more, unless somebody has created one meanwhile. @returns whether it ended */
  async end(): Promise<boolean> {
    return this.deps.database.transaction(async (tx) => {
      await tx.eventRelay.updateMany({ where: { id: relayId }, data: { turns: { increment: 1 } } });
      if ((await tx.webhook.findFirst({ select: { id: true } })) !== null) return false;
      await tx.eventRelay.updateMany({ where: { id: relayId }, data: { noticed: null } });
      return true;
    });
  }

  /** Reads what has got a number. @returns whether there are new deliveries */
  async read(signal: AbortSignal): Promise<boolean> {
    let found = false;
    while (!signal.aborted) {
      const { last, pruned, noticed } = await this.deps.events.bounds();
      if (noticed === null || noticed >= last) break;
      if (noticed < pruned)
        this.deps.log.error({ from: noticed, to: pruned }, 'events were removed unread by webhooks');
      const { events, through } = await this.deps.events.page({ kinds: noticeKinds }, noticed, last);
      const { made, left } = await this.#deliveriesOf(events);
      if (await this.#keep(noticed, left ? left.number - 1n : through, made)) found ||= made.size > 0;
    }
    return found;
  }

  /** @returns also the first event that is left for later, if any is */
  async #deliveriesOf(events: readonly RecordedEvent[]): Promise<{ made: Made; left?: RecordedEvent }> {
    const made = new Map<Webhook, NewDelivery[]>();
    if (events.length === 0) return { made };
    const topics = new Set(events.map(({ topic }) => topic));
    const scopes = new Set(events.map(({ scope }) => scope).filter((scope) => scope !== ''));
    const workspaces = await this.#workspaces(topics);
    const projectIds = new Set([...workspaces.values()].map(({ projectId }) => projectId));
    const hearing = await this.deps.webhooks.hearing([...topics], [...projectIds], [...scopes]);
    if (hearing.length === 0) return { made };
    const teamIds = [...new Set(hearing.flatMap(({ teamId }) => teamId ?? []))];
    const grants = await this.deps.sight.of(teamIds, [...workspaces.values()]);
    const heard = events.flatMap((event) => {
      const by = hearing.filter((webhook) => hears(webhook, event, { workspace: workspaces.get(event.topic), grants }));
      return by.length > 0 ? [{ event, by }] : [];
    });
    const places = await this.#places(
      heard.map(({ event }) => event),
      workspaces,
    );
    const { mostMade: most = mostMade } = this.deps;
    let count = 0;
    for (const { event, by } of heard) {
      if (count > 0 && count + by.length > most) return { made, left: event };
      count += by.length;
      for (const webhook of by) {
        const id = ids.webhookDelivery.makeAt(event.at);
        const to = { ...webhook, webhookId: webhook.id, deliveryId: id };
        const body = noticeBody(to, event, places(event));
        const delivery = { id, webhookId: webhook.id, event: event.kind, body };
        const known = made.get(webhook);
        if (known) known.push(delivery);
        else made.set(webhook, [delivery]);
      }
    }
    return { made };
  }

  async #workspaces(topics: ReadonlySet<string>): Promise<ReadonlyMap<string, NamedWorkspace>> {
    const wanted = [...topics].filter((id) => ids.workspace.is(id));
    if (wanted.length === 0) return new Map();
    const rows = await this.deps.database.client.workspace.findMany({
      where: { id: { in: wanted } },
      select: { id: true, name: true, projectId: true, organizationId: true },
    });
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The names of what events are about, as they are now. */
  async #places(
    events: readonly RecordedEvent[],
    known: ReadonlyMap<string, NamedWorkspace>,
  ): Promise<(event: RecordedEvent) => NoticePlace> {
    const { client } = this.deps.database;
    const topics = [...new Set(events.map(({ topic }) => topic))];
    const mounts = await client.mount.findMany({
      where: { id: { in: topics.filter((id) => ids.mount.is(id)) } },
      select: { id: true, path: true },
    });
    const organizations = await client.organization.findMany({
      where: { id: { in: [...new Set(events.map(({ scope }) => scope))] } },
      select: { id: true, name: true },
    });
    return ({ topic, scope }) => {
      const mount = mounts.find(({ id }) => id === topic);
      const found = known.get(topic);
      const workspace = found && { id: found.id, name: found.name };
      const organization = organizations.find(({ id }) => id === scope);
      return { ...(mount && { mount }), ...(workspace && { workspace }), ...(organization && { organization }) };
    };
  }

  /** @returns false if another process was faster */
  async #keep(from: bigint, through: bigint, made: Made): Promise<boolean> {
    const { database, webhooks, deliveries, jobs, clock, mostWaiting: most = mostWaiting } = this.deps;
    const wanted = [...made.keys()].map(({ id }) => id);
    const waiting = await webhooks.waiting(wanted);
    const now = clock.now();
    return database.transaction(async (tx) => {
      const { count } = await tx.eventRelay.updateMany({
        where: { id: relayId, noticed: from },
        data: { noticed: through },
      });
      if (count === 0) return false;
      // One that was deleted in the meantime has nothing to be told.
      const present = new Set(await webhooks.present(tx, wanted));
      const kept: NewDelivery[] = [];
      const due: SqlWrite[] = [];
      for (const [{ id, resumesAt }, all] of made) {
        if (!present.has(id)) continue;
        const some = all.slice(0, Math.max(0, most - (waiting.get(id) ?? 0)));
        if (some.length < all.length)
          await tx.webhook.update({ where: { id }, data: { droppedCount: { increment: all.length - some.length } } });
        if (some.length === 0) continue;
        kept.push(...some);
        const dueAt = resumesAt !== null && resumesAt > now ? resumesAt : now;
        due.push(jobs.scheduling({ kind: deliverJobKind, subject: id, dueAt }));
      }
      for (let at = 0; at < kept.length; at += rowsAtOnce)
        await deliveries.insert(tx, kept.slice(at, at + rowsAtOnce), now);
      await database.writeWithin(tx, due);
      return true;
    });
  }
}

interface Hearing {
  /** Of the event, unless it is gone. */
  readonly workspace: NamedWorkspace | undefined;
  readonly grants: Awaited<ReturnType<TeamSight['of']>>;
}

/** A webhook hears of what happens after it was created. */
function hears(webhook: Webhook, event: RecordedEvent, at: Hearing): boolean {
  const { events, createdAt, expiryDays, crlExpiryHours } = webhook;
  const { kind, facts } = event;
  if (event.at < createdAt || !events.some((known) => known === kind) || !isOfPlace(webhook, event, at)) return false;
  if (kind === 'certificate.expiring') return expiryDays.some((days) => days === facts['days']);
  if (kind === 'crl.expiring') return crlExpiryHours.some((hours) => hours === facts['hours']);
  return true;
}

function isOfPlace(webhook: Webhook, { kind, topic, scope }: RecordedEvent, { workspace, grants }: Hearing): boolean {
  const { mountId, workspaceId, organizationId, projectId, teamId } = webhook;
  if (mountId === topic || workspaceId === topic || (organizationId !== null && organizationId === scope)) return true;
  if (!workspace) return false;
  if (teamId === null) return projectId === workspace.projectId;
  // What its members may see themselves.
  return grants(teamId, workspace).has(kind === 'state-version.finalized' ? 'state:read' : 'workspace:read');
}
