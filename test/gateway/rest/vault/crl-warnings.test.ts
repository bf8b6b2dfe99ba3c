import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

/** What OpenBao 2.6.2 answers when a mount has an authority that may not sign CRLs, and of issuers that are gone. */
let live: Live;
const answer = z.object({ data: z.record(z.string(), z.unknown()).nullish(), warnings: z.array(z.string()).nullish() });
async function ask(method: string, path: string, body?: object, expected = 200) {
  const merge = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {};
  const asked = await live.vault(method, path, body, { 'x-vault-token': live.rootToken, ...merge });
  expect(asked.status, JSON.stringify(asked.body)).toBe(expected);
  const { data, warnings } = answer.parse(asked.body ?? {});
  return { data: data ?? {}, warnings: warnings ?? [] };
}
const root = (name: string) => ({ common_name: name, key_type: 'ec', issuer_name: name, ttl: '900h' });
const lacking = (number: number, uuid: unknown) =>
  `Warning ${number} during CRL rebuild: warning from local CRL rebuild: Issuer equivalency set with associated keys lacked an issuer ` +
  `with CRL Signing KeyUsage; refusing to rebuild CRL for this group of issuers: ${String(uuid)}`;
const ofCrls = (warnings: readonly string[]) => warnings.filter((each) => each.includes('CRL rebuild'));

beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

describe('an authority that may not sign CRLs is named', () => {
  let uuid: unknown;
  const issued = async () => (await ask('POST', 'mute/issuer/one/issue/any', { common_name: 'a.b', ttl: '1h' })).data;
  beforeAll(async () => {
    await ask('POST', 'sys/mounts/mute', { type: 'pki' }, 204);
    ({ issuer_id: uuid } = (await ask('POST', 'mute/root/generate/internal', root('one'))).data);
    await ask('PATCH', 'mute/issuer/one', { usage: 'read-only,issuing-certificates' });
    await ask('POST', 'mute/roles/any', { allow_any_name: true, key_type: 'ec' });
  });

  test.each(['root/generate/internal', 'root/rotate/internal'])('by %s', async (path) => {
    expect(ofCrls((await ask('POST', `mute/${path}`, root(path.split('/')[1] ?? ''))).warnings)).toEqual([
      lacking(1, uuid),
    ]);
  });

  test('by the first revocation of a certificate, and not by the next', async () => {
    const { serial_number: serial } = await issued();
    expect(ofCrls((await ask('POST', 'mute/revoke', { serial_number: serial })).warnings)).toEqual([lacking(1, uuid)]);
    expect(ofCrls((await ask('POST', 'mute/revoke', { serial_number: serial })).warnings)).toEqual([]);
  });

  test('by revoke-with-key', async () => {
    const { serial_number: serial, private_key: key } = await issued();
    const { warnings } = await ask('POST', 'mute/revoke-with-key', { serial_number: serial, private_key: key });
    expect(ofCrls(warnings)).toEqual([lacking(1, uuid)]);
  });

  test('by the import of another, and not of one that is there', async () => {
    await ask('POST', 'sys/mounts/other', { type: 'pki' }, 204);
    const { data } = await ask('POST', 'other/root/generate/internal', root('elsewhere'));
    const bundle = { pem_bundle: data['certificate'] };
    expect(ofCrls((await ask('POST', 'mute/issuers/import/cert', bundle)).warnings)).toEqual([lacking(1, uuid)]);
    const again = await ask('POST', 'mute/issuers/import/cert', bundle);
    expect(ofCrls(again.warnings)).toEqual([]);
    expect(again.warnings).toEqual([expect.stringContaining("hasn't configured any authority information access")]);
  });

  test('by the revocation and the deletion of an issuer', async () => {
    const revoked = await ask('POST', 'mute/issuer/rotate/revoke');
    expect(ofCrls(revoked.warnings)).toEqual([lacking(1, uuid)]);
    expect(ofCrls((await ask('DELETE', 'mute/issuer/rotate')).warnings)).toEqual([lacking(1, uuid)]);
  });

  test('but not where CRLs are rebuilt by time', async () => {
    const { serial_number: serial } = await issued();
    await ask('POST', 'mute/config/crl', { auto_rebuild: true });
    expect(ofCrls((await ask('POST', 'mute/revoke', { serial_number: serial })).warnings)).toEqual([]);
  });
});

test('a certificate names its issuer after all were deleted', async () => {
  await ask('POST', 'sys/mounts/gone', { type: 'pki' }, 204);
  const { data: made } = await ask('POST', 'gone/root/generate/internal', root('gone'));
  await ask('POST', 'gone/roles/any', { allow_any_name: true, key_type: 'ec' });
  const { data: leaf } = await ask('POST', 'gone/issue/any', { common_name: 'a.b', ttl: '1h' });
  await ask('POST', 'gone/revoke', { serial_number: leaf['serial_number'] });
  await ask('DELETE', 'gone/root');
  expect((await ask('GET', `gone/cert/${String(leaf['serial_number'])}`)).data).toMatchObject({
    issuer_id: made['issuer_id'],
  });
});

test("an issuer's own addresses: null beside others, and no flag without any", async () => {
  await ask('POST', 'sys/mounts/own', { type: 'pki' }, 204);
  await ask('POST', 'own/root/generate/internal', root('own'));
  const without = (await ask('GET', 'own/issuer/own')).data;
  expect(without).toMatchObject({ issuing_certificates: [], ocsp_servers: [] });
  expect(without).not.toHaveProperty('enable_aia_url_templating');
  const own = { ocsp_servers: ['http://o.test/'], issuing_certificates: null, enable_aia_url_templating: false };
  expect((await ask('PATCH', 'own/issuer/own', { ocsp_servers: 'http://o.test/' })).data).toMatchObject(own);
  const { body } = await live.vault('GET', 'own/issuer/own', undefined, { 'x-service-token': live.rootToken });
  expect(body).toMatchObject({ data: { issuing_certificates: [], enable_aia_url_templating: false } });
});

test('a key in use names one of its issuers', async () => {
  await ask('POST', 'sys/mounts/used', { type: 'pki' }, 204);
  const { data } = await ask('POST', 'used/root/generate/internal', { ...root('used'), key_name: 'used' });
  const refused = await live.vault('DELETE', 'used/key/used', undefined, { 'x-vault-token': live.rootToken });
  expect(refused).toMatchObject({
    status: 400,
    body: { errors: [`Failed to Delete Key.  Key in Use by Issuer: ${String(data['issuer_id'])}`] },
  });
});

test('a chain of nothing but roots, without roots, is left out', async () => {
  await ask('POST', 'used/roles/any', { allow_any_name: true, key_type: 'ec' });
  const asked = { common_name: 'a.b', ttl: '1h', remove_roots_from_chain: true };
  expect((await ask('POST', 'used/issue/any', asked)).data).not.toHaveProperty('ca_chain');
  const { body } = await live.vault('POST', 'used/issue/any', asked, { 'x-service-token': live.rootToken });
  expect(body).toMatchObject({ data: { ca_chain: [] } });
});

test('an intermediate that would outlive its issuer ends with it, and the answer says so', async () => {
  const { data } = await ask('POST', 'used/intermediate/generate/internal', { common_name: 'Below', key_type: 'ec' });
  const signed = await ask('POST', 'used/root/sign-intermediate', {
    ...{ csr: data['csr'], common_name: 'Below', not_after: '2090-01-01T00:00:00Z' },
  });
  expect(signed.warnings[0]).toBe(
    "The requested end is after the CA's expiration time: the certificate expires with the CA.",
  );
});

test('PATCH says which type was sent', async () => {
  const headers = { 'x-vault-token': live.rootToken, 'content-type': 'application/json' };
  expect(await live.vault('PATCH', 'used/roles/any', { ttl: '1h' }, headers)).toMatchObject({
    status: 415,
    body: { errors: ['PATCH requires Content-Type of application/merge-patch+json, provided application/json'] },
  });
});

test('mounts without options have null, and none where they are tuned', async () => {
  expect((await ask('GET', 'sys/mounts/used')).data).toMatchObject({ options: null });
  expect((await ask('GET', 'sys/mounts/used/tune')).data).not.toHaveProperty('options');
  await ask('POST', 'sys/mounts/used/tune', { options: { a: 'b' } }, 204);
  expect((await ask('GET', 'sys/mounts/used/tune')).data).toMatchObject({ options: { a: 'b' } });
});
