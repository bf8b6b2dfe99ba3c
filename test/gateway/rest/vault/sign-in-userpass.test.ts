import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authOf, dataOf, errorsOf, nobody, openSignIns } from './sign-in-live.js';
import type { SignInsForTests } from './sign-in-live.js';

let signIns: SignInsForTests;
beforeAll(async () => {
  signIns = await openSignIns();
});
afterAll(() => signIns.close());

describe('userpass', () => {
  beforeAll(async () => {
    await signIns.done('POST', 'sys/auth/userpass', { type: 'userpass' });
  });
  afterAll(async () => {
    await signIns.done('DELETE', 'sys/auth/userpass');
  });

  test('gives a token with the terms of the user', async () => {
    await signIns.done('POST', 'auth/userpass/users/Alice', {
      ...{ password: 'pw', token_policies: 'b,a', token_ttl: '10m', token_num_uses: 9, token_max_ttl: '1h' },
      token_bound_cidrs: '127.0.0.0/8,::1/128',
    });
    expect(dataOf(await signIns.done('GET', 'auth/userpass/users/alice'))).toEqual({
      ...{ token_bound_cidrs: ['127.0.0.0/8', '::1/128'], token_explicit_max_ttl: 0, token_max_ttl: 3_600 },
      ...{ token_no_default_policy: false, token_num_uses: 9, token_period: 0, token_policies: ['a', 'b'] },
      ...{ token_strictly_bind_ip: false, token_ttl: 600, token_type: 'default' },
      ...{ policies: ['a', 'b'], ttl: 600, max_ttl: 3_600, bound_cidrs: ['127.0.0.0/8', '::1/128'] },
    });
    expect(dataOf(await signIns.done('LIST', 'auth/userpass/users'))).toEqual({ keys: ['alice'] });
    const answer = await signIns.say('POST', 'auth/userpass/login/ALICE', { password: 'pw' }, nobody);
    expect(answer.status).toBe(200);
    const { client_token: token, ...auth } = authOf(answer.body);
    expect(auth).toEqual({
      ...{ policies: ['a', 'b', 'default'], metadata: { username: 'alice' }, lease_duration: 600 },
      ...{ renewable: true, orphan: true, token_type: 'service' },
    });
    const own = await signIns.say('GET', 'auth/token/lookup-self', undefined, { 'x-vault-token': token });
    expect(dataOf(own.body)).toMatchObject({
      ...{ display_name: 'userpass-alice', path: 'auth/userpass/login/alice', orphan: true, num_uses: 8 },
      ...{ creation_ttl: 600, meta: { username: 'alice' }, bound_cidrs: ['127.0.0.0/8', '::1/128'] },
    });
  });

  test('shows a user by the older names that it was written by, and nothing where they say nothing', async () => {
    const read = async (name: string) => dataOf(await signIns.done('GET', `auth/userpass/users/${name}`));
    await signIns.done('POST', 'auth/userpass/users/older', { password: 'pw', policies: 'a,b', ttl: '5m' });
    expect(await read('older')).toMatchObject({ policies: ['a', 'b'], token_policies: ['a', 'b'], ttl: 300 });
    await signIns.done('POST', 'auth/userpass/users/plain', { password: 'pw' });
    for (const name of ['policies', 'ttl', 'max_ttl', 'period', 'bound_cidrs'])
      expect(await read('plain')).not.toHaveProperty(name);
    for (const name of ['older', 'plain']) await signIns.done('DELETE', `auth/userpass/users/${name}`);
  });

  test('answers a wrong password and a name that is not there alike', async () => {
    await signIns.done('POST', 'auth/userpass/users/eve', { password: 'pw' });
    const answers = await Promise.all(
      [
        ['eve', 'no'],
        ['nobody', 'no'],
        ['eve', ''],
        ['x%20y', 'no'],
      ].map(([name = '', password]) => signIns.say('POST', `auth/userpass/login/${name}`, { password }, nobody)),
    );
    expect(answers.map(({ status, body }) => [status, errorsOf(body)])).toEqual(
      answers.map(() => [400, ['invalid username or password']]),
    );
    const elsewhere = await signIns.say('POST', 'auth/nowhere/login/eve', { password: 'pw' }, nobody);
    expect([elsewhere.status, errorsOf(elsewhere.body)]).toEqual([400, ['invalid username or password']]);
  });

  test('renews under the user as it is by now', async () => {
    await signIns.done('POST', 'auth/userpass/users/bob', { password: 'pw', token_policies: 'a', token_ttl: '5m' });
    const { client_token: token } = authOf(
      (await signIns.say('POST', 'auth/userpass/login/bob', { password: 'pw' }, nobody)).body,
    );
    const renew = () => signIns.say('POST', 'auth/token/renew-self', {}, { 'x-vault-token': token });
    await signIns.done('POST', 'auth/userpass/users/bob', { token_ttl: '7m' });
    expect(authOf((await renew()).body).lease_duration).toBe(420);
    await signIns.done('POST', 'auth/userpass/users/bob/policies', { token_policies: 'c' });
    expect(errorsOf((await renew()).body)).toEqual(['policies have changed, not renewing']);
    await signIns.done('DELETE', 'auth/userpass/users/bob');
    expect((await renew()).status).toBe(400);
    expect((await signIns.say('GET', 'auth/token/lookup-self', undefined, { 'x-vault-token': token })).status).toBe(
      200,
    );
  });

  test('changes passwords, of users that are there', async () => {
    await signIns.done('POST', 'auth/userpass/users/carol', { password: 'pw' });
    await signIns.done('POST', 'auth/userpass/users/carol/password', { password: 'other' });
    const by = async (password: string) =>
      (await signIns.say('POST', 'auth/userpass/login/carol', { password }, nobody)).status;
    expect([await by('pw'), await by('other')]).toEqual([400, 200]);
    expect((await signIns.say('POST', 'auth/userpass/users/nobody/password', { password: 'x' })).status).toBe(400);
    for (const body of [{ token_policies: 'a' }, { password_hash: 'x' }, { password: 'a', password_hash: 'x' }])
      expect((await signIns.say('POST', 'auth/userpass/users/new', body)).status).toBe(400);
  });

  test('has no roles of other kinds', async () => {
    await signIns.done('POST', 'auth/userpass/users/dora', { password: 'pw' });
    for (const [method, path] of [
      ['GET', 'auth/userpass/certs/dora'],
      ['LIST', 'auth/userpass/role'],
      ['DELETE', 'auth/userpass/role/dora'],
      ['POST', 'auth/userpass/role/dora'],
      ['POST', 'auth/userpass/certs/dora'],
    ] as const)
      expect((await signIns.say(method, path, method === 'POST' ? {} : undefined)).status, `${method} ${path}`).toBe(
        404,
      );
    expect((await signIns.say('GET', 'auth/userpass/users/dora')).status).toBe(200);
  });

  test('gives batch tokens where the user says so, and none with root', async () => {
    await signIns.done('POST', 'auth/userpass/users/batch', { password: 'pw', token_type: 'batch', token_ttl: '1h' });
    const batch = authOf((await signIns.say('POST', 'auth/userpass/login/batch', { password: 'pw' }, nobody)).body);
    expect([batch.token_type, batch.renewable]).toEqual(['batch', false]);
    await signIns.done('POST', 'auth/userpass/users/god', { password: 'pw', token_policies: 'root' });
    const god = await signIns.say('POST', 'auth/userpass/login/god', { password: 'pw' }, nobody);
    expect([god.status, errorsOf(god.body)]).toEqual([400, ['auth methods cannot create root tokens']]);
  });

  test('ends its tokens when it is disabled', async () => {
    await signIns.done('POST', 'sys/auth/brief', { type: 'userpass' });
    await signIns.done('POST', 'auth/brief/users/a', { password: 'pw', token_policies: 'root2' });
    const { client_token: token } = authOf(
      (await signIns.say('POST', 'auth/brief/login/a', { password: 'pw' }, nobody)).body,
    );
    const lookUp = () => signIns.say('GET', 'auth/token/lookup-self', undefined, { 'x-vault-token': token });
    expect((await lookUp()).status).toBe(200);
    await signIns.done('DELETE', 'sys/auth/brief');
    expect((await lookUp()).status).toBe(403);
  });
});

test('above the limit nothing is checked, except what was right before', async () => {
  // Few: each is checked slowly, and all of them have to come within a minute.
  const limited = await openSignIns(2);
  await limited.done('POST', 'sys/auth/guessed', { type: 'userpass' });
  await limited.done('POST', 'auth/guessed/users/a', { password: 'pw' });
  const by = async (password: string) =>
    (await limited.say('POST', 'auth/guessed/login/a', { password }, nobody)).status;
  expect(await by('pw')).toBe(200);
  expect([await by('1'), await by('2'), await by('3')]).toEqual([400, 400, 429]);
  expect(await by('pw')).toBe(200);
  await limited.close();
});
