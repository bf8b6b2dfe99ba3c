import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { z } from 'zod';
import { positionOf } from '../../../src/platform/events/event.js';
import type { Running } from '../fixture.js';
import { runFlood, Sea, until, waves } from './flood.js';

let running: Running;
beforeAll(async () => {
  running = await runFlood({ stallMs: 4_000, pingMs: 100 });
});
afterAll(() => running.gateway.close());

const told = z.object({
  errors: z.tuple([z.looseObject({ extensions: z.object({ code: z.string(), after: z.string() }) })]),
});

/** The sea of the subscription that was opened last. */
function sea(): Sea {
  const last = Sea.all.at(-1);
  if (!last) throw new Error('nobody subscribed');
  return last;
}

/** What waits in the system for one connection is some megabytes; all that the server adds is a wave or two. */
const fewWaves = 200n;

test('over WebSocket, a client that takes nothing is closed with the id that it can go on after', async () => {
  const socket = new WebSocket(`${running.url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
  const numbers: string[] = [];
  socket.on('message', (data) => {
    const text = Buffer.isBuffer(data) ? data.toString() : '';
    if (text.includes('connection_ack')) {
      socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query: waves } }));
      return;
    }
    const [, number] = /"number":"(\d+)"/.exec(text) ?? [];
    if (number === undefined) throw new Error(`no wave: ${text.slice(0, 200)}`);
    numbers.push(number);
    if (numbers.length === 3) socket.pause();
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { token: 'good' } }));

  await until(() => numbers.length === 3 && sea().ended);
  const last = sea().taken.number;
  expect(last).toBeLessThan(fewWaves);
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => {
      resolve({ code, reason: reason.toString() });
    });
  });
  socket.resume();
  const { code, reason } = await closed;
  expect(code).toBe(4420);
  expect(numbers).toEqual(Array.from({ length: Number(last) }, (_, index) => String(index + 1)));
  expect(positionOf(reason.replace('Too slow: continue after ', ''))).toEqual({ number: last, at: null });
});

test('over server-sent events too: the last that it is told is why, and where to go on', async () => {
  const headers = { authorization: 'Bearer good', accept: 'text/event-stream', 'content-type': 'application/json' };
  const sent = request(`${running.url}/graphql`, { method: 'POST', headers });
  sent.end(JSON.stringify({ query: waves }));
  const response = await new Promise<IncomingMessage>((resolve) => sent.once('response', resolve));
  await until(() => sea().taken.number > 0n && sea().ended);
  const last = sea().taken.number;
  expect(last).toBeLessThan(fewWaves);
  let text = '';
  for await (const chunk of response) text += String(chunk);
  const events = text.split('\n\n').filter((event) => event.includes('data: '));
  expect(events.filter((event) => event.includes('"waves"'))).toHaveLength(Number(last));
  const [, json = ''] = /^event: next\ndata: (.*)$/.exec(events.at(-2) ?? '') ?? [];
  const { code, after } = told.parse(JSON.parse(json)).errors[0].extensions;
  expect(code).toBe('SUBSCRIBER_TOO_SLOW');
  expect(positionOf(after)).toEqual({ number: last, at: null });
  expect(events.at(-1)).toBe('event: complete\ndata: ');
});

test('one that takes what comes is not slow, however much that is', async () => {
  const patient = await runFlood();
  const socket = new WebSocket(`${patient.url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
  let count = 0;
  socket.on('message', (data) => {
    const text = Buffer.isBuffer(data) ? data.toString() : '';
    if (text.includes('connection_ack')) {
      socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query: waves } }));
    } else count += 1;
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { token: 'good' } }));
  await until(() => count >= 100);
  expect(socket.readyState).toBe(WebSocket.OPEN);
  socket.send(JSON.stringify({ type: 'complete', id: '1' }));
  await until(() => sea().ended);
  await patient.gateway.close();
});
