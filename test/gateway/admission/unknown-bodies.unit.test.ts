import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runGateway } from '../fixture.js';
import type { Running } from '../fixture.js';

let running: Running;
beforeAll(async () => {
  running = await runGateway();
});
afterAll(() => running.gateway.close());

interface Sent {
  readonly token?: string | undefined;
  readonly body: string;
  /** Nothing says how long it is. */
  readonly chunked?: boolean;
  /** Nothing is sent of it. */
  readonly announced?: boolean;
}

function send(path: string, { token, body, chunked, announced }: Sent): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sending = request(
      `${running.url}${path}`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(!chunked && { 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => (text += piece));
        response.on('end', () => {
          sending.destroy();
          resolve({ status: response.statusCode ?? 0, text });
        });
      },
    );
    sending.on('error', reject);
    if (announced) sending.flushHeaders();
    else sending.end(body);
  });
}

const padded = (bytes: number, document: object) => JSON.stringify({ ...document, padding: 'x'.repeat(bytes) });
const boat = { data: { type: 'boats', attributes: { name: 'Ark' } } };
const query = { query: '{ harbour }' };
const paths: readonly (readonly [string, object])[] = [
  ['/graphql', query],
  ['/api/v2/boats', boat],
  ['/api/v2/nothing/of/the/kind', boat],
];

describe.each(paths)('%s', (path, document) => {
  test.each([{}, { chunked: true }, { announced: true }])(
    'without a token, large documents are refused: %j',
    async (how) => {
      const { status, text } = await send(path, { body: padded(100_000, document), ...how });
      expect([status, text]).toEqual([413, expect.stringContaining('Without a valid token')]);
    },
  );

  test.each([{}, { chunked: true }, { announced: true }])('with a wrong one nothing is read: %j', async (how) => {
    expect((await send(path, { body: padded(100_000, document), token: 'bad', ...how })).status).toBe(401);
  });

  test.each([{}, { chunked: true }])('with a valid one they are read: %j', async (how) => {
    const { status } = await send(path, { body: padded(100_000, document), token: 'good', ...how });
    expect([200, 201, 404]).toContain(status);
    expect((await send(path, { body: padded(300_000, document), token: 'good', ...how })).status).toBe(413);
  });

  test.each([{}, { chunked: true }])('small ones are read from everybody: %j', async (how) => {
    const { status, text } = await send(path, { body: '[['.repeat(500), ...how });
    expect([status, text]).toEqual([400, expect.stringContaining('nested too deeply')]);
  });
});

test('where there is no path nothing is read', async () => {
  const { status } = await send('/nowhere', { body: '{'.repeat(1_000) });
  expect(status).toBe(404);
});
