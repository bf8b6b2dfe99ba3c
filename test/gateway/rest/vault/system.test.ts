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

  test.each(['PUT', 'POST'])('%s sys/init needs no token and is too late', async (method) => {
    const shares = { secret_shares: 1, secret_threshold: 1 };
    expect(await live.vault(method, 'sys/init', shares, {})).toMatchObject({
      status: 400,
      body: { errors: ['Vault is already initialized'] },
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
    const answer = await live.vault('POST', 'auth/token/create', { policies: ['seeing'] });
    const { client_token: token } = z.object({ auth: z.object({ client_token: z.string() }) }).parse(answer.body).auth;
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
    ['sys/own', { type: 'pki' }, 'cannot mount'],
  ])('%s %j: %s', async (path, body, reason) => {
    const answer = await live.vault('POST', `sys/mounts/${path}`, body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(reason);
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
