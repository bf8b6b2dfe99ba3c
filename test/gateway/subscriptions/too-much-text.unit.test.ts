import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { z } from 'zod';
import { defaultLimits } from '../../../src/gateway/execution/limits.js';
import { positionOf } from '../../../src/platform/events/event.js';
import type { Running } from '../fixture.js';
import { runFlood, waves } from './flood.js';

let running: Running;
beforeAll(async () => {
  running = await runFlood({}, { limits: { ...defaultLimits, text: 1_000 } });
});
afterAll(() => running.gateway.close());

const result = z.strictObject({
  errors: z.tuple([
    z.strictObject({ message: z.string(), extensions: z.looseObject({ code: z.string(), limit: z.string() }) }),
  ]),
  data: z.null(),
  extensions: z.looseObject({ eventId: z.string() }),
});

/** Each event of the sea is too large: the numbers of the first three that are told of, in what is told. */
function expectThree(results: readonly unknown[]): void {
  const read = results.map((one) => result.parse(one));
  for (const { errors } of read) expect(errors[0].extensions).toMatchObject({ code: 'LIMIT_EXCEEDED', limit: 'text' });
  expect(read.map(({ extensions }) => positionOf(extensions.eventId).number)).toEqual([1n, 2n, 3n]);
}

test('over WebSocket, an event with too much text is one error with its id, and the next one comes', async () => {
  const socket = new WebSocket(`${running.url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
  const message = z.looseObject({ type: z.string(), payload: z.unknown().optional() });
  const results: unknown[] = [];
  const three = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      const { type, payload } = message.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''));
      if (type === 'connection_ack')
        socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query: waves } }));
      else if (type === 'next' || type === 'error') results.push(payload);
      if (results.length === 3 || type === 'error' || type === 'complete') resolve();
    });
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { token: 'good' } }));
  await three;
  socket.terminate();
  expectThree(results.slice(0, 3));
});

/** What server-sent events bring of a subscription: the first three results. */
async function firstThree(query: string): Promise<readonly unknown[]> {
  const headers = { authorization: 'Bearer good', accept: 'text/event-stream', 'content-type': 'application/json' };
  const sent = request(`${running.url}/graphql`, { method: 'POST', headers });
  sent.end(JSON.stringify({ query }));
  const response = await new Promise<IncomingMessage>((resolve) => sent.once('response', resolve));
  let text = '';
  const results = () => [...text.matchAll(/^event: next\ndata: (.*)\n\n/gm)].map(([, json]) => json ?? '');
  for await (const chunk of response) {
    text += String(chunk);
    if (results().length >= 3) break;
  }
  return results()
    .slice(0, 3)
    .map((json): unknown => JSON.parse(json));
}

test('over server-sent events too', async () => {
  expectThree(await firstThree(waves));
});

test('what was wrong with the event itself is told too', async () => {
  const told = z.looseObject({ errors: z.array(z.looseObject({ extensions: z.looseObject({ code: z.string() }) })) });
  const [first] = await firstThree('subscription { waves { number water foam } }');
  const codes = told.parse(first).errors.map(({ extensions }) => extensions.code);
  expect(codes).toEqual(['NOT_FOUND', 'LIMIT_EXCEEDED']);
});
