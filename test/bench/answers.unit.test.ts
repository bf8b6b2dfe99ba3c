import fc from 'fast-check';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { bodyOf, Connection, statusOf, written } from '../../bench/state-service/wire.js';

const bytes = fc.uint8Array({ maxLength: 300 }).map((content) => Buffer.from(content));

/** Bodies as servers send them, in pieces of any size. */
const answers = fc.array(
  fc.record({
    body: bytes,
    chunks: fc.option(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 4 })),
  }),
  { minLength: 1, maxLength: 4 },
);

function sent({ body, chunks }: { readonly body: Buffer; readonly chunks: number[] | null }): Buffer {
  if (chunks === null) {
    return Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`), body]);
  }
  const parts: Buffer[] = [Buffer.from('HTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n')];
  for (let at = 0, turn = 0; at < body.length; turn += 1) {
    const piece = body.subarray(at, at + (chunks[turn % chunks.length] ?? 1));
    parts.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'));
    at += piece.length;
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')]);
}

test('answers are whole, however they are cut and whether they come with their length or in chunks', async () => {
  await fc.assert(
    fc.asyncProperty(answers, fc.integer({ min: 1, max: 120 }), async (list, piece) => {
      const queue = [...list];
      const server = createServer((socket) => {
        socket.on('data', () => {
          const next = queue.shift();
          if (!next) return;
          const all = sent(next);
          const send = (at: number) => {
            if (at >= all.length) return;
            socket.write(all.subarray(at, at + piece));
            setImmediate(send, at + piece);
          };
          send(0);
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const address = server.address();
      const connection = await Connection.open(typeof address === 'object' && address ? address.port : 0);
      for (const { body, chunks } of list) {
        const answer = await connection.send(written({ path: '/' }));
        expect(statusOf(answer)).toBe(chunks === null ? 200 : 201);
        expect(bodyOf(answer)).toEqual(body);
      }
      connection.close();
      server.close();
    }),
    { numRuns: 40 },
  );
});

test('a request has no more than it needs', () => {
  expect(written({ method: 'POST', path: '/v1/a', token: 't', body: 'ä', type: 'application/json', host: 'a:1' })).toBe(
    'POST /v1/a HTTP/1.1\r\nhost: a:1\r\nauthorization: Bearer t\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\nä',
  );
});
