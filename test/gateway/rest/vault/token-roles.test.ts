import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

const ask = (method: string, path: string, body?: object, token: string = live.rootToken) =>
  live.vault(method, path, body, { 'x-vault-token': token });
const auth = z.object({
  auth: z.looseObject({ client_token: z.string(), policies: z.array(z.string()) }),
  warnings: z.array(z.string()).nullable(),
});
const role = (name: string, body: object) => ask('PUT', `auth/token/roles/${name}`, body);
async function made(name: string, body: object = {}, by?: string) {
  const answer = await ask('POST', `auth/token/create/${name}`, body, by);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { auth: token, warnings } = auth.parse(answer.body);
  return { ...token, warnings };
}
const self = (text: string) => ask('GET', 'auth/token/lookup-self', undefined, text);

test('a role is written, changed, listed and deleted', async () => {
  expect((await role('first', {})).status).toBe(204);
  const data = {
    name: 'first',
    allowed_entity_aliases: null,
    ...{ allowed_policies: [], allowed_policies_glob: [], disallowed_policies: [], disallowed_policies_glob: [] },
    ...{ explicit_max_ttl: 0, orphan: false, path_suffix: '', period: 0, renewable: true },
    ...{ token_explicit_max_ttl: 0, token_no_default_policy: false, token_period: 0, token_type: 'default-service' },
  };
  expect((await ask('GET', 'auth/token/roles/first')).body).toMatchObject({ data });
  const change = {
    allowed_policies: 'B,a,a',
    period: '1h',
    token_num_uses: 3,
    path_suffix: 'v.1',
    token_bound_cidrs: '::1',
  };
  expect((await role('first', change)).status).toBe(204);
  expect((await role('first', { orphan: true })).status).toBe(204);
  expect((await ask('GET', 'auth/token/roles/first')).body).toMatchObject({
    data: {
      ...{ allowed_policies: ['a', 'b'], token_period: 3600, token_num_uses: 3, path_suffix: 'v.1', orphan: true },
      token_bound_cidrs: ['::1'],
    },
  });
  await role('second', {});
  expect((await ask('LIST', 'auth/token/roles')).body).toMatchObject({ data: { keys: ['first', 'second'] } });
  expect((await ask('LIST', 'auth/token/roles?limit=1')).body).toMatchObject({ data: { keys: ['first'] } });
  for (const name of ['first', 'second', 'second'])
    expect((await ask('DELETE', `auth/token/roles/${name}`)).status).toBe(204);
  expect(await ask('GET', 'auth/token/roles/first')).toMatchObject({ status: 404, body: { errors: [] } });
  expect(await ask('LIST', 'auth/token/roles')).toMatchObject({ status: 404, body: { errors: [] } });
});

test('terms with an older name are read by both names, and the newer one wins', async () => {
  const cidrs = ['10.0.0.0/8'];
  expect((await role('older', { period: '1h', explicit_max_ttl: '3h', bound_cidrs: '10.0.0.0/8' })).status).toBe(204);
  expect((await ask('GET', 'auth/token/roles/older')).body).toMatchObject({
    data: {
      ...{ period: 3600, token_period: 3600, explicit_max_ttl: 10800, token_explicit_max_ttl: 10800 },
      ...{ bound_cidrs: cidrs, token_bound_cidrs: cidrs },
    },
  });
  const both = { period: '1h', token_period: '2h', explicit_max_ttl: 0, token_explicit_max_ttl: 0 };
  const said = (name: string) =>
    `Both 'token_${name}' and deprecated '${name}' value supplied, ignoring the deprecated value`;
  expect(await role('older', { ...both, bound_cidrs: '::1', token_bound_cidrs: '10.0.0.0/8' })).toMatchObject({
    status: 200,
    body: { data: null, warnings: ['period', 'explicit_max_ttl', 'bound_cidrs'].map(said) },
  });
  expect((await ask('GET', 'auth/token/roles/older')).body).toMatchObject({
    data: { period: 7200, token_period: 7200, explicit_max_ttl: 0, token_bound_cidrs: cidrs },
  });
  await ask('DELETE', 'auth/token/roles/older');
});

test.each([
  [{ token_type: 'x' }, `invalid 'token_type' value "x"`],
  [{ path_suffix: 'a b' }, String.raw`given role path suffix contains invalid characters; must match \w[\w-.]+\w`],
  [{ path_suffix: 'a..b' }, 'a path suffix has no two dots in a row'],
  [{ token_num_uses: -1 }, 'num_uses must be between 0 and 2147483647'],
  [{ token_bound_cidrs: 'here' }, '"here" is neither an address nor a network'],
  [{ allowed_entity_aliases: 'x' }, 'entity aliases are not supported'],
  [{ token_type: 'batch' }, "'token_type' cannot be 'batch' when role is set to generate non-orphan tokens"],
  [
    { token_type: 'batch', orphan: true },
    "'token_type' cannot be 'batch' when role is set to generate renewable tokens",
  ],
  [
    { token_type: 'batch', orphan: true, renewable: false, token_period: 60 },
    "'token_type' cannot be 'batch' when role is set to generate periodic tokens",
  ],
])('%j is refused: %s', async (body, says) => {
  expect(await role('wrong', body)).toMatchObject({ status: 400, body: { errors: [says] } });
});

describe('a token under a role', () => {
  test('is as the role says', async () => {
    const allowed = { allowed_policies: 'default,pki-user', orphan: true, token_period: '2h', path_suffix: 'v1x' };
    await role('web', { ...allowed, token_num_uses: 5, token_explicit_max_ttl: '3h' });
    const token = await made('web', { num_uses: 9, explicit_max_ttl: '4h' });
    expect(token).toMatchObject({
      ...{ policies: ['default', 'pki-user'], orphan: true, lease_duration: 7200, num_uses: 5 },
      warnings: [expect.stringContaining('using the lesser value of 10800 seconds')],
    });
    expect((await self(token.client_token)).body).toMatchObject({
      data: { path: 'auth/token/create/web/v1x', role: 'web', period: 7200 },
    });
  });

  test('has the policies that it allows', async () => {
    await role('some', {
      allowed_policies: 'a',
      allowed_policies_glob: 'team-*-x,end*',
      disallowed_policies_glob: '*-bad',
    });
    expect((await made('some', {})).policies).toEqual(['a', 'default']);
    expect((await made('some', { policies: ['team-1-x', 'endless'] })).policies).toEqual([
      'default',
      'endless',
      'team-1-x',
    ]);
    for (const [policies, says] of [
      [
        ['b'],
        'must be subset of the role\'s allowed policies (["a" "default"]) or glob policies (["end*" "team-*-x"])',
      ],
      [['team-x'], 'must be subset'],
      [['end-bad'], 'token policy "end-bad" is disallowed by this role'],
    ] as const) {
      const answer = await ask('POST', 'auth/token/create/some', { policies });
      expect(answer.status).toBe(400);
      expect((answer.body as { errors: string[] }).errors[0]).toContain(says);
    }
    await role('bare', { allowed_policies: 'a', token_no_default_policy: true });
    expect((await made('bare')).policies).toEqual(['a']);
  });

  test('of one with less: the listed policies, never root, and nothing where none are listed', async () => {
    await ask('PUT', 'sys/policies/acl/making', {
      policy: 'path "auth/token/create/*" { capabilities = ["update"] }',
    });
    const { body } = await ask('POST', 'auth/token/create', { policies: ['making'] });
    const by = auth.parse(body).auth.client_token;
    await role('more', { allowed_policies: 'pki-operator', orphan: true });
    expect(await made('more', {}, by)).toMatchObject({ policies: ['default', 'pki-operator'], orphan: true });
    await role('open', {});
    const refused = async (name: string, asked: object, says: string) =>
      expect(await ask('POST', `auth/token/create/${name}`, asked, by)).toMatchObject({
        status: 400,
        body: { errors: [says] },
      });
    await refused('open', { policies: ['pki-operator'] }, 'child policies must be subset of parent');
    await role('roots', { allowed_policies: 'root' });
    await refused('roots', {}, 'root tokens may not be created without parent token being root');
    await refused('more', { period: '1h' }, 'root or sudo privileges required to create periodic token');
    await refused('more', { id: 'my-own-text-of-a-token' }, 'root or sudo privileges required to specify token id');
    await refused('none', {}, 'unknown role none');
    expect((await ask('PUT', 'auth/token/roles/more', { allowed_policies: 'x' }, by)).status).toBe(403);
    for (const method of ['GET', 'DELETE'])
      expect((await ask(method, 'auth/token/roles/more', undefined, by)).status).toBe(403);
    expect((await ask('LIST', 'auth/token/roles', undefined, by)).status).toBe(403);
    const user = await ask('POST', 'auth/token/create', { policies: ['default'] });
    expect((await ask('POST', 'auth/token/create/more', {}, auth.parse(user.body).auth.client_token)).status).toBe(403);
  });

  test('is of the type that the role makes', async () => {
    await role('batches', { token_type: 'batch', orphan: true, renewable: false, allowed_policies: 'default' });
    expect(await made('batches', { type: 'service' })).toMatchObject({ token_type: 'batch', accessor: '' });
    await role('either', { token_type: 'default-batch', allowed_policies: 'default' });
    expect(await made('either')).toMatchObject({ token_type: 'batch' });
    expect(await made('either', { type: 'service' })).toMatchObject({ token_type: 'service', renewable: true });
    await role('fixed', { renewable: false, allowed_policies: 'default' });
    expect(await made('fixed')).toMatchObject({ renewable: false });
  });

  test('is renewed as its role is by then, and not without it', async () => {
    await role('changing', { allowed_policies: 'default', token_period: '1h' });
    const { client_token: text } = await made('changing');
    await role('changing', { token_period: '30m' });
    const renewed = await ask('POST', 'auth/token/renew-self', {}, text);
    expect(renewed.body).toMatchObject({ auth: { lease_duration: 1800 } });
    await ask('DELETE', 'auth/token/roles/changing');
    expect(await ask('POST', 'auth/token/renew-self', {}, text)).toMatchObject({
      status: 400,
      body: { errors: ['original token role "changing" could not be found, not renewing'] },
    });
    expect((await self(text)).status).toBe(200);
  });

  test('is used from its networks, and so are those that it makes', async () => {
    const rules = 'path "auth/token/create" { capabilities = ["update"] }';
    await ask('PUT', 'sys/policies/acl/childbearing', { policy: rules });
    const allowed_policies = 'default,childbearing';
    await role('here', { allowed_policies, token_bound_cidrs: '127.0.0.0/8,::1' });
    const { client_token: text } = await made('here');
    expect((await self(text)).body).toMatchObject({ data: { bound_cidrs: ['127.0.0.0/8', '::1'] } });
    const child = auth.parse((await ask('POST', 'auth/token/create', {}, text)).body).auth.client_token;
    expect((await self(child)).body).toMatchObject({ data: { bound_cidrs: ['127.0.0.0/8', '::1'] } });
    await role('there', { allowed_policies, token_bound_cidrs: '192.0.2.0/24,2001:db8::/32' });
    const away = await made('there');
    expect((await self(away.client_token)).status).toBe(403);
  });
});
