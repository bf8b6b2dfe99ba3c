import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEvents } from '../../src/client/subscriptions/event-stream-reader.js';
import type { StreamItem } from '../../src/client/subscriptions/event-stream-reader.js';

const streamOf = (chunks: readonly Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });

async function itemsOf(chunks: readonly Uint8Array[]): Promise<StreamItem[]> {
  const items: StreamItem[] = [];
  for await (const item of readEvents(streamOf(chunks))) if (item !== 'alive') items.push(item);
  return items;
}

const bytes = (text: string) => new TextEncoder().encode(text);

test.each<[string, string, StreamItem[]]>([
  ['an event with its id', 'id: 7\nevent: next\ndata: {}\n\n', [{ type: 'next', data: '{}' }, { id: '7' }]],
  ['an id alone', 'id: 7\n\n', [{ id: '7' }]],
  ['an event without a type', 'data: a\n\n', [{ type: 'message', data: 'a' }]],
  ['no space after the colon', 'data:a\n\n', [{ type: 'message', data: 'a' }]],
  ['one space of several', 'data:  a\n\n', [{ type: 'message', data: ' a' }]],
  ['data in lines', 'data: a\ndata: b\n\n', [{ type: 'message', data: 'a\nb' }]],
  ['a field without a colon', 'data\n\n', [{ type: 'message', data: '' }]],
  ['comments', ': hello\ndata: a\n:\n\n', [{ type: 'message', data: 'a' }]],
  ['lines of Windows', 'event: next\r\ndata: a\r\n\r\n', [{ type: 'next', data: 'a' }]],
  ['an event that is cut off', 'data: a\n\ndata: b\n', [{ type: 'message', data: 'a' }]],
  ['nothing', '', []],
])('%s', async (_, text, items) => {
  expect(await itemsOf([bytes(text)])).toEqual(items);
});

test('however the bytes come', async () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, ''));
  const events = fc.array(fc.record({ id: line, data: line }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(events, fc.array(fc.nat(80), { maxLength: 30 }), async (sent, cuts) => {
      const all = bytes(sent.map(({ id, data }) => `id: ${id}\nevent: next\ndata: ${data}\n\n`).join(''));
      const chunks: Uint8Array[] = [];
      let from = 0;
      for (const length of cuts) {
        chunks.push(all.subarray(from, from + length));
        from = Math.min(all.length, from + length);
      }
      chunks.push(all.subarray(from));
      expect(await itemsOf(chunks)).toEqual(sent.flatMap(({ id, data }) => [{ type: 'next', data }, { id }]));
    }),
  );
});
