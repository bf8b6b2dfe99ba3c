import { createHash, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive({ TRUSTATE_MAX_STATE_SIZE: '1 MiB' });
});
afterAll(() => live.close());

const basic = (token: string, user = 'anybody') => `Basic ${Buffer.from(`${user}:${token}`).toString('base64')}`;

interface Sent {
  readonly body?: string;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

async function call(method: string, path: string, { body, token = live.rootToken, headers = {} }: Sent = {}) {
  const response = await fetch(`${live.base}/http/v1/${path}`, {
    method,
    headers: { ...(token !== null && { authorization: basic(token) }), ...headers },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const json: unknown = text === '' ? null : JSON.parse(text);
  return { status: response.status, headers: response.headers, text, json };
}

async function graphql<T>(shape: z.ZodType<T>, query: string, variables: object = {}, token = live.rootToken) {
  const response = await fetch(`${live.base}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return z.object({ data: shape }).parse(await response.json()).data;
}

const fresh = () => `default/http-${randomUUID().slice(0, 8)}`;
const lineage = randomUUID();
const state = (serial: number, more: object = {}) =>
  JSON.stringify({ version: 4, terraform_version: '1.11.4', serial, lineage, outputs: {}, resources: [], ...more });
const md5 = (text: string) => createHash('md5').update(text).digest('base64');
const information = (id: string = randomUUID()) => ({
  ID: id,
  Operation: 'OperationTypeApply',
  Info: 'by hand',
  Who: 'ann@workstation',
  Version: '1.11.4',
  Created: '2026-01-02T03:04:05.123456789Z',
  Path: '',
});

/** A token of somebody new who may make workspaces of the organization `default`. */
async function colleague(): Promise<string> {
  const username = `ann-${randomUUID().slice(0, 8)}`;
  const payload = z.object({ payload: z.object({ problems: z.array(z.unknown()).length(0), made: z.unknown() }) });
  const make = (mutation: string, made: string, input: object) => {
    const type = `${mutation.charAt(0).toUpperCase()}${mutation.slice(1)}Input`;
    const query = `mutation ($input: ${type}!) { payload: ${mutation}(input: $input) { made: ${made} problems { code } } }`;
    return graphql(payload, query, { input });
  };
  await make('createUser', 'user { id }', { username, email: `${username}@example.com` });
  const team = await make('createTeam', 'team { id }', {
    organization: 'default',
    name: username,
    organizationAccess: { manageWorkspaces: true },
  });
  const { id } = z.object({ id: z.string() }).parse(team.payload.made);
  await make('addOrganizationMember', 'organizationMembership { id }', {
    organization: 'default',
    username,
    teamIds: [id],
  });
  const token = await make('createUserToken', 'issued { text }', { user: username, description: 'http' });
  return z.object({ text: z.string() }).parse(token.payload.made).text;
}

describe('a state', () => {
  test('is missing, then is what was sent last, with its MD5, and each write is a version', async () => {
    const place = fresh();
    expect(await call('GET', place)).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } });
    const first = state(1);
    expect(await call('POST', place, { body: first, headers: { 'content-md5': md5(first) } })).toMatchObject({
      status: 200,
      json: { serial: 1 },
    });
    const second = state(2, { outputs: { word: { value: 'two', type: 'string' } } });
    expect((await call('PUT', place, { body: second })).status).toBe(200);
    const read = await call('GET', place);
    expect(read).toMatchObject({ status: 200, text: second });
    expect(read.headers.get('content-md5')).toBe(md5(second));
    expect(read.headers.get('cache-control')).toBe('no-store');
    // RFC 9110 §9.3.2: what `GET` would answer, for who only wants to know whether there is a state.
    const head = await call('HEAD', place);
    expect(head).toMatchObject({ status: 200, text: '' });
    for (const name of ['content-md5', 'content-length', 'content-type'])
      expect(head.headers.get(name)).toBe(read.headers.get(name));
    expect((await call('HEAD', fresh())).status).toBe(404);
    expect((await call('HEAD', place, { token: 'bad' })).status).toBe(401);
    const versions = z.object({
      workspaceByName: z.object({
        stateVersions: z.object({ nodes: z.array(z.object({ serial: z.coerce.number() })) }),
      }),
    });
    const [, name] = place.split('/');
    const query = `query ($name: String!) { workspaceByName(organization: "default", name: $name) { stateVersions(first: 10) { nodes { serial } } } }`;
    const { workspaceByName } = await graphql(versions, query, { name });
    expect(workspaceByName.stateVersions.nodes.map(({ serial }) => serial)).toEqual([2, 1]);
  });

  test('follows serial and lineage', async () => {
    const place = fresh();
    expect((await call('POST', place, { body: state(5) })).status).toBe(200);
    expect((await call('POST', place, { body: state(5) })).status).toBe(200);
    expect(await call('POST', place, { body: state(4) })).toMatchObject({
      status: 412,
      json: { code: 'SERIAL_STALE' },
    });
    const other = state(5, { check_results: [] });
    expect(await call('POST', place, { body: other })).toMatchObject({ status: 409, json: { code: 'MD5_CONFLICT' } });
    const stranger = state(6, { lineage: randomUUID() });
    expect(await call('POST', place, { body: stranger })).toMatchObject({
      status: 409,
      json: { code: 'LINEAGE_CONFLICT' },
    });
    expect((await call('GET', place)).text).toBe(state(5));
  });

  test.each([
    ['no state', 'hello', {}, 422, 'CONTENT_NOT_STATE'],
    ['nothing', '', {}, 422, 'CONTENT_NOT_STATE'],
    ['another MD5', state(1), { 'content-md5': md5('other') }, 422, 'CONTENT_MISMATCH'],
    ['no MD5', state(1), { 'content-md5': 'abc' }, 400, 'INVALID_PARAMETER'],
    ['too much', state(1, { check_results: ['x'.repeat(2 ** 20)] }), {}, 413, 'CONTENT_TOO_LARGE'],
    ['compressed', state(1), { 'content-encoding': 'gzip' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('%s is refused, and nothing is kept of it', async (_what, body, headers, status, code) => {
    const place = fresh();
    expect(await call('POST', place, { body, headers })).toMatchObject({ status, json: { code } });
    expect((await call('GET', place)).status).toBe(404);
  });

  test('is deleted with its workspace, unless it manages something or is locked', async () => {
    const place = fresh();
    const instances = [{ schema_version: 0, attributes: {} }];
    const provider = 'provider["terraform.io/builtin/terraform"]';
    const managing = [{ mode: 'managed', type: 'terraform_data', name: 'one', provider, instances }];
    await call('POST', place, { body: state(1, { resources: managing }) });
    await expect
      .poll(async () => (await call('DELETE', place)).json, { timeout: 10_000 })
      .toMatchObject({ code: 'WORKSPACE_MANAGES_RESOURCES' });
    await call('POST', place, { body: state(2) });
    const held = information();
    await call('LOCK', place, { body: JSON.stringify(held) });
    expect(await call('DELETE', place)).toMatchObject({ status: 423, json: held });
    await call('UNLOCK', place, { body: JSON.stringify(held) });
    await expect.poll(async () => (await call('DELETE', place)).status, { timeout: 10_000 }).toBe(200);
    expect((await call('GET', place)).status).toBe(404);
    expect((await call('DELETE', place)).status).toBe(404);
  });
});

describe('a lock', () => {
  const ways = [
    ['LOCK and UNLOCK', 'LOCK', 'UNLOCK', ''],
    ['POST and DELETE', 'POST', 'DELETE', '/lock'],
  ] as const;

  test.each(ways)('by %s keeps others out, and says who has it', async (_ways, take, release, end) => {
    const place = fresh();
    const told = information();
    const body = JSON.stringify(told);
    expect(await call(take, `${place}${end}`, { body })).toMatchObject({ status: 200, json: told });
    // A request that is repeated, because its answer was lost.
    expect(await call(take, `${place}${end}`, { body })).toMatchObject({ status: 200, json: told });
    const other = JSON.stringify(information());
    const refused = await call(take, `${place}${end}`, { body: other });
    expect(refused).toMatchObject({ status: 423, json: { ...told, code: 'ALREADY_LOCKED' } });
    // Somebody else who knows the id has not taken it.
    const token = await colleague();
    expect(await call(take, `${place}${end}`, { body, token })).toMatchObject({ status: 423, json: told });
    expect(await call('POST', `${place}?ID=${told.ID}`, { body: state(1), token })).toMatchObject({
      status: 423,
      json: { ...told, code: 'LOCK_HELD_BY_OTHER' },
    });

    expect(await call('POST', place, { body: state(1) })).toMatchObject({
      status: 409,
      json: { code: 'LOCK_ID_MISMATCH' },
    });
    expect(await call('POST', `${place}?ID=other`, { body: state(1) })).toMatchObject({ status: 409, json: told });
    expect((await call('POST', `${place}?ID=${told.ID}`, { body: state(1) })).status).toBe(200);

    expect(await call(release, `${place}${end}`, { body: other })).toMatchObject({
      status: 409,
      json: { ...told, code: 'LOCK_ID_MISMATCH' },
    });
    expect((await call(release, `${place}${end}`, { body })).status).toBe(200);
    expect(await call(release, `${place}${end}`, { body })).toMatchObject({
      status: 409,
      json: { code: 'NOT_LOCKED' },
    });
    // Its lock is gone: a client that believes to have it is told.
    expect(await call('POST', `${place}?ID=${told.ID}`, { body: state(2) })).toMatchObject({
      status: 409,
      json: { code: 'LOCK_REQUIRED' },
    });
    expect((await call('POST', place, { body: state(2) })).status).toBe(200);
  });

  const shown = z.object({
    workspaceByName: z.object({ id: z.string(), lock: z.looseObject({ client: z.unknown() }).nullable() }),
  });
  const query = `query ($name: String!) { workspaceByName(organization: "default", name: $name) {
    id lock { holderName client { lockId operation info who version created path } } } }`;
  test('for an apply is refused to who may not write the state, before anything is built', async () => {
    const place = fresh();
    const issued = z.object({ payload: z.object({ issued: z.object({ text: z.string() }) }) });
    const { payload } = await graphql(
      issued,
      `
        mutation {
          payload: regenerateOrganizationToken(input: { organization: { name: "default" } }) {
            issued {
              text
            }
          }
        }
      `,
    );
    const token = payload.issued.text;
    const refused = { status: 404, json: { code: 'TOKEN_KIND_REFUSED' } };
    for (const [method, end] of [
      ['LOCK', ''],
      ['POST', '/lock'],
    ] as const) {
      expect(await call(method, `${place}${end}`, { token, body: JSON.stringify(information()) })).toMatchObject(
        refused,
      );
    }
    expect((await call('UNLOCK', place)).status).toBe(404);
    // What only reads may have it.
    const planning = { ...information(), Operation: 'OperationTypePlan' };
    await call('POST', place, { body: state(1) });
    expect((await call('LOCK', place, { token, body: JSON.stringify(planning) })).status).toBe(200);
    expect(await call('POST', `${place}?ID=${planning.ID}`, { token, body: state(2) })).toMatchObject(refused);
    expect((await call('UNLOCK', place, { token, body: JSON.stringify(planning) })).status).toBe(200);
  });

  const nameOf = (place: string) => place.split('/')[1];

  test('shows in GraphQL, which breaks it only by the right id', async () => {
    const place = fresh();
    const told = information();
    await call('LOCK', place, { body: JSON.stringify(told) });
    const { workspaceByName } = await graphql(shown, query, { name: nameOf(place) });
    expect(workspaceByName.lock?.client).toEqual({
      ...{ lockId: told.ID, operation: told.Operation, info: told.Info, who: told.Who },
      ...{ version: told.Version, created: told.Created, path: told.Path },
    });
    const force = `mutation ($input: ForceUnlockWorkspaceInput!) { payload: forceUnlockWorkspace(input: $input) {
      workspace { locked } problems { code ... on LockHeldProblem { lock { client { lockId } } } } } }`;
    const result = z.object({ payload: z.object({ workspace: z.unknown(), problems: z.array(z.unknown()) }) });
    const workspace = { id: workspaceByName.id };
    expect(await graphql(result, force, { input: { workspace, lockId: 'other' } })).toMatchObject({
      payload: { workspace: null, problems: [{ code: 'LOCK_ID_MISMATCH', lock: { client: { lockId: told.ID } } }] },
    });
    expect(await graphql(result, force, { input: { workspace, lockId: told.ID } })).toMatchObject({
      payload: { workspace: { locked: false }, problems: [] },
    });
  });

  test('that another client took has the id of its holder, and a time that clients can read', async () => {
    const place = fresh();
    await call('POST', place, { body: state(1) });
    const { workspaceByName } = await graphql(shown, query, { name: nameOf(place) });
    expect(
      (await live.call('POST', `/workspaces/${workspaceByName.id}/actions/lock`, { reason: 'maintenance' })).status,
    ).toBe(200);
    const refused = await call('LOCK', place, { body: JSON.stringify({ ...information(), Created: 'just now' }) });
    expect(refused).toMatchObject({ status: 423, json: { Info: 'maintenance', Who: 'User root' } });
    const { ID, Created } = z.object({ ID: z.string(), Created: z.iso.datetime() }).parse(refused.json);
    expect(Date.parse(Created)).toBeGreaterThan(0);
    expect((await call('UNLOCK', place, { body: JSON.stringify({ ID }) })).status).toBe(200);

    await call('LOCK', place, { body: JSON.stringify({ ID: 'mine', Created: 'just now' }) });
    const again = await call('LOCK', place, { body: JSON.stringify(information()) });
    expect(z.object({ Created: z.iso.datetime() }).safeParse(again.json).success).toBe(true);
  });

  test('of somebody else is broken without an id, or by its id, by who may break locks', async () => {
    const place = fresh();
    const token = await colleague();
    const told = information();
    await call('LOCK', place, { body: JSON.stringify(told), token });
    expect(await call('UNLOCK', place, { body: JSON.stringify(information()) })).toMatchObject({
      status: 409,
      json: told,
    });
    expect((await call('UNLOCK', place, { body: JSON.stringify({ ID: told.ID }) })).status).toBe(200);
    await call('LOCK', place, { body: JSON.stringify(told), token });
    expect((await call('UNLOCK', place, { headers: { 'content-md5': md5('') }, body: '' })).status).toBe(200);
    expect((await call('UNLOCK', place)).status).toBe(409);
  });

  test.each([
    ['{"ID":""}', 422, 'MISSING_INPUT'],
    ['{}', 422, 'MISSING_INPUT'],
    ['{"ID":7}', 422, 'INVALID_INPUT'],
    ['{"ID":"a","Who":{}}', 422, 'INVALID_INPUT'],
    [`{"ID":"${'a'.repeat(1025)}"}`, 422, 'INVALID_INPUT'],
    ['[]', 400, 'MALFORMED_BODY'],
    ['{"ID"', 400, 'MALFORMED_BODY'],
    ['', 400, 'MALFORMED_BODY'],
    [JSON.stringify({ ID: 'a', Info: 'x'.repeat(70_000) }), 413, 'BODY_TOO_LARGE'],
  ])('needs lock information: %s', async (body, status, code) => {
    expect(await call('LOCK', fresh(), { body })).toMatchObject({ status, json: { code } });
  });
});

describe('who may do it', () => {
  test('needs a token as the password, or as elsewhere; before a state is read', async () => {
    const place = fresh();
    await call('POST', place, { body: state(1) });
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['DELETE', ''],
      ['LOCK', ''],
      ['UNLOCK', ''],
      ['POST', '/lock'],
      ['DELETE', '/lock'],
    ] as const) {
      const body = method === 'GET' ? {} : { body: '{}' };
      for (const token of [null, '', 'bad']) {
        expect([method, path, token, (await call(method, `${place}${path}`, { token, ...body })).status]).toEqual([
          method,
          path,
          token,
          401,
        ]);
      }
    }
    const bearer = { authorization: `Bearer ${live.rootToken}` };
    expect((await call('GET', place, { token: null, headers: bearer })).status).toBe(200);
    for (const bad of ['Basic', 'Basic ???', `Basic ${Buffer.from(live.rootToken).toString('base64')}`]) {
      expect((await call('GET', place, { token: null, headers: { authorization: bad } })).status).toBe(401);
    }
    // RFC 9110 §11.6.1
    const challenged = await fetch(`${live.base}/http/v1/${place}`);
    expect(challenged.headers.get('www-authenticate')).toBe('Basic realm="Trustate", charset="UTF-8"');
    // Nowhere else is a password a token.
    const response = await fetch(`${live.base}/api/v2/account/details`, {
      headers: { authorization: basic(live.rootToken) },
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBeNull();
  });

  test('without a valid token the answer comes before the state', async () => {
    const { hostname, port } = new URL(live.base);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'content-length': 900_000, authorization: basic('bad') };
      const sending = request({ hostname, port, method: 'POST', path: `/http/v1/${fresh()}`, headers });
      sending.once('response', ({ statusCode }) => {
        resolve(statusCode);
        sending.destroy();
      });
      sending.once('error', reject);
      // Nothing of the announced state is sent.
      sending.flushHeaders();
    });
    expect(status).toBe(401);
  });

  test('what a caller may not see looks as if it did not exist', async () => {
    const place = fresh();
    await call('POST', place, { body: state(1) });
    const username = `eve-${randomUUID().slice(0, 8)}`;
    const made = z.object({ payload: z.object({ issued: z.object({ text: z.string() }) }) });
    await graphql(
      z.unknown(),
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { problems { code } } }',
      {
        input: { username, email: `${username}@example.com` },
      },
    );
    const { payload } = await graphql(
      made,
      `
        mutation ($input: CreateUserTokenInput!) {
          payload: createUserToken(input: $input) {
            issued {
              text
            }
          }
        }
      `,
      { input: { user: username, description: 'http' } },
    );
    const token = payload.issued.text;
    const body = JSON.stringify(information());
    for (const [method, sent] of [
      ['GET', {}],
      ['POST', { body: state(2) }],
      ['DELETE', {}],
      ['LOCK', { body }],
      ['UNLOCK', { body }],
    ] as const) {
      const hidden = await call(method, place, { token, ...sent });
      const missing = await call(method, fresh(), { token, ...sent });
      expect([method, hidden.status, hidden.json]).toEqual([method, 404, missing.json]);
    }
    expect((await call('GET', place)).text).toBe(state(1));
  });

  test('a workspace is only made with a name that one may have', async () => {
    expect(await call('POST', 'default/a%20b', { body: state(1) })).toMatchObject({
      status: 422,
      json: { code: 'INVALID_INPUT' },
    });
    expect((await call('POST', 'nobody/app', { body: state(1) })).status).toBe(404);
    expect((await call('PATCH', 'default/app', { body: '{}' })).status).toBe(404);
  });

  test('clients that come at the same time find one workspace, and one of them the lock', async () => {
    const place = fresh();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => call('LOCK', place, { body: JSON.stringify(information()) })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(423)]);
  });
});
