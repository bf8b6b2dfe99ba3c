import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import type { Gateway } from '../../../src/gateway/gateway.js';
import { runGateway } from '../fixture.js';

/** Requests for it that have arrived. */
let slow = 0;
beforeEach(() => {
  slow = 0;
});

const bytes = 64 * 2 ** 20;
const mount = ({ app }: Gateway): void => {
  app.get('/big', (_request, reply) => reply.send(Buffer.alloc(bytes)));
  app.get('/small', () => ({ small: true }));
  app.get('/slow', async () => {
    slow += 1;
    await pause(1_500);
    return { slow: true };
  });
};

async function connected() {
  const running = await runGateway({}, {}, mount);
  const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  let heard = '';
  return {
    ...running,
    socket,
    heard: () => heard,
    hear: () => socket.on('data', (part) => (heard += part.toString('latin1'))),
  };
}

/** Until the server has read what was written: there are turns for that after a pause, however late that ends. */
async function arrived(): Promise<void> {
  await pause(20);
  for (const _turn of [1, 2]) await nextTurn();
}

const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n`;

test('a response that was handed over is sent to its end when the server stops', async () => {
  const { socket, gateway, hear, heard } = await connected();
  socket.write(`${head('/big')}\r\n`);
  await once(socket, 'readable');
  const closed = gateway.close();
  await pause(200);
  hear();
  await closed;
  await once(socket, 'close');
  expect(heard().length).toBeGreaterThan(bytes);
});

test('a request whose beginning is there is answered when the server stops, and what never ends is not waited for', async () => {
  const { socket, gateway, hear, heard } = await connected();
  hear();
  socket.write(`${head('/small')}\r\n`);
  await expect.poll(heard).toContain('{"small":true}');
  socket.write(head('/small'));
  await arrived();
  const closed = gateway.close();
  await pause(100);
  socket.write('\r\n');
  await expect.poll(() => heard().split('{"small":true}').length).toBe(3);
  socket.write(head('/small'));
  await closed;
  expect(heard().split('{"small":true}').length).toBe(3);
});

test('so is one whose beginning came with the request before it', async () => {
  const { socket, gateway, hear, heard } = await connected();
  hear();
  socket.write(`${head('/slow')}\r\n${head('/small')}`);
  await expect.poll(() => slow).toBe(1);
  const closed = gateway.close();
  await expect.poll(heard).toContain('{"slow":true}');
  await pause(100);
  socket.write('\r\n');
  await closed;
  await expect.poll(heard).toContain('{"small":true}');
});

test('a listing that is being answered on a connection that was used before is answered when the server stops', async () => {
  const { socket, gateway, hear, heard } = await connected();
  hear();
  socket.write(`${head('/small')}\r\n`);
  await expect.poll(heard).toContain('{"small":true}');
  socket.write('LIST /slow HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(() => slow).toBe(1);
  await gateway.close();
  await expect.poll(heard).toContain('{"slow":true}');
});

test('so is one that follows a refusal of what the first request on its connection expects', async () => {
  const { socket, gateway, hear, heard } = await connected();
  hear();
  socket.write(`${head('/small')}Expect: a-miracle\r\n\r\n`);
  await expect.poll(heard).toContain('417');
  socket.write(head('/small'));
  await arrived();
  const closed = gateway.close();
  await pause(100);
  socket.write('\r\n');
  await closed;
  await expect.poll(heard).toContain('{"small":true}');
});

test('line breaks between requests are no request: a server that stops does not wait for more of them', async () => {
  const { socket, gateway, hear, heard } = await connected();
  hear();
  socket.write(`${head('/small')}\r\n`);
  await expect.poll(heard).toContain('{"small":true}');
  socket.write('\r\n');
  await arrived();
  const closed = gateway.close();
  let breaks = 0;
  while (!socket.closed && breaks < 200) {
    socket.write('\r\n');
    breaks += 1;
    await pause(50);
  }
  expect(socket.closed).toBe(true);
  await closed;
});
