import { expect, test } from 'vitest';
import { MessageTexts, TextResult, wholeText } from '../../../src/gateway/subscriptions/message-texts.js';
import { RawJson } from '../../../src/platform/graphql/raw-json.js';

/** A message as the protocol makes it. */
const message = (id: string, payload: unknown) => JSON.stringify({ id, type: 'next', payload });

test('an answer keeps each of its digits in its message', async () => {
  const texts = new MessageTexts();
  const text = await wholeText({ data: { value: new RawJson('12345678901234567890.10') } });
  expect(texts.filled(message('1', texts.place(new TextResult(text))))).toBe(
    '{"id":"1","type":"next","payload":{"data":{"value":12345678901234567890.10}}}',
  );
});

test('each message gets its own, in whatever order they are sent, and what has none stays', () => {
  const texts = new MessageTexts();
  const [one, two] = [
    message('1', texts.place(new TextResult('{"a":1}'))),
    message('2', texts.place(new TextResult('{"b":2}'))),
  ];
  expect(texts.filled(two)).toBe('{"id":"2","type":"next","payload":{"b":2}}');
  expect(texts.filled('{"type":"pong"}')).toBe('{"type":"pong"}');
  expect(texts.filled(one)).toBe('{"id":"1","type":"next","payload":{"a":1}}');
});

test('what a client calls its subscription is no place', () => {
  const texts = new MessageTexts();
  const place = JSON.stringify(texts.place(new TextResult('{"secret":1}')));
  const named = message(`"payload":${place}}`, { data: null });
  expect(texts.filled(named)).toBe(named);
});

test('an answer beyond a megabyte in large parts is refused, with a code', async () => {
  const open = () => {
    throw new Error('it is not even opened');
  };
  const answer = { data: { value: new RawJson({ size: 2 * 1024 * 1024, open }) } };
  await expect(wholeText(answer)).rejects.toMatchObject({ extensions: { code: 'LIMIT_EXCEEDED' } });
});
