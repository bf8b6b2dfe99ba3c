import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { authorityTools } from './harness/authority-tools.js';
import { onSharedServer } from './harness/site.js';

const { api, crlText, graphql, mount, openssl, publicKey, raw, withRoot } = authorityTools(onSharedServer());
const ec = { key_type: 'ec', ttl: '8760h' };

describe('issuers', () => {
  const presets = {
    issuer_name: '',
    manual_chain: null,
    leaf_not_after_behavior: 'err',
    usage: 'crl-signing,issuing-certificates,ocsp-signing,read-only',
    revocation_signature_algorithm: '',
    issuing_certificates: [],
    crl_distribution_points: [],
    delta_crl_distribution_points: [],
    ocsp_servers: [],
  };
  const chosen = {
    issuer_name: 'chosen',
    leaf_not_after_behavior: 'permit',
    usage: 'issuing-certificates,read-only',
    revocation_signature_algorithm: 'ECDSAWithSHA256',
    issuing_certificates: ['http://a.example.com/{{issuer_id}}'],
    crl_distribution_points: ['http://a.example.com/crl'],
    delta_crl_distribution_points: ['http://a.example.com/delta'],
    ocsp_servers: ['http://a.example.com/ocsp'],
    enable_aia_url_templating: true,
  };

  test.each(['PUT', 'POST'])('%s writes the whole, PATCH what it names', async (method) => {
    const { path, id } = await withRoot();
    expect((await api().read(`${path}/issuer/${id}`)).data).toMatchObject({
      ...presets,
      revocation_signature_algorithm: 'ECDSAWithSHA256',
    });
    const written = await api().send(method, `${path}/issuer/${id}`, chosen);
    expect(written.data).toMatchObject({ ...chosen, issuer_id: id, revoked: false });
    expect((await api().read(`${path}/issuer/chosen`)).data).toEqual(written.data);
    const patched = await api().patch(`${path}/issuer/chosen`, {
      ocsp_servers: null,
      leaf_not_after_behavior: 'truncate',
    });
    expect(patched.data).toEqual({ ...written.data, ocsp_servers: null, leaf_not_after_behavior: 'truncate' });
    const bare = await api().send(method, `${path}/issuer/chosen`, {});
    expect(bare.data).toMatchObject(presets);
    expect(bare.data).not.toHaveProperty('enable_aia_url_templating');
  });

  test.each([
    ['leaf_not_after_behavior', 'maybe', /^Unknown value for field `leaf_not_after_behavior`\. Possible values are/],
    ['revocation_signature_algorithm', 'SHA256WithRSA', 'unable to use SHA256WithRSA with a key of type ec'],
    ['usage', 'eating', 'unknown name for usage: eating'],
    ['issuer_name', 'default', "reserved keyword 'default' can not be used as issuer name"],
    ['issuer_name', 'a b', 'issuer name contained invalid characters'],
    [
      'ocsp_servers',
      'nowhere',
      /^invalid URL found in Authority Information Access \(AIA\) parameter ocsp_servers: nowhere$/,
    ],
    [
      'enable_aia_url_templating',
      'perhaps',
      'Field validation failed: error converting input for field "enable_aia_url_templating": expected true or false',
    ],
  ] as const)('%s=%s is refused, and nothing changes', async (field, value, text) => {
    const { path } = await withRoot();
    const before = (await api().read(`${path}/issuer/default`)).data;
    for (const answer of [
      await api().patch(`${path}/issuer/default`, { [field]: value }),
      await api().write(`${path}/issuer/default`, { [field]: value }),
    ])
      expect(answer.refusal).toEqual({ status: 400, text: expect.stringMatching(text) as string });
    expect((await api().read(`${path}/issuer/default`)).data).toEqual(before);
  });

  test('a PATCH of another type is no patch', async () => {
    const { path } = await withRoot();
    const { refusal } = await api().send('PATCH', `${path}/issuer/default`, { issuer_name: 'x' });
    expect(refusal).toEqual({
      status: 415,
      text: 'PATCH requires Content-Type of application/merge-patch+json, provided application/json',
    });
  });

  test('deleted: what it revoked stays listed, and is on its CRL again when it comes back', async () => {
    const path = await mount();
    const wish = { common_name: 'comes back', ...ec, format: 'pem_bundle' };
    const bundle = (await api().write(`${path}/root/generate/exported`, wish)).text('certificate');
    await api().write(`${path}/roles/any`, { allow_any_name: true, key_type: 'ec' });
    const serial = (await api().write(`${path}/issue/any`, { common_name: 'a' })).text('serial_number');
    const revoked = (await api().write(`${path}/revoke`, { serial_number: serial })).data;
    (await api().delete(`${path}/issuer/default`)).expect(200);
    expect((await api().list(`${path}/certs/revoked`)).texts('keys')).toEqual([serial]);
    expect((await api().read(`${path}/cert/${serial}`)).data).toMatchObject({
      revocation_time: revoked['revocation_time'],
    });
    expect((await api().write(`${path}/revoke`, { serial_number: serial })).data['revocation_time']).toBe(
      revoked['revocation_time'],
    );
    (await api().write(`${path}/issuers/import/bundle`, { pem_bundle: bundle })).expect(200);
    const { text } = await raw(`${path}/crl/pem`);
    expect(crlText(text)).toContain(serial.replaceAll(':', '').toUpperCase());
  });

  test('revoked: twice gives the first time, and it issues nothing more', async () => {
    const { path, id } = await withRoot();
    await api().write(`${path}/roles/any`, { allow_any_name: true, key_type: 'ec' });
    const first = await api().write(`${path}/issuer/default/revoke`);
    expect(first.data).toMatchObject({ issuer_id: id, revoked: true, usage: 'crl-signing,ocsp-signing,read-only' });
    expect((await api().write(`${path}/issuer/default/revoke`)).data).toEqual(first.data);
    expect((await api().write(`${path}/issue/any`, { common_name: 'a' })).status).toBe(400);
  });
});

test('the revocation of an intermediate is an object of its own', async () => {
  const root = await withRoot();
  const made = await api().write(`${root.path}/intermediate/generate/internal`, { common_name: 'below', ...ec });
  const body = { csr: made.text('csr'), common_name: 'below', ttl: '100h' };
  const { certificate } = (await api().write(`${root.path}/root/sign-intermediate`, body)).data;
  const set = await api().write(`${root.path}/intermediate/set-signed`, { certificate });
  const [below = ''] = set.texts('imported_issuers');
  (await api().write(`${root.path}/issuer/${below}/revoke`)).expect(200);
  const nodes = z.object({ revocations: z.object({ nodes: z.array(z.object({ id: z.string() })).length(1) }) });
  const query = 'query ($mount: String!) { revocations(mount: $mount) { nodes { id } } }';
  const { revocations } = await graphql(nodes, query, { mount: root.path });
  const [{ id } = { id: '' }] = revocations.nodes;
  expect(id).toMatch(/^rev-/);
  const node = z.object({ node: z.object({ id: z.string(), __typename: z.string() }) });
  expect(await graphql(node, 'query ($id: ID!) { node(id: $id) { id __typename } }', { id })).toEqual({
    node: { id, __typename: 'Revocation' },
  });
});

describe('keys', () => {
  test('generated, imported, listed, renamed, used, and deleted', async () => {
    const path = await mount();
    const internal = await api().write(`${path}/keys/generate/internal`, { key_type: 'ed25519', key_name: 'first' });
    expect(internal.data).toMatchObject({ key_name: 'first', key_type: 'ed25519' });
    expect(internal.data).not.toHaveProperty('private_key');
    const exported = await api().write(`${path}/keys/generate/exported`, { key_type: 'ec', key_bits: 521 });
    expect(openssl.ok('pkey', '-in', openssl.file(exported.text('private_key')), '-noout', '-text')).toContain('P-521');
    const pem = openssl.request('rsa:2048').key;
    const imported = await api().write(`${path}/keys/import`, { pem_bundle: pem, key_name: 'brought' });
    expect(imported.data).toMatchObject({ key_name: 'brought', key_type: 'rsa' });
    const listed = await api().list(`${path}/keys`);
    expect(listed.data['key_info']).toEqual({
      [internal.text('key_id')]: { key_name: 'first', is_default: true },
      [exported.text('key_id')]: { key_name: '', is_default: false },
      [imported.text('key_id')]: { key_name: 'brought', is_default: false },
    });
    expect((await api().read(`${path}/key/brought`)).data).toMatchObject({ key_id: imported.text('key_id') });
    expect((await api().write(`${path}/key/brought`, { key_name: 'named' })).data).toMatchObject({ key_name: 'named' });
    (await api().write(`${path}/config/keys`, { default: 'named' })).expect(200);
    const root = await api().write(`${path}/root/generate/existing`, { common_name: 'of the default key', ttl: '1h' });
    expect(root.text('key_id')).toBe(imported.text('key_id'));
    expect(publicKey(root.text('certificate'))).toBe(openssl.ok('pkey', '-in', openssl.file(pem), '-pubout'));
    expect((await api().delete(`${path}/key/named`)).refusal).toEqual({
      status: 400,
      text: `Failed to Delete Key.  Key in Use by Issuer: ${root.text('issuer_id')}`,
    });
    for (const reference of ['first', 'first', exported.text('key_id')])
      expect((await api().delete(`${path}/key/${reference}`)).status).toBe(204);
    expect((await api().read(`${path}/key/first`)).refusal).toEqual({
      status: 500,
      text: 'unable to find PKI key for reference: first',
    });
  });

  test.each([
    ['keys/generate/kms', {}, 'one of managed_key_name and managed_key_id must be given'],
    ['keys/generate/kms', { managed_key_name: 'x' }, 'this mount may not use a managed key x, or there is none'],
    ['keys/generate/internal', { managed_key_name: 'x' }, 'managed_key_name is only for the type kms'],
    ['keys/generate/internal', { key_type: 'dsa' }, /unknown key type|key_type/],
    ['keys/generate/internal', { key_type: 'rsa', key_bits: 1024 }, /key_bits|RSA/],
    ['keys/generate/internal', { key_type: 'ec', key_bits: 255 }, /key_bits|EC/],
    ['keys/generate/internal', { key_name: 'default' }, "reserved keyword 'default' can not be used as key name"],
    ['keys/import', {}, "'pem_bundle' parameter was empty"],
    ['keys/import', { pem_bundle: 'hello' }, /PEM/],
  ] as const)('%s %j is refused', async (at, body, text) => {
    const path = await mount();
    expect((await api().write(`${path}/${at}`, body)).refusal).toEqual({
      status: 400,
      text: expect.stringMatching(text) as string,
    });
    expect((await api().list(`${path}/keys`)).status).toBe(404);
  });
});
