import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

type Headers = Readonly<Record<string, string>>;
const as = (token: string, more: Headers = {}) => ({ 'x-vault-token': token, ...more });
const ask = (method: string, path: string, body?: object, token: string = live.rootToken, more: Headers = {}) =>
  live.vault(method, path, body, as(token, more));
const wrapInfo = z.object({
  data: z.null(),
  auth: z.null(),
  wrap_info: z.object({ token: z.string(), accessor: z.string(), ttl: z.number(), creation_path: z.string() }),
});
async function wrapped(method: string, path: string, body?: object, ttl = '60', token: string = live.rootToken) {
  const answer = await ask(method, path, body, token, { 'x-vault-wrap-ttl': ttl });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return { body: answer.body, ...wrapInfo.parse(answer.body).wrap_info };
}
const invalid = { status: 400, body: { errors: ['wrapping token is not valid or does not exist'] } };
const token = { policies: ['default'], ttl: '1h' };

test('an answer waits for its token, which takes it once', async () => {
  const { token: wrapping, body } = await wrapped('POST', 'auth/token/create', token, '5m');
  expect(JSON.stringify(body)).not.toContain('client_token');
  expect(body).toMatchObject({
    wrap_info: {
      ttl: 300,
      creation_path: 'auth/token/create',
      wrapped_accessor: expect.stringMatching(/^at-/) as string,
    },
    warnings: null,
  });
  const taken = await ask('POST', 'sys/wrapping/unwrap', { token: wrapping });
  expect(taken).toMatchObject({
    status: 200,
    body: { auth: { policies: ['default'], lease_duration: 3600 }, wrap_info: null },
  });
  expect(await ask('POST', 'sys/wrapping/unwrap', { token: wrapping })).toMatchObject(invalid);
});

test('a wrapped answer is that of no request, and that of a list names its path with a slash', async () => {
  const { body } = await wrapped('GET', 'sys/policies/acl?list=true');
  expect(body).toMatchObject({ request_id: '', wrap_info: { creation_path: 'sys/policies/acl/' } });
});

test('the wrapping token is enough, and opens nothing else', async () => {
  const { token: wrapping } = await wrapped('GET', 'sys/mounts');
  expect((await ask('GET', 'auth/token/lookup-self', undefined, wrapping)).status).toBe(403);
  expect((await ask('GET', 'sys/mounts', undefined, wrapping)).status).toBe(403);
  for (const method of ['GET', 'POST'])
    expect((await ask(method, 'sys/wrapping/lookup', undefined, wrapping)).body).toMatchObject({
      data: { creation_path: 'sys/mounts', creation_ttl: 60 },
    });
  expect((await ask('PUT', 'sys/wrapping/unwrap', undefined, wrapping)).body).toMatchObject({
    data: { 'pki/': { type: 'pki' } },
  });
  expect(await ask('PUT', 'sys/wrapping/unwrap', undefined, wrapping)).toMatchObject(invalid);
});

// OpenBao 2.6.2: what is repeated next to `data` in an answer that is sent is not in one that is wrapped.
test.each(['sys/mounts', 'sys/auth', 'sys/policy', 'sys/mounts/pki/tune'])(
  '%s is wrapped with its content once',
  async (path) => {
    const { body: sent } = await ask('GET', path);
    const { token: wrapping } = await wrapped('GET', path);
    const { body: taken } = await ask('POST', 'sys/wrapping/unwrap', { token: wrapping });
    const content = z.object({ data: z.record(z.string(), z.unknown()) });
    expect(content.parse(taken).data).toEqual(content.parse(sent).data);
    expect(sent).toMatchObject(content.parse(sent).data);
    const fields = ['request_id', 'lease_id', 'renewable', 'lease_duration', 'data', 'wrap_info', 'warnings', 'auth'];
    expect(Object.keys(z.record(z.string(), z.unknown()).parse(taken)).sort()).toEqual(fields.sort());
  },
);

test('is wrapped again', async () => {
  const first = await wrapped('GET', 'sys/mounts', undefined, '90s');
  const again = await ask('POST', 'sys/wrapping/rewrap', { token: first.token });
  const info = wrapInfo.parse(again.body).wrap_info;
  expect(info).toMatchObject({ ttl: 90, creation_path: 'sys/mounts' });
  expect(await ask('POST', 'sys/wrapping/unwrap', { token: first.token })).toMatchObject(invalid);
  expect((await ask('POST', 'sys/wrapping/unwrap', { token: info.token })).status).toBe(200);
});

test('anything can be wrapped', async () => {
  const data = { a: 1, b: { c: ['x', null] } };
  const { token: wrapping } = await wrapped('POST', 'sys/wrapping/wrap', data);
  expect((await ask('POST', 'sys/wrapping/unwrap', {}, wrapping)).body).toMatchObject({ data, warnings: null });
  expect(await ask('POST', 'sys/wrapping/wrap', data)).toMatchObject({
    status: 400,
    body: { errors: ['endpoint requires response wrapping to be used'] },
  });
});

test('what is issued is wrapped, with its warnings, and lists are', async () => {
  await ask('POST', 'pki/root/generate/internal', { common_name: 'root', key_type: 'ec', ttl: '24h' });
  await ask('POST', 'pki/roles/web', { allow_any_name: true, key_type: 'ec', ttl: '1h' });
  const issued = await wrapped('POST', 'pki/issue/web', { common_name: 'a.example', unknown: 1 });
  expect(JSON.stringify(issued.body)).not.toMatch(/PRIVATE KEY|unknown/);
  const { body } = await ask('POST', 'sys/wrapping/unwrap', { token: issued.token });
  expect(JSON.stringify(body)).toMatch(/PRIVATE KEY/);
  expect(body).toMatchObject({ warnings: ['Endpoint ignored these unrecognized parameters: [unknown]'] });
  const listed = await wrapped('LIST', 'pki/roles');
  expect((await ask('POST', 'sys/wrapping/unwrap', { token: listed.token })).body).toMatchObject({
    data: { keys: ['web'] },
  });
});

describe('is not wrapped', () => {
  test.each([
    ['DELETE', 'sys/policies/acl/none', undefined, 204],
    ['GET', 'sys/policies/acl/none', undefined, 404],
    ['GET', 'sys/health', undefined, 200],
    ['POST', 'auth/token/lookup', { token: 'x' }, 403],
  ])('%s %s', async (method, path, body, status) => {
    const answer = await ask(method, path, body, live.rootToken, { 'x-vault-wrap-ttl': '60' });
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).not.toContain('wrap_info');
  });
});

test.each([
  ['unwrap', { token: 'nope' }],
  ['unwrap', {}],
  ['rewrap', { token: 'nope' }],
  ['lookup', { token: 'nope' }],
  ['lookup', {}],
])('no wrapping token: %s %j', async (path, body) => {
  expect(await ask('POST', `sys/wrapping/${path}`, body)).toMatchObject(invalid);
  expect(await ask('POST', `sys/wrapping/${path}`, body, 'nobody-has-this-token')).toMatchObject(
    'token' in body && path !== 'lookup' ? { status: 403 } : invalid,
  );
});

test('an empty token, another format and a wrapped unwrapping are refused in words', async () => {
  expect(await ask('POST', 'sys/wrapping/unwrap', { token: '' })).toMatchObject({
    status: 400,
    body: { errors: ['empty token in request body'] },
  });
  const { token: wrapping } = await wrapped('GET', 'sys/mounts');
  const more = { 'x-vault-wrap-ttl': '60' };
  expect(await ask('POST', 'sys/wrapping/unwrap', { token: wrapping }, live.rootToken, more)).toMatchObject({
    status: 400,
    body: { errors: ['an answer is wrapped again by sys/wrapping/rewrap'] },
  });
  const jwt = { ...more, 'x-vault-wrap-format': 'jwt' };
  expect((await ask('GET', 'sys/mounts', undefined, live.rootToken, jwt)).status).toBe(400);
  expect((await ask('POST', 'sys/wrapping/unwrap', { token: wrapping })).status).toBe(200);
});

test('who has another token needs the right to use it', async () => {
  await ask('PUT', 'sys/policies/acl/nothing', { policy: 'path "x" { capabilities = ["read"] }' });
  const { body } = await ask('POST', 'auth/token/create', { policies: ['nothing'], no_default_policy: true });
  const other = z.object({ auth: z.object({ client_token: z.string() }) }).parse(body).auth.client_token;
  const { token: wrapping } = await wrapped('GET', 'sys/mounts');
  for (const path of ['unwrap', 'rewrap'])
    expect((await ask('POST', `sys/wrapping/${path}`, { token: wrapping }, other)).status).toBe(403);
  expect((await ask('POST', 'sys/wrapping/wrap', { a: 1 }, other, { 'x-vault-wrap-ttl': '60' })).status).toBe(403);
  expect((await ask('POST', 'sys/wrapping/lookup', { token: wrapping }, other)).status).toBe(200);
  expect((await ask('POST', 'sys/wrapping/unwrap', { token: wrapping })).status).toBe(200);
});

describe('kinds of tokens', () => {
  const auth = z.object({ auth: z.looseObject({ client_token: z.string(), accessor: z.string() }) });
  const made = async (body: object) => {
    const answer = await ask('POST', 'auth/token/create', { policies: ['default'], ttl: '1h', ...body });
    return { status: answer.status, body: answer.body, ...auth.parse(answer.body).auth };
  };
  const self = (text: string) => ask('GET', 'auth/token/lookup-self', undefined, text);

  test('a batch token has no accessor, is not renewed and not revoked', async () => {
    const { client_token: text, ...shown } = await made({ type: 'batch' });
    expect(shown).toMatchObject({ accessor: '', token_type: 'batch', renewable: false, lease_duration: 3600 });
    expect((await self(text)).body).toMatchObject({ data: { type: 'batch', accessor: '', renewable: false } });
    for (const [path, body, by, says] of [
      ['renew-self', {}, text, 'batch tokens cannot be renewed'],
      ['renew', { token: text }, live.rootToken, 'batch tokens cannot be renewed'],
      ['revoke-self', {}, text, 'batch tokens cannot be revoked'],
      ['revoke', { token: text }, live.rootToken, 'batch tokens cannot be revoked'],
      ['revoke-orphan', { token: text }, live.rootToken, 'batch tokens cannot be revoked'],
      ['lookup-accessor', { accessor: `at-${text.split('.')[0] ?? ''}` }, live.rootToken, 'invalid accessor'],
    ] as const)
      expect(await ask('POST', `auth/token/${path}`, body, by)).toMatchObject({
        status: 400,
        body: { errors: [says] },
      });
    expect((await self(text)).status).toBe(200);
    const listed = await ask('LIST', 'auth/token/accessors');
    expect(JSON.stringify(listed.body)).not.toContain(text.split('.')[0] ?? '');
    const root = await ask('POST', 'auth/token/create', { type: 'batch' });
    expect(root).toMatchObject({ status: 400, body: { errors: ['batch tokens cannot be root tokens'] } });
  });

  test('a batch token ends with its parent', async () => {
    const parent = await made({ policies: ['root'] });
    const child = await ask('POST', 'auth/token/create', { type: 'batch', policies: ['default'] }, parent.client_token);
    const { client_token: text } = auth.parse(child.body).auth;
    expect((await self(text)).status).toBe(200);
    await ask('POST', 'auth/token/revoke', { token: parent.client_token });
    expect((await self(text)).status).toBe(403);
  });

  test('a token for a number of uses counts down, refused requests too', async () => {
    const { client_token: text, ...shown } = await made({ num_uses: 3 });
    expect(shown).toMatchObject({ num_uses: 3 });
    expect((await ask('GET', 'sys/mounts', undefined, text)).status).toBe(403);
    expect((await self(text)).body).toMatchObject({ data: { num_uses: 1 } });
    expect((await self(text)).body).toMatchObject({ data: { num_uses: -1 } });
    expect((await self(text)).status).toBe(403);
    const root = await made({ policies: ['root'], num_uses: 2 });
    expect(await ask('POST', 'auth/token/create', {}, root.client_token)).toMatchObject({
      status: 400,
      body: { errors: ['restricted use token cannot generate child tokens'] },
    });
  });

  test('a chosen text is a token, once', async () => {
    const id = 'my-own-token-of-today';
    expect(await made({ id })).toMatchObject({ client_token: id, body: { warnings: [expect.any(String)] } });
    expect((await self(id)).status).toBe(200);
    const again = await ask('POST', 'auth/token/create', { id, policies: ['default'] });
    expect(again).toMatchObject({ status: 400, body: { errors: ['cannot create a token with a duplicate ID'] } });
    await ask('POST', 'auth/token/revoke', { token: id });
    expect((await self(id)).status).toBe(403);
    expect((await ask('POST', 'auth/token/create', { id, policies: ['default'] })).status).toBe(400);
  });

  test.each([
    [{ id: 'with.a.dot.in.the.text' }, "custom token ID cannot have a '.' in the value"],
    [{ id: 'short' }, 'a custom token ID has 16 to 256 visible ASCII characters'],
    [{ policies: ['response-wrapping'] }, 'cannot assign policy "response-wrapping"'],
  ])('%j is refused: %s', async (body, says) => {
    expect(await ask('POST', 'auth/token/create', body)).toMatchObject({ status: 400, body: { errors: [says] } });
  });

  test('a policy that is not there is warned of, and a renewal is remembered', async () => {
    const { client_token: text, body } = await made({ policies: ['default', 'not-yet'] });
    expect(body).toMatchObject({ warnings: ['Policy "not-yet" does not exist'] });
    expect((await self(text)).body).not.toHaveProperty('data.last_renewal');
    await ask('PUT', 'auth/token/renew-self', {}, text);
    expect((await self(text)).body).toMatchObject({ data: { last_renewal_time: expect.any(Number) as number } });
  });
});

describe('limits in policies', () => {
  const holderOf = async (name: string, text: string) => {
    expect((await ask('PUT', `sys/policies/acl/${name}`, { policy: text })).status).toBe(204);
    const made = await ask('POST', 'auth/token/create', { policies: [name], no_default_policy: true });
    return z.object({ auth: z.object({ client_token: z.string() }) }).parse(made.body).auth.client_token;
  };
  const limited = (path: string, capability: string, more: string) =>
    `path "${path}" {\n  capabilities = ["${capability}"]\n  ${more}\n}\n`;
  const bounds = 'min_wrapping_ttl = "1m"\n  max_wrapping_ttl = 120';

  test.each([
    ['a write', 'POST', 'auth/token/create', { ttl: '1h' }, limited('auth/token/create', 'update', bounds)],
    ['a read', 'GET', 'sys/mounts', undefined, limited('sys/mounts', 'read', bounds)],
    ['a list', 'LIST', 'sys/policies/acl', undefined, limited('sys/policies/acl/', 'list', bounds)],
    ['a list, by its path without a slash', 'LIST', 'pki/roles', undefined, limited('pki/roles', 'list', bounds)],
    ['what calls no service', 'GET', 'sys/auth', undefined, limited('sys/auth', 'read', bounds)],
  ])('the answer of %s must be wrapped, and for how long', async (_, method, path, body, policy) => {
    await ask('POST', 'pki/roles/any', {});
    const holder = await holderOf('limited', policy);
    const statuses = [undefined, '59s', '1m', '2m', '121'].map(async (ttl) => {
      const more = ttl === undefined ? {} : { 'x-vault-wrap-ttl': ttl };
      return (await ask(method, path, body, holder, more)).status;
    });
    expect(await Promise.all(statuses)).toEqual([403, 403, 200, 200, 403]);
  });

  test('of several rules the smallest bounds count; those that no time satisfies deny', async () => {
    const both = [limited('sys/mounts', 'read', 'min_wrapping_ttl = 90'), limited('sys/mounts', 'read', bounds)];
    const holder = await holderOf('both', both.join(''));
    expect((await ask('GET', 'sys/mounts', undefined, holder, { 'x-vault-wrap-ttl': '60' })).status).toBe(200);
    const apart = [
      limited('sys/mounts', 'read', 'min_wrapping_ttl = 90'),
      limited('sys/mounts', 'read', 'max_wrapping_ttl = 60'),
    ];
    const nobody = await holderOf('apart', apart.join(''));
    for (const ttl of ['60', '75', '90'])
      expect((await ask('GET', 'sys/mounts', undefined, nobody, { 'x-vault-wrap-ttl': ttl })).status).toBe(403);
  });

  test('GraphQL wraps no answers, so that it cannot pass them by', async () => {
    const holder = await holderOf('limited', limited('pki/roles/any', 'read', bounds));
    const answer = await fetch(`${live.base}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${holder}` },
      body: JSON.stringify({ query: '{ role(mount: "pki", name: "any") { name } }' }),
    });
    expect(await answer.json()).toMatchObject({ data: { role: null } });
    const read = await ask('GET', 'pki/roles/any', undefined, holder, { 'x-vault-wrap-ttl': '60' });
    expect(read.status).toBe(200);
  });
});
