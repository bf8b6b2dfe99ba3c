import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createClient, dataOf, LastEventId, Me, WorkspaceLockEvents } from '../../src/client/index.js';
import type { QueryDocument } from '../../src/client/index.js';
import { withServer } from './harness/site.js';

const manifest = fileURLToPath(new URL('../../graphql/client/manifest.json', import.meta.url));
const site = withServer({ TRUSTATE_TRUSTED_DOCUMENTS: manifest });
const client = () => createClient({ url: site.get.server.http, token: site.get.server.token });

test('a server with the manifest of the typed client runs what the client sends', async () => {
  expect(dataOf(await client().query(Me))).toMatchObject({ me: { username: 'root' } });
  expect(dataOf(await client().query(LastEventId)).lastEventId).not.toBe('');
});

test('its subscriptions too', async () => {
  const left = new AbortController();
  let open = false;
  const onConnection = () => {
    open = true;
    left.abort();
  };
  const events = client().subscribe(
    WorkspaceLockEvents,
    { organization: 'default' },
    { signal: left.signal, onConnection },
  );
  expect(await events.next()).toEqual({ done: true, value: undefined });
  expect(open).toBe(true);
});

test.each([
  ['something else', 'query Other { me { id } }'],
  ['what the playground asks first', 'query Account { me { username } }'],
])('and nothing else: %s', async (_what, text) => {
  const other: QueryDocument<unknown, Record<string, never>> = {
    kind: 'query',
    name: 'Other',
    hash: createHash('sha256').update(text).digest('hex'),
    text,
  };
  expect(await client().query(other)).toMatchObject({ ok: false, problems: [{ code: 'DOCUMENT_NOT_TRUSTED' }] });
});
