import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fresh, information, md5, openHttpStates, state } from './http-states-live.js';
import type { HttpStatesForTests } from './http-states-live.js';

let http: HttpStatesForTests;
beforeAll(async () => {
  http = await openHttpStates();
});
afterAll(() => http.close());

describe('a state', () => {
  test('is missing, then is what was sent last, with its MD5, and each write is a version', async () => {
    const place = fresh();
    expect(await http.call('GET', place)).toMatchObject({ status: 404, json: { code: 'NOT_FOUND' } });
    const first = state(1);
    expect(await http.call('POST', place, { body: first, headers: { 'content-md5': md5(first) } })).toMatchObject({
      status: 200,
      json: { serial: 1 },
    });
    const second = state(2, { outputs: { word: { value: 'two', type: 'string' } } });
    expect((await http.call('PUT', place, { body: second })).status).toBe(200);
    const read = await http.call('GET', place);
    expect(read).toMatchObject({ status: 200, text: second });
    expect(read.headers.get('content-md5')).toBe(md5(second));
    expect(read.headers.get('cache-control')).toBe('no-store');
    // RFC 9110 §9.3.2: what `GET` would answer, for who only wants to know whether there is a state.
    const head = await http.call('HEAD', place);
    expect(head).toMatchObject({ status: 200, text: '' });
    for (const name of ['content-md5', 'content-length', 'content-type'])
      expect(head.headers.get(name)).toBe(read.headers.get(name));
    expect((await http.call('HEAD', fresh())).status).toBe(404);
    expect((await http.call('HEAD', place, { token: 'bad' })).status).toBe(401);
    const versions = z.object({
      workspaceByName: z.object({
        stateVersions: z.object({ nodes: z.array(z.object({ serial: z.coerce.number() })) }),
      }),
    });
    const [, name] = place.split('/');
    const query = `query ($name: String!) { workspaceByName(organization: "default", name: $name) { stateVersions(first: 10) { nodes { serial } } } }`;
    const { workspaceByName } = await http.graphql(versions, query, { name });
    expect(workspaceByName.stateVersions.nodes.map(({ serial }) => serial)).toEqual([2, 1]);
  });

  test.each(['', 'json', 'text/plain'])('may be of the type %j', async (type) => {
    const headers = { 'content-type': type };
    const place = fresh();
    expect((await http.call('POST', place, { body: state(1), headers })).status).toBe(200);
    expect((await http.call('LOCK', place, { body: JSON.stringify(information()), headers })).status).toBe(200);
  });

  test('follows serial and lineage', async () => {
    const place = fresh();
    expect((await http.call('POST', place, { body: state(5) })).status).toBe(200);
    expect((await http.call('POST', place, { body: state(5) })).status).toBe(200);
    expect(await http.call('POST', place, { body: state(4) })).toMatchObject({
      status: 412,
      json: { code: 'SERIAL_STALE' },
    });
    const other = state(5, { check_results: [] });
    expect(await http.call('POST', place, { body: other })).toMatchObject({
      status: 409,
      json: { code: 'MD5_CONFLICT' },
    });
    const stranger = state(6, { lineage: randomUUID() });
    expect(await http.call('POST', place, { body: stranger })).toMatchObject({
      status: 409,
      json: { code: 'LINEAGE_CONFLICT' },
    });
    expect((await http.call('GET', place)).text).toBe(state(5));
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
    expect(await http.call('POST', place, { body, headers })).toMatchObject({ status, json: { code } });
    expect((await http.call('GET', place)).status).toBe(404);
  });

  test('is deleted with its workspace, unless it manages something or is locked', async () => {
    const place = fresh();
    const instances = [{ schema_version: 0, attributes: {} }];
    const provider = 'provider["terraform.io/builtin/terraform"]';
    const managing = [{ mode: 'managed', type: 'terraform_data', name: 'one', provider, instances }];
    await http.call('POST', place, { body: state(1, { resources: managing }) });
    await expect
      .poll(async () => (await http.call('DELETE', place)).json)
      .toMatchObject({ code: 'WORKSPACE_MANAGES_RESOURCES' });
    await http.call('POST', place, { body: state(2) });
    const held = information();
    await http.call('LOCK', place, { body: JSON.stringify(held) });
    expect(await http.call('DELETE', place)).toMatchObject({ status: 423, json: held });
    await http.call('UNLOCK', place, { body: JSON.stringify(held) });
    await expect.poll(async () => (await http.call('DELETE', place)).status).toBe(200);
    expect((await http.call('GET', place)).status).toBe(404);
    expect((await http.call('DELETE', place)).status).toBe(404);
  });
});

test('a workspace is only made with a name that one may have', async () => {
  expect(await http.call('POST', 'default/a%20b', { body: state(1) })).toMatchObject({
    status: 422,
    json: { code: 'INVALID_INPUT' },
  });
  expect((await http.call('POST', 'nobody/app', { body: state(1) })).status).toBe(404);
  expect((await http.call('PATCH', 'default/app', { body: '{}' })).status).toBe(404);
});
