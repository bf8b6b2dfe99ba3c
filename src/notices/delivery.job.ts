import type { Clock } from '../platform/clock.js';
import { nextAttempt, pauseAfter } from './back-off.js';
import type { ClaimedDelivery, DeliveryStore } from './delivery.store.js';
import type { Sender, SentNotice } from './sender.js';
import type { CallableWebhook, WebhookStore } from './webhook.store.js';

/** Kind of the jobs that send what waits for one webhook. The subject is its id. */
export const deliverJobKind = 'notices.deliver';

/** Deliveries to one receiver at the same time, by one process. */
export const atOnce = 4;
/** After so many times `atOnce` it is the turn of others. */
const rounds = 5;
/** Milliseconds before an attempt that found no turn is made again. */
const busyMs = 1_000;
/** Milliseconds until somebody looks after what another run of this process is sending, if that does not say that it has ended. */
const overdueMs = 15_000;

export interface DeliveryJobDeps {
  readonly webhooks: Pick<WebhookStore, 'callable' | 'heard'>;
  readonly deliveries: DeliveryStore;
  readonly sender: Sender;
  readonly clock: Clock;
  readonly chance?: () => number;
  /** Makes the job of a webhook due. */
  readonly again: (webhookId: string) => Promise<void>;
  /** Receivers without an answer last time that are tried at the same time. */
  readonly suspectsAtOnce: number;
}

/** What one run tells the next one for the same webhook. */
interface Run {
  /** New deliveries came while it was sending. */
  isAskedAgain: boolean;
  isSuspect: boolean;
}

/** Sends what waits for a webhook, as long as its receiver answers. */
export class DeliveryJob {
  /** By webhook. Each event makes its job due again, so that without this a slow receiver would soon be sent everything at once, by all who could send to others. */
  readonly #runs = new Map<string, Run>();

  constructor(private readonly deps: DeliveryJobDeps) {}

  /** @returns when to run again; nothing if nothing waits */
  async run(webhookId: string, signal: AbortSignal): Promise<Date | undefined> {
    const other = this.#runs.get(webhookId);
    if (other) {
      other.isAskedAgain = true;
      return new Date(this.deps.clock.now().getTime() + overdueMs);
    }
    const run: Run = { isAskedAgain: false, isSuspect: false };
    this.#runs.set(webhookId, run);
    try {
      return await this.#send(webhookId, run, signal);
    } finally {
      this.#runs.delete(webhookId);
      if (run.isAskedAgain) await this.deps.again(webhookId);
    }
  }

  async #send(webhookId: string, run: Run, signal: AbortSignal): Promise<Date | undefined> {
    const { webhooks, deliveries, clock } = this.deps;
    for (let round = 0; round < rounds && !signal.aborted; round += 1) {
      // Somebody may have changed it since the last round.
      const webhook = await webhooks.callable(webhookId);
      if (!webhook?.enabled) return undefined;
      if (webhook.resumesAt !== null && webhook.resumesAt > clock.now()) return webhook.resumesAt;
      if (!this.#mayTry(webhook, run)) return new Date(clock.now().getTime() + busyMs);
      const claimed = await deliveries.claim(webhookId, clock.now(), atOnce);
      if (claimed.length === 0) break;
      const sent = await Promise.all(claimed.map((delivery) => this.#attempt(webhook, delivery, signal)));
      const answers = sent.filter((each) => each !== null);
      // Nobody was called.
      if (answers.length === 0) break;
      const resumesAt = await this.#noted(webhook, answers);
      if (resumesAt !== null) return resumesAt;
    }
    return (await deliveries.nextDue(webhookId)) ?? undefined;
  }

  /** Those that gave no answer leave room for those that did. */
  #mayTry({ silentCount }: Pick<CallableWebhook, 'silentCount'>, run: Run): boolean {
    run.isSuspect = silentCount > 0;
    const suspects = [...this.#runs.values()].filter(({ isSuspect }) => isSuspect).length;
    if (suspects <= this.deps.suspectsAtOnce) return true;
    run.isSuspect = false;
    return false;
  }

  /** @returns until when the receiver is left alone; null if it is not */
  async #noted(webhook: CallableWebhook, answers: readonly SentNotice[]): Promise<Date | null> {
    const { webhooks, clock } = this.deps;
    const now = clock.now();
    if (answers.every(({ silent }) => silent !== null)) {
      const resumesAt = pauseAfter(webhook.silentCount + 1, now);
      await webhooks.heard(webhook, webhook.silentCount + 1, resumesAt);
      return resumesAt;
    }
    const pause = Math.max(...answers.map(({ pauseMs }) => pauseMs));
    const resumesAt = pause > 0 ? new Date(now.getTime() + pause) : null;
    if (webhook.silentCount > 0 || resumesAt !== null) await webhooks.heard(webhook, 0, resumesAt);
    return resumesAt;
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
