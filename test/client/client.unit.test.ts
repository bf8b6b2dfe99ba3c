import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { createClient, dataOf, TrustateError } from '../../src/client/index.js';
import { Me } from '../../src/client/generated/account.js';
import { CrlEvents } from '../../src/client/generated/events.js';
import { CreateWorkspace, Workspaces } from '../../src/client/generated/workspaces.js';
import type { Client, ClientOptions } from '../../src/client/index.js';

interface Asked {
  readonly headers: IncomingMessage['headers'];
  readonly path: string | undefined;
  readonly body: { readonly query?: string; readonly variables?: unknown; readonly extensions?: unknown };
}

const isBody = (body: unknown): body is Asked['body'] => typeof body === 'object' && body !== null;

type Reply =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body: unknown }
  | 'nothing';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A client of a server that gives these answers, one after another, the last for good. */
async function answering(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const reply = replies[Math.min(asked.length, replies.length - 1)] ?? 'nothing';
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      asked.push({ headers: request.headers, path: request.url, body: isBody(body) ? body : {} });
      answer(response, reply);
    });
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    asked,
    client: createClient({ url: `http://127.0.0.1:${port}`, token: 'secret', webSocket: null, ...options }),
  };
}

function answer(response: ServerResponse, reply: Reply): void {
  if (reply === 'nothing') return;
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
  response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
}

const me = { me: { id: 'user-1', username: 'root', email: null, isSiteAdmin: true } };
const unknownDocument: Reply = {
  body: { errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }] },
};

describe('a document', () => {
  test('is named by its hash, and sent where the server does not know it', async () => {
    const { client, asked } = await answering([unknownDocument, { body: { data: me } }]);
    expect(dataOf(await client.query(Me))).toEqual(me);
    expect(asked.map(({ body }) => body.query)).toEqual([undefined, Me.text]);
    for (const { body, headers, path } of asked) {
      expect(path).toBe('/graphql');
      expect(headers.authorization).toBe('Bearer secret');
      expect(body.extensions).toEqual({ persistedQuery: { version: 1, sha256Hash: Me.hash } });
    }
  });

  test('goes with a token that is asked for each time, to the path that was given', async () => {
    let count = 0;
    const { client, asked } = await answering([{ body: { data: me } }], {
      token: () => Promise.resolve(`t${++count}`),
    });
    const elsewhere = createClient({
      url: new URL('/behind/graphql', client.endpoint.url),
      token: () => `t${++count}`,
    });
    await client.query(Me);
    await elsewhere.query(Me);
    expect(asked.map(({ headers, path }) => [headers.authorization, path])).toEqual([
      ['Bearer t1', '/graphql'],
      ['Bearer t2', '/behind/graphql'],
    ]);
  });
});

describe('an outcome', () => {
  test('holds data and cost', async () => {
    const cost = { asked: 4, spent: 1, left: 99 };
    const { client } = await answering([{ body: { data: me, extensions: { cost } } }]);
    expect(await client.query(Me)).toEqual({ ok: true, data: me, cost });
  });

  test('of a refused mutation holds the rules', async () => {
    const problems = [{ code: 'NAME_TAKEN', message: 'Name has already been taken', field: ['name'] }];
    const { client } = await answering([{ body: { data: { createWorkspace: { workspace: null, problems } } } }]);
    expect(await client.mutate(CreateWorkspace, { input: { organization: 'a', name: 'b' } })).toEqual({
      ok: false,
      problems: [{ kind: 'rule', ...problems[0] }],
      cost: null,
    });
  });

  test.each<[string, Reply, object]>([
    [
      'no valid token',
      { status: 401, body: { errors: [{ message: 'Who?', extensions: { code: 'UNAUTHENTICATED' } }] } },
      { kind: 'request', code: 'UNAUTHENTICATED', message: 'Who?', path: [], status: 401, retryAfterSeconds: null },
    ],
    [
      'a limit',
      {
        status: 429,
        headers: { 'retry-after': '7' },
        body: { errors: [{ message: 'Later', extensions: { code: 'LIMIT_EXCEEDED' } }] },
      },
      { kind: 'request', code: 'LIMIT_EXCEEDED', status: 429, retryAfterSeconds: 7 },
    ],
    [
      'an error in a field, beside data',
      { body: { data: me, errors: [{ message: 'No', path: ['me', 0], extensions: { code: 'INTERNAL' } }] } },
      { kind: 'request', code: 'INTERNAL', path: ['me', 0], status: 200 },
    ],
    ['an error without a code', { body: { errors: [{ message: 'Hm' }] } }, { kind: 'request', code: 'UNKNOWN' }],
    ['a page of a proxy', { status: 502, body: '<html>' }, { kind: 'connection', code: 'NOT_UNDERSTOOD' }],
    ['JSON of somebody else', { body: { hello: 'world' } }, { kind: 'connection', code: 'NOT_UNDERSTOOD' }],
    ['a list', { body: [] }, { kind: 'connection', code: 'NOT_UNDERSTOOD' }],
    ['no answer in time', 'nothing', { kind: 'connection', code: 'TIMED_OUT' }],
  ])('of %s says so', async (_, reply, problem) => {
    const { client } = await answering([reply], { timeoutMs: reply === 'nothing' ? 50 : 30_000 });
    const outcome = await client.query(Me);
    expect(outcome).toMatchObject({ ok: false, problems: [problem] });
    expect(() => dataOf(outcome)).toThrow(TrustateError);
  });

  test('of a server that is not there says so', async () => {
    const client = createClient({ url: 'http://127.0.0.1:1', token: '' });
    expect(await client.query(Me)).toMatchObject({
      ok: false,
      problems: [{ kind: 'connection', code: 'UNREACHABLE' }],
    });
  });

  test('is none where the caller ended the request', async () => {
    const { client } = await answering(['nothing']);
    const ended = new AbortController();
    const asked = client.query(Me, {}, { signal: ended.signal });
    ended.abort(new Error('no longer wanted'));
    await expect(asked).rejects.toThrow('no longer wanted');
  });
});

describe('pages', () => {
  const page = (names: readonly string[], endCursor: string | null): Reply => ({
    body: {
      data: {
        workspaces: {
          nodes: names.map((name) => ({ name })),
          pageInfo: { hasNextPage: endCursor !== null, endCursor },
        },
      },
    },
  });

  test('are read one after another, when they are needed', async () => {
    const { client, asked } = await answering([page(['a', 'b'], 'after b'), page(['c'], null)]);
    const names: string[] = [];
    const requests: number[] = [];
    for await (const { name } of client.each(Workspaces, { organization: 'o', first: 2 }, (data) => data.workspaces)) {
      names.push(name);
      requests.push(asked.length);
    }
    expect(names).toEqual(['a', 'b', 'c']);
    expect(requests).toEqual([1, 1, 2]);
    expect(asked.map(({ body }) => body.variables)).toEqual([
      { organization: 'o', first: 2 },
      { organization: 'o', first: 2, after: 'after b' },
    ]);
  });

  test('that are left early are not read on', async () => {
    const { client, asked } = await answering([page(['a', 'b'], 'after b')]);
    for await (const { name } of client.each(Workspaces, { organization: 'o' }, (data) => data.workspaces)) {
      if (name === 'a') break;
    }
    expect(asked).toHaveLength(1);
  });

  test.each<[string, Reply]>([
    ['the list is not there', { body: { data: { workspaces: null } } }],
    ['a page cannot be read', { status: 401, body: { errors: [{ message: '', extensions: { code: 'NOT_FOUND' } }] } }],
  ])('throw where %s', async (_, reply) => {
    const { client } = await answering([reply]);
    const next = client.each(Workspaces, { organization: 'o' }, (data) => data.workspaces).next();
    const error: unknown = await next.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TrustateError);
    expect(error instanceof TrustateError && error.has('NOT_FOUND')).toBe(true);
  });
});

describe('a subscription', () => {
  const stream = (text: string): Reply => ({ headers: { 'content-type': 'text/event-stream' }, body: text });
  const happened = stream(
    'id: MQ\n\nid: Mg\nevent: next\ndata: {"data":{"crlEvents":{"eventId":"Mg"}}}\n\nevent: complete\ndata: \n\n',
  );
  const eventsOf = async (client: Client) => {
    const ids: string[] = [];
    for await (const { crlEvents } of client.subscribe(CrlEvents)) ids.push(crlEvents.eventId);
    return ids;
  };
  const refused = (error: object) => stream(`id: MA\n\nevent: next\ndata: ${JSON.stringify({ errors: [error] })}\n\n`);

  test.each<[string, Reply]>([
    ['a server is full', { status: 503, body: { errors: [{ message: '', extensions: { code: 'UNAVAILABLE' } }] } }],
    ['there are too many requests', { status: 429, headers: { 'retry-after': '0' }, body: 'later' }],
    ['a proxy finds no server', { status: 502, body: '<html>' }],
    ['the stream is cut off', stream('id: MA\n\nevent: ne')],
    ['the server stops', refused({ message: '', extensions: { code: 'UNAVAILABLE' } })],
    ['the budget is spent', refused({ message: '', extensions: { code: 'LIMIT_EXCEEDED', retryAfter: 1 } })],
    ['it was too slow', refused({ message: '', extensions: { code: 'SUBSCRIBER_TOO_SLOW', after: 'MA' } })],
  ])('is opened again where %s', async (_, reply) => {
    const { client, asked } = await answering([reply, happened]);
    expect(await eventsOf(client)).toEqual(['Mg']);
    const known = reply !== 'nothing' && reply.status === undefined ? 'MA' : undefined;
    expect(asked.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, known]);
  });

  test.each<[string, Reply]>([
    ['a page that is not there', { status: 404, body: '<html>' }],
    ['a page', { headers: { 'content-type': 'text/html' }, body: '<html>' }],
    ['JSON of somebody else', { body: { hello: 'world' } }],
  ])('of %s throws', async (_, reply) => {
    const { client } = await answering([reply]);
    const error: unknown = await eventsOf(client).catch((thrown: unknown) => thrown);
    expect(error instanceof TrustateError && error.problems).toMatchObject([{ code: 'NOT_UNDERSTOOD' }]);
  });
});
