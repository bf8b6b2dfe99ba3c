import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openLive, type Live } from '../live.js';
import { eventually } from '../../../eventually.js';

let live: Live;

beforeAll(async () => {
  live = await openLive();
  await live.vault('POST', 'sys/mounts/a', { type: 'pki' });
  await live.vault('POST', 'a/root/generate/internal', { common_name: 'Root', key_type: 'ec' });
  await live.vault('POST', 'a/roles/w', { allow_any_name: true, key_type: 'ec', ttl: '1h' });
});
afterAll(() => live.close());

let policies = 0;
/** The token of somebody with one policy: paths, and what is allowed at each. */
async function tokenWith(rules: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const name = `policy-${++policies}`;
  const path = Object.fromEntries(Object.entries(rules).map(([at, capabilities]) => [at, { capabilities }]));
  const written = await live.vault('PUT', `sys/policies/acl/${name}`, { policy: JSON.stringify({ path }) });
  expect(written.status).toBe(204);
  const { body } = await live.vault('POST', 'auth/token/create', { policies: [name], no_default_policy: true });
  return (body as { auth: { client_token: string } }).auth.client_token;
}

const call = (token: string, method: string, path: string, body?: unknown) =>
  live.vault(method, path, body, { 'x-vault-token': token });

async function graphql(token: string, query: string, variables: object) {
  const response = await fetch(`${live.base}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as { data: Readonly<Record<string, { problems: readonly { code: string }[] }>> };
}

const generateRoot = `mutation($input: GenerateRootInput!) { made: generateRoot(input: $input) { problems { code } } }`;
const issue = `mutation($input: IssueCertificateInput!) { made: issueCertificate(input: $input) { problems { code } } }`;
const codes = async (token: string, query: string, input: object) =>
  (await graphql(token, query, { input })).data['made']?.problems.map(({ code }) => code);

describe('an operation with two paths', () => {
  const own = 'a/root/generate/internal';
  const issuers = 'a/issuers/generate/root/internal';
  const root = { common_name: 'Another', key_type: 'ec' };

  test.each([
    // the rules                                                            own    issuers  GraphQL
    ['only one is allowed', { 'a/root/generate/*': ['update'] }, 200, 403, []],
    ['only the other is', { 'a/issuers/generate/*': ['update'] }, 403, 200, []],
    ['one is denied', { 'a/*': ['update'], 'a/root/generate/*': ['deny'] }, 403, 403, ['PERMISSION_DENIED']],
    ['the other is', { 'a/*': ['update'], 'a/issuers/generate/root/+': ['deny'] }, 403, 403, ['PERMISSION_DENIED']],
    ['both are allowed', { 'a/*': ['update'] }, 200, 200, []],
    ['neither is', { 'a/config/*': ['update'] }, 403, 403, ['PERMISSION_DENIED']],
  ] as const)('%s', async (_what, rules, atOwn, atIssuers, problems) => {
    const token = await tokenWith(rules);
    expect((await call(token, 'POST', own, root)).status).toBe(atOwn);
    expect((await call(token, 'POST', issuers, root)).status).toBe(atIssuers);
    const input = { mount: 'a', type: 'INTERNAL', commonName: 'Another', keyType: 'EC' };
    expect(await codes(token, generateRoot, input)).toEqual(problems);
  });

  test('GraphQL may name the one', async () => {
    const token = await tokenWith({ 'a/root/generate/*': ['update'] });
    const input = { mount: 'a', type: 'INTERNAL', commonName: 'Another', keyType: 'EC' };
    expect(await codes(token, generateRoot, { ...input, underIssuers: true })).toEqual(['PERMISSION_DENIED']);
    expect(await codes(token, generateRoot, { ...input, underIssuers: false })).toEqual([]);
  });
});

test('what may replace the default root may not therefore configure issuers', async () => {
  const token = await tokenWith({ 'a/root/replace': ['update'] });
  expect((await call(token, 'POST', 'a/config/issuers', { default_follows_latest_issuer: true })).status).toBe(403);
  const denied = await tokenWith({ 'a/*': ['update'], 'a/config/issuers': ['deny'] });
  expect((await call(denied, 'POST', 'a/config/issuers', { default_follows_latest_issuer: true })).status).toBe(403);
});

test.each(['a', '/a', 'a/', '//a//'])('a deny holds however GraphQL spells the mount: %s', async (mount) => {
  const token = await tokenWith({ '*': ['create', 'read', 'update', 'delete', 'list'], 'a/issue/w': ['deny'] });
  expect(await codes(token, issue, { mount, role: 'w', commonName: 'x.test' })).toEqual(['PERMISSION_DENIED']);
});

test('a deny beats a broader glob whose wildcard stands at the same place', async () => {
  const token = await tokenWith({ 'a/*': ['read', 'update'], 'a/+/w': ['deny'] });
  expect((await call(token, 'POST', 'a/issue/w', { common_name: 'x.test' })).status).toBe(403);
});

describe('bounds of what is asked for', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `n${at}.test`).join(',');

  test('very many names are refused by field and limit, and nothing is stored', async () => {
    const before = await live.vault('GET', 'a/certs?list=true');
    expect(await live.vault('POST', 'a/issue/w', { common_name: 'x.test', alt_names: names(26_000) })).toMatchObject({
      status: 400,
      body: { errors: ['alt_names: 26000 items were given, and at most 5000 are taken'] },
    });
    expect((await live.vault('GET', 'a/certs?list=true')).body).toEqual(before.body);
  });

  test('very many broken names are a refusal like any other', async () => {
    const wrong = Array.from({ length: 200_000 }, (_, at) => `x y${at}`).join(',');
    const { status } = await live.vault('POST', 'a/issue/w', { common_name: 'x.test', alt_names: wrong });
    expect(status).toBe(400);
  });

  test('a long value is not sent back whole', async () => {
    const { status, body } = await live.vault('POST', 'a/issue/w', { common_name: 'a'.repeat(2_000_000) });
    expect(status).toBe(400);
    expect(JSON.stringify(body).length).toBeLessThan(3_000);
  });

  test('what was issued with many names can be revoked by its serial number', async () => {
    const issued = await live.vault('POST', 'a/issue/w', { common_name: 'x.test', alt_names: names(4_000) });
    expect(issued.status).toBe(200);
    const { serial_number } = (issued.body as { data: { serial_number: string } }).data;
    expect((await live.vault('POST', 'a/revoke', { serial_number })).status).toBe(200);
  });
});

describe('who may not call a path learns nothing of its form', () => {
  test.each([
    ['POST', 'pki/issuer/default/resign-crls', {}, 'crl_number parameter must be provided'],
    ['POST', 'pki/issuer/default/sign-revocation-list', {}, 'crl_number parameter must be provided'],
    ['POST', 'sys/mounts/zz', {}, 'backend type must be specified as a string'],
    ['PUT', 'sys/leases/revoke', {}, 'lease_id must be specified'],
    ['POST', 'pki/revoke', { serial_number: {} }, 'Field validation failed'],
    ['POST', 'pki/revoke', '[]', 'The request body is not a JSON object'],
  ] as const)('%s %s %j', async (method, path, body, text) => {
    const token = await tokenWith({ 'pki/issue/*': ['update'] });
    expect(await call(token, method, path, body)).toMatchObject({
      status: 403,
      body: { errors: ['permission denied'] },
    });
    const permitted = await live.vault(method, path, body);
    expect(permitted.status).toBe(400);
    expect(JSON.stringify(permitted.body)).toContain(text);
  });

  test.each(['pki/certs/revocation-queue', 'pki/certs/unified-revoked'])('LIST %s', async (path) => {
    const without = await tokenWith({ 'pki/issue/*': ['update'] });
    expect((await call(without, 'GET', `${path}?list=true`)).status).toBe(403);
    const having = await tokenWith({ [path]: ['list'] });
    expect((await call(having, 'GET', `${path}?list=true`)).status).toBe(404);
  });
});

test.each([
  [{ extensions: [{ id: '2.5.29.99', critical: 'yes', value: 'BQA=' }] }, 'extensions[0].critical'],
  [
    { revoked_certs: [{ serial_number: '01:02', extensions: [{ id: '2.5.29.99', critical: [], value: 'BQA=' }] }] },
    'revoked_certs[0].extensions[0].critical',
  ],
])('a flag of another type within a revocation list is refused: %j', async (body, field) => {
  expect(await live.vault('POST', 'a/issuer/default/sign-revocation-list', { crl_number: 5, ...body })).toMatchObject({
    status: 400,
    body: { errors: [`Field validation failed: error converting input for field "${field}": expected true or false`] },
  });
});

describe('a lease ends with its token', () => {
  const role = { allow_any_name: true, key_type: 'ec', ttl: '1h', generate_lease: true };
  const issued = async (token: string) => {
    const { body } = await call(token, 'POST', 'a/issue/l', { common_name: 'l.test' });
    return (body as { data: { serial_number: string } }).data.serial_number;
  };
  const revokedAt = async (serial: string) => {
    const { body } = await live.vault('GET', `a/cert/${serial}`);
    return (body as { data: { revocation_time: number } }).data.revocation_time;
  };

  test('that is revoked, or descends from one that is; those of others stay', async () => {
    await live.vault('POST', 'a/roles/l', role);
    const rules = { 'a/issue/l': ['update'], 'auth/token/*': ['update'] };
    const [token, other] = [await tokenWith(rules), await tokenWith(rules)];
    const made = await call(token, 'POST', 'auth/token/create', {});
    const child = (made.body as { auth: { client_token: string } }).auth.client_token;
    const serials = [await issued(token), await issued(child)];
    const others = await issued(other);
    expect((await call(token, 'POST', 'auth/token/revoke-self')).status).toBe(204);
    for (const serial of serials)
      await vi.waitFor(async () => expect(await revokedAt(serial)).toBeGreaterThan(0), eventually);
    expect(await revokedAt(others)).toBe(0);
  });
});
