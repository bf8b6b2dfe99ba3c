import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReceiver } from '../notices/receiver.js';
import type { Receiver } from '../notices/receiver.js';
import { issuedBy, serialsIn, toldOfCertificates } from '../notices/told.js';
import { Server } from './harness/server.js';

let server: Server;
let there: Receiver;
beforeAll(async () => {
  server = await Server.start({ TRUSTATE_OUTBOUND_ALLOW: '127.0.0.0/8' });
  there = await openReceiver();
});
afterAll(async () => {
  there.close();
  await server.stop();
});

test('a server that is killed while it tells goes on telling, and forgets nothing', async () => {
  await toldOfCertificates(server, there);
  const acknowledged: string[] = [];
  // It answers late, so that there is always something on its way.
  there.answers((response) => setTimeout(() => response.writeHead(204).end(), 50));
  for (let round = 0; round < 2; round += 1) {
    for (let count = 0; count < 15; count += 1) acknowledged.push(await issuedBy(server));
    await server.kill9();
    await server.restart();
  }
  acknowledged.push(await issuedBy(server));
  const missing = () => acknowledged.filter((serial) => ![...serialsIn(there).values()].includes(serial));
  await expect.poll(missing, { timeout: 150_000 }).toEqual([]);
  // Under one id each, however often.
  const serials = [...serialsIn(there).values()];
  expect(new Set(serials).size).toBe(serials.length);
});
