import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { JoinedBody } from '../../../src/gateway/admission/joined-bodies.js';
import { runGateway } from '../fixture.js';

/** @returns the pieces that come of others */
async function joined(pieces: readonly Buffer[]): Promise<Buffer[]> {
  const body = new JoinedBody(Readable.from(pieces, { objectMode: true }));
  const got: Buffer[] = [];
  body.on('data', (piece: Buffer) => got.push(piece));
  body.resume();
  await once(body, 'end');
  return got;
}

const octets = (length: number) => Buffer.from(Array.from({ length }, (_, at) => at % 251));
const cut = (whole: Buffer, length: number) =>
  Array.from({ length: Math.ceil(whole.length / length) }, (_, at) => whole.subarray(at * length, (at + 1) * length));

test.each([
  // octets  a piece  pieces
  [0, 1, 0],
  [1, 1, 1],
  [100_000, 1, 7],
  [100_000, 16 * 1024, 7],
  [100_000, 16 * 1024 + 1, 7],
  [100_000, 100_000, 1],
])('a body of %i octets in pieces of %i becomes %i', async (length, piece, count) => {
  const whole = octets(length);
  const got = await joined(cut(whole, piece));
  expect([got.length, Buffer.concat(got).equals(whole)]).toEqual([count, true]);
});

test('small pieces between large ones keep their places', async () => {
  const whole = octets(90_000);
  const pieces = [
    whole.subarray(0, 3),
    whole.subarray(3, 40_000),
    whole.subarray(40_000, 40_001),
    whole.subarray(40_001),
  ];
  expect(Buffer.concat(await joined(pieces)).equals(whole)).toBe(true);
});

test('the failure of a body is told', async () => {
  const body = new JoinedBody(
    new Readable({
      read() {
        this.destroy(new Error('aborted'));
      },
    }),
  );
  const ended = once(body, 'end');
  body.resume();
  await expect(ended).rejects.toThrow('aborted');
});

test.each([
  ['/graphql', '{"query":"{ __typename }"}', '"__typename":"Query"'],
  ['/api/v2/boats', '{"data":{"attributes":{"name":"x"}}}', 'HTTP/1.1 '],
  ['/api/v2/nowhere', '{}', 'HTTP/1.1 404'],
])('of a body of %s in pieces of one octet, only whole blocks are kept', async (path, document, answer) => {
  const { url, gateway } = await runGateway();
  const concat = vi.spyOn(Buffer, 'concat');
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let heard = '';
  socket.on('data', (part) => (heard += part.toString('latin1')));
  const text = document + ' '.repeat(5_000);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAuthorization: Bearer good\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  socket.write(`${Array.from(text, (character) => `1\r\n${character}\r\n`).join('')}0\r\n\r\n`);
  await once(socket, 'close');
  expect(heard).toContain(answer);
  expect(Math.max(0, ...concat.mock.calls.map(([pieces]) => pieces.length))).toBeLessThan(100);
  concat.mockRestore();
  await gateway.close();
});
