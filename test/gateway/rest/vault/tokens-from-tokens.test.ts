import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

const as = (token: string) => ({ 'x-vault-token': token });

interface Auth {
  readonly client_token: string;
  readonly policies: readonly string[];
  readonly lease_duration: number;
}

async function made(body: object, by: string = live.rootToken) {
  const answer = await live.vault('POST', 'auth/token/create', body, as(by));
  const auth = (answer.body as { auth?: Auth }).auth;
  return { ...answer, auth, token: auth?.client_token ?? '' };
}

test('carry their policies and nothing else', async () => {
  const { token, auth, status } = await made({
    policies: ['pki-user'],
    ttl: '1h',
    meta: { team: 'web' },
    display_name: 'ci',
  });
  expect(status).toBe(200);
  expect(auth).toMatchObject({
    policies: ['default', 'pki-user'],
    lease_duration: 3600,
    renewable: true,
    orphan: false,
  });
  expect((await live.vault('GET', 'auth/token/lookup-self', undefined, as(token))).body).toMatchObject({
    data: {
      id: token,
      display_name: 'token-ci',
      meta: { team: 'web' },
      policies: ['default', 'pki-user'],
      num_uses: 0,
      type: 'service',
    },
  });
  expect((await live.vault('GET', 'sys/mounts', undefined, as(token))).status).toBe(403);
  expect((await live.vault('PUT', 'sys/policies/acl/x', { policy: 'path "x" {}' }, as(token))).status).toBe(403);
  // Root made it, and yet it is nobody in the state service.
  expect((await live.call('GET', '/organizations/default', undefined, token)).status).toBe(404);
  expect(
    (await live.call('POST', '/users/root/authentication-tokens', { data: { attributes: {} } }, token)).status,
  ).toBe(404);
});

test('of a root token, that do not ask for less, are root tokens without end', async () => {
  const { token, auth } = await made({});
  expect(auth).toMatchObject({ policies: ['root'], lease_duration: 0, renewable: false });
  expect((await live.vault('GET', 'sys/mounts', undefined, as(token))).status).toBe(200);
});

test.each([
  [{ policies: ['root'] }, 400, 'root tokens may not be created without parent token being root'],
  [{ policies: ['pki-operator'] }, 400, 'child policies must be subset of parent'],
  [{ no_parent: true }, 400, 'root or sudo privileges required to create orphan token'],
  [{ period: '1h' }, 400, 'root or sudo privileges required to create periodic token'],
  [{ num_uses: -3 }, 400, 'number of uses cannot be negative'],
  [{ type: 'other' }, 400, "invalid 'token_type' value"],
  [{ type: 'batch', num_uses: 2 }, 400, 'batch tokens cannot have \\"num_uses\\" set'],
  [{ type: 'batch', period: '1h' }, 400, 'root or sudo privileges required to create periodic token'],
  [{ type: 'batch', explicit_max_ttl: '1h' }, 400, 'batch tokens cannot have \\"explicit_max_ttl\\" set'],
  [{ id: 'a-text-of-my-own' }, 400, 'root or sudo privileges required to specify token id'],
  [{ entity_alias: 'x' }, 400, "'entity_alias' is only allowed in combination with token role"],
  [{ ttl: '-1h' }, 400, 'error converting input for field \\"ttl\\"'],
  [{ policies: ['pki-user'] }, 200, '"pki-user"'],
  [{}, 200, '"makers"'],
])('from one that may make tokens, %j: %d %s', async (body, status, says) => {
  const policy = 'path "auth/token/create" { capabilities = ["update"] }';
  await live.vault('PUT', 'sys/policies/acl/makers', { policy });
  const maker = await made({ policies: ['makers', 'pki-user'] });
  const answer = await made(body, maker.token);
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toContain(says);
});

test('end with the one that they were made from', async () => {
  const parent = await made({});
  const child = await made({ policies: ['pki-user'] }, parent.token);
  const orphan = await made({ policies: ['pki-user'], no_parent: true }, parent.token);
  const works = async (token: string) =>
    (await live.vault('GET', 'auth/token/lookup-self', undefined, as(token))).status;
  expect([await works(child.token), await works(orphan.token)]).toEqual([200, 200]);
  expect(await live.vault('POST', 'auth/token/revoke-self', undefined, as(parent.token))).toMatchObject({
    status: 204,
  });
  expect([await works(parent.token), await works(child.token), await works(orphan.token)]).toEqual([403, 403, 200]);
});

test('are renewed up to their end, and periodic ones for their period', async () => {
  const limited = await made({ policies: ['default'], ttl: 600, explicit_max_ttl: 1200 });
  const renewed = await live.vault('PUT', 'auth/token/renew-self', { increment: '1h' }, as(limited.token));
  expect(renewed.body).toMatchObject({
    auth: { client_token: limited.token, renewable: true },
    warnings: [expect.any(String)],
  });
  const { lease_duration: left } = (renewed.body as { auth: Auth }).auth;
  expect(left).toBeGreaterThan(1100);
  expect(left).toBeLessThanOrEqual(1200);
  const periodic = await made({ policies: ['default'], period: '2h' });
  const again = await live.vault('PUT', 'auth/token/renew-self', { increment: '9h' }, as(periodic.token));
  expect(again.body).toMatchObject({ auth: { lease_duration: 7200 } });
  expect(await live.vault('PUT', 'auth/token/renew-self', {})).toMatchObject({
    status: 400,
    body: { errors: ['lease is not renewable'] },
  });
});

test('periodic ones that have an explicit end are renewed for their period, up to that end', async () => {
  const { token, auth } = await made({ policies: ['default'], period: '1h', explicit_max_ttl: '90m' });
  expect(auth).toMatchObject({ lease_duration: 3600, renewable: true });
  const renewed = await live.vault('PUT', 'auth/token/renew-self', { increment: '80m' }, as(token));
  expect(renewed.body).toMatchObject({ auth: { lease_duration: 3600 }, warnings: null });
  const own = await live.vault('GET', 'auth/token/lookup-self', undefined, as(token));
  expect(own.body).toMatchObject({ data: { period: 3600, explicit_max_ttl: 5400, creation_ttl: 3600 } });
  const short = await made({ policies: ['default'], period: '1h', explicit_max_ttl: '10m' });
  expect(short.auth).toMatchObject({ lease_duration: 600 });
  const again = await live.vault('PUT', 'auth/token/renew-self', {}, as(short.token));
  expect((again.body as { auth: Auth }).auth.lease_duration).toBeLessThanOrEqual(600);
  expect((again.body as { warnings: string[] }).warnings[0]).toBe(
    'period of "1h" exceeded the effective max_ttl of "10m"; period value is capped accordingly',
  );
});

test.each([
  ['ttl', '"20y"', 400, 'error converting input for field'],
  ['ttl', '200000h', 200, 'TTL of \\"200000h\\" exceeded the effective max_ttl of \\"768h\\"'],
  ['ttl', 720_000_000, 200, 'TTL of \\"200000h\\" exceeded the effective max_ttl of \\"768h\\"'],
  ['period', '200000h', 200, 'period of \\"200000h\\" exceeded the effective max_ttl of \\"768h\\"'],
  ['explicit_max_ttl', '200000h', 200, '"lease_duration":2764800'],
  ['explicit_max_ttl', '2000000h', 400, 'must be between 0 and 2147483647 seconds'],
])('%s of %s: %d', async (field, value, status, says) => {
  const answer = await made({ policies: ['default'], [field]: value });
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toContain(says);
  if (answer.auth) expect(answer.auth.lease_duration).toBe(2_764_800);
});

test('of a root token that ends, have an end too', async () => {
  const root = await made({ ttl: '1h' });
  expect(root.auth).toMatchObject({ policies: ['root'], lease_duration: 3600 });
  expect(await made({}, root.token)).toMatchObject({
    status: 400,
    body: { errors: ['expiring root tokens cannot create non-expiring root tokens'] },
  });
  expect((await made({ ttl: '2h' }, root.token)).status).toBe(200);
});

test('a policy that changes holds at once', async () => {
  const write = (policy: string) => live.vault('PUT', 'sys/policies/acl/changing', { policy });
  await write('path "sys/mounts" { capabilities = ["read"] }');
  const { token } = await made({ policies: ['changing'] });
  const reads = async () => (await live.vault('GET', 'sys/mounts', undefined, as(token))).status;
  expect(await reads()).toBe(200);
  await write('path "sys/mounts" { capabilities = ["deny"] }');
  expect(await reads()).toBe(403);
});

test('what a token may do is asked for', async () => {
  const { token } = await made({ policies: ['pki-user'] });
  const paths = ['pki/issue/web', 'pki/revoke'];
  expect((await live.vault('POST', 'sys/capabilities-self', { paths }, as(token))).body).toMatchObject({
    'pki/issue/web': ['update'],
    data: { 'pki/issue/web': ['update'], 'pki/revoke': ['deny'] },
  });
});

test('what no request could have as its path is not repeated in an answer', async () => {
  const { token } = await made({ policies: ['pki-user'] });
  const ask = (length: number) =>
    live.vault('POST', 'sys/capabilities-self', { paths: ['a'.repeat(length)] }, as(token));
  expect((await ask(16_384)).status).toBe(200);
  expect(await ask(16_385)).toMatchObject({
    status: 400,
    body: { errors: ['a path has at most 16384 characters'] },
  });
});
