import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { z } from 'zod';
import { createClient, dataOf } from '../../src/client/index.js';
import { Me } from '../../src/client/generated/account.js';
import { LastEventId, WorkspaceLockEvents } from '../../src/client/generated/events.js';
import type { QueryDocument } from '../../src/client/index.js';
import { withServer } from './harness/site.js';

const manifest = fileURLToPath(new URL('../../graphql/client/manifest.json', import.meta.url));
const site = withServer({ TRUSTATE_TRUSTED_DOCUMENTS: manifest });
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const serverMessage = z.object({ type: z.string(), payload: z.unknown().optional() });
const client = (webSocket: typeof WebSocket | null = null) =>
  createClient({ url: site.get.server.http, token: site.get.server.token, webSocket });

test('a server with the manifest of the typed client runs what the client sends', async () => {
  expect(dataOf(await client().query(Me))).toMatchObject({ me: { username: 'root' } });
  expect(dataOf(await client().query(LastEventId)).lastEventId).not.toBe('');
});

/** What arguments of these types take, where nothing needs to be there. */
const ofType: Readonly<Record<string, unknown>> = {
  ...{ ID: 'none', String: 'none', Int: 1, Boolean: false, SerialNumber: '01' },
  ...{ '[ID!]': ['none'], '[String!]': ['pki/roles/none'], ServiceTokenRef: { accessor: 'none' } },
  WebhookPlace: { mount: 'pki' },
};
/** What these take instead, since it is there. */
const named: Readonly<Record<string, string>> = { organization: 'default', username: 'root', mount: 'pki' };
/** Those of what has to be there. */
const refused = new Set([
  'AuthMethod',
  'CompareStateVersions',
  'ExplainCelIssuance',
  'ExplainIssuance',
  'Lease',
  'TunedAuthMethod',
]);

test('every query of the manifest is within the limits, and of the schema of the server', async () => {
  const texts = Object.values(z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(manifest, 'utf8'))));
  const problems: unknown[] = [];
  for (const text of texts.filter((one) => one.startsWith('query '))) {
    const name = /^query (\w+)/.exec(text)?.[1] ?? '';
    if (refused.has(name)) continue;
    const own: QueryDocument<unknown, Readonly<Record<string, unknown>>> = {
      kind: 'query',
      name,
      text,
      hash: sha256(text),
    };
    const declared = [
      ...(/^query \w+\(([^)]*)\)/.exec(text)?.[1] ?? '').matchAll(/\$(\w+):\s*([^=$]*?)!(?=$|,|\$| )/g),
    ];
    const variables = Object.fromEntries(
      declared.map(([, variable = '', type = '']) => [variable, named[variable] ?? ofType[type]]),
    );
    const outcome = await client().query(own, variables);
    // What a list belongs to is not there either.
    if (!outcome.ok && outcome.problems[0].code !== 'NOT_FOUND') problems.push([name, outcome.problems]);
  }
  expect(problems).toEqual([]);
});

test.each([
  ['a WebSocket', WebSocket],
  ['server-sent events', null],
])('its subscriptions too, over %s', async (_, webSocket) => {
  const left = new AbortController();
  let open = false;
  const onConnection = () => {
    open = true;
    left.abort();
  };
  const events = client(webSocket).subscribe(
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
    hash: sha256(text),
    text,
  };
  expect(await client().query(other)).toMatchObject({ ok: false, problems: [{ code: 'DOCUMENT_NOT_TRUSTED' }] });
});

describe('over WebSocket, named by its hash', () => {
  const asked = (hash: string, more: object = {}) =>
    new Promise<unknown>((resolve, reject) => {
      const { http, token } = site.get.server;
      const socket = new WebSocket(`${http.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      const send = (message: object) => {
        socket.send(JSON.stringify(message));
      };
      socket.on('open', () => {
        send({ type: 'connection_init', payload: { token } });
      });
      socket.on('error', reject);
      socket.on('close', (code) => {
        resolve({ code });
      });
      socket.on('message', (data: Buffer) => {
        const { type, payload } = serverMessage.parse(JSON.parse(data.toString()));
        if (type === 'connection_ack') {
          const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };
          send({ type: 'subscribe', id: '1', payload: { extensions, ...more } });
        } else {
          resolve(payload);
          socket.terminate();
        }
      });
    });
  const unknown = [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }];

  test.each([
    ['alone', {}],
    ['beside an empty text', { query: '' }],
    ['beside null', { query: null }],
  ])('%s: a document of the manifest runs', async (_how, more) => {
    expect(await asked(Me.hash, more)).toMatchObject({ data: { me: { username: 'root' } } });
  });

  test('another is not known', async () => {
    expect(await asked('0'.repeat(64))).toEqual(unknown);
  });

  test('what is no hash is no message of the protocol', async () => {
    expect(await asked(Me.hash, { extensions: { persistedQuery: 1 } })).toEqual({ code: 4400 });
  });
});
