import { afterEach, beforeEach, expect, test } from 'vitest';
import { mostAttempts } from '../../src/notices/back-off.js';
import { deliverJobKind } from '../../src/notices/delivery.job.js';
import { OutboundFailure } from '../../src/platform/outbound/outbound-failure.js';
import { openNotices, refusing, running } from './delivery-world.js';
import type { NoticesForTests } from './delivery-world.js';

let notices: NoticesForTests;
beforeEach(async () => {
  notices = await openNotices();
});
afterEach(() => notices.close());

test('a refused delivery is tried again later and later, and given up visibly', async () => {
  const id = await notices.webhook();
  await notices.issued(1);
  await notices.reader().read(running());
  notices.receiver.answer = () => Promise.resolve(500);
  for (let attempt = 1; attempt < mostAttempts; attempt += 1) {
    const again = await notices.sending().run(id, running());
    expect(await notices.rows(id)).toMatchObject([
      { deliveryState: 'waiting', attempts: attempt, status: 500, endedAt: null },
    ]);
    notices.world.clock.advance((again?.getTime() ?? 0) - notices.world.clock.now().getTime());
  }
  expect(await notices.sending().run(id, running())).toBeUndefined();
  expect(await notices.rows(id)).toMatchObject([
    { deliveryState: 'given-up', attempts: mostAttempts, failure: 'the receiver answered with the status 500' },
  ]);
  expect((await notices.rows(id))[0]?.endedAt).toEqual(notices.world.clock.now());
});

test('a receiver that gives no answer is left alone, and its new deliveries wait', async () => {
  const id = await notices.webhook();
  await notices.issued(9);
  await notices.reader().read(running());
  notices.receiver.answer = refusing;
  const until = await notices.sending().run(id, running());
  expect(notices.receiver.calls).toHaveLength(4);
  expect(until?.getTime()).toBe(notices.world.clock.now().getTime() + 5_000);
  expect(await notices.sending().run(id, running())).toEqual(until);
  expect(notices.receiver.calls).toHaveLength(4);
  await notices.issued(1);
  await notices.reader().read(running());
  expect(await notices.world.client.job.findMany({ where: { kind: deliverJobKind } })).toMatchObject([
    { dueAt: until },
  ]);
  notices.world.clock.advance(5_500);
  notices.receiver.answer = () => Promise.resolve(200);
  await notices.sending().run(id, running());
  expect((await notices.rows(id)).every(({ deliveryState }) => deliveryState === 'delivered')).toBe(true);
  expect(await notices.store.byId(id)).toMatchObject({ silentCount: 0, resumesAt: null });
});

test('a slow receiver is sent to by one run of a process, however many events make it due again', async () => {
  const id = await notices.webhook();
  await notices.issued(9);
  await notices.reader().read(running());
  const job = notices.sending();
  const slow = notices.held();
  const first = job.run(id, running());
  await slow.waiting(4);
  const later = await job.run(id, running());
  // The row of the job stays, in case that the first run never ends.
  expect(later?.getTime()).toBeGreaterThan(notices.world.clock.now().getTime());
  expect(notices.receiver.calls).toHaveLength(4);
  expect(notices.again).toEqual([]);
  slow.release();
  expect(await first).toBeUndefined();
  expect(notices.again).toEqual([id]);
  expect(notices.receiver.calls).toHaveLength(9);
  expect(await job.run(id, running())).toBeUndefined();
  expect(notices.again).toEqual([id]);
});

test('receivers that gave no answer take only some of the turns', async () => {
  const [one, other, good] = [await notices.webhook(), await notices.webhook(), await notices.webhook()];
  await notices.issued(1);
  await notices.reader().read(running());
  for (const id of [one, other]) await notices.store.heard({ id, updatedAt: notices.world.clock.now() }, 1, null);
  const job = notices.sending();
  const slow = notices.held();
  const first = job.run(one, running());
  await slow.waiting(1);
  expect((await job.run(other, running()))?.getTime()).toBe(notices.world.clock.now().getTime() + 1_000);
  expect(notices.receiver.calls).toHaveLength(1);
  const second = job.run(good, running());
  await slow.waiting(2);
  slow.release();
  await Promise.all([first, second]);
  await job.run(other, running());
  expect(notices.receiver.calls).toHaveLength(3);
});

test('a receiver that asks for a pause gets it', async () => {
  const id = await notices.webhook();
  await notices.issued(6);
  await notices.reader().read(running());
  [notices.receiver.answer, notices.receiver.answerHeaders] = [() => Promise.resolve(429), { 'retry-after': '90' }];
  const until = await notices.sending().run(id, running());
  expect(until?.getTime()).toBe(notices.world.clock.now().getTime() + 90_000);
  expect(notices.receiver.calls).toHaveLength(4);
  expect(await notices.store.byId(id)).toMatchObject({ silentCount: 0, resumesAt: until });
  notices.world.clock.advance(90_000);
  [notices.receiver.answer, notices.receiver.answerHeaders] = [() => Promise.resolve(200), {}];
  await notices.sending().run(id, running());
  expect((await notices.rows(id)).map(({ deliveryState }) => deliveryState)).toEqual(
    Array.from({ length: 6 }, () => 'delivered'),
  );
});

test('a call that found no turn says nothing of its receiver', async () => {
  const id = await notices.webhook();
  await notices.issued(9);
  await notices.reader().read(running());
  await notices.store.heard({ id, updatedAt: notices.world.clock.now() }, 3, null);
  notices.receiver.answer = () => Promise.reject(new OutboundFailure('busy', 'too many calls are under way'));
  const later = await notices.sending().run(id, running());
  expect(later).toBeDefined();
  expect(notices.receiver.calls).toHaveLength(4);
  expect(await notices.store.byId(id)).toMatchObject({ silentCount: 3 });
  expect((await notices.rows(id)).every(({ attempts }) => attempts === 0)).toBe(true);
});

test('an attempt that the end of the server broke counts as none', async () => {
  const id = await notices.webhook();
  await notices.issued(1);
  await notices.reader().read(running());
  notices.receiver.answer = () => Promise.reject(new OutboundFailure('ended', 'the call was given up'));
  await notices.sending().run(id, running());
  expect(await notices.rows(id)).toMatchObject([{ deliveryState: 'waiting', attempts: 0, failure: null }]);
  expect(await notices.store.byId(id)).toMatchObject({ silentCount: 0 });
});
