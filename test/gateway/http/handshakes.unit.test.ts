import { once } from 'node:events';
import { connect as connectTo } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { expect, test } from 'vitest';
import { defaultBounds } from '../../../src/gateway/admission/bounds.js';
import { runSecurely } from './secure.js';

/** Longer than any test. */
const bounds = { ...defaultBounds, handshake: 3_600_000 };

test.each([
  ['says nothing', ''],
  ['begins a record', '\x16\x03\x01\x02\x00\x01'],
])('a server that stops waits for no handshake of a client that %s', async (_what, begun) => {
  const { gateway, port } = await runSecurely({ bounds });
  const client = connectTo(port, '127.0.0.1');
  client.on('error', () => undefined);
  await once(client, 'connect');
  client.write(begun, 'latin1');
  const closed = new Promise<void>((resolve) => client.resume().once('close', () => resolve()));
  await gateway.close();
  await closed;
});

test('what is asked after the handshake is answered when the server stops', async () => {
  let asked = 0;
  let finish = (): void => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const { gateway, port, ca } = await runSecurely({ bounds }, {}, ({ app }) => {
    app.get('/slow', async () => {
      asked += 1;
      await finished;
      return { slow: true };
    });
  });
  const client = connectTls({ port, host: '127.0.0.1', ca, ALPNProtocols: ['http/1.1'] });
  let heard = '';
  client.setEncoding('utf8').on('data', (part) => (heard += String(part)));
  client.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => asked).toBe(1);
  const closed = gateway.close();
  finish();
  await closed;
  await expect.poll(() => heard).toContain('{"slow":true}');
});
