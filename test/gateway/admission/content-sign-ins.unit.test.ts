import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mountContent } from '../../../src/gateway/raw/content.js';
import { createLog } from '../../../src/platform/log/log.js';
import { problem } from '../../../src/platform/problems.js';
import { caller, runGateway } from '../fixture.js';
import type { Running } from '../fixture.js';

let running: Running;
const looked: string[] = [];
const actors: string[] = [];
const requireSigned = (segment: string) => {
  if (segment !== 'signed') throw problem('SIGNATURE_INVALID');
};

beforeEach(async () => {
  looked.length = 0;
  actors.length = 0;
  running = await runGateway(
    { bounds: { failedSignIns: 2 } },
    {
      authenticate: (token, origin) => {
        looked.push(token);
        return Promise.resolve(token === 'good' ? { ...caller, epoch: '0', origin } : null);
      },
    },
    ({ app, signIn }) =>
      void mountContent(app, {
        signIn,
        log: createLog({ level: 'silent', readable: false }),
        maxContentBytes: 1_000,
        uploads: { requireSigned, receive: () => Promise.resolve() },
        downloads: {
          requireSigned,
          find: (_segment, actor) => {
            actors.push(actor.username);
            const content = Readable.from([Buffer.from('state')]);
            const open = () => Promise.resolve({ size: 5, start: 0, end: 4, content });
            return Promise.resolve({ kind: 'raw', etag: '"1"', lastModified: new Date(0), size: 5, open });
          },
        },
      }),
  );
});
afterEach(() => running.gateway.close());

const object = (segment: string, token: string, method = 'GET') =>
  fetch(`${running.url}/objects/v1/object/${segment}`, { method, headers: { authorization: `Bearer ${token}` } });

test('a URL that nobody signed asks nobody who he is', async () => {
  const statuses = [];
  for (const method of ['GET', 'HEAD', 'PUT']) statuses.push((await object('guessed', 'x', method)).status);
  expect(statuses).toEqual([404, 404, 404]);
  expect(looked).toEqual([]);
});

test('guesses beside a signed URL are counted, and refuse nobody who has one', async () => {
  for (const token of ['a', 'b', 'c', 'd']) expect(await (await object('signed', token)).text()).toBe('state');
  expect(looked).toEqual(['a', 'b']);
  const elsewhere = await fetch(`${running.url}/api/v2/boats`, { headers: { authorization: 'Bearer e' } });
  expect(elsewhere.status).toBe(429);
  expect((await object('signed', 'f', 'PUT')).status).toBe(200);
});

test('who has a valid token is named', async () => {
  await (await object('signed', 'good')).text();
  await (await object('signed', 'bad')).text();
  expect(actors).toEqual(['ada', 'signed-url']);
});

test.each(['/graphql', '/api/v2/boats'])(
  'guesses with a body that only callers may send are counted: %s',
  async (path) => {
    const post = (token: string) =>
      fetch(`${running.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ padding: 'x'.repeat(100_000) }),
      });
    const statuses = [];
    for (const token of ['a', 'b', 'c']) statuses.push((await post(token)).status);
    expect(statuses).toEqual([401, 401, 429]);
    expect(looked).toEqual(['a', 'b']);
  },
);
