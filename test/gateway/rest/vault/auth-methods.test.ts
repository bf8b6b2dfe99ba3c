import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authOf, dataOf, errorsOf, nobody, openSignIns } from './sign-in-live.js';
import type { SignInsForTests } from './sign-in-live.js';

let signIns: SignInsForTests;
beforeAll(async () => {
  signIns = await openSignIns();
});
afterAll(() => signIns.close());

describe('sys/auth', () => {
  test('has the methods that are enabled, beside tokens, until they are disabled', async () => {
    await signIns.done('POST', 'sys/auth/people', {
      type: 'userpass',
      description: 'people',
      config: { max_lease_ttl: '2h' },
    });
    const methods = dataOf(await signIns.done('GET', 'sys/auth'));
    expect(Object.keys(methods)).toEqual(['token/', 'people/']);
    expect(methods['people/']).toMatchObject({
      ...{ type: 'userpass', description: 'people', local: false, seal_wrap: false, options: {} },
      config: { default_lease_ttl: 0, max_lease_ttl: 7_200, force_no_cache: false, token_type: 'default-service' },
    });
    const one = dataOf(await signIns.done('GET', 'sys/auth/people'));
    expect(one).toEqual(methods['people/']);
    expect(one['accessor']).toMatch(/^auth_userpass_[0-9a-f]{8}$/);
    await signIns.done('POST', 'sys/auth/people/tune', { default_lease_ttl: '1h', description: 'others' });
    expect(dataOf(await signIns.done('GET', 'sys/auth/people/tune'))).toEqual({
      ...{ default_lease_ttl: 3_600, max_lease_ttl: 7_200, description: 'others' },
      ...{ force_no_cache: false, token_type: 'default-service' },
    });
    expect(dataOf(await signIns.done('GET', 'sys/mounts/auth/people'))).toEqual(
      dataOf(await signIns.done('GET', 'sys/auth/people')),
    );
    await signIns.done('POST', 'sys/mounts/auth/people/tune', { default_lease_ttl: '', description: 'more' });
    expect(dataOf(await signIns.done('GET', 'sys/mounts/auth/people/tune'))).toMatchObject({
      ...{ default_lease_ttl: 3_600, description: 'more' },
    });
    const again = await signIns.say('POST', 'sys/auth/people', { type: 'cert' });
    expect([again.status, errorsOf(again.body)]).toEqual([400, ['path is already in use at people/']]);
    expect((await signIns.say('DELETE', 'sys/auth/people')).status).toBe(204);
    expect((await signIns.say('DELETE', 'sys/auth/people')).status).toBe(204);
    const gone = await signIns.say('GET', 'sys/auth/people');
    expect([gone.status, errorsOf(gone.body)]).toEqual([400, ['No auth engine at people/']]);
  });

  test('keeps what clients tune of headers and audit, and shows it where it was tuned', async () => {
    const tuned = {
      ...{ audit_non_hmac_request_keys: ['a', 'b'], audit_non_hmac_response_keys: ['c'] },
      ...{ passthrough_request_headers: ['X-A'], allowed_response_headers: ['X-B'] },
    };
    await signIns.done('POST', 'sys/auth/tuned', { type: 'userpass', config: tuned });
    expect(dataOf(await signIns.done('GET', 'sys/auth/tuned'))['config']).toMatchObject(tuned);
    await signIns.done('POST', 'sys/auth/tuned/tune', {
      passthrough_request_headers: '',
      allowed_response_headers: 'X-C,X-D',
    });
    const after = dataOf(await signIns.done('GET', 'sys/auth/tuned/tune'));
    expect(after).toMatchObject({ audit_non_hmac_request_keys: ['a', 'b'], allowed_response_headers: ['X-C', 'X-D'] });
    expect(after).not.toHaveProperty('passthrough_request_headers');
    const many = Array.from({ length: 21 }, (_, at) => `X-${at}`);
    const { status, body } = await signIns.say('POST', 'sys/auth/tuned/tune', { allowed_response_headers: many });
    expect([status, errorsOf(body)]).toEqual([
      400,
      ['allowed_response_headers may have at most 20 items of 128 characters'],
    ]);
    await signIns.done('DELETE', 'sys/auth/tuned');
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
    const { status, body: answer } = await signIns.say('POST', `sys/auth/${path}`, body);
    expect(status).toBe(400);
    expect(errorsOf(answer)[0]).toMatch(message);
  });

  test('needs sudo, and is of no use to a token without it', async () => {
    await signIns.done('POST', 'sys/policies/acl/almost', {
      policy: 'path "sys/auth/*" { capabilities = ["create", "read", "update", "delete"] }',
    });
    const made = authOf(await signIns.done('POST', 'auth/token/create', { policies: ['almost'] }));
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
      expect(
        (await signIns.say(method, path, method === 'POST' ? { type: 'userpass' } : undefined, headers)).status,
      ).toBe(403);
  });
});

describe('scep', () => {
  test('has roles with challenges, and no login', async () => {
    await signIns.done('POST', 'sys/auth/scep', { type: 'scep' });
    await signIns.done('POST', 'auth/scep/role/routers', {
      auth_type: 'static-challenge',
      challenge: 'c',
      display_name: 'a router',
      token_policies: 'a',
    });
    await signIns.done('POST', 'auth/scep/role/routers', { token_ttl: '10m' });
    const role = dataOf(await signIns.done('GET', 'auth/scep/role/routers'));
    // The name is shown: terraform's provider reads it back.
    expect(role).toMatchObject({ name: 'routers', auth_type: 'static-challenge', token_policies: ['a'] });
    expect(role).toMatchObject({ display_name: 'a router' });
    await signIns.done('POST', 'auth/scep/role/printers', { name: 'printers', token_policies: 'a' });
    expect(dataOf(await signIns.done('GET', 'auth/scep/role/printers'))).toMatchObject({ display_name: 'printers' });
    expect(JSON.stringify(role)).not.toContain('scrypt');
    const made = dataOf(await signIns.done('POST', 'auth/scep/role/routers/challenge', { ttl: '10m' }));
    expect(made['challenge']).toMatch(/^\w{32}$/);
    expect(made['expires_at']).toMatch(/^\d{4}-/);
    expect((await signIns.say('POST', 'auth/scep/role/none/challenge', {})).status).toBe(404);
    expect((await signIns.say('POST', 'auth/scep/role/routers', { auth_type: 'intune' })).status).toBe(400);
    for (const path of ['auth/scep/login', 'auth/scep/login/routers']) {
      const { status, body } = await signIns.say('POST', path, { password: 'c' }, nobody);
      expect([status, errorsOf(body)[0]]).toEqual([400, expect.stringContaining('SCEP')]);
    }
  });
});
