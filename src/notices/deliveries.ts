import type { RecordedChanges } from '../identity/audit/recorded-changes.js';
import type { Caller } from '../identity/caller.js';
import type { Clock } from '../platform/clock.js';
import type { WebhookDeliveryRow } from '../platform/database/models.js';
import type { Connection, PageAsked } from '../platform/graphql/connection.js';
import { ids } from '../platform/ids.js';
import type { JobStore } from '../platform/jobs/job.store.js';
import { problem } from '../platform/problems.js';
import { deliverJobKind } from './delivery.job.js';
import type { DeliveryState, DeliveryStore } from './delivery.store.js';
import { verification } from './notice-message.js';
import type { ReachPlace } from './reach-place.js';
import type { WebhookStore } from './webhook.store.js';
import { targetOf } from './webhooks.js';
import type { Webhooks } from './webhooks.js';

/** What was sent, what came of it, and what waits. */
export class Deliveries {
  constructor(
    private readonly deps: {
      readonly webhooks: Webhooks;
      readonly places: ReachPlace;
      readonly store: DeliveryStore;
      readonly webhookStore: WebhookStore;
      readonly changes: RecordedChanges;
      readonly jobs: JobStore;
      readonly clock: Clock;
      readonly wake: () => void;
    },
  ) {}

  /** @throws NOT_FOUND */
  async read(caller: Caller, id: string): Promise<WebhookDeliveryRow> {
    const delivery = await this.#find(id);
    await this.deps.webhooks.read(caller, delivery.webhookId);
    return delivery;
  }

  /** Newest first. @throws NOT_FOUND */
  async page(
    caller: Caller,
    webhookId: string,
    deliveryState: DeliveryState | null,
    page: PageAsked,
  ): Promise<Connection<WebhookDeliveryRow>> {
    const { id } = await this.deps.webhooks.read(caller, webhookId);
    return this.deps.store.page(id, deliveryState, page);
  }

  /** The last verification of each of these webhooks, which the caller may see. */
  verifications(webhookIds: readonly string[]): Promise<ReadonlyMap<string, WebhookDeliveryRow>> {
    return this.deps.store.verifications(webhookIds);
  }

  /** Sends one again, under the same id, now and as often as a new one. @throws NOT_FOUND, PERMISSION_DENIED, CONFLICT */
  async repeat(caller: Caller, id: string): Promise<WebhookDeliveryRow> {
    const { store, changes, jobs, clock } = this.deps;
    const { webhookId, event } = await this.#find(id);
    const webhook = await this.deps.webhookStore.byId(webhookId);
    if (!webhook) throw problem('NOT_FOUND');
    const reached = await this.deps.places.ofWebhook(caller, webhook, 'update');
    if (!webhook.enabled) throw problem('CONFLICT', 'The webhook is disabled');
    if (event === verification) throw problem('CONFLICT', 'A verification is not repeated: verify the webhook again');
    const repeated = await changes.make(caller, 'webhook.repeat-delivery', async (tx) => {
      const result = await store.repeat(tx, id, clock.now());
      // Whoever repeats one expects an answer now.
      await tx.webhook.update({ where: { id: webhookId }, data: { resumesAt: null } });
      await jobs.schedule(tx, { kind: deliverJobKind, subject: webhookId });
      return { result, target: targetOf(webhook, reached), details: { ...reached.details, delivery: id } };
    });
    this.deps.wake();
    return repeated;
  }

  async #find(id: string): Promise<WebhookDeliveryRow> {
    const delivery = ids.webhookDelivery.is(id) ? await this.deps.store.byId(id) : null;
    if (!delivery) throw problem('NOT_FOUND');
    return delivery;
  }
}
