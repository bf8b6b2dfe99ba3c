import { expect, test } from 'vitest';
import { OperationIds } from '../../../src/gateway/subscriptions/operation-ids.js';

const message = (type: string, id: string, payload?: object) => JSON.stringify({ id, type, payload });
const received = (ids: OperationIds, type: string, id: string) => ids.received(message(type, id)) ?? 'refused';
const asReceived = (type: string, id: string) => JSON.parse(message(type, id)) as unknown;

test('an operation keeps what its client calls it, and has its own id inside', () => {
  const ids = new OperationIds();
  for (const [place, id] of ['1', 'a"b', '7:1', '\\', 'ü', '","type":"next"'].entries()) {
    const inside = `${place + 1}:${id}`;
    expect(JSON.parse(received(ids, 'subscribe', id))).toEqual(asReceived('subscribe', inside));
    for (const type of ['next', 'next', 'complete']) {
      expect(ids.sent(message(type, inside, { data: {} }))).toBe(message(type, id, { data: {} }));
    }
  }
});

test.each(['error', 'complete'])('an id is free again after %s, and nothing else of that operation is sent', (end) => {
  const ids = new OperationIds();
  received(ids, 'subscribe', '1');
  expect(received(ids, 'subscribe', '1')).toBe('refused');
  expect(ids.sent(message(end, '1:1'))).toBe(message(end, '1'));
  expect(ids.sent(message('next', '1:1'))).toBeNull();
  expect(JSON.parse(received(ids, 'subscribe', '1'))).toEqual(asReceived('subscribe', '2:1'));
});

test('the client completes the operation that it means', () => {
  const ids = new OperationIds();
  received(ids, 'subscribe', '1');
  expect(JSON.parse(received(ids, 'complete', '1'))).toEqual(asReceived('complete', '1:1'));
  expect(JSON.parse(received(ids, 'complete', '1'))).toEqual(asReceived('complete', '0:1'));
  received(ids, 'subscribe', '1');
  for (const type of ['next', 'error', 'complete']) expect(ids.sent(message(type, '1:1'))).toBeNull();
  expect(ids.sent(message('next', '2:1'))).toBe(message('next', '1'));
});

test.each([
  '{"type":"ping"}',
  '{"type":"pong","payload":{"id":"1:1"}}',
  '{"type":"connection_init"}',
  'no JSON',
  '7',
  '{"type":"subscribe","id":""}',
])('%s is about no operation', (text) => {
  const ids = new OperationIds();
  expect(ids.received(text)).toBe(text);
  expect(ids.sent(text)).toBe(text);
});
