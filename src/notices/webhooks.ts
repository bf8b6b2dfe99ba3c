import type { RecordedChanges } from '../identity/audit/recorded-changes.js';
import type { AuditDetails, AuditTarget } from '../identity/audit/target.js';
import type { Caller } from '../identity/caller.js';
import type { Clock } from '../platform/clock.js';
import type { TransactionClient } from '../platform/database/client.js';
import type { WebhookDeliveryRow } from '../platform/database/models.js';
import { ids } from '../platform/ids.js';
import type { JobStore } from '../platform/jobs/job.store.js';
import type { OutboundGate } from '../platform/outbound/outbound-gate.js';
import { problem } from '../platform/problems.js';
import { expiryJobKind } from '../pki/events/expiry.job.js';
import { deliverJobKind } from './delivery.job.js';
import type { DeliveryStore, NewDelivery } from './delivery.store.js';
import type { NoticeFormat } from './notice-format.js';
import { verification, verificationBody } from './notice-message.js';
import { NoticeReader } from './notice-reader.js';
import type { PlaceRef, ReachedPlace, ReachPlace } from './reach-place.js';
import type { Sender, SentNotice } from './sender.js';
import { checkedSecret, mostWebhooks, settingsAfter, triggersOfTeams } from './webhook-rules.js';
import type { GivenWebhook, WebhookSettings } from './webhook-rules.js';
import type { CallableWebhook, Webhook, WebhookPlace, WebhookStore } from './webhook.store.js';

/** Kind of the job that looks after webhooks. There is one such job, while anybody has one. */
export const watchJobKind = 'notices.watch';

export interface WebhooksDeps {
  readonly places: ReachPlace;
  readonly store: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly sender: Sender;
  readonly gate: Pick<OutboundGate, 'refusalOf'>;
  readonly changes: RecordedChanges;
  readonly jobs: JobStore;
  readonly clock: Clock;
  /** Begins what is due after a change, in this process. */
  readonly wake: () => void;
}

/** A request that only tried whether the receiver answers. */
interface Verified {
  readonly delivery: NewDelivery;
  readonly sent: SentNotice;
}

/** Who is told of what. A webhook belongs to its mount, organization or workspace, not to the person who wrote it. */
export class Webhooks {
  constructor(private readonly deps: WebhooksDeps) {}

  /** @throws NOT_FOUND */
  async read(caller: Caller, id: string): Promise<Webhook> {
    const webhook = await this.#find(id);
    await this.deps.places.ofWebhook(caller, webhook, 'read');
    return webhook;
  }

  /** In the order in which they were created. @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, NOT_FOUND */
  async list(caller: Caller, ref: PlaceRef): Promise<readonly Webhook[]> {
    const { place } = await this.deps.places.reach(caller, ref, 'read');
    return this.deps.store.ofPlace(place);
  }

  /** @throws PERMISSION_DENIED, MOUNT_NOT_FOUND, NOT_FOUND, INVALID_INPUT, IN_USE for too many */
  async create(caller: Caller, ref: PlaceRef, format: NoticeFormat, given: GivenWebhook): Promise<Webhook> {
    const { store, gate, clock, changes } = this.deps;
    const reached = await this.deps.places.reach(caller, ref, 'update');
    const { place, on } = reached;
    if (format === 'terraform' && (place.workspaceId ?? place.projectId ?? place.teamId) === null)
      throw problem('INVALID_INPUT', 'format can be TERRAFORM only for a webhook of a workspace, project or team', [
        'format',
      ]);
    const settings = settingsAfter(null, given, { on, format, gate, ...triggersFor(place) });
    const secret = checkedSecret(given.secret ?? '', format);
    for (const kind of settings.events) await reached.requireSees(kind);
    requireRoom(await store.ofPlace(place));
    const id = ids.webhook.make();
    const verified = await this.#verifiedFor({ id, format, secret, ...settings });
    const change = async (tx: TransactionClient) => {
      await NoticeReader.begin(tx);
      requireRoom(await store.ofPlace(place, tx));
      const result = await store.create(tx, { id, place, format, settings, secret, now: clock.now() });
      if (verified) await this.deps.deliveries.insertVerification(tx, verified.delivery, verified.sent);
      await this.#makeDue(tx, result);
      return { result, target: targetOf(result, reached), details: { ...reached.details, ...recorded(settings) } };
    };
    const webhook = await changes.make(caller, 'webhook.create', change);
    this.deps.wake();
    return webhook;
  }

  /** @throws NOT_FOUND, PERMISSION_DENIED, INVALID_INPUT */
  async update(caller: Caller, id: string, given: GivenWebhook): Promise<Webhook> {
    const { store, gate, clock, changes } = this.deps;
    const before = await store.callable(ids.webhook.is(id) ? id : '');
    if (!before) throw problem('NOT_FOUND');
    const reached = await this.deps.places.ofWebhook(caller, before, 'update');
    const { format } = before;
    const settings = settingsAfter(before, given, { on: reached.on, format, gate, ...triggersFor(before) });
    const secret = given.secret == null ? undefined : checkedSecret(given.secret, format);
    for (const kind of settings.events) await reached.requireSees(kind);
    const changed = { id, format, secret: secret === undefined ? before.secret : secret, ...settings };
    const verified = await this.#verifiedFor(changed);
    const change = async (tx: TransactionClient) => {
      const result = await store.update(tx, id, settings, secret, clock.now());
      if (verified) await this.deps.deliveries.insertVerification(tx, verified.delivery, verified.sent);
      await this.#makeDue(tx, result);
      const names = Object.entries(given).flatMap(([name, part]) => (part == null ? [] : [name]));
      const details = { ...reached.details, changed: names, ...recorded(settings) };
      return { result, target: targetOf(result, reached), details };
    };
    const webhook = await changes.make(caller, 'webhook.update', change);
    this.deps.wake();
    return webhook;
  }

  /** With its deliveries. @throws NOT_FOUND, PERMISSION_DENIED */
  async delete(caller: Caller, id: string): Promise<Webhook> {
    const webhook = await this.#find(id);
    const reached = await this.deps.places.ofWebhook(caller, webhook, 'update');
    return this.deps.changes.make(caller, 'webhook.delete', async (tx) => {
      await tx.webhook.delete({ where: { id } });
      return { result: webhook, target: targetOf(webhook, reached), details: reached.details };
    });
  }

  /** Sends a request that tells of nothing, now and once. @throws NOT_FOUND, PERMISSION_DENIED */
  async verify(caller: Caller, id: string): Promise<WebhookDeliveryRow> {
    const webhook = await this.deps.store.callable(ids.webhook.is(id) ? id : '');
    if (!webhook) throw problem('NOT_FOUND');
    const reached = await this.deps.places.ofWebhook(caller, webhook, 'update');
    const { delivery, sent } = await this.#send(webhook);
    return this.deps.changes.make(caller, 'webhook.verify', async (tx) => {
      const result = await this.deps.deliveries.insertVerification(tx, delivery, sent);
      return { result, target: targetOf(webhook, reached), details: { ...reached.details, delivered: sent.delivered } };
    });
  }

  /** Terraform Enterprise enables only what answers. @throws INVALID_INPUT */
  async #verifiedFor(webhook: Sendable & Pick<WebhookSettings, 'enabled'>): Promise<Verified | null> {
    if (webhook.format !== 'terraform' || !webhook.enabled) return null;
    const verified = await this.#send(webhook);
    const { delivered, failure } = verified.sent;
    if (!delivered) throw problem('INVALID_INPUT', `enabled cannot be true: ${failure ?? 'no answer'}`, ['enabled']);
    return verified;
  }

  async #send(webhook: Sendable): Promise<Verified> {
    const { sender, clock } = this.deps;
    const now = clock.now();
    const id = ids.webhookDelivery.makeAt(now);
    const body = verificationBody({ ...webhook, webhookId: webhook.id, deliveryId: id }, now);
    const delivery = { id, webhookId: webhook.id, event: verification, body };
    return { delivery, sent: await sender.send(webhook, delivery) };
  }

  /** What must happen soon after a webhook was written. */
  async #makeDue(tx: TransactionClient, { id, enabled, expiryDays, crlExpiryHours }: Webhook): Promise<void> {
    const { jobs } = this.deps;
    await jobs.schedule(tx, { kind: watchJobKind, subject: 'all' });
    if (enabled) await jobs.schedule(tx, { kind: deliverJobKind, subject: id });
    if (expiryDays.length + crlExpiryHours.length > 0) await jobs.schedule(tx, { kind: expiryJobKind, subject: 'all' });
  }

  async #find(id: string): Promise<Webhook> {
    const webhook = ids.webhook.is(id) ? await this.deps.store.byId(id) : null;
    if (!webhook) throw problem('NOT_FOUND');
    return webhook;
  }
}

type Sendable = Pick<CallableWebhook, 'id' | 'name' | 'url' | 'format' | 'secret'>;

const triggersFor = ({ teamId }: WebhookPlace) => (teamId === null ? {} : { triggers: triggersOfTeams });

function requireRoom(webhooks: readonly Webhook[]): void {
  if (webhooks.length >= mostWebhooks)
    throw problem('INVALID_INPUT', `name cannot be that of another webhook: there are ${mostWebhooks} already`, [
      'name',
    ]);
}

/** What the record tells: neither the address, which may hold a secret, nor the secret. */
const recorded = ({ enabled, events }: WebhookSettings): AuditDetails => ({ enabled, events });

export const targetOf = (
  { id, name }: Pick<Webhook, 'id' | 'name'>,
  { organizationId }: Pick<ReachedPlace, 'organizationId'>,
): AuditTarget => ({ type: 'webhook', id, name, ...(organizationId !== undefined && { organizationId }) });
