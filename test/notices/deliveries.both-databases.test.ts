import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimMs } from '../../src/notices/delivery.store.js';
import { gate } from '../gate.js';
import { openNotices, refusing, running, settingsOf } from './delivery-world.js';
import type { NoticesForTests } from './delivery-world.js';

let notices: NoticesForTests;
beforeEach(async () => {
  notices = await openNotices();
});
afterEach(() => notices.close());

test('several processes send each delivery once, at most four at the same time', async () => {
  const id = await notices.webhook();
  await notices.issued(15);
  await notices.reader().read(running());
  let now = 0;
  let most = 0;
  const four = gate();
  notices.receiver.answer = async () => {
    now += 1;
    most = Math.max(most, now);
    if (now === 4) four.open();
    await four.opened;
    await new Promise((resolve) => setTimeout(resolve, 5));
    now -= 1;
    return 200;
  };
  expect(await notices.sending().run(id, running())).toBeUndefined();
  expect(most).toBe(4);
  await notices.issued(9);
  await notices.reader().read(running());
  await Promise.all([notices.sending().run(id, running()), notices.sending().run(id, running())]);
  expect(notices.sentIds()).toHaveLength(24);
  expect(new Set(notices.sentIds()).size).toBe(24);
  expect(
    (await notices.rows(id)).map(({ deliveryState, answerBeginning }) => `${deliveryState} ${answerBeginning}`),
  ).toEqual(Array.from({ length: 24 }, () => 'delivered seen\uFFFD'));
});

test('what a process that was killed was sending is sent again under the same id', async () => {
  const id = await notices.webhook();
  await notices.issued(1);
  await notices.reader().read(running());
  const [lost] = await notices.deliveries.claim(id, notices.world.clock.now(), 4);
  const again = await notices.sending().run(id, running());
  expect(notices.receiver.calls).toEqual([]);
  expect(again?.getTime()).toBe(notices.world.clock.now().getTime() + claimMs);
  notices.world.clock.advance(claimMs);
  await notices.sending().run(id, running());
  expect(notices.sentIds()).toEqual([lost?.id]);
  // The first one was slow, not dead: its outcome no longer counts.
  const late = {
    at: notices.world.clock.now(),
    delivered: false,
    url: 'x',
    status: 500,
    answerBeginning: null,
    answerHeaders: null,
  };
  await notices.deliveries.attempted(
    { id: lost?.id ?? '', attempts: 1 },
    { ...late, failure: 'late', silent: null, pauseMs: 0 },
    null,
    notices.world.clock.now(),
  );
  expect(await notices.rows(id)).toMatchObject([{ deliveryState: 'delivered', attempts: 2 }]);
});

test('what somebody changes while deliveries are sent counts from the next ones on', async () => {
  const [off, moved] = [await notices.webhook(), await notices.webhook()];
  await notices.issued(9);
  await notices.reader().read(running());
  const slow = notices.held();
  const first = notices.sending().run(off, running());
  await slow.waiting(4);
  await notices.world.client.webhook.update({ where: { id: off }, data: { enabled: false } });
  slow.release();
  await first;
  expect(notices.receiver.calls).toHaveLength(4);
  notices.receiver.calls = [];
  notices.world.clock.advance(5);
  notices.receiver.answer = async () => {
    const before = await notices.store.byId(moved);
    if (before?.url === 'https://hooks.example.com/') {
      const url = 'https://elsewhere.example.com/';
      const change = { ...settingsOf(before), url };
      await notices.world.database.transaction((tx) =>
        notices.store.update(tx, moved, change, 'new secret', notices.world.clock.now()),
      );
    }
    return refusing();
  };
  await notices.sending().run(moved, running());
  expect(notices.receiver.calls.map(({ url }) => url.host)).toEqual(
    Array.from({ length: 4 }, () => 'hooks.example.com'),
  );
  // The new address has not been silent.
  expect(await notices.store.byId(moved)).toMatchObject({ silentCount: 0, resumesAt: null });
});

test('a disabled webhook is told nothing, and nothing is sent to it', async () => {
  const [off, on] = [await notices.webhook({ enabled: false }), await notices.webhook()];
  await notices.issued(1);
  await notices.reader().read(running());
  expect(await notices.rows(off)).toEqual([]);
  expect(await notices.rows(on)).toHaveLength(1);
  await notices.world.client.webhook.update({ where: { id: on }, data: { enabled: false } });
  expect(await notices.sending().run(on, running())).toBeUndefined();
  expect(notices.receiver.calls).toEqual([]);
});
