import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import pino from 'pino';
import { TeamSight } from '../../src/identity/access/team-sight.js';
import { deliverJobKind } from '../../src/notices/delivery.job.js';
import { DeliveryStore, mostEnded } from '../../src/notices/delivery.store.js';
import { NoticeReader } from '../../src/notices/notice-reader.js';
import { EventLog } from '../../src/platform/events/event-log.js';
import { ids } from '../../src/platform/ids.js';
import { JobStore } from '../../src/platform/jobs/job.store.js';
import { openNotices, running } from './delivery-world.js';
import type { NoticesForTests } from './delivery-world.js';

let notices: NoticesForTests;
beforeEach(async () => {
  notices = await openNotices();
});
afterEach(() => notices.close());

test('several readers make one delivery of each event, of those after the webhook only', async () => {
  await notices.issued(2);
  notices.world.clock.advance(1_000);
  const id = await notices.webhook();
  await notices.issued(5);
  await Promise.all([
    notices.reader().read(running()),
    notices.reader().read(running()),
    notices.reader().read(running()),
  ]);
  const made = await notices.rows(id);
  expect(made.map(({ deliveryState, event, attempts }) => `${deliveryState} ${event} ${attempts}`)).toEqual(
    Array.from({ length: 5 }, () => 'waiting certificate.issued 0'),
  );
  expect(await notices.world.client.job.findMany({ where: { kind: deliverJobKind } })).toMatchObject([{ subject: id }]);
});

test('a reader that ends before its transaction leaves everything to the next one', async () => {
  const id = await notices.webhook();
  await notices.issued(3);
  const broken = new NoticeReader({
    ...{
      ...notices.world,
      events: new EventLog(notices.world),
      webhooks: notices.store,
      jobs: new JobStore(notices.world),
    },
    sight: new TeamSight(notices.world),
    log: pino({ level: 'silent' }),
    deliveries: Object.assign(new DeliveryStore(notices.world), {
      insert: () => Promise.reject(new Error('killed')),
    }),
  });
  await expect(broken.read(running())).rejects.toThrow('killed');
  expect(await notices.rows(id)).toEqual([]);
  await notices.reader().read(running());
  expect(await notices.rows(id)).toHaveLength(3);
});

test('what waits is bounded, and what is not kept is counted', async () => {
  const id = await notices.webhook();
  await notices.issued(7);
  await notices.reader(5).read(running());
  await notices.issued(2);
  await notices.reader(5).read(running());
  expect(await notices.rows(id)).toHaveLength(5);
  expect((await notices.store.byId(id))?.droppedCount).toBe(4n);
});

test('what many webhooks hear of many events is kept in parts, and nothing is lost or made twice', async () => {
  const wanted = [await notices.webhook(), await notices.webhook(), await notices.webhook()];
  await notices.issued(5);
  const transactions = vi.spyOn(notices.deliveries, 'insert');
  expect(await notices.reader(undefined, 7).read(running())).toBe(true);
  expect(transactions.mock.calls.map(([, made]) => made.length)).toEqual([6, 6, 3]);
  // One event that more webhooks hear of is not divided.
  await notices.issued(2);
  await notices.reader(undefined, 2).read(running());
  expect(transactions.mock.calls.slice(3).map(([, made]) => made.length)).toEqual([3, 3]);
  for (const id of wanted) expect(await notices.rows(id)).toHaveLength(7);
  expect(await notices.world.client.job.count({ where: { kind: deliverJobKind } })).toBe(3);
});

test('events are kept until webhooks have read them, and no longer than others when nobody has one', async () => {
  const log = new EventLog(notices.world);
  const id = await notices.webhook();
  await notices.issued(3);
  const all = { before: new Date(notices.world.clock.now().getTime() + 1_000), keep: 0 };
  expect(await log.prune(all)).toBe(0);
  await notices.reader().read(running());
  expect(await log.prune(all)).toBe(3);
  expect(await notices.reader().end()).toBe(false);
  await notices.world.client.webhook.delete({ where: { id } });
  expect(await notices.rows(id)).toEqual([]);
  expect(await notices.reader().end()).toBe(true);
  await notices.issued(2);
  expect(await log.prune(all)).toBe(2);
  expect(await notices.reader().read(running())).toBe(false);
});

test('ended deliveries go by age and by number, waiting ones never', async () => {
  const id = await notices.webhook();
  const now = notices.world.clock.now();
  const row = (deliveryState: string, endedAt: Date | null) => ({
    ...{ id: ids.webhookDelivery.make(), webhookId: id, event: 'certificate.issued', body: '{}', deliveryState },
    ...{ createdAt: now, endedAt, nextAttemptAt: endedAt ? null : now },
  });
  const old = new Date(now.getTime() - 10_000);
  await notices.world.client.webhookDelivery.createMany({
    data: [
      ...Array.from({ length: mostEnded + 3 }, () => row('delivered', now)),
      ...[row('given-up', old), row('delivered', old), row('waiting', null)],
    ],
  });
  await notices.deliveries.prune(new Date(now.getTime() - 5_000));
  const left = await notices.rows(id);
  expect(left.filter(({ deliveryState }) => deliveryState === 'waiting')).toHaveLength(1);
  expect(left).toHaveLength(mostEnded + 1);
  expect(left.some(({ endedAt }) => endedAt?.getTime() === old.getTime())).toBe(false);
});
