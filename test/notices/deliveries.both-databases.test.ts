import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import pino from 'pino';
import { TeamSight } from '../../src/identity/access/team-sight.js';
import { mostAttempts } from '../../src/notices/back-off.js';
import { DeliveryJob, deliverJobKind } from '../../src/notices/delivery.job.js';
import { claimMs, DeliveryStore, mostEnded } from '../../src/notices/delivery.store.js';
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
import type { World } from '../identity/world.js';

let world: World;
let mountId: string;
let store: WebhookStore;
let deliveries: DeliveryStore;
let calls: OutboundCall[];
/** What receivers do. */
let answer: (call: OutboundCall) => Promise<number>;
let answerHeaders: Readonly<Record<string, string>>;
/** Webhooks whose jobs were made due by a run that ended. */
let again: string[];
const running = () => new AbortController().signal;

beforeEach(async () => {
  world = await openWorld();
  mountId = ids.mount.make();
  const at = world.clock.now();
  await world.client.mount.create({
    data: { id: mountId, path: 'boats', accessor: 'boats_1', createdAt: at, updatedAt: at },
  });
  store = new WebhookStore({ database: world.database, seal: world.keys });
  deliveries = new DeliveryStore(world);
  calls = [];
  answer = () => Promise.resolve(204);
  answerHeaders = {};
  again = [];
});
afterEach(() => world.close());

const gate = {
  async call(call: OutboundCall) {
    calls.push(call);
    return { status: await answer(call), headers: answerHeaders, body: Buffer.from('seen\u0000'), url: call.url };
  },
};
const refusing = () => Promise.reject(new OutboundFailure('unreachable', 'cannot reach hooks.example.com'));

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

function settingsOf(webhook: WebhookSettings): WebhookSettings {
  const { name, url, enabled, events, otherTriggers, expiryDays, crlExpiryHours } = webhook;
  return { name, url, enabled, events, otherTriggers, expiryDays, crlExpiryHours };
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
  answer = () =>
    new Promise((resolve) => {
      letGo.push(() => {
        resolve(200);
      });
    });
  return {
    /** As many calls are under way. */
    waiting: (count: number) => expect.poll(() => letGo.length, eventually).toBe(count),
    release: () => {
      answer = () => Promise.resolve(200);
      for (const each of letGo) each();
    },
  };
}
const rows = (webhookId: string) =>
  world.client.webhookDelivery.findMany({ where: { webhookId }, orderBy: { id: 'asc' } });
const sentIds = () => calls.map(({ headers }) => headers?.['trustate-delivery'] ?? '');

test('several readers make one delivery of each event, of those after the webhook only', async () => {
  await issued(2);
  world.clock.advance(1_000);
  const id = await webhook();
  await issued(5);
  await Promise.all([reader().read(running()), reader().read(running()), reader().read(running())]);
  const made = await rows(id);
  expect(made.map(({ deliveryState, event, attempts }) => `${deliveryState} ${event} ${attempts}`)).toEqual(
    Array.from({ length: 5 }, () => 'waiting certificate.issued 0'),
  );
  expect(await world.client.job.findMany({ where: { kind: deliverJobKind } })).toMatchObject([{ subject: id }]);
});

test('a reader that ends before its transaction leaves everything to the next one', async () => {
  const id = await webhook();
  await issued(3);
  const broken = new NoticeReader({
    ...{ ...world, events: new EventLog(world), webhooks: store, jobs: new JobStore(world) },
    sight: new TeamSight(world),
    log: pino({ level: 'silent' }),
    deliveries: Object.assign(new DeliveryStore(world), {
      insert: () => Promise.reject(new Error('killed')),
    }),
  });
  await expect(broken.read(running())).rejects.toThrow('killed');
  expect(await rows(id)).toEqual([]);
  await reader().read(running());
  expect(await rows(id)).toHaveLength(3);
});

test('several processes send each delivery once, at most four at the same time', async () => {
  const id = await webhook();
  await issued(15);
  await reader().read(running());
  let now = 0;
  let most = 0;
  answer = async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setTimeout(resolve, 5));
    now -= 1;
    return 200;
  };
  expect(await sending().run(id, running())).toBeUndefined();
  expect(most).toBe(4);
  await issued(9);
  await reader().read(running());
  await Promise.all([sending().run(id, running()), sending().run(id, running())]);
  expect(sentIds()).toHaveLength(24);
  expect(new Set(sentIds()).size).toBe(24);
  expect((await rows(id)).map(({ deliveryState, answerBeginning }) => `${deliveryState} ${answerBeginning}`)).toEqual(
    Array.from({ length: 24 }, () => 'delivered seen\uFFFD'),
  );
});

test('what a process that was killed was sending is sent again under the same id', async () => {
  const id = await webhook();
  await issued(1);
  await reader().read(running());
  const [lost] = await deliveries.claim(id, world.clock.now(), 4);
  const again = await sending().run(id, running());
  expect(calls).toEqual([]);
  expect(again?.getTime()).toBe(world.clock.now().getTime() + claimMs);
  world.clock.advance(claimMs);
  await sending().run(id, running());
  expect(sentIds()).toEqual([lost?.id]);
  // The first one was slow, not dead: its outcome no longer counts.
  const late = {
    at: world.clock.now(),
    delivered: false,
    url: 'x',
    status: 500,
    answerBeginning: null,
    answerHeaders: null,
  };
  await deliveries.attempted(
    { id: lost?.id ?? '', attempts: 1 },
    { ...late, failure: 'late', silent: null, pauseMs: 0 },
    null,
    world.clock.now(),
  );
  expect(await rows(id)).toMatchObject([{ deliveryState: 'delivered', attempts: 2 }]);
});

test('a refused delivery is tried again later and later, and given up visibly', async () => {
  const id = await webhook();
  await issued(1);
  await reader().read(running());
  answer = () => Promise.resolve(500);
  for (let attempt = 1; attempt < mostAttempts; attempt += 1) {
    const again = await sending().run(id, running());
    expect(await rows(id)).toMatchObject([{ deliveryState: 'waiting', attempts: attempt, status: 500, endedAt: null }]);
    world.clock.advance((again?.getTime() ?? 0) - world.clock.now().getTime());
  }
  expect(await sending().run(id, running())).toBeUndefined();
  expect(await rows(id)).toMatchObject([
    { deliveryState: 'given-up', attempts: mostAttempts, failure: 'the receiver answered with the status 500' },
  ]);
  expect((await rows(id))[0]?.endedAt).toEqual(world.clock.now());
});

test('a receiver that gives no answer is left alone, and its new deliveries wait', async () => {
  const id = await webhook();
  await issued(9);
  await reader().read(running());
  answer = refusing;
  const until = await sending().run(id, running());
  expect(calls).toHaveLength(4);
  expect(until?.getTime()).toBe(world.clock.now().getTime() + 5_000);
  expect(await sending().run(id, running())).toEqual(until);
  expect(calls).toHaveLength(4);
  await issued(1);
  await reader().read(running());
  expect(await world.client.job.findMany({ where: { kind: deliverJobKind } })).toMatchObject([{ dueAt: until }]);
  world.clock.advance(5_500);
  answer = () => Promise.resolve(200);
  await sending().run(id, running());
  expect((await rows(id)).every(({ deliveryState }) => deliveryState === 'delivered')).toBe(true);
  expect(await store.byId(id)).toMatchObject({ silentCount: 0, resumesAt: null });
});

test('a slow receiver is sent to by one run of a process, however many events make it due again', async () => {
  const id = await webhook();
  await issued(9);
  await reader().read(running());
  const job = sending();
  const slow = held();
  const first = job.run(id, running());
  await slow.waiting(4);
  const later = await job.run(id, running());
  // The row of the job stays, in case that the first run never ends.
  expect(later?.getTime()).toBeGreaterThan(world.clock.now().getTime());
  expect(calls).toHaveLength(4);
  expect(again).toEqual([]);
  slow.release();
  expect(await first).toBeUndefined();
  expect(again).toEqual([id]);
  expect(calls).toHaveLength(9);
  expect(await job.run(id, running())).toBeUndefined();
  expect(again).toEqual([id]);
});

test('receivers that gave no answer take only some of the turns', async () => {
  const [one, other, good] = [await webhook(), await webhook(), await webhook()];
  await issued(1);
  await reader().read(running());
  for (const id of [one, other]) await store.heard({ id, updatedAt: world.clock.now() }, 1, null);
  const job = sending();
  const slow = held();
  const first = job.run(one, running());
  await slow.waiting(1);
  expect((await job.run(other, running()))?.getTime()).toBe(world.clock.now().getTime() + 1_000);
  expect(calls).toHaveLength(1);
  const second = job.run(good, running());
  await slow.waiting(2);
  slow.release();
  await Promise.all([first, second]);
  await job.run(other, running());
  expect(calls).toHaveLength(3);
});

test('what somebody changes while deliveries are sent counts from the next ones on', async () => {
  const [off, moved] = [await webhook(), await webhook()];
  await issued(9);
  await reader().read(running());
  const slow = held();
  const first = sending().run(off, running());
  await slow.waiting(4);
  await world.client.webhook.update({ where: { id: off }, data: { enabled: false } });
  slow.release();
  await first;
  expect(calls).toHaveLength(4);
  calls = [];
  world.clock.advance(5);
  answer = async () => {
    const before = await store.byId(moved);
    if (before?.url === 'https://hooks.example.com/') {
      const url = 'https://elsewhere.example.com/';
      const change = { ...settingsOf(before), url };
      await world.database.transaction((tx) => store.update(tx, moved, change, 'new secret', world.clock.now()));
    }
    return refusing();
  };
  await sending().run(moved, running());
  expect(calls.map(({ url }) => url.host)).toEqual(Array.from({ length: 4 }, () => 'hooks.example.com'));
  // The new address has not been silent.
  expect(await store.byId(moved)).toMatchObject({ silentCount: 0, resumesAt: null });
});

test('a receiver that asks for a pause gets it', async () => {
  const id = await webhook();
  await issued(6);
  await reader().read(running());
  [answer, answerHeaders] = [() => Promise.resolve(429), { 'retry-after': '90' }];
  const until = await sending().run(id, running());
  expect(until?.getTime()).toBe(world.clock.now().getTime() + 90_000);
  expect(calls).toHaveLength(4);
  expect(await store.byId(id)).toMatchObject({ silentCount: 0, resumesAt: until });
  world.clock.advance(90_000);
  [answer, answerHeaders] = [() => Promise.resolve(200), {}];
  await sending().run(id, running());
  expect((await rows(id)).map(({ deliveryState }) => deliveryState)).toEqual(
    Array.from({ length: 6 }, () => 'delivered'),
  );
});

test('a call that found no turn says nothing of its receiver', async () => {
  const id = await webhook();
  await issued(9);
  await reader().read(running());
  await store.heard({ id, updatedAt: world.clock.now() }, 3, null);
  answer = () => Promise.reject(new OutboundFailure('busy', 'too many calls are under way'));
  const later = await sending().run(id, running());
  expect(later).toBeDefined();
  expect(calls).toHaveLength(4);
  expect(await store.byId(id)).toMatchObject({ silentCount: 3 });
  expect((await rows(id)).every(({ attempts }) => attempts === 0)).toBe(true);
});

test('an attempt that the end of the server broke counts as none', async () => {
  const id = await webhook();
  await issued(1);
  await reader().read(running());
  answer = () => Promise.reject(new OutboundFailure('ended', 'the call was given up'));
  await sending().run(id, running());
  expect(await rows(id)).toMatchObject([{ deliveryState: 'waiting', attempts: 0, failure: null }]);
  expect(await store.byId(id)).toMatchObject({ silentCount: 0 });
});

test('what waits is bounded, and what is not kept is counted', async () => {
  const id = await webhook();
  await issued(7);
  await reader(5).read(running());
  await issued(2);
  await reader(5).read(running());
  expect(await rows(id)).toHaveLength(5);
  expect((await store.byId(id))?.droppedCount).toBe(4n);
});

test('what many webhooks hear of many events is kept in parts, and nothing is lost or made twice', async () => {
  const wanted = [await webhook(), await webhook(), await webhook()];
  await issued(5);
  const transactions = vi.spyOn(deliveries, 'insert');
  expect(await reader(undefined, 7).read(running())).toBe(true);
  expect(transactions.mock.calls.map(([, made]) => made.length)).toEqual([6, 6, 3]);
  // One event that more webhooks hear of is not divided.
  await issued(2);
  await reader(undefined, 2).read(running());
  expect(transactions.mock.calls.slice(3).map(([, made]) => made.length)).toEqual([3, 3]);
  for (const id of wanted) expect(await rows(id)).toHaveLength(7);
  expect(await world.client.job.count({ where: { kind: deliverJobKind } })).toBe(3);
});

test('a disabled webhook is told nothing, and nothing is sent to it', async () => {
  const [off, on] = [await webhook({ enabled: false }), await webhook()];
  await issued(1);
  await reader().read(running());
  expect(await rows(off)).toEqual([]);
  expect(await rows(on)).toHaveLength(1);
  await world.client.webhook.update({ where: { id: on }, data: { enabled: false } });
  expect(await sending().run(on, running())).toBeUndefined();
  expect(calls).toEqual([]);
});

test('events are kept until webhooks have read them, and no longer than others when nobody has one', async () => {
  const log = new EventLog(world);
  const id = await webhook();
  await issued(3);
  const all = { before: new Date(world.clock.now().getTime() + 1_000), keep: 0 };
  expect(await log.prune(all)).toBe(0);
  await reader().read(running());
  expect(await log.prune(all)).toBe(3);
  expect(await reader().end()).toBe(false);
  await world.client.webhook.delete({ where: { id } });
  expect(await rows(id)).toEqual([]);
  expect(await reader().end()).toBe(true);
  await issued(2);
  expect(await log.prune(all)).toBe(2);
  expect(await reader().read(running())).toBe(false);
});

test('ended deliveries go by age and by number, waiting ones never', async () => {
  const id = await webhook();
  const now = world.clock.now();
  const row = (deliveryState: string, endedAt: Date | null) => ({
    ...{ id: ids.webhookDelivery.make(), webhookId: id, event: 'certificate.issued', body: '{}', deliveryState },
    ...{ createdAt: now, endedAt, nextAttemptAt: endedAt ? null : now },
  });
  const old = new Date(now.getTime() - 10_000);
  await world.client.webhookDelivery.createMany({
    data: [
      ...Array.from({ length: mostEnded + 3 }, () => row('delivered', now)),
      ...[row('given-up', old), row('delivered', old), row('waiting', null)],
    ],
  });
  await deliveries.prune(new Date(now.getTime() - 5_000));
  const left = await rows(id);
  expect(left.filter(({ deliveryState }) => deliveryState === 'waiting')).toHaveLength(1);
  expect(left).toHaveLength(mostEnded + 1);
  expect(left.some(({ endedAt }) => endedAt?.getTime() === old.getTime())).toBe(false);
});
