import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReceiver } from '../notices/receiver.js';
import type { Receiver } from '../notices/receiver.js';
import { issuedBy, serialsIn, toldOfCertificates, waitingFor } from '../notices/told.js';
import { twoServers } from './harness/two-servers.js';
import type { TwoServers } from './harness/two-servers.js';

let servers: TwoServers;
let there: Receiver;
beforeAll(async () => {
  servers = await twoServers([0, 0], { TRUSTATE_OUTBOUND_ALLOW: '127.0.0.0/8' });
  there = await openReceiver();
});
afterAll(async () => {
  there.close();
  await servers.stop();
});

test('two servers tell each thing once, and one goes on when the other is killed', async () => {
  const [one, other] = [servers.one.server, servers.other.server];
  const webhookId = await toldOfCertificates(one, there);
  const serials: string[] = [];
  for (let count = 0; count < 10; count += 1) serials.push(await issuedBy(one), await issuedBy(other));
  const told = () => [...serialsIn(there).values()].filter((serial) => serials.includes(serial)).sort();
  await expect.poll(told).toEqual(serials.toSorted());
  // Else the one that is left sends again what the killed one did not write down.
  await expect.poll(() => waitingFor(other, webhookId)).toBe(0);
  const before = there.received.length;
  expect(there.received.map(({ headers }) => headers['trustate-delivery']).length).toBe(serialsIn(there).size);
  // The one that knows of the webhook is gone: the other finds it by itself.
  await one.kill9();
  const last = await issuedBy(other);
  await expect.poll(() => [...serialsIn(there).values()].includes(last), { timeout: 200_000 }).toBe(true);
  expect(there.received.length).toBe(before + 1);
});
