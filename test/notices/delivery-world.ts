import { expect } from 'vitest';
import pino from 'pino';
import { TeamSight } from '../../src/identity/access/team-sight.js';
import { DeliveryJob } from '../../src/notices/delivery.job.js';
import { DeliveryStore } from '../../src/notices/delivery.store.js';
import { NoticeReader } from '../../src/notices/notice-reader.js';
import { Sender } from '../../src/notices/sender.js';
import type { WebhookSettings } from '../../src/notices/webhook-rules.js';
import { WebhookStore } from '../../src/notices/webhook.store.js';
import { EventLog } from '../../src/platform/events/event-log.js';
import { recordEvents } from '../../src/platform/events/outbox.js';
import { Relay } from '../../src/platform/events/relay.js';
import { ids } from '../../src/platform/ids.js';
import { JobStore } from '../../src/platform/jobs/job.store.js';
import { OutboundFailure } from '../../src/platform/outbound/outbound-failure.js';
import type { OutboundCall } from '../../src/platform/outbound/outbound-gate.js';
import { issuedEvent } from '../../src/pki/events/pki-events.js';
import { eventually } from '../eventually.js';
import { openWorld } from '../identity/world.js';

export const running = () => new AbortController().signal;
export const refusing = () => Promise.reject(new OutboundFailure('unreachable', 'cannot reach hooks.example.com'));

export function settingsOf(webhook: WebhookSettings): WebhookSettings {
  const { name, url, enabled, events, otherTriggers, expiryDays, crlExpiryHours } = webhook;
  return { name, url, enabled, events, otherTriggers, expiryDays, crlExpiryHours };
}

/** What receivers do, and what they were sent. */
interface CalledReceiver {
  calls: OutboundCall[];
  answer: (call: OutboundCall) => Promise<number>;
  answerHeaders: Readonly<Record<string, string>>;
}

/** A mount whose webhooks hear of certificates, read and sent to when a test says so. */
export async function openNotices() {
  const world = await openWorld();
  const mountId = ids.mount.make();
  const at = world.clock.now();
  await world.client.mount.create({
    data: { id: mountId, path: 'boats', accessor: 'boats_1', createdAt: at, updatedAt: at },
  });
  const store = new WebhookStore({ database: world.database, seal: world.keys });
  const deliveries = new DeliveryStore(world);
  const receiver: CalledReceiver = { calls: [], answer: () => Promise.resolve(204), answerHeaders: {} };
  const again: string[] = [];

  const gate = {
    async call(call: OutboundCall) {
      receiver.calls.push(call);
      const status = await receiver.answer(call);
      return { status, headers: receiver.answerHeaders, body: Buffer.from('seen\u0000'), url: call.url };
    },
  };

  async function webhook(more: Partial<WebhookSettings> = {}): Promise<string> {
    const id = ids.webhook.make();
    const settings: WebhookSettings = {
      ...{ name: 'w', url: 'https://hooks.example.com/', enabled: true, events: ['certificate.issued'] },
      ...{ otherTriggers: [], expiryDays: [], crlExpiryHours: [], ...more },
    };
    const place = { mountId, organizationId: null, workspaceId: null, projectId: null, teamId: null };
    await world.database.transaction(async (tx) => {
      await NoticeReader.begin(tx);
      await store.create(tx, { id, place, format: 'trustate', settings, secret: 'hush', now: world.clock.now() });
    });
    return id;
  }

  async function issued(count: number): Promise<void> {
    const events = Array.from({ length: count }, (_, at) =>
      issuedEvent({ mountId, issuerId: null, serialNumber: `0${at}`, issuedAt: world.clock.now() }),
    );
    await world.database.transaction((tx) => recordEvents(tx, ...events));
    await new Relay(world).run();
  }

  const reader = (mostWaiting?: number, mostMade?: number) =>
    new NoticeReader({
      ...world,
      ...{ events: new EventLog(world), webhooks: store, deliveries, jobs: new JobStore(world) },
      sight: new TeamSight(world),
      log: pino({ level: 'silent' }),
      ...(mostWaiting !== undefined && { mostWaiting }),
      ...(mostMade !== undefined && { mostMade }),
    });
  const sending = () =>
    new DeliveryJob({
      ...{ webhooks: store, deliveries, clock: world.clock, chance: () => 0 },
      sender: new Sender({ gate, clock: world.clock }),
      suspectsAtOnce: 1,
      again: (webhookId) => {
        again.push(webhookId);
        return Promise.resolve();
      },
    });

  /** What is answered only when the test says so. */
  function held() {
    const letGo: (() => void)[] = [];
    receiver.answer = () =>
      new Promise((resolve) => {
        letGo.push(() => {
          resolve(200);
        });
      });
    return {
      /** As many calls are under way. */
      waiting: (count: number) => expect.poll(() => letGo.length, eventually).toBe(count),
      release: () => {
        receiver.answer = () => Promise.resolve(200);
        for (const each of letGo) each();
      },
    };
  }

  return {
    ...{ world, store, deliveries, receiver, webhook, issued, reader, sending, held },
    /** Webhooks whose jobs were made due by a run that ended. */
    again,
    rows: (webhookId: string) =>
      world.client.webhookDelivery.findMany({ where: { webhookId }, orderBy: { id: 'asc' } }),
    sentIds: () => receiver.calls.map(({ headers }) => headers?.['trustate-delivery'] ?? ''),
    close: () => world.close(),
  };
}

export type NoticesForTests = Awaited<ReturnType<typeof openNotices>>;
