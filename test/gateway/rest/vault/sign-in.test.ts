import { once } from 'node:events';
import { connect } from 'node:http2';
import { request } from 'node:https';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive({ TRUSTATE_HTTPS_PORT: '0', TRUSTATE_FAILED_SIGN_INS: '40' });
});
afterAll(() => live.close());

const root = () => ({ 'x-vault-token': live.rootToken });
const say = (method: string, path: string, body?: object, headers: Record<string, string> = root()) =>
  live.vault(method, path, body, headers);
const nobody = {};

async function done(method: string, path: string, body?: object): Promise<unknown> {
  const answer = await say(method, path, body);
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}

const errorsOf = (body: unknown) => z.object({ errors: z.array(z.string()) }).parse(body).errors;
const dataOf = (body: unknown) => z.object({ data: z.record(z.string(), z.unknown()) }).parse(body).data;
const authShape = z.object({
  auth: z.object({
    client_token: z.string(),
    policies: z.array(z.string()),
    metadata: z.record(z.string(), z.string()).nullable(),
    lease_duration: z.number(),
    renewable: z.boolean(),
    orphan: z.boolean(),
    token_type: z.string(),
  }),
});
const authOf = (body: unknown) => authShape.parse(body).auth;

describe('sys/auth', () => {
  test('has the methods that are enabled, beside tokens, until they are disabled', async () => {
    await done('POST', 'sys/auth/people', { type: 'userpass', description: 'people', config: { max_lease_ttl: '2h' } });
    const methods = dataOf(await done('GET', 'sys/auth'));
    expect(Object.keys(methods)).toEqual(['token/', 'people/']);
    expect(methods['people/']).toMatchObject({
      ...{ type: 'userpass', description: 'people', local: false, seal_wrap: false, options: {} },
      config: { default_lease_ttl: 0, max_lease_ttl: 7_200, force_no_cache: false, token_type: 'default-service' },
    });
    const one = dataOf(await done('GET', 'sys/auth/people'));
    expect(one).toEqual(methods['people/']);
    expect(one['accessor']).toMatch(/^auth_userpass_[0-9a-f]{8}$/);
    await done('POST', 'sys/auth/people/tune', { default_lease_ttl: '1h', description: 'others' });
    expect(dataOf(await done('GET', 'sys/auth/people/tune'))).toEqual({
      ...{ default_lease_ttl: 3_600, max_lease_ttl: 7_200, description: 'others' },
      ...{ force_no_cache: false, token_type: 'default-service' },
    });
    expect(dataOf(await done('GET', 'sys/mounts/auth/people'))).toEqual(dataOf(await done('GET', 'sys/auth/people')));
    await done('POST', 'sys/mounts/auth/people/tune', { default_lease_ttl: '', description: 'more' });
    expect(dataOf(await done('GET', 'sys/mounts/auth/people/tune'))).toMatchObject({
      ...{ default_lease_ttl: 3_600, description: 'more' },
    });
    const again = await say('POST', 'sys/auth/people', { type: 'cert' });
    expect([again.status, errorsOf(again.body)]).toEqual([400, ['path is already in use at people/']]);
    expect((await say('DELETE', 'sys/auth/people')).status).toBe(204);
    expect((await say('DELETE', 'sys/auth/people')).status).toBe(204);
    const gone = await say('GET', 'sys/auth/people');
    expect([gone.status, errorsOf(gone.body)]).toEqual([400, ['No auth engine at people/']]);
  });

  test('keeps what clients tune of headers and audit, and shows it where it was tuned', async () => {
    const tuned = {
      ...{ audit_non_hmac_request_keys: ['a', 'b'], audit_non_hmac_response_keys: ['c'] },
      ...{ passthrough_request_headers: ['X-A'], allowed_response_headers: ['X-B'] },
    };
    await done('POST', 'sys/auth/tuned', { type: 'userpass', config: tuned });
    expect(dataOf(await done('GET', 'sys/auth/tuned'))['config']).toMatchObject(tuned);
    await done('POST', 'sys/auth/tuned/tune', { passthrough_request_headers: '', allowed_response_headers: 'X-C,X-D' });
    const after = dataOf(await done('GET', 'sys/auth/tuned/tune'));
    expect(after).toMatchObject({ audit_non_hmac_request_keys: ['a', 'b'], allowed_response_headers: ['X-C', 'X-D'] });
    expect(after).not.toHaveProperty('passthrough_request_headers');
    const many = Array.from({ length: 101 }, (_, at) => `X-${at}`);
    const { status, body } = await say('POST', 'sys/auth/tuned/tune', { allowed_response_headers: many });
    expect([status, errorsOf(body)]).toEqual([
      400,
      ['allowed_response_headers may have at most 100 items of 256 characters'],
    ]);
    await done('DELETE', 'sys/auth/tuned');
  });

  test.each([
    ['none', {}, 'backend type must be specified as a string'],
    ['none', { type: 'token' }, 'token credential backend cannot be instantiated'],
    ['none', { type: 'ldap' }, 'plugin not found in the catalog: ldap'],
    ['token/more', { type: 'userpass' }, 'path is already in use at token/'],
    ['none', { type: 'userpass', config: { default_lease_ttl: '3h', max_lease_ttl: '2h' } }, /greater than given max/],
    ['none', { type: 'userpass', config: { token_type: 'x' } }, /token_type/],
    ['a/login', { type: 'userpass' }, /one of/],
  ])('refuses %s with %j', async (path, body, message) => {
    const { status, body: answer } = await say('POST', `sys/auth/${path}`, body);
    expect(status).toBe(400);
    expect(errorsOf(answer)[0]).toMatch(message);
  });

  test('needs sudo, and is of no use to a token without it', async () => {
    await done('POST', 'sys/policies/acl/almost', {
      policy: 'path "sys/auth/*" { capabilities = ["create", "read", "update", "delete"] }',
    });
    const made = authOf(await done('POST', 'auth/token/create', { policies: ['almost'] }));
    const headers = { 'x-vault-token': made.client_token };
    for (const [method, path] of [
      ['POST', 'sys/auth/mine'],
      ['GET', 'sys/auth/mine'],
      ['DELETE', 'sys/auth/mine'],
      ['POST', 'sys/auth/mine/tune'],
      ['GET', 'sys/auth/mine/tune'],
      ['GET', 'sys/mounts/auth/mine'],
      ['POST', 'sys/mounts/auth/mine/tune'],
    ] as const)
      expect((await say(method, path, method === 'POST' ? { type: 'userpass' } : undefined, headers)).status).toBe(403);
  });
});

describe('userpass', () => {
  beforeAll(async () => {
    await done('POST', 'sys/auth/userpass', { type: 'userpass' });
  });
  afterAll(async () => {
    await done('DELETE', 'sys/auth/userpass');
  });

  test('gives a token with the terms of the user', async () => {
    await done('POST', 'auth/userpass/users/Alice', {
      ...{ password: 'pw', token_policies: 'b,a', token_ttl: '10m', token_num_uses: 9, token_max_ttl: '1h' },
      token_bound_cidrs: '127.0.0.0/8,::1/128',
    });
    expect(dataOf(await done('GET', 'auth/userpass/users/alice'))).toEqual({
      ...{ token_bound_cidrs: ['127.0.0.0/8', '::1/128'], token_explicit_max_ttl: 0, token_max_ttl: 3_600 },
      ...{ token_no_default_policy: false, token_num_uses: 9, token_period: 0, token_policies: ['a', 'b'] },
      ...{ token_strictly_bind_ip: false, token_ttl: 600, token_type: 'default' },
    });
    expect(dataOf(await done('LIST', 'auth/userpass/users'))).toEqual({ keys: ['alice'] });
    const answer = await say('POST', 'auth/userpass/login/ALICE', { password: 'pw' }, nobody);
    expect(answer.status).toBe(200);
    const { client_token: token, ...auth } = authOf(answer.body);
    expect(auth).toEqual({
      ...{ policies: ['a', 'b', 'default'], metadata: { username: 'alice' }, lease_duration: 600 },
      ...{ renewable: true, orphan: true, token_type: 'service' },
    });
    const own = await say('GET', 'auth/token/lookup-self', undefined, { 'x-vault-token': token });
    expect(dataOf(own.body)).toMatchObject({
      ...{ display_name: 'userpass-alice', path: 'auth/userpass/login/alice', orphan: true, num_uses: 8 },
      ...{ creation_ttl: 600, meta: { username: 'alice' }, bound_cidrs: ['127.0.0.0/8', '::1/128'] },
    });
  });

  test('answers a wrong password and a name that is not there alike', async () => {
    await done('POST', 'auth/userpass/users/eve', { password: 'pw' });
    const answers = await Promise.all(
      [
        ['eve', 'no'],
        ['nobody', 'no'],
        ['eve', ''],
        ['x%20y', 'no'],
      ].map(([name = '', password]) => say('POST', `auth/userpass/login/${name}`, { password }, nobody)),
    );
    expect(answers.map(({ status, body }) => [status, errorsOf(body)])).toEqual(
      answers.map(() => [400, ['invalid username or password']]),
    );
    const elsewhere = await say('POST', 'auth/nowhere/login/eve', { password: 'pw' }, nobody);
    expect([elsewhere.status, errorsOf(elsewhere.body)]).toEqual([400, ['invalid username or password']]);
  });

  test('renews under the user as it is by now', async () => {
    await done('POST', 'auth/userpass/users/bob', { password: 'pw', token_policies: 'a', token_ttl: '5m' });
    const { client_token: token } = authOf(
      (await say('POST', 'auth/userpass/login/bob', { password: 'pw' }, nobody)).body,
    );
    const renew = () => say('POST', 'auth/token/renew-self', {}, { 'x-vault-token': token });
    await done('POST', 'auth/userpass/users/bob', { token_ttl: '7m' });
    expect(authOf((await renew()).body).lease_duration).toBe(420);
    await done('POST', 'auth/userpass/users/bob/policies', { token_policies: 'c' });
    expect(errorsOf((await renew()).body)).toEqual(['policies have changed, not renewing']);
    await done('DELETE', 'auth/userpass/users/bob');
    expect((await renew()).status).toBe(400);
    expect((await say('GET', 'auth/token/lookup-self', undefined, { 'x-vault-token': token })).status).toBe(200);
  });

  test('changes passwords, of users that are there', async () => {
    await done('POST', 'auth/userpass/users/carol', { password: 'pw' });
    await done('POST', 'auth/userpass/users/carol/password', { password: 'other' });
    const by = async (password: string) =>
      (await say('POST', 'auth/userpass/login/carol', { password }, nobody)).status;
    expect([await by('pw'), await by('other')]).toEqual([400, 200]);
    expect((await say('POST', 'auth/userpass/users/nobody/password', { password: 'x' })).status).toBe(400);
    for (const body of [{ token_policies: 'a' }, { password_hash: 'x' }, { password: 'a', password_hash: 'x' }])
      expect((await say('POST', 'auth/userpass/users/new', body)).status).toBe(400);
  });

  test('has no roles of other kinds', async () => {
    await done('POST', 'auth/userpass/users/dora', { password: 'pw' });
    for (const [method, path] of [
      ['GET', 'auth/userpass/certs/dora'],
      ['LIST', 'auth/userpass/role'],
      ['DELETE', 'auth/userpass/role/dora'],
      ['POST', 'auth/userpass/role/dora'],
      ['POST', 'auth/userpass/certs/dora'],
    ] as const)
      expect((await say(method, path, method === 'POST' ? {} : undefined)).status, `${method} ${path}`).toBe(404);
    expect((await say('GET', 'auth/userpass/users/dora')).status).toBe(200);
  });

  test('gives batch tokens where the user says so, and none with root', async () => {
    await done('POST', 'auth/userpass/users/batch', { password: 'pw', token_type: 'batch', token_ttl: '1h' });
    const batch = authOf((await say('POST', 'auth/userpass/login/batch', { password: 'pw' }, nobody)).body);
    expect([batch.token_type, batch.renewable]).toEqual(['batch', false]);
    await done('POST', 'auth/userpass/users/god', { password: 'pw', token_policies: 'root' });
    const god = await say('POST', 'auth/userpass/login/god', { password: 'pw' }, nobody);
    expect([god.status, errorsOf(god.body)]).toEqual([400, ['auth methods cannot create root tokens']]);
  });

  test('ends its tokens when it is disabled', async () => {
    await done('POST', 'sys/auth/brief', { type: 'userpass' });
    await done('POST', 'auth/brief/users/a', { password: 'pw', token_policies: 'root2' });
    const { client_token: token } = authOf((await say('POST', 'auth/brief/login/a', { password: 'pw' }, nobody)).body);
    const lookUp = () => say('GET', 'auth/token/lookup-self', undefined, { 'x-vault-token': token });
    expect((await lookUp()).status).toBe(200);
    await done('DELETE', 'sys/auth/brief');
    expect((await lookUp()).status).toBe(403);
  });
});

describe('cert', () => {
  let issued: { certificate: string; private_key: string; serial_number: string; issuing_ca: string };

  /** Over TLS, with a certificate or without. */
  function over(path: string, body: object, client?: { cert: string; key: string }, token?: string) {
    return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      const url = new URL(`/v1/${path}`, live.secure);
      const asked = request(
        url,
        {
          method: 'POST',
          ca: readFileSync(live.caFile),
          agent: false,
          ...client,
          headers: { 'content-type': 'application/json', ...(token !== undefined && { 'x-vault-token': token }) },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (piece: string) => (text += piece));
          response.on('end', () => {
            resolve({ status: response.statusCode ?? 0, body: text === '' ? null : JSON.parse(text) });
          });
        },
      );
      asked.on('error', reject);
      asked.end(JSON.stringify(body));
    });
  }
  const own = () => ({ cert: issued.certificate, key: issued.private_key });

  beforeAll(async () => {
    await done('POST', 'sys/auth/cert', { type: 'cert' });
    await done('POST', 'pki/root/generate/internal', { common_name: 'machines', key_type: 'ec', ttl: '24h' });
    await done('POST', 'pki/roles/machine', { allow_any_name: true, key_type: 'ec', ttl: '1h', server_flag: false });
    issued = z
      .object({
        certificate: z.string(),
        private_key: z.string(),
        serial_number: z.string(),
        issuing_ca: z.string(),
      })
      .parse(dataOf(await done('POST', 'pki/issue/machine', { common_name: 'm1.internal.example' })));
    await done('POST', 'auth/cert/certs/machines', {
      ...{ certificate: issued.issuing_ca, allowed_common_names: '*.internal.example', token_policies: 'a' },
      token_ttl: '10m',
    });
  });
  afterAll(async () => {
    await done('DELETE', 'sys/auth/cert');
  });

  test('gives a token to whom an authority of a role vouches for, and to nobody else', async () => {
    const answer = await over('auth/cert/login', {}, own());
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(authOf(answer.body)).toMatchObject({
      policies: ['a', 'default'],
      metadata: { cert_name: 'machines', common_name: 'm1.internal.example' },
    });
    expect((await over('auth/cert/login', { name: 'machines' }, own())).status).toBe(200);
    expect((await over('auth/cert/login', { name: 'others' }, own())).status).toBe(400);
    expect((await over('auth/cert/login', {})).status).toBe(400);
    expect((await say('POST', 'auth/cert/login', {}, { 'client-cert': 'x' })).status).toBe(400);
  });

  test('does so over HTTP/2, and in GraphQL', async () => {
    const session = connect(live.secure, { ca: readFileSync(live.caFile), ...own() });
    const query =
      'mutation { signInWithCertificate(input: { method: "cert" }) { issued { token { displayName } } problems { code } } }';
    const asked = session.request({ ':method': 'POST', ':path': '/graphql', 'content-type': 'application/json' });
    asked.end(JSON.stringify({ query }));
    let text = '';
    asked.setEncoding('utf8');
    asked.on('data', (piece: string) => (text += piece));
    await once(asked, 'end');
    session.close();
    expect(JSON.parse(text)).toMatchObject({
      data: { signInWithCertificate: { issued: { token: { displayName: 'cert-machines' } }, problems: [] } },
    });
  });

  test('takes a certificate that a role lists itself, by the first role that does', async () => {
    await done('POST', 'auth/cert/certs/a-pinned', { certificate: issued.certificate, token_policies: 'pinned' });
    expect(authOf((await over('auth/cert/login', {}, own())).body).policies).toEqual(['default', 'pinned']);
    await done('DELETE', 'auth/cert/certs/a-pinned');
    expect(authOf((await over('auth/cert/login', {}, own())).body).policies).toEqual(['a', 'default']);
  });

  test('renews over a connection with the same certificate only', async () => {
    const { client_token: token } = authOf((await over('auth/cert/login', {}, own())).body);
    expect((await over('auth/token/renew-self', {}, own(), token)).status).toBe(200);
    expect((await over('auth/token/renew-self', {}, undefined, token)).status).toBe(400);
    await done('POST', 'auth/cert/config', { disable_binding: true });
    expect((await over('auth/token/renew-self', {}, undefined, token)).status).toBe(200);
    await done('POST', 'auth/cert/config', { disable_binding: false });
  });

  test('shows a role as it was written', async () => {
    expect(dataOf(await done('GET', 'auth/cert/certs/machines'))).toMatchObject({
      ...{ certificate: issued.issuing_ca, display_name: 'machines', allowed_common_names: ['*.internal.example'] },
      ...{ allowed_names: null, ocsp_enabled: false, token_ttl: 600, token_policies: ['a'] },
    });
    for (const body of [
      { certificate: 'x' },
      { certificate: '' },
      { required_extensions: 'x' },
      { ocsp_enabled: true },
    ]) {
      const { status } = await say('POST', 'auth/cert/certs/machines', body);
      expect(status, JSON.stringify(body)).toBe(400);
    }
    expect((await say('POST', 'auth/cert/crls/x', {})).status).toBe(400);
  });

  test('refuses what is below an authority that this server has revoked, also where a role lists that one itself', async () => {
    await done('POST', 'sys/mounts/below', { type: 'pki' });
    const made = dataOf(
      await done('POST', 'below/intermediate/generate/internal', { common_name: 'b', key_type: 'ec' }),
    );
    const signed = dataOf(await done('POST', 'pki/root/sign-intermediate', { csr: made['csr'], ttl: '100h' }));
    await done('POST', 'below/intermediate/set-signed', { certificate: signed['certificate'] });
    await done('POST', 'below/roles/m', { allow_any_name: true, key_type: 'ec', ttl: '1h' });
    const below = dataOf(await done('POST', 'below/issue/m', { common_name: 'm2.internal.example' }));
    const { certificate, private_key: key } = z
      .object({ certificate: z.string(), private_key: z.string() })
      .parse(below);
    await done('POST', 'auth/cert/certs/below', { certificate: signed['certificate'], token_policies: 'below' });
    const login = async () => (await over('auth/cert/login', { name: 'below' }, { cert: certificate, key })).status;
    expect(await login()).toBe(200);
    await done('POST', 'pki/revoke', { serial_number: signed['serial_number'] });
    expect(await login()).toBe(400);
    await done('DELETE', 'auth/cert/certs/below');
    await done('DELETE', 'sys/mounts/below');
  });

  test('refuses what this server has revoked', async () => {
    await done('POST', 'pki/revoke', { serial_number: issued.serial_number });
    expect((await over('auth/cert/login', {}, own())).status).toBe(400);
  });
});

describe('scep', () => {
  test('has roles with challenges, and no login', async () => {
    await done('POST', 'sys/auth/scep', { type: 'scep' });
    await done('POST', 'auth/scep/role/routers', {
      auth_type: 'static-challenge',
      challenge: 'c',
      display_name: 'a router',
      token_policies: 'a',
    });
    await done('POST', 'auth/scep/role/routers', { token_ttl: '10m' });
    const role = dataOf(await done('GET', 'auth/scep/role/routers'));
    expect(role).toMatchObject({ auth_type: 'static-challenge', display_name: 'a router', token_policies: ['a'] });
    expect(JSON.stringify(role)).not.toContain('scrypt');
    const made = dataOf(await done('POST', 'auth/scep/role/routers/challenge', { ttl: '10m' }));
    expect(made['challenge']).toMatch(/^\w{32}$/);
    expect(made['expires_at']).toMatch(/^\d{4}-/);
    expect((await say('POST', 'auth/scep/role/none/challenge', {})).status).toBe(404);
    expect((await say('POST', 'auth/scep/role/routers', { auth_type: 'intune' })).status).toBe(400);
    for (const path of ['auth/scep/login', 'auth/scep/login/routers']) {
      const { status, body } = await say('POST', path, { password: 'c' }, nobody);
      expect([status, errorsOf(body)[0]]).toEqual([400, expect.stringContaining('SCEP')]);
    }
  });
});

test('above the limit nothing is checked, except what was right before', async () => {
  await done('POST', 'sys/auth/guessed', { type: 'userpass' });
  await done('POST', 'auth/guessed/users/a', { password: 'pw' });
  const by = (password: string) => say('POST', 'auth/guessed/login/a', { password }, nobody);
  expect((await by('pw')).status).toBe(200);
  const statuses = new Set<number>();
  for (let guess = 0; guess < 45 && !statuses.has(429); guess += 1) statuses.add((await by(`${guess}`)).status);
  expect([...statuses]).toEqual([400, 429]);
  expect((await by('pw')).status).toBe(200);
});
