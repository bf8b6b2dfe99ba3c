import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
  await ask('POST', 'sys/mounts/blank', { type: 'pki' });
  await ask('POST', 'sys/auth/userpass', { type: 'userpass' });
  await ask('POST', 'sys/auth/cert', { type: 'cert' });
});
afterAll(() => live.close());

const ask = (method: string, path: string, body?: object) =>
  live.vault(method, path, body, { 'x-vault-token': live.rootToken });

test.each([
  [' ', {}, ['default']],
  [',', {}, ['default']],
  [[' '], {}, ['default']],
  [['default', ''], {}, ['default']],
  [' ', { no_default_policy: true }, []],
  ['', {}, ['root']],
  [[], {}, ['root']],
])('a token with the policies %j and %j has %j', async (policies, more, granted) => {
  const { body } = await ask('POST', 'auth/token/create', { policies, ...more });
  expect(z.object({ auth: z.object({ policies: z.array(z.string()) }) }).parse(body).auth.policies).toEqual(granted);
});

const noNetworks = (field: string) =>
  `Field validation failed: error converting input for field "${field}": expected a list of networks, or a text with commas between them`;

test.each([
  ['auth/token/roles/some', 'token_bound_cidrs', {}],
  ['auth/token/roles/some', 'bound_cidrs', {}],
  ['auth/userpass/users/some', 'token_bound_cidrs', { password: 'long enough 1' }],
  ['blank/roles/some', 'allowed_ip_sans_cidr', { key_type: 'ec' }],
])('%s: %s of blanks is not no limit', async (path, field, more) => {
  for (const blank of [' ', ',', ' , ', [' ']])
    expect(await ask('POST', path, { ...more, [field]: blank })).toMatchObject({
      status: 400,
      body: { errors: [noNetworks(field)] },
    });
  expect((await ask('POST', path, { ...more, [field]: '' })).status).toBeLessThan(300);
});

test('GraphQL has the same rule', async () => {
  const query = `mutation ($networks: [String!]) {
    createRole(input: { mount: "blank", name: "written", allowedIpSansCidr: $networks }) { role { name } problems { message field } }
  }`;
  const made = async (networks: readonly string[]): Promise<string> => {
    const response = await fetch(`${live.base}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${live.rootToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables: { networks } }),
    });
    return response.text();
  };
  expect(await made([' '])).toMatch(/"role":null,"problems":\[\{.*allowedIpSansCidr/);
  expect(await made(['10.0.0.0/8', ' '])).toContain('"name":"written"');
});

test.each([
  ...['allowed_names', 'allowed_common_names', 'allowed_dns_sans', 'allowed_email_sans', 'allowed_uri_sans'],
  ...['allowed_organizational_units', 'required_extensions'],
])('%s of blanks lifts no limit on certificates that sign in', async (field) => {
  for (const blank of [' ', ',', [' ']])
    expect(await ask('POST', 'auth/cert/certs/some', { certificate: 'none', [field]: blank })).toMatchObject({
      status: 400,
      body: { errors: [expect.stringContaining(`converting input for field "${field}"`)] },
    });
});

test.each([
  ['POST', 'sys/mounts/blank/tune', { max_lease_ttl: '99999999999h' }, /^max_lease_ttl must be between/],
  ['POST', 'auth/token/create', { explicit_max_ttl: '99999999999h' }, /^explicit_max_ttl must be between/],
  ['LIST', 'blank/certs?after=zzzz', undefined, /^after: expected bytes in hexadecimal/],
] as const)('%s %s %j is refused in words of its path', async (method, path, body, text) => {
  expect(await ask(method, path, body)).toMatchObject({
    status: 400,
    body: { errors: [expect.stringMatching(text)] },
  });
});
