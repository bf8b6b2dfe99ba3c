import type { Clock } from '../platform/clock.js';
import { nextAttempt, pauseAfter } from './back-off.js';
import type { ClaimedDelivery, DeliveryStore } from './delivery.store.js';
import type { Sender, SentNotice } from './sender.js';
import type { CallableWebhook, WebhookStore } from './webhook.store.js';

/** Kind of the jobs that send what waits for one webhook. The subject is its id. */
export const deliverJobKind = 'notices.deliver';

/** Deliveries to one receiver at the same time. */
export const atOnce = 4;
/** After so many times `atOnce` it is the turn of others. */
const rounds = 5;
/** Milliseconds before an attempt that found no turn is made again. */
const busyMs = 1_000;

/** Sends what waits for a webhook, as long as its receiver answers. */
export class DeliveryJob {
  constructor(
    private readonly deps: {
      readonly webhooks: Pick<WebhookStore, 'callable' | 'heard'>;
      readonly deliveries: DeliveryStore;
      readonly sender: Sender;
      readonly clock: Clock;
      readonly chance?: () => number;
    },
  ) {}

  /** @returns when to run again; nothing if nothing waits */
  async run(webhookId: string, signal: AbortSignal): Promise<Date | undefined> {
    const { webhooks, deliveries, clock } = this.deps;
    const webhook = await webhooks.callable(webhookId);
    if (!webhook?.enabled) return undefined;
    if (webhook.resumesAt !== null && webhook.resumesAt > clock.now()) return webhook.resumesAt;
    let { silentCount } = webhook;
    for (let round = 0; round < rounds && !signal.aborted; round += 1) {
      const claimed = await deliveries.claim(webhookId, clock.now(), atOnce);
      if (claimed.length === 0) break;
      const sent = await Promise.all(claimed.map((delivery) => this.#attempt(webhook, delivery, signal)));
      const answers = sent.filter((each) => each !== null);
      const isSilent = answers.length > 0 && answers.every(({ silent }) => silent !== null);
      if (!isSilent && silentCount > 0) {
        silentCount = 0;
        await webhooks.heard(webhookId, 0, null);
      }
      if (!isSilent) continue;
      const resumesAt = pauseAfter(silentCount + 1, clock.now());
      await webhooks.heard(webhookId, silentCount + 1, resumesAt);
      return resumesAt;
    }
    return (await deliveries.nextDue(webhookId)) ?? undefined;
  }

  /** @returns null if it was not sent */
  async #attempt(webhook: CallableWebhook, delivery: ClaimedDelivery, signal: AbortSignal): Promise<SentNotice | null> {
    const { deliveries, sender, clock, chance = Math.random } = this.deps;
    const sent = await sender.send(webhook, delivery, signal);
    const now = clock.now();
    // The server stops, or has too much to do: the receiver may have done nothing wrong.
    if (sent.silent === 'ended' || sent.silent === 'busy') {
      await deliveries.unclaim(delivery, new Date(now.getTime() + busyMs));
      return null;
    }
    const next = sent.delivered ? null : nextAttempt(delivery.attempts, now, chance());
    await deliveries.attempted(delivery, sent, next, now);
    return sent;
  }
}
