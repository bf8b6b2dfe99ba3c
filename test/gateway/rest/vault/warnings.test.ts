import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
const at = (path: string) => `warned/${path}`;

async function warned(method: string, path: string, body?: object): Promise<readonly string[]> {
  const { body: answer } = await live.vault(method, at(path), body, { 'x-vault-token': live.rootToken });
  return (answer as { warnings?: readonly string[] | null } | null)?.warnings ?? [];
}

async function made(path: string, body: object): Promise<Readonly<Record<string, string>>> {
  const { body: answer } = await live.vault('POST', at(path), body);
  return (answer as { data: Readonly<Record<string, string>> }).data;
}

const root = { common_name: 'Warned', key_type: 'ec' };
const incomplete = "This mount hasn't configured any authority information access (AIA) fields";

beforeAll(async () => {
  live = await openLive();
  await live.vault('POST', 'sys/mounts/warned', { type: 'pki' });
});
afterAll(() => live.close());

test('a role whose issuer is not there is written with a warning', async () => {
  expect(await warned('POST', 'roles/web', {})).toEqual([
    'Issuing Certificate was set to default, but no default issuing certificate (configurable at /config/issuers) is currently set',
  ]);
  const unknown = 'Issuing Certificate was set to later but no issuing certificate currently has that name';
  expect(await warned('POST', 'roles/web', { issuer_ref: 'later' })).toEqual([unknown]);
  await made('root/generate/internal', { ...root, issuer_name: 'later' });
  expect(await warned('POST', 'roles/web', { issuer_ref: 'later' })).toEqual([]);
  expect(await warned('POST', 'roles/web', { generate_lease: true })).toEqual([
    expect.stringContaining('it is encouraged to disable generate_lease'),
  ]);
});

test('an issuer that roles name is renamed and deleted with a warning', async () => {
  const named = { ...root, common_name: 'Named' };
  await live.vault('POST', 'sys/mounts/named', { type: 'pki' });
  const say = async (method: string, path: string, body?: object) => {
    const { body: answer } = await live.vault(method, `named/${path}`, body, { 'x-vault-token': live.rootToken });
    return (answer as { warnings?: readonly string[] | null } | null)?.warnings ?? [];
  };
  await say('POST', 'root/generate/internal', { ...named, issuer_name: 'my_ca' });
  await say('POST', 'root/generate/internal', { ...named, issuer_name: 'my-ca' });
  for (const name of ['a', 'b']) await say('POST', `roles/${name}`, { issuer_ref: 'my_ca' });
  await say('POST', 'roles/c', { issuer_ref: 'my-ca' });
  // A text that only looks like the field.
  await say('POST', 'roles/d', { ou: '"issuer_ref":"my_ca"' });
  expect(await say('POST', 'issuer/my_ca', { issuer_name: 'my_ca' })).toEqual([]);
  expect(await say('POST', 'issuer/my_ca', { issuer_name: 'other' })).toEqual(['2 roles reference my_ca']);
  expect(await say('POST', 'issuer/other', { issuer_name: 'my_ca' })).toEqual([]);
  expect(await say('DELETE', 'issuer/my_ca')).toEqual([
    '2 roles reference my_ca',
    expect.stringContaining('this was configured as the default issuer'),
    '1 roles reference default',
  ]);
  expect(await say('DELETE', 'issuer/my-ca')).toEqual(['1 roles reference my-ca']);
});

test('a revocation says which issuers it does not reach', async () => {
  await live.vault('POST', 'sys/mounts/revoking', { type: 'pki' });
  const said = async (path: string, body: object = {}) => {
    const { body: answer } = await live.vault('POST', `revoking/${path}`, body, { 'x-vault-token': live.rootToken });
    return answer as { data: Record<string, string | readonly string[]>; warnings: readonly string[] | null };
  };
  const self = expect.stringContaining('self-signed (potentially root)') as string;
  const parentless = expect.stringContaining('lacks another parent issuer') as string;
  const byDefault = expect.stringContaining('currently configured as the default issuer') as string;
  await said('root/generate/internal', { ...root, common_name: 'First', issuer_name: 'first' });
  await said('root/generate/internal', { ...root, common_name: 'Second', issuer_name: 'second' });
  const { data: asked } = await said('intermediate/generate/internal', { common_name: 'Below', key_type: 'ec' });
  const { data: signed } = await said('root/sign-intermediate', { csr: asked['csr'], common_name: 'Below', ttl: '1h' });
  const { data: kept } = await said('intermediate/set-signed', { certificate: signed['certificate'] });
  expect((await said(`issuer/${String(kept['imported_issuers']?.[0])}/revoke`)).warnings).toBeNull();
  expect((await said('issuer/second/revoke')).warnings).toEqual([self, parentless]);
  expect((await said('issuer/second/revoke')).warnings).toBeNull();
  expect((await said('issuer/first/revoke')).warnings).toEqual([self, parentless, byDefault]);
});

test('an authority that outlives the one that signs it is warned about', async () => {
  await live.vault('POST', at('issuer/later'), { issuer_name: 'later', leaf_not_after_behavior: 'permit' });
  const { csr } = await made('intermediate/generate/internal', { common_name: 'Below', key_type: 'ec' });
  const parameters = { csr, common_name: 'Below', not_after: '2090-01-01T00:00:00Z' };
  const unreachable = expect.stringContaining(incomplete) as string;
  expect(await warned('POST', 'root/sign-intermediate', parameters)).toEqual([
    expect.stringContaining('the certificate expires with the CA'),
    unreachable,
  ]);
  expect(
    await warned('POST', 'root/sign-intermediate', { ...parameters, enforce_leaf_not_after_behavior: true }),
  ).toEqual([expect.stringContaining("is after the CA's expiration time"), unreachable]);
});

test('rotation says which issuers may not sign CRLs, and that there are no deltas', async () => {
  expect(await warned('GET', 'crl/rotate')).toEqual([]);
  const delta = 'requested rebuild of delta CRL when delta CRL is not enabled; this is a no-op';
  expect(await warned('GET', 'crl/rotate-delta')).toEqual([delta]);
  const { issuer_id: id } = await made('root/generate/internal', { ...root, common_name: 'Mute', issuer_name: 'mute' });
  await live.vault('POST', at('issuer/mute'), { issuer_name: 'mute', usage: 'read-only,issuing-certificates' });
  expect(await warned('GET', 'crl/rotate')).toEqual([
    'Warning 1 during CRL rebuild: warning from local CRL rebuild: Issuer equivalency set with associated keys lacked an ' +
      `issuer with CRL Signing KeyUsage; refusing to rebuild CRL for this group of issuers: ${id ?? ''}`,
  ]);
});

test('keys: one that is known already, one without a name, and the default', async () => {
  const { key_id: id, private_key: pem } = await made('keys/generate/exported', { key_type: 'ec', key_name: 'spare' });
  expect(await warned('POST', 'keys/import', { pem_bundle: pem })).toEqual([
    'Key already imported, use key/ endpoint to update name.',
  ]);
  expect(await warned('POST', `key/${id ?? ''}`, { key_name: 'other' })).toEqual([]);
  expect(await warned('POST', `key/${id ?? ''}`, {})).toEqual([
    expect.stringContaining(`this key by it's Id: ${id ?? ''}`),
  ]);
  await live.vault('POST', at('config/keys'), { default: id });
  expect(await warned('DELETE', 'key/default')).toEqual([
    `Deleted key ${id ?? ''} (via key_ref default); this was configured as the default key. ` +
      'Operations without an explicit key will not work until a new default is configured.',
  ]);
  expect(await live.vault('DELETE', at(`key/${id ?? ''}`))).toMatchObject({ status: 204, body: null });
});

test('the default issuer, and all of them, with or without any', async () => {
  expect(await warned('DELETE', 'issuer/default')).toEqual([
    expect.stringContaining('(via issuer_ref default); this was configured as the default issuer.'),
    '1 roles reference default',
    expect.stringContaining('lacked an issuer with CRL Signing KeyUsage'),
  ]);
  const all = [
    expect.stringContaining('DELETE /root deletes all keys and issuers; prefer the new DELETE /key/:key_ref'),
  ];
  expect(await warned('DELETE', 'root')).toEqual(all);
  expect(await warned('DELETE', 'root')).toEqual(all);
  expect(await warned('POST', 'root/generate/internal', root)).toEqual([expect.stringContaining(incomplete)]);
});
