import { describe, expect, test } from 'vitest';
import { authorityTools } from './harness/authority-tools.js';
import { onSharedServer } from './harness/site.js';

const { api, defaultOf, described, mount, openssl, publicKey, raw, verifies, withRoot } =
  authorityTools(onSharedServer());
const ec = { key_type: 'ec', ttl: '8760h' };

describe('roots', () => {
  test('rotated, then put in the place of the default', async () => {
    const old = await withRoot();
    const rotated = await api().write(`${old.path}/root/rotate/exported`, { common_name: 'after', ...ec });
    expect(rotated.data).toMatchObject({ issuer_name: 'next', private_key_type: 'ec' });
    expect(await defaultOf(old.path)).toBe(old.id);
    const replaced = await api().write(`${old.path}/root/replace`);
    expect(replaced.data).toEqual({ default: rotated.text('issuer_id'), default_follows_latest_issuer: false });
    expect(await defaultOf(old.path)).toBe(rotated.text('issuer_id'));
    expect((await raw(`${old.path}/ca/pem`)).text.trim()).toBe(rotated.text('certificate'));
    // By name, and back again.
    expect((await api().write(`${old.path}/root/replace`, { default: old.id })).data).toEqual({
      default: old.id,
      default_follows_latest_issuer: false,
    });
    expect((await api().write(`${old.path}/root/replace`, { default: 'nobody' })).refusal).toEqual({
      status: 500,
      text: 'unable to find PKI issuer for reference: nobody',
    });
  });

  test('rotated with the key that is there', async () => {
    const old = await withRoot();
    const body = { common_name: 'same key', key_ref: old.key, issuer_name: 'renewed', ttl: '100h' };
    const made = await api().write(`${old.path}/root/rotate/existing`, body);
    expect(made.data).toMatchObject({ key_id: old.key, issuer_name: 'renewed' });
    expect(publicKey(made.text('certificate'))).toBe(publicKey(old.certificate));
    expect(made.data).not.toHaveProperty('private_key');
  });

  test.each([
    ['kms', 'one of managed_key_name and managed_key_id must be given'],
    ['other', 'the "exported" path parameter must be "internal", "existing", exported" or "kms"'],
  ])('of type %s are refused', async (type, text) => {
    const { refusal } = await api().write(`${await mount()}/root/generate/${type}`, { common_name: 'x' });
    expect(refusal).toEqual({ status: 400, text });
  });

  test('deleted, with every key', async () => {
    const { path } = await withRoot();
    await api().write(`${path}/roles/any`, { allow_any_name: true, key_type: 'ec' });
    const issued = await api().write(`${path}/issue/any`, { common_name: 'a' });
    expect((await api().delete(`${path}/root`)).document.warnings).toHaveLength(1);
    for (const listed of ['issuers', 'keys'])
      expect((await api().list(`${path}/${listed}`)).refusal).toEqual({ status: 404, text: '' });
    const stored = await api().read(`${path}/cert/${issued.text('serial_number')}`);
    expect(stored.text('certificate')).toBe(issued.text('certificate'));
    expect((await api().write(`${path}/issue/any`, { common_name: 'a' })).refusal).toEqual({
      status: 500,
      text: 'unable to find PKI issuer for reference: default: no default issuer currently configured',
    });
  });
});

describe('signing what signed itself', () => {
  test('an old root gets a certificate from the new one', async () => {
    const [old, next] = [await withRoot(), await withRoot()];
    const signed = await api().write(`${next.path}/root/sign-self-issued`, { certificate: old.certificate });
    expect(Object.keys(signed.data).sort()).toEqual(['certificate', 'issuing_ca']);
    const bridge = signed.text('certificate');
    expect(publicKey(bridge)).toBe(publicKey(old.certificate));
    expect(described(bridge, '-serial', '-subject', '-dates')).toBe(
      described(old.certificate, '-serial', '-subject', '-dates'),
    );
    expect(verifies(bridge, next.certificate)).toMatchObject({ ok: true });
    // What the old root issued is good below the new one.
    await api().write(`${old.path}/roles/any`, { allow_any_name: true, key_type: 'ec' });
    const leaf = (await api().write(`${old.path}/issue/any`, { common_name: 'a' })).text('certificate');
    expect(verifies(leaf, next.certificate, bridge)).toMatchObject({ ok: true });
    const chosen = await api().write(`${next.path}/issuer/${next.id}/sign-self-issued`, {
      certificate: old.certificate,
    });
    expect(chosen.text('issuing_ca')).toBe(next.certificate);
  });

  test.each([
    ['nothing', '', 'missing self-issued certificate'],
    ['no certificate', 'hello', 'certificate could not be PEM-decoded'],
    ['a leaf', 'leaf', 'given certificate is not a CA certificate'],
    ['one that another signed', 'below', 'given certificate is not self-issued'],
  ] as const)('%s is refused', async (_what, given, text) => {
    const { path } = await withRoot();
    await api().write(`${path}/roles/any`, { allow_any_name: true, key_type: 'ec' });
    const { csr } = openssl.request('ec:P-256');
    const made: Readonly<Record<string, () => Promise<string>>> = {
      leaf: async () => (await api().write(`${path}/issue/any`, { common_name: 'a' })).text('certificate'),
      below: async () =>
        (await api().write(`${path}/root/sign-intermediate`, { csr, common_name: 'below' })).text('certificate'),
    };
    const certificate = (await made[given]?.()) ?? given;
    const { refusal } = await api().write(`${path}/root/sign-self-issued`, { certificate });
    expect(refusal).toEqual({ status: 400, text: expect.stringMatching(text) as string });
  });

  test('of another algorithm is refused where they must match', async () => {
    const [rsa, other] = [await withRoot({ key_type: 'rsa' }), await withRoot()];
    const body = { certificate: rsa.certificate, require_matching_certificate_algorithms: true };
    expect((await api().write(`${other.path}/root/sign-self-issued`, body)).refusal).toEqual({
      status: 400,
      text: "signing certificate's public key algorithm (ECDSA) does not match submitted certificate's (RSA), and require_matching_certificate_algorithms is true",
    });
    (
      await api().write(`${other.path}/root/sign-self-issued`, {
        ...body,
        require_matching_certificate_algorithms: false,
      })
    ).expect(200);
  });
});

describe('intermediates', () => {
  async function withIntermediate(root: { path: string }, ...more: string[]) {
    const path = await mount();
    const asked = await api().write(`${path}/intermediate/generate/internal`, { common_name: 'between', ...ec });
    const signed = await api().write(`${root.path}/root/sign-intermediate`, {
      csr: asked.text('csr'),
      common_name: 'between',
      ttl: '1000h',
    });
    const certificate = [signed.text('certificate'), ...more].join('\n');
    const set = await api().write(`${path}/intermediate/set-signed`, { certificate });
    return { path, key: asked.text('key_id'), certificate: signed.text('certificate'), set };
  }

  test('set with the chain above them', async () => {
    const root = await withRoot();
    const { set, path, key, certificate } = await withIntermediate(root, root.certificate);
    const [own = '', above = '', ...others] = set.texts('imported_issuers');
    expect(others).toEqual([]);
    expect(set.data).toMatchObject({
      imported_keys: null,
      existing_issuers: null,
      existing_keys: null,
      mapping: { [own]: key, [above]: '' },
    });
    const read = await api().read(`${path}/issuer/${own}`);
    expect(read.texts('ca_chain').map((pem) => pem.trim())).toEqual([certificate, root.certificate]);
    expect(await defaultOf(path)).toBe(own);
  });

  test('cross-signed by a second root: one key, a chain to each', async () => {
    const [one, two] = [await withRoot(), await withRoot()];
    const { path, key, certificate } = await withIntermediate(one, one.certificate);
    const asked = await api().write(`${path}/intermediate/cross-sign`, { common_name: 'between', key_ref: key });
    expect(asked.data).toMatchObject({ key_id: key });
    expect(openssl.run('req', '-in', openssl.file(asked.text('csr')), '-verify', '-noout').ok).toBe(true);
    const body = { csr: asked.text('csr'), common_name: 'between', ttl: '1000h' };
    const second = (await api().write(`${two.path}/root/sign-intermediate`, body)).text('certificate');
    expect(publicKey(second)).toBe(publicKey(certificate));
    (await api().write(`${path}/intermediate/set-signed`, { certificate: `${second}\n${two.certificate}` })).expect(
      200,
    );
    await api().write(`${path}/roles/any`, { allow_any_name: true, key_type: 'ec' });
    const leaf = (await api().write(`${path}/issue/any`, { common_name: 'a' })).text('certificate');
    expect(verifies(leaf, one.certificate, certificate)).toMatchObject({ ok: true });
    expect(verifies(leaf, two.certificate, second)).toMatchObject({ ok: true });
  });

  test('named like their root are none: they stay in chains and bundles', async () => {
    const root = await withRoot({ common_name: 'between' });
    const { path, certificate } = await withIntermediate(root, root.certificate);
    await api().write(`${path}/roles/any`, { allow_any_name: true, key_type: 'ec' });
    const body = { common_name: 'a', remove_roots_from_chain: true, format: 'pem_bundle' };
    const issued = await api().write(`${path}/issue/any`, body);
    expect(issued.texts('ca_chain').map((pem) => pem.trim())).toEqual([certificate]);
    const bundled = issued.text('certificate').match(/-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/g);
    expect(bundled?.[1]).toBe(certificate);
    expect(verifies(bundled?.[0] ?? '', root.certificate, certificate)).toMatchObject({ ok: true });
  });

  test('a chain that an operator sets, and lets be built again', async () => {
    const root = await withRoot();
    const { path, certificate } = await withIntermediate(root, root.certificate);
    const chain = async () => (await api().read(`${path}/issuer/default`)).texts('ca_chain').map((pem) => pem.trim());
    expect(await chain()).toEqual([certificate, root.certificate]);
    const set = await api().patch(`${path}/issuer/default`, { manual_chain: 'self' });
    expect(set.data['manual_chain']).toEqual([await defaultOf(path)]);
    expect(await chain()).toEqual([certificate]);
    (await api().patch(`${path}/issuer/default`, { manual_chain: [] })).expect(200);
    expect(await chain()).toEqual([certificate, root.certificate]);
    expect((await api().patch(`${path}/issuer/default`, { manual_chain: 'self,nobody' })).refusal).toEqual({
      status: 500,
      text: 'unable to find PKI issuer for reference: nobody',
    });
  });
});

describe('imports', () => {
  test.each([
    ['config/ca', true],
    ['issuers/import/bundle', true],
    ['issuers/import/cert', false],
  ])('%s takes private keys: %s', async (way, keys) => {
    const elsewhere = await mount();
    const body = { common_name: 'elsewhere', ...ec, format: 'pem_bundle' };
    const made = await api().write(`${elsewhere}/root/generate/exported`, body);
    const bundle = made.text('certificate');
    expect(bundle).toMatch(/^-----BEGIN EC PRIVATE KEY-----[^]+-----END CERTIFICATE-----$/);
    const path = await mount();
    const answer = await api().write(`${path}/${way}`, { pem_bundle: bundle });
    if (!keys) {
      expect(answer.refusal).toEqual({
        status: 400,
        text: 'private keys found in the PEM bundle but not allowed by the path; use /issuers/import/bundle',
      });
      expect((await api().list(`${path}/issuers`)).status).toBe(404);
      return;
    }
    const [issuer = ''] = answer.texts('imported_issuers');
    const [key = ''] = answer.texts('imported_keys');
    expect(answer.data['mapping']).toEqual({ [issuer]: key });
    const again = await api().write(`${path}/${way}`, { pem_bundle: bundle });
    expect(again.data).toMatchObject({
      imported_issuers: null,
      imported_keys: null,
      existing_issuers: [issuer],
      existing_keys: [key],
    });
    // With the token of Vault's clients, a bundle holds the whole chain, as OpenBao's does.
    for (const at of [path, elsewhere]) {
      await api().write(`${at}/roles/any`, { allow_any_name: true, key_type: 'ec' });
      const issued = await api().write(`${at}/issue/any`, { common_name: 'a', format: 'pem_bundle' });
      expect(issued.text('certificate').match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
    }
  });
});
