import { request as httpRequest } from 'node:http';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { problems } from '../../../src/platform/problems.js';
import { jsonApi } from '../../../src/gateway/rest/terraform/json-api.js';
import { mountRest } from '../../../src/gateway/rest/terraform/register-routes.js';
import { separated } from '../../../src/gateway/rest/operation-documents.js';
import { runGateway } from '../fixture.js';
import type { Running } from '../fixture.js';

let running: Running;
beforeAll(async () => {
  running = await runGateway();
});
afterAll(() => running.gateway.close());

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

async function call(
  method: string,
  path: string,
  { body, type, token = 'good' }: { body?: string | Buffer; type?: string; token?: string | null } = {},
): Promise<Answer> {
  const response = await fetch(`${running.url}${path}`, {
    method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(type !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && { body }),
  });
  const answer = await response.text();
  return { status: response.status, headers: response.headers, body: answer === '' ? null : JSON.parse(answer) };
}

const refused = (status: number, detail?: unknown, source?: object) => ({
  status,
  body: { errors: [{ status: String(status), ...(detail !== undefined && { detail }), ...(source && { source }) }] },
});

test.each([[null], ['bad'], ['good']])(
  'ping answers anybody (%j), with the headers that clients read',
  async (token) => {
    const { status, headers, body } = await call('GET', '/api/v2/ping', { token });
    expect([status, body]).toEqual([204, null]);
    expect(headers.get('tfp-api-version')).toBe('2.6');
    expect(headers.get('tfp-appname')).toBeTruthy();
    expect(headers.get('x-tfe-current-version')).toMatch(/^\d+\.\d+\.\d+$/);
    for (const name of ['limit', 'remaining', 'reset']) expect(headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
    expect(headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  },
);

test('discovery', async () => {
  const response = await fetch(`${running.url}/.well-known/terraform.json`);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual({
    'state.v2': '/api/v2/',
    'tfe.v2': '/api/v2/',
    'tfe.v2.1': '/api/v2/',
    'tfe.v2.2': '/api/v2/',
    'modules.v1': '/api/registry/v1/modules/',
  });
  expect((await fetch(`${running.url}/api/registry/v1/modules/a/b/c/versions`)).status).toBe(404);
});

describe('a resource', () => {
  test('is a document', async () => {
    const { status, headers, body } = await call('GET', '/api/v2/boats/boat-3');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/vnd.api+json; charset=utf-8');
    expect(body).toEqual({ data: { id: 'boat-3', type: 'boats', attributes: { name: 'Boat 3', length: 3 } } });
  });
  test.each([
    ['missing', '/api/v2/boats/boat-99'],
    ['with a path in its id', '/api/v2/boats/..%2F..%2Fetc%2Fpasswd'],
    ['with a very long id', `/api/v2/boats/${'x'.repeat(3_000)}`],
    ['that cannot be decoded', '/api/v2/boats/%zz'],
    ['under no route', '/api/v2/ships'],
  ])('%s is not found', async (_name, path) => {
    expect(await call('GET', path)).toMatchObject(refused(404, problems.NOT_FOUND));
  });
  test.each([[null], ['bad']])('with the token %j it is 401', async (token) => {
    expect(await call('GET', '/api/v2/boats/boat-3', { token })).toMatchObject(refused(401, problems.UNAUTHENTICATED));
  });
  test('a failure of ours is masked', async () => {
    const { status, body } = await call('GET', '/api/v2/leak');
    expect(status).toBe(500);
    expect(JSON.stringify(body)).not.toContain('hunter2');
  });
});

describe('include', () => {
  test.each([
    ['tug', ['id', 'length', 'name', 'tug']],
    ['tug.tows', ['id', 'length', 'name', 'tug']],
    ['', ['id', 'length', 'name']],
  ])('%j asks for more', async (include, names) => {
    const { body } = await call('GET', `/api/v2/boats/boat-3?include=${include}`);
    expect(Object.keys((body as { meta: object }).meta).sort()).toEqual(names);
  });
  test.each(['captain', 'tug,captain', 'tug.captain', '__proto__'])('%j is refused', async (include) => {
    expect(await call('GET', `/api/v2/boats/boat-3?include=${include}`)).toMatchObject(
      refused(400, 'Invalid include parameter', { parameter: 'include' }),
    );
  });
  test('a list without includes ignores none: it refuses them', async () => {
    expect((await call('GET', '/api/v2/boats/boat-3?unknown=1&TagBindings=junk')).status).toBe(200);
  });
});

describe('pages', () => {
  test('have links and numbers', async () => {
    const { body } = await call('GET', '/api/v2/boats?page%5Bnumber%5D=2&page[size]=20&filter[x]=y');
    const link = (page: number) =>
      `${running.url}/api/v2/boats?page%5Bnumber%5D=${page}&page%5Bsize%5D=20&filter%5Bx%5D=y`;
    expect(body).toMatchObject({
      links: { self: link(2), first: link(1), prev: link(1), next: link(3), last: link(3) },
      meta: {
        pagination: {
          'current-page': 2,
          'page-size': 20,
          'prev-page': 1,
          'next-page': 3,
          'total-pages': 3,
          'total-count': 45,
        },
      },
    });
    expect((body as { data: { id: string }[] }).data.map(({ id }) => id)).toEqual(
      Array.from({ length: 20 }, (_, index) => `boat-${index + 20}`),
    );
  });
  test.each([
    // query                       page size next total
    ['', [1, 20, 2]],
    ['page[size]=101', [1, 100, null]],
    ['page[size]=99999999999', [1, 100, null]],
    ['page[number]=9', [9, 20, null]],
    ['page[size]=5&page[size]=10', [1, 10, 2]],
  ])('%j', async (query, [page, size, next]) => {
    const { status, body } = await call('GET', `/api/v2/boats?${query}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      meta: { pagination: { 'current-page': page, 'page-size': size, 'next-page': next, 'total-count': 45 } },
    });
  });
  test.each(
    ['page[size]', 'page[number]']
      .flatMap((name) => ['0', '-1', 'many', '1.5', '', '1e3'].map((value) => [name, value]))
      .concat([['page[number]', '99999999999']]),
  )('%s=%s is refused', async (name, value) => {
    expect(await call('GET', `/api/v2/boats?${name}=${value}`)).toMatchObject(
      refused(400, expect.stringContaining(name), { parameter: name }),
    );
  });
});

describe('bodies', () => {
  const launch = (attributes: object) => JSON.stringify({ data: { type: 'boats', attributes } });
  const vasa = launch({ name: 'Vasa', length: 69 });

  test.each([
    'application/vnd.api+json',
    'application/json; charset=utf-8',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
  ])('%s is read as JSON', async (type) => {
    const { status, body } = await call('POST', '/api/v2/boats', { body: vasa, type });
    expect(status).toBe(201);
    expect(body).toEqual({ data: { id: 'boat-new', type: 'boats', attributes: { name: 'Vasa', length: 69 } } });
  });
  test('no content type is read as JSON', async () => {
    expect((await call('POST', '/api/v2/boats', { body: Buffer.from(vasa) })).status).toBe(201);
  });
  test('null is not absent, and neither is required of an optional field', async () => {
    expect(
      (await call('POST', '/api/v2/boats', { body: launch({ name: 'Vasa', length: null }), type: 'application/json' }))
        .status,
    ).toBe(201);
  });
  test('a problem of a payload points into the document', async () => {
    expect(
      await call('POST', '/api/v2/boats', { body: launch({ name: 'Titanic' }), type: 'application/json' }),
    ).toMatchObject(refused(422, 'Name has already been taken', { pointer: '/data/attributes/name' }));
  });

  const name = { pointer: '/data/attributes/name' };
  test.each<[string, string | Buffer, string, number, string, object?]>([
    ['malformed', '{"data":', 'application/json', 400, problems.MALFORMED_BODY],
    [
      'no UTF-8',
      Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
      'application/json',
      400,
      'The request body is not valid UTF-8',
    ],
    [
      'nested 100,000 deep',
      '['.repeat(90_000) + ']'.repeat(90_000),
      'application/json',
      400,
      'The request body is nested too deeply',
    ],
    ['too large', launch({ name: 'x'.repeat(200_001) }), 'application/json', 413, problems.BODY_TOO_LARGE],
    ['of another type', '<boat/>', 'text/xml', 415, problems.UNSUPPORTED_MEDIA_TYPE],
    ['empty', '', 'application/json', 422, 'data.attributes.name is missing', name],
    ['null', 'null', 'application/json', 422, 'data.attributes.name is missing', name],
    ['without data', '{}', 'application/json', 422, 'data.attributes.name is missing', name],
    ['of a list', '[]', 'application/json', 422, 'the document must be an object'],
    ['with data of text', '{"data":"x"}', 'application/json', 422, 'data must be an object', { pointer: '/data' }],
    [
      'with a number for a name',
      launch({ name: 5 }),
      'application/json',
      422,
      'data.attributes.name must be text',
      name,
    ],
    [
      'inherited',
      '{"__proto__":{"data":{"attributes":{"name":"x"}}}}',
      'application/json',
      422,
      'data.attributes.name is missing',
      name,
    ],
  ])('%s', async (_name, body, type, status, detail, source) => {
    expect(await call('POST', '/api/v2/boats', { body, type })).toMatchObject(refused(status, detail, source));
  });

  test('all that is wrong is told at once', async () => {
    const { body } = await call('POST', '/api/v2/boats', {
      body: launch({ length: 'long' }),
      type: 'application/json',
    });
    expect(body).toMatchObject({
      errors: [{ source: { pointer: '/data/attributes/name' } }, { source: { pointer: '/data/attributes/length' } }],
    });
  });
});

test.each([
  ['evil.example/path', 400],
  ['a b', 400],
  ['example.com:8443', 200],
  ['[::1]:8443', 200],
])('the Host %j gives %s', async (host, expected) => {
  const { port } = new URL(running.url);
  const status = await new Promise((resolve, reject) => {
    httpRequest(
      { port, host: '127.0.0.1', path: '/api/v2/boats', headers: { host, authorization: 'Bearer good' } },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    )
      .on('error', reject)
      .end();
  });
  expect(status).toBe(expected);
});

test('a public URL starts what is absolute', async () => {
  const behind = await runGateway({ publicUrl: 'https://trustate.example' });
  const response = await fetch(`${behind.url}/api/v2/boats`, { headers: { 'x-vault-token': 'good' } });
  expect(await response.json()).toMatchObject({
    links: { self: expect.stringMatching(/^https:\/\/trustate\.example\/api\/v2\/boats\?/) as string },
  });
  await behind.gateway.close();
});

describe('a table is checked when it is mounted', () => {
  const mount = (source: string) =>
    mountRest(
      fastify(),
      {
        prefix: '/other',
        dialect: jsonApi,
        operations: 'x',
        routes: [
          { method: 'GET', path: '/x', operation: { name: 'X' }, variables: () => ({}), document: (data) => data },
        ],
      },
      { ...running.deps, operations: () => separated(source), ...parts },
    );
  let parts: Pick<Parameters<typeof mountRest>[2], 'executor' | 'receive'>;
  beforeAll(async () => {
    const { Executor } = await import('../../../src/gateway/execution/executor.js');
    const { defaultLimits } = await import('../../../src/gateway/execution/limits.js');
    parts = {
      executor: new Executor({ schema: running.deps.schema, limits: defaultLimits }),
      receive: () => Promise.reject(new Error('never')),
    };
  });
  test.each([
    ['', 'no operation is called X'],
    ['mutation X { launch(input: { name: "x" }) { boat { id } } }', 'the operation X does not ask for problems'],
  ])('%j', async (source, message) => {
    await expect(mount(source)).rejects.toThrow(message);
  });
});
