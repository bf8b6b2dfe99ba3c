import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
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

describe('health', () => {
  test.each([
    ['sys/health', 200],
    ['sys/health?activecode=299&standbyok=true&perfstandbyok=true', 299],
    ['sys/health?activecode=no', 400],
  ])('%s without a token: %d', async (path, status) => {
    expect(await live.vault('GET', path, undefined, {})).toMatchObject({
      status,
      body: { initialized: true, sealed: false, standby: false },
    });
  });

  test('clients learn the time of the server, and what else they print', async () => {
    const before = Math.floor(Date.now() / 1000);
    const { body } = await live.vault('GET', 'sys/health', undefined, {});
    const { server_time_utc: time } = body as { server_time_utc: number };
    expect(Number.isInteger(time) && time >= before && time <= Date.now() / 1000).toBe(true);
    const date: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const told = { build_date: date, commit_date: date, storage_type: 'database', recovery_seal: false };
    expect((await live.vault('GET', 'sys/seal-status', undefined, {})).body).toMatchObject(told);
  });

  /** What terraform's provider sends only to a version that has it, and how it is read back. */
  test.each<readonly [since: string, path: string, fields: Readonly<Record<string, unknown>>]>([
    ['1.17.0', 'pki/roles/versioned', { no_store_metadata: true }],
    ['1.19.0', 'pki/roles/versioned', { serial_number_source: 'json' }],
    ['1.19.0', 'pki/config/crl', { max_crl_entries: 7 }],
    ['1.16.0', 'pki/config/est', { audit_fields: ['csr'] }],
  ])('the version is at least %s, so %s keeps %j', async (since, path, fields) => {
    const { body } = await live.vault('GET', 'sys/health', undefined, {});
    const { version } = z.object({ version: z.string() }).parse(body);
    expect(version.localeCompare(since, 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
    expect((await live.vault('POST', path, fields)).status).toBe(200);
    expect(await live.vault('GET', path)).toMatchObject({ body: { data: fields } });
  });

  /** Terraform's provider: `strings.Contains(version.Metadata(), "ent")`, of sys/seal-status, and at least 1.20 for all three. */
  test.each(['sys/seal-status', 'sys/health'])('%s offers EST, CMP and SCEP, and no namespaces', async (path) => {
    const { body } = await live.vault('GET', path, undefined, {});
    const { version } = z.object({ version: z.string() }).parse(body);
    expect(version.split('+')[1]).toContain('ent');
    expect(version.localeCompare('1.20.0', 'en', { numeric: true })).toBeGreaterThanOrEqual(0);
    expect(body).not.toMatchObject({ enterprise: true });
  });

  test('accessors that a mount was tuned with are kept', async () => {
    const accessors = { delegated_auth_accessors: ['auth_cert_1', 'auth_userpass_2'] };
    expect((await live.vault('POST', 'sys/mounts/delegating', { type: 'pki', config: accessors })).status).toBe(204);
    expect(await live.vault('GET', 'sys/mounts/delegating/tune')).toMatchObject({ body: { data: accessors } });
    expect((await live.vault('POST', 'sys/mounts/delegating/tune', { delegated_auth_accessors: [] })).status).toBe(204);
    expect(JSON.stringify((await live.vault('GET', 'sys/mounts/delegating/tune')).body)).not.toContain('delegated');
  });

  test('a role never allows names for display, and says so', async () => {
    const shown = { data: { allow_token_displayname: false } };
    expect((await live.vault('POST', 'pki/roles/shown', { allow_any_name: true })).body).toMatchObject(shown);
    expect((await live.vault('GET', 'pki/roles/shown')).body).toMatchObject(shown);
    await live.vault('DELETE', 'pki/roles/shown');
  });

  test('an old token does not keep anybody from asking', async () => {
    expect((await live.vault('GET', 'sys/seal-status', undefined, as('a-token-that-nobody-has'))).body).toMatchObject({
      sealed: false,
      t: 1,
    });
  });
});

describe('the type of an answer', () => {
  test.each([
    ['GET', 'sys/health', 200],
    ['GET', 'sys/health?help=1', 200],
    ['GET', 'sys/mounts', 200],
    ['LIST', 'sys/policies/acl', 200],
    ['GET', 'pki/roles/nothing', 404],
    ['GET', 'nowhere/roles/x', 404],
    ['GET', 'pki/%zz', 404],
    ['POST', 'pki/roles/x', 400],
    ['GET', 'pki/issuer/nothing/json', 500],
  ])('%s %s: JSON, and nothing about it', async (method, path, status) => {
    const listed = path + (method === 'LIST' ? '?list=true' : '');
    const { headers, ...answer } = await live.vault(
      method === 'LIST' ? 'GET' : method,
      listed,
      method === 'POST' ? '{' : undefined,
      as(live.rootToken),
    );
    expect([answer.status, headers.get('content-type')]).toEqual([status, 'application/json']);
  });
});

describe('mounts', () => {
  test('are made, listed, tuned, read and deleted', async () => {
    const settings = { type: 'pki', description: 'inner', config: { max_lease_ttl: '8760h', default_lease_ttl: '' } };
    expect(await live.vault('POST', 'sys/mounts/pki-deep/inner', settings)).toMatchObject({ status: 204 });
    const shown = { type: 'pki', description: 'inner', config: { default_lease_ttl: 0, max_lease_ttl: 31_536_000 } };
    const listed = await live.vault('GET', 'sys/mounts', undefined, as(live.rootToken));
    expect(listed.body).toMatchObject({ 'pki-deep/inner/': shown, data: { 'pki/': {}, 'pki-deep/inner/': shown } });
    const tune = { default_lease_ttl: 3600, max_lease_ttl: '2h', audit_non_hmac_request_keys: ['common_name'] };
    expect(await live.vault('POST', 'sys/mounts/pki-deep/inner/tune', tune)).toMatchObject({ status: 204 });
    expect((await live.vault('GET', 'sys/mounts/pki-deep/inner/tune')).body).toMatchObject({
      data: { default_lease_ttl: 3600, max_lease_ttl: 7200, audit_non_hmac_request_keys: ['common_name'] },
    });
    expect((await live.vault('GET', 'sys/internal/ui/mounts/pki-deep/inner/cert/ca')).body).toMatchObject({
      data: { path: 'pki-deep/inner/', type: 'pki', options: {} },
    });
    expect(await live.vault('GET', 'pki-deep/inner/nothing')).toMatchObject({ body: { errors: ['unsupported path'] } });
    expect(await live.vault('DELETE', 'sys/mounts/pki-deep/inner')).toMatchObject({ status: 204 });
    const errors = ['no handler for route "pki-deep/inner/nothing". route entry not found.'];
    expect(await live.vault('GET', 'pki-deep/inner/nothing')).toMatchObject({ status: 404, body: { errors } });
  });

  test('are tuned with what was given: an empty time to live is none', async () => {
    await live.vault('POST', 'sys/mounts/tuned', { type: 'pki' });
    const tune = { default_lease_ttl: '1h', max_lease_ttl: '2h' };
    expect(await live.vault('POST', 'sys/mounts/tuned/tune', tune)).toMatchObject({ status: 204 });
    const given = {
      description: 'as the command line sends it',
      default_lease_ttl: '',
      max_lease_ttl: '',
      options: null,
    };
    expect(await live.vault('POST', 'sys/mounts/tuned/tune', given)).toMatchObject({ status: 204 });
    const { body } = await live.vault('GET', 'sys/mounts/tuned');
    expect(body).toMatchObject({ data: { config: { default_lease_ttl: 3600, max_lease_ttl: 7200 } } });
    const system = { default_lease_ttl: 'system', max_lease_ttl: '' };
    expect(await live.vault('POST', 'sys/mounts/tuned/tune', system)).toMatchObject({ status: 204 });
    const tuned = await live.vault('GET', 'sys/mounts/tuned');
    expect(tuned.body).toMatchObject({ data: { config: { default_lease_ttl: 0, max_lease_ttl: 7200 } } });
    await live.vault('DELETE', 'sys/mounts/tuned');
  });

  test('are listed for the callers that a tuning names, and for no others', async () => {
    await live.vault('POST', 'sys/mounts/shown', { type: 'pki' });
    for (const listing_visibility of ['unauth', 'hidden', '']) {
      expect(await live.vault('POST', 'sys/mounts/shown/tune', { listing_visibility })).toMatchObject({ status: 204 });
      const { body } = await live.vault('GET', 'sys/mounts/shown/tune');
      const { data } = body as { data: Record<string, unknown> };
      expect(data['listing_visibility'] ?? '').toBe(listing_visibility);
    }
    const refused = { status: 400, body: { errors: ['invalid listing_visibility all'] } };
    expect(await live.vault('POST', 'sys/mounts/shown/tune', { listing_visibility: 'all' })).toMatchObject(refused);
    const config = { listing_visibility: 'all' };
    expect(await live.vault('POST', 'sys/mounts/other', { type: 'pki', config })).toMatchObject(refused);
    await live.vault('DELETE', 'sys/mounts/shown');
  });

  test('are seen by those who may do something there', async () => {
    await live.vault('POST', 'sys/mounts/seen', { type: 'pki' });
    await live.vault('POST', 'sys/mounts/unseen', { type: 'pki' });
    await live.vault('POST', 'sys/mounts/open', { type: 'pki', config: { listing_visibility: 'unauth' } });
    await live.vault('PUT', 'sys/policies/acl/seeing', {
      policy: 'path "+n/issue/x" { capabilities = ["read"] } path "seen/issue/*" { capabilities = ["update"] }',
    });
    const { token } = await made({ policies: ['seeing'] });
    const listed = await live.vault('GET', 'sys/internal/ui/mounts', undefined, as(token));
    expect(Object.keys((listed.body as { data: { secret: object } }).data.secret)).toEqual(['open/', 'seen/']);
    for (const [path, status] of [
      ['seen/cert/ca', 200],
      ['open', 200],
      ['unseen', 403],
      // What is not there looks like what is not theirs.
      ['nowhere', 403],
    ] as const)
      expect(await live.vault('GET', `sys/internal/ui/mounts/${path}`, undefined, as(token))).toMatchObject({ status });
    for (const path of ['seen', 'unseen', 'open']) await live.vault('DELETE', `sys/mounts/${path}`);
  });

  test.each([
    ['other', { type: 'kv' }, 'plugin not found in the catalog: kv'],
    ['other', {}, 'backend type must be specified as a string'],
    [
      'other',
      { type: 'pki', config: { max_lease_ttl: 'soon' } },
      'error converting input for field \\"max_lease_ttl\\"',
    ],
    ['other', { type: 'pki', config: 'x' }, 'error converting input for field \\"config\\": expected an object'],
    ['pki/below', { type: 'pki' }, 'path is already in use'],
    ['sys/own', { type: 'pki' }, 'cannot mount under existing mount'],
  ])('%s %j: %s', async (path, body, reason) => {
    const answer = await live.vault('POST', `sys/mounts/${path}`, body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(reason);
  });
});

describe('tokens made from tokens', () => {
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
});

describe('what there is none of', () => {
  test.each([
    ['x-vault-namespace', 'team', 404, 'no handler for route "team/sys/mounts". route entry not found.'],
    ['x-vault-namespace', '/team/a/', 404, 'no handler for route "team/a/sys/mounts". route entry not found.'],
    ['x-vault-namespace', 'root', 200, ''],
    ['x-vault-namespace', 'root/', 200, ''],
    ['x-vault-namespace', '', 200, ''],
    ['x-vault-wrap-ttl', 'soon', 400, 'error parsing X-Vault-Wrap-TTL header: not a duration'],
    ['x-vault-wrap-ttl', '-5', 400, 'error parsing X-Vault-Wrap-TTL header: requested wrap ttl cannot be negative'],
    [
      'x-vault-wrap-ttl',
      '500ms',
      400,
      'error parsing X-Vault-Wrap-TTL header: requested wrap ttl must be at least a second',
    ],
    ['x-vault-wrap-ttl', '0', 200, ''],
    ['x-vault-wrap-ttl', '0s', 200, ''],
    ['x-vault-wrap-ttl', '', 200, ''],
  ])('%s: %j answers %d', async (header, value, status, text) => {
    const answer = await live.vault('GET', 'sys/mounts', undefined, { ...as(live.rootToken), [header]: value });
    expect(answer.status).toBe(status);
    if (status !== 200) expect(answer.body).toEqual({ errors: [text] });
  });

  test.each(['sys/health', 'sys/seal-status'])('%s is of the server, whatever the namespace', async (path) => {
    const answer = await live.vault('GET', path, undefined, { 'x-vault-namespace': 'team' });
    expect(answer.status).toBe(200);
  });

  test('a public document of another namespace is not there either', async () => {
    const answer = await live.vault('GET', 'pki/ca/pem', undefined, { 'x-vault-namespace': 'team' });
    expect(answer.status).toBe(404);
  });
});
