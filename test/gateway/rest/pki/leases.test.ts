import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { csrPem } from '../../../pki/policy/made.js';
import { Name } from '../../../../src/pki/x509/index.js';
import { openDatabase } from '../../../../src/platform/database/database.js';
import { openLive, type Live } from '../live.js';

let live: Live;
let csr: string;

const envelope = z.looseObject({
  lease_id: z.string().default(''),
  lease_duration: z.number().default(0),
  errors: z.array(z.string()).default([]),
  data: z.looseObject({ serial_number: z.string().default('') }).nullish(),
});
async function call(method: string, path: string, body?: unknown, token: string = live.rootToken) {
  const answer = await live.vault(method, path, body, { 'x-vault-token': token });
  const { data, ...rest } = envelope.parse(answer.body ?? {});
  return { status: answer.status, data: data ?? { serial_number: '' }, ...rest };
}

beforeAll(async () => {
  live = await openLive();
  csr = await csrPem({ subject: Name.of({ commonName: 'a.example' }) });
  expect((await call('POST', 'sys/mounts/deep/ca', { type: 'pki' })).status).toBe(204);
  const root = { common_name: 'Root', key_type: 'ec', ttl: '87600h', issuer_name: 'first' };
  expect((await call('POST', 'deep/ca/root/generate/internal', root)).status).toBe(200);
  const role = { allow_any_name: true, key_type: 'ec', generate_lease: true, ttl: '1h' };
  expect((await call('POST', 'deep/ca/roles/leased', role)).status).toBe(200);
});
afterAll(() => live.close());

const revokedAt = async (serial: string) => (await call('GET', `deep/ca/cert/${serial}`)).data['revocation_time'];

describe('a lease is named by the path that was called', () => {
  test.each([
    'issue/leased',
    'issuer/first/issue/leased',
    'issuer/default/issue/leased',
    'sign/leased',
    'issuer/first/sign/leased',
    'sign-verbatim/leased',
    'issuer/first/sign-verbatim/leased',
  ])('%s', async (path) => {
    const issued = await call('POST', `deep/ca/${path}`, { common_name: 'a.example', csr });
    expect(issued).toMatchObject({ status: 200, lease_duration: 3600 });
    expect(issued.lease_id).toMatch(new RegExp(`^deep/ca/${path}/\\w{24}$`));

    const found = await call('PUT', 'sys/leases/lookup', { lease_id: issued.lease_id });
    const lease = { id: issued.lease_id, path: `deep/ca/${path}`, renewable: false, last_renewal: null };
    expect(found.data).toMatchObject(lease);
    const { issue_time, expire_time, ttl } = found.data;
    expect(Date.parse(String(expire_time)) - Date.parse(String(issue_time))).toBeGreaterThan(3_590_000);
    expect(ttl).toBeGreaterThan(3_500);
    expect(ttl).toBeLessThanOrEqual(3_600);

    const serial = issued.data.serial_number;
    expect(await revokedAt(serial)).toBe(0);
    expect((await call('PUT', `sys/leases/revoke/${issued.lease_id}`)).status).toBe(204);
    expect(await revokedAt(serial)).toBeGreaterThan(0);
    expect(await call('PUT', 'sys/leases/lookup', { lease_id: issued.lease_id })).toMatchObject({
      status: 400,
      errors: ['invalid lease'],
    });
    expect((await call('PUT', 'sys/leases/revoke', { lease_id: issued.lease_id })).status).toBe(204);
  });

  // Without a role nothing says that there is to be one; an authority outlives every token.
  test.each(['sign-verbatim', 'issuer/first/sign-verbatim', 'root/sign-intermediate'])('%s has none', async (path) => {
    const issued = await call('POST', `deep/ca/${path}`, { common_name: 'a.example', csr });
    expect(issued).toMatchObject({ status: 200, lease_id: '', lease_duration: 0 });
  });
});

test('a lease is looked up by who may', async () => {
  const { lease_id } = await call('POST', 'deep/ca/issue/leased', { common_name: 'b.example' });
  const made = await live.vault(
    'POST',
    'auth/token/create',
    { policies: ['none'], no_default_policy: true },
    { 'x-vault-token': live.rootToken },
  );
  const { auth } = z.object({ auth: z.object({ client_token: z.string() }) }).parse(made.body);
  expect(await call('PUT', 'sys/leases/lookup', { lease_id }, auth.client_token)).toMatchObject({
    status: 403,
    errors: ['permission denied'],
  });
  expect(await call('PUT', 'sys/leases/lookup', {})).toMatchObject({
    status: 400,
    errors: ['lease_id must be specified'],
  });
});

async function ask(query: string, leaseId: string): Promise<unknown> {
  const response = await fetch(`${live.base}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${live.rootToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { leaseId } }),
  });
  return response.json();
}

test('a lease in GraphQL', async () => {
  const { lease_id: leaseId, data } = await call('POST', 'deep/ca/issue/leased', { common_name: 'c.example' });
  const query = 'query ($leaseId: String!) { lease(leaseId: $leaseId) { leaseId mountPath serialNumber ttl } }';
  expect(await ask(query, leaseId)).toMatchObject({
    data: { lease: { leaseId, mountPath: 'deep/ca', serialNumber: data.serial_number } },
  });
  expect(await ask(query, 'none')).toMatchObject({ data: { lease: null } });
  const revoke =
    'mutation ($leaseId: String!) { revokeLease(input: { leaseId: $leaseId }) { deletedId problems { code message } } }';
  for (const deletedId of [leaseId, null])
    expect(await ask(revoke, leaseId)).toMatchObject({ data: { revokeLease: { deletedId, problems: [] } } });
});

describe('leases of a path', () => {
  const keys = async (path: string, token?: string) => {
    const answer = await call('LIST', path, undefined, token);
    return answer.status === 200 ? answer.data['keys'] : answer.status;
  };
  const issue = async (role: string) => {
    await call('POST', `deep/ca/roles/${role}`, {
      allow_any_name: true,
      key_type: 'ec',
      generate_lease: true,
      ttl: '1h',
    });
    return call('POST', `deep/ca/issue/${role}`, { common_name: 'd.example' });
  };

  test('are listed part by part', async () => {
    const [first, second] = [await issue('listed'), await issue('listed')];
    expect(await keys('sys/leases/lookup')).toEqual(['deep/']);
    expect(await keys('sys/leases/lookup/deep')).toEqual(['ca/']);
    expect(await keys('sys/leases/lookup/deep/ca/issue/')).toEqual(expect.arrayContaining(['leased/', 'listed/']));
    const names = [first, second].map(({ lease_id }) => lease_id.split('/').at(-1) ?? '').sort();
    expect(await keys('sys/leases/lookup/deep/ca/issue/listed')).toEqual(names);
    expect(await keys('sys/leases/lookup/deep/ca/issue/listed?limit=1')).toEqual(names.slice(0, 1));
    expect(await keys(`sys/leases/lookup/deep/ca/issue/listed?limit=1&after=${names[0] ?? ''}`)).toEqual(
      names.slice(1),
    );
    expect(await keys('sys/leases/lookup/deep/ca/iss')).toBe(404);
    expect(await keys('sys/leases/lookup/nowhere')).toBe(404);
  });

  test.each(['revoke-prefix', 'revoke-force'])('end together: %s', async (how) => {
    const [within, beside] = [await issue('together'), await issue('together-not')];
    const path = `sys/leases/${how}/deep/ca/issue/together`;
    expect((await call('PUT', path, { sync: true })).status).toBe(204);
    expect(await revokedAt(within.data.serial_number)).toBeGreaterThan(0);
    expect(await revokedAt(beside.data.serial_number)).toBe(0);
    expect(await keys('sys/leases/lookup/deep/ca/issue/together')).toBe(404);
    expect((await call('PUT', path)).status).toBe(204);
    expect((await call('PUT', `sys/leases/${how}/${beside.lease_id}`)).status).toBe(204);
    expect(await revokedAt(beside.data.serial_number)).toBeGreaterThan(0);
  });

  test('are for those who have sudo', async () => {
    const { lease_id } = await issue('guarded');
    const without = await tokenWith('leases', 'path "sys/leases/*" { capabilities = ["update", "list", "read"] }');
    for (const path of ['sys/leases/lookup', 'sys/leases/lookup/deep'])
      expect(await call('LIST', path, undefined, without)).toMatchObject({
        status: 403,
        errors: ['permission denied'],
      });
    for (const how of ['revoke-prefix', 'revoke-force'])
      expect((await call('PUT', `sys/leases/${how}/deep`, {}, without)).status).toBe(403);
    expect((await call('PUT', 'sys/leases/lookup', { lease_id }, without)).status).toBe(200);
    const some = await tokenWith(
      'some-leases',
      'path "sys/leases/revoke-prefix/deep/ca/issue/guarded" { capabilities = ["update", "sudo"] } path "sys/leases/lookup/deep/*" { capabilities = ["list", "sudo"] }',
    );
    expect((await call('PUT', 'sys/leases/revoke-prefix/deep/ca/issue', {}, some)).status).toBe(403);
    expect(await keys('sys/leases/lookup/deep/ca', some)).toEqual(expect.arrayContaining(['issue/']));
    expect(await keys('sys/leases/lookup', some)).toBe(403);
    expect((await call('PUT', 'sys/leases/revoke-prefix/deep/ca/issue/guarded', {}, some)).status).toBe(204);
  });
});

test('no lease can be renewed', async () => {
  const { lease_id } = await call('POST', 'deep/ca/issue/leased', { common_name: 'e.example' });
  const refused = { status: 400, errors: ['lease is not renewable'] };
  expect(await call('PUT', 'sys/leases/renew', { lease_id, increment: '1h' })).toMatchObject(refused);
  expect(await call('PUT', `sys/leases/renew/${lease_id}`)).toMatchObject(refused);
  expect(await call('PUT', 'sys/leases/renew', { lease_id: 'x/y' })).toMatchObject({
    status: 400,
    errors: ['lease not found'],
  });
  expect(await call('PUT', 'sys/leases/renew', {})).toMatchObject({
    status: 400,
    errors: ['lease_id must be specified'],
  });
  const looking = await tokenWith(
    'looking',
    'path "sys/leases/lookup" { capabilities = ["update"] } path "sys/leases/renew" { capabilities = ["deny"] }',
  );
  expect((await call('PUT', 'sys/leases/renew', { lease_id }, looking)).status).toBe(403);
  // The policy `default` allows what does not tell more than its holder knows.
  const holder = await tokenWith('holder', 'path "sys/mounts" { capabilities = ["read"] }');
  expect((await call('PUT', 'sys/leases/lookup', { lease_id }, holder)).status).toBe(200);
  expect((await call('PUT', 'sys/leases/renew', { lease_id }, holder)).status).toBe(400);
});

test('irrevocable leases are listed and counted, and leases are tidied by themselves', async () => {
  const asked = (path: string) => call('GET', path);
  expect((await asked('sys/leases/count?type=irrevocable')).data).toMatchObject({ counts: {}, lease_count: 0 });
  expect((await asked('sys/leases?type=Irrevocable')).data).toMatchObject({ leases: [], lease_count: 0 });
  const { lease_id } = await call('POST', 'deep/ca/issue/leased', { common_name: 'a.example' });
  const database = await openDatabase({ url: live.databaseFile });
  await database.client.lease.updateMany({ where: { id: lease_id }, data: { revokeError: 'it is an issuer' } });
  await database.close();
  const { counts, lease_count } = z
    .object({ counts: z.record(z.string(), z.number()), lease_count: z.number() })
    .parse((await asked('sys/leases/count?type=irrevocable')).data);
  const [mount_id = ''] = Object.keys(counts);
  expect([lease_count, counts[mount_id]]).toEqual([1, 1]);
  const shown = [{ lease_id, mount_id, error: 'it is an issuer' }];
  for (const limit of ['', '&limit=1', '&limit=none'])
    expect((await asked(`sys/leases?type=irrevocable${limit}`)).data).toMatchObject({ leases: shown, lease_count: 1 });
  for (const limit of ['0', 'x']) expect((await asked(`sys/leases?type=irrevocable&limit=${limit}`)).status).toBe(400);
  expect((await call('PUT', 'sys/leases/lookup', { lease_id })).data).toMatchObject({
    revoke_error: 'it is an issuer',
  });
  expect((await call('PUT', 'sys/leases/renew', { lease_id })).errors).toEqual([
    'lease is expired and has failed previous revocation attempts',
  ]);
  await call('PUT', `sys/leases/revoke/${lease_id}`);
  expect((await asked('sys/leases?type=irrevocable')).data).toMatchObject({ leases: [], lease_count: 0 });
  for (const path of ['sys/leases/count', 'sys/leases/count?type=all', 'sys/leases', 'sys/leases?type=all'])
    expect(await asked(path)).toMatchObject({ status: 404, errors: [] });
  for (const method of ['POST', 'PUT']) expect((await call(method, 'sys/leases/tidy')).status).toBe(202);
  const nobody = await tokenWith('nobody', 'path "sys/mounts" { capabilities = ["read"] }');
  for (const [method, path] of [
    ['GET', 'sys/leases/count'],
    ['GET', 'sys/leases'],
    ['POST', 'sys/leases/tidy'],
  ] as const)
    expect((await call(method, path, undefined, nobody)).status).toBe(403);
});

async function tokenWith(name: string, policy: string): Promise<string> {
  await call('PUT', `sys/policies/acl/${name}`, { policy });
  const headers = { 'x-vault-token': live.rootToken };
  const { body } = await live.vault('POST', 'auth/token/create', { policies: [name] }, headers);
  return z.object({ auth: z.object({ client_token: z.string() }) }).parse(body).auth.client_token;
}
