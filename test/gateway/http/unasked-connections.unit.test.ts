import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { runGateway } from '../fixture.js';

test('a server that stops waits for no connection that has asked for nothing', async () => {
  const running = await runGateway();
  const { hostname, port } = new URL(running.url);
  const silent = connect(Number(port), hostname);
  await once(silent, 'connect');
  const closed = once(silent.resume(), 'close');
  await running.gateway.close();
  await closed;
  expect(silent.bytesRead).toBe(0);
});
