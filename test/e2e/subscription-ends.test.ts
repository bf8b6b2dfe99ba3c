import { request as fastPathRequest } from 'node:http';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { exchange } from './harness/exchange.js';
import { sharedServer } from './harness/shared-server.js';
import { onSharedServer } from './harness/site.js';
import { overEventStream, overWebSocket } from './harness/subscriber.js';
import type { Heard, Place, Subscriber } from './harness/subscriber.js';

const mostPerCaller = sharedServer.subscriptionsPerCaller;
const { server, root, world } = onSharedServer().get;
let organization: string;
beforeAll(async () => {
  organization = await world.organization();
});

const transports: readonly (readonly [string, (place: Place) => Subscriber])[] = [
  ['WebSocket', overWebSocket],
  ['server-sent events', overEventStream],
];
const here = (token: string | null = server.token): Place => ({ base: server.http, token: token ?? '' });
const lastShape = z.object({ lastEventId: z.string() });
const lastEventId = async (): Promise<string> => (await root.graphql(lastShape, '{ lastEventId }')).lastEventId;

const lockEvents = `subscription ($workspaceId: ID, $after: ID) {
  event: workspaceLockEvents(workspaceId: $workspaceId, after: $after) { eventId kind }
}`;
const lockShape = z
  .object({ event: z.object({ eventId: z.string(), kind: z.string() }) })
  .transform(({ event }) => event);

const coded = z.looseObject({ extensions: z.looseObject({ code: z.string(), after: z.string().optional() }) });
const errorsOf = ({ errors, ended }: Heard) =>
  coded
    .array()
    .parse(ended?.how === 'error' ? ended.error : errors)
    .map(({ extensions }) => extensions);

describe.each(transports)('over %s', (_name, connect) => {
  test('a token that is revoked ends its subscriptions at once, with nothing happening in them', async () => {
    const workspace = await world.workspace(organization);
    const person = await world.member(organization, 'READ', workspace.id);
    const token = await world.userToken(person.id);
    const subscriber = connect(here(token.text));
    const { heard } = subscriber.subscribe(lockEvents, { workspaceId: workspace.id, after: await lastEventId() });
    await workspace.lock();
    const [{ eventId } = { eventId: '' }] = await heard.first(1, lockShape);
    await world.revoke(token.id);
    await heard.end();
    expect(errorsOf(heard)).toEqual([{ code: 'UNAUTHENTICATED', after: eventId }]);
    subscriber.close();
  });

  test('a token that expires does too', async () => {
    const workspace = await world.workspace(organization);
    const person = await world.member(organization, 'READ', workspace.id);
    const token = await world.userToken(person.id, new Date(Date.now() + 5_000));
    const subscriber = connect(here(token.text));
    const { heard } = subscriber.subscribe(lockEvents, { workspaceId: workspace.id, after: await lastEventId() });
    await heard.end();
    expect(errorsOf(heard)).toMatchObject([{ code: 'UNAUTHENTICATED' }]);
    subscriber.close();
  });

  test('whoever loses a workspace hears no more of it', async () => {
    const workspace = await world.workspace(organization);
    const person = await world.member(organization, 'READ', workspace.id);
    const subscriber = connect(here(person.api.token));
    const { heard } = subscriber.subscribe(lockEvents, { workspaceId: workspace.id, after: await lastEventId() });
    await workspace.lock();
    await heard.first(1, lockShape);
    const query = 'mutation ($id: ID!) { deleteTeam(input: { id: $id }) { problems { code } } }';
    await root.graphql(z.unknown(), query, { id: person.teamId });
    await workspace.unlock();
    await heard.end();
    expect(heard.events).toHaveLength(1);
    expect(errorsOf(heard)).toMatchObject([{ code: 'NOT_FOUND' }]);
    subscriber.close();
  });

  test('one account holds so many and no more, and others their own', async () => {
    const workspace = await world.workspace(organization);
    const [one, other] = [
      await world.member(organization, 'READ', workspace.id),
      await world.member(organization, 'READ', workspace.id),
    ];
    const subscriber = connect(here(one.api.token));
    const after = await lastEventId();
    const open = Array.from({ length: mostPerCaller }, () =>
      subscriber.subscribe(lockEvents, { workspaceId: workspace.id, after }),
    );
    await workspace.lock();
    for (const { heard } of open) await heard.first(1, lockShape);
    const refused = subscriber.subscribe(lockEvents, { workspaceId: workspace.id });
    await refused.heard.end();
    expect(errorsOf(refused.heard)).toEqual([{ code: 'LIMIT_EXCEEDED', limit: 'subscriptions', most: mostPerCaller }]);

    const elsewhere = connect(here(other.api.token));
    await elsewhere.subscribe(lockEvents, { workspaceId: workspace.id, after }).heard.first(1, lockShape);
    elsewhere.close();

    open[0]?.stop();
    for (;;) {
      const again = subscriber.subscribe(lockEvents, { workspaceId: workspace.id, after });
      const heard = await again.heard.first(1, lockShape).catch(() => null);
      if (heard) break;
    }
    subscriber.close();
  });
});

/** As the command lines ask. */
async function vault(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${server.http}/v1/${path}`, {
    method,
    headers: { 'x-vault-token': server.token, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}

const issuedToken = z.object({ auth: z.object({ client_token: z.string() }) });

/** A token that may list the roles of some mounts. */
async function lister(name: string, mounts: readonly string[]): Promise<string> {
  const policy = mounts.map((mount) => `path "${mount}/roles/*" { capabilities = ["list"] }`).join('\n');
  await vault('PUT', `sys/policies/acl/${name}`, { policy });
  const created = await vault('POST', 'auth/token/create', { policies: [name], no_parent: true });
  return issuedToken.parse(created).auth.client_token;
}

const roleEvents = `subscription ($mount: String!, $after: ID) {
  event: roleEvents(mount: $mount, after: $after) { kind mountPath name }
}`;
const roleShape = z
  .object({ event: z.object({ kind: z.string(), mountPath: z.string(), name: z.string() }) })
  .transform(({ event }) => event);

test('who follows a mount is judged by the path that it has by now', async () => {
  const [from, to] = ['moved-from', 'moved-to'];
  await vault('POST', `sys/mounts/${from}`, { type: 'pki' });
  const tokens = { stays: await lister('lists-both', [from, to]), ends: await lister('lists-former', [from]) };
  const [stays, ends] = [overWebSocket(here(tokens.stays)), overWebSocket(here(tokens.ends))];
  const variables = { mount: from, after: await lastEventId() };
  const [kept, lost] = [stays, ends].map((subscriber) => subscriber.subscribe(roleEvents, variables).heard);
  if (!kept || !lost) throw new Error('two follow');
  await vault('POST', `${from}/roles/first`, {});
  const first = { kind: 'CREATED', mountPath: from, name: 'first' };
  expect(await kept.first(1, roleShape)).toEqual([first]);
  expect(await lost.first(1, roleShape)).toEqual([first]);

  const move =
    'mutation ($from: String!, $to: String!) { moveMount(input: { mount: { path: $from }, path: $to }) { mount { path } } }';
  await root.graphql(z.object({ moveMount: z.object({ mount: z.object({ path: z.literal(to) }) }) }), move, {
    from,
    to,
  });
  // Another one where it was: what happens in that is no concern of theirs.
  await vault('POST', `sys/mounts/${from}`, { type: 'pki' });
  await vault('POST', `${from}/roles/foreign`, {});
  await vault('POST', `${to}/roles/second`, {});
  expect(await kept.first(2, roleShape)).toEqual([first, { kind: 'CREATED', mountPath: to, name: 'second' }]);
  await lost.end();
  expect(lost.events).toHaveLength(1);
  expect(errorsOf(lost)).toMatchObject([{ code: 'PERMISSION_DENIED' }]);
  for (const subscriber of [stays, ends]) subscriber.close();
});

describe('server-sent events', () => {
  const subscription = (variables: object) => JSON.stringify({ query: lockEvents, variables });
  const headers = (more: Readonly<Record<string, string>> = {}) => ({
    authorization: `Bearer ${server.token}`,
    accept: 'text/event-stream',
    'content-type': 'application/json',
    ...more,
  });

  /** What a stream says until it has said `there`. */
  function read(there: RegExp, more: Readonly<Record<string, string>>, body: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const sent = fastPathRequest(`${server.http}/graphql`, { method: 'POST', headers: headers(more) }, (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => {
          text += chunk.toString();
          if (!there.test(text)) return;
          resolve(text);
          sent.destroy();
        });
        response.on('error', reject);
        response.on('end', () => reject(new Error(`ended with ${text}`)));
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  test('have ids from the start on, and go on after the one that a client had last', async () => {
    const workspace = await world.workspace(organization);
    const body = subscription({ workspaceId: workspace.id });
    const [, begin = ''] = /^id: (\S+)\n\n/.exec(await read(/^id: \S+\n\n/, {}, body)) ?? [];
    await workspace.lock();
    await workspace.unlock();
    const all = await read(/UNLOCKED/, { 'last-event-id': begin }, body);
    expect([...all.matchAll(/"kind":"(\w+)"/g)].map(([, kind]) => kind)).toEqual(['LOCKED', 'UNLOCKED']);
    const [, first = ''] = /id: (\S+)\nevent: next/.exec(all) ?? [];
    const rest = await read(
      /UNLOCKED/,
      { 'last-event-id': first },
      subscription({ workspaceId: workspace.id, after: begin }),
    );
    expect([...rest.matchAll(/"kind":"(\w+)"/g)].map(([, kind]) => kind)).toEqual(['UNLOCKED']);
  });

  test.each([
    ['without a token', { authorization: '' }, 401],
    ['with a wrong token', { authorization: 'Bearer nobody.atlasv1.nothing' }, 401],
    ['from a page of another host', { origin: 'https://evil.example.com' }, 403],
  ])('%s are refused', async (_what, more, status) => {
    const answered = await exchange(`${server.http}/graphql`, {
      ...{ method: 'POST', headers: headers(more), body: subscription({}) },
    });
    expect(answered.status).toBe(status);
  });

  test('are asked for by address too, but change nothing so', async () => {
    const get = (query: string) =>
      exchange(`${server.http}/graphql?query=${encodeURIComponent(query)}`, { headers: headers() });
    expect((await get('{ me { username } }')).text).toContain('event: next\ndata: {"data":{"me":{"username":"root"}}');
    expect((await get('mutation { createOrganization(input: {}) { problems { code } } }')).text).not.toContain(
      '"data"',
    );
  });

  test('are not what a client gets that takes JSON and asks a question', async () => {
    const asked = (query: string) =>
      exchange(`${server.http}/graphql`, {
        ...{ method: 'POST', body: JSON.stringify({ query }) },
        headers: headers({ accept: 'application/graphql-response+json, application/json, text/event-stream' }),
      });
    expect((await asked('{ me { username } }')).headers['content-type']).toContain('application/graphql-response+json');
    const refused = await asked('subscription { crlEvents(mount: "none") { eventId } }');
    expect(refused.headers['content-type']).toContain('text/event-stream');
  });
});

test('a client that offers HTTP/2 without TLS is answered as if it had not', async () => {
  const body = JSON.stringify({ query: '{ me { username } }' });
  const { hostname, port } = new URL(server.http);
  const socket = connect(Number(port), hostname);
  const lines = [
    'POST /graphql HTTP/1.1',
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${server.token}`,
    'Content-Type: application/json',
    'Connection: Upgrade, HTTP2-Settings',
    'Upgrade: h2c',
    'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA',
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body.slice(0, 7)}`);
  setTimeout(() => socket.write(body.slice(7)), 50);
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    if (text.includes('root')) break;
  }
  expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(text).toContain('{"data":{"me":{"username":"root"}}');
});
