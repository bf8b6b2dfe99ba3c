import { describe, expect, test } from 'vitest';
import { authorityTools } from './harness/authority-tools.js';
import { onSharedServer } from './harness/site.js';

const { api, defaultOf, described, mount, withRoot } = authorityTools(onSharedServer());

/** Vault API, PKI: "Set revocation configuration". */
const crlPresets = {
  expiry: '72h',
  disable: false,
  ocsp_disable: false,
  ocsp_expiry: '12h',
  auto_rebuild: false,
  auto_rebuild_grace_period: '12h',
  enable_delta: false,
  delta_rebuild_interval: '15m',
  allow_expired_cert_revocation: false,
  cross_cluster_revocation: false,
  unified_crl: false,
  unified_crl_on_existing_paths: false,
  max_crl_entries: 100_000,
  shards: 0,
};
const urlPresets = {
  issuing_certificates: [],
  crl_distribution_points: [],
  delta_crl_distribution_points: [],
  ocsp_servers: [],
  enable_templating: false,
};

describe('each field alone: preset, written in a form that callers send, read back; the others stay', () => {
  test.each([
    ['crl', crlPresets, 'expiry', '90m', '90m'],
    ['crl', crlPresets, 'expiry', 100_000, '100000'],
    ['crl', crlPresets, 'expiry', '30d', '30d'],
    ['crl', crlPresets, 'disable', 'true', true],
    ['crl', crlPresets, 'ocsp_disable', 1, true],
    ['crl', crlPresets, 'ocsp_expiry', '0', '0'],
    ['crl', crlPresets, 'auto_rebuild', true, true],
    ['crl', crlPresets, 'auto_rebuild_grace_period', '1h', '1h'],
    ['crl', crlPresets, 'delta_rebuild_interval', '60s', '60s'],
    ['crl', crlPresets, 'allow_expired_cert_revocation', 'T', true],
    ['crl', crlPresets, 'max_crl_entries', '-1', -1],
    ['crl', crlPresets, 'cross_cluster_revocation', false, false],
    ['crl', crlPresets, 'unified_crl', false, false],
    ['crl', crlPresets, 'unified_crl_on_existing_paths', false, false],
    [
      'urls',
      urlPresets,
      'issuing_certificates',
      'http://a.example.com/ca, http://b.example.com/ca',
      ['http://a.example.com/ca', 'http://b.example.com/ca'],
    ],
    ['urls', urlPresets, 'crl_distribution_points', ['http://a.example.com/crl'], ['http://a.example.com/crl']],
    ['urls', urlPresets, 'delta_crl_distribution_points', 'http://a.example.com/delta', ['http://a.example.com/delta']],
    ['urls', urlPresets, 'ocsp_servers', 'http://a.example.com/ocsp', ['http://a.example.com/ocsp']],
    ['urls', urlPresets, 'enable_templating', 'true', true],
    ['cluster', { path: '', aia_path: '' }, 'path', 'https://c.example.com/v1/pki', 'https://c.example.com/v1/pki'],
    ['cluster', { path: '', aia_path: '' }, 'aia_path', 'http://cdn.example.com/pki', 'http://cdn.example.com/pki'],
  ] as const)('config/%s %o: %s = %j', async (name, presets, field, sent, shown) => {
    const at = `${await mount()}/config/${name}`;
    expect((await api().read(at)).data).toEqual(presets);
    const after = { ...presets, [field]: shown };
    expect((await api().write(at, { [field]: sent })).data).toEqual(after);
    expect((await api().read(at)).data).toEqual(after);
    expect((await api().send('PUT', at, {})).data).toEqual(after);
  });
});

describe('refused, with the field in the words, and nothing changed', () => {
  const wrongType = (field: string, expected: string) =>
    `Field validation failed: error converting input for field "${field}": expected ${expected}`;
  const duration = 'a number of seconds, or a duration such as 72h, not negative';
  test.each([
    ['crl', { expiry: 'soon' }, wrongType('expiry', duration)],
    ['crl', { expiry: -5 }, wrongType('expiry', duration)],
    ['crl', { expiry: 0 }, 'expiry must be at least 1 and at most 3153600000 seconds'],
    ['crl', { ocsp_expiry: '2000000h' }, 'ocsp_expiry must be at least 0 and at most 3153600000 seconds'],
    ['crl', { disable: 'perhaps' }, wrongType('disable', 'true or false')],
    ['crl', { max_crl_entries: 'many' }, wrongType('max_crl_entries', 'a whole number below 2147483648')],
    ['crl', { max_crl_entries: 2 ** 31 }, wrongType('max_crl_entries', 'a whole number below 2147483648')],
    ['crl', { max_crl_entries: -2 }, 'max_crl_entries must be -1, for no limit, or more'],
    [
      'crl',
      { auto_rebuild: true, auto_rebuild_grace_period: '72h' },
      'CRL auto-rebuilding grace period must be strictly shorter than CRL expiry',
    ],
    [
      'crl',
      { auto_rebuild: true, enable_delta: true, delta_rebuild_interval: '72h' },
      'CRL delta rebuild window must be strictly shorter than CRL expiry',
    ],
    [
      'crl',
      { enable_delta: true },
      'Delta CRLs cannot be enabled when auto rebuilding is disabled as the complete CRL is always regenerated!',
    ],
    [
      'crl',
      { unified_crl: true },
      'unified_crl=true requires auto_rebuild=true, as unified CRLs cannot be rebuilt on every revocation.',
    ],
    [
      'crl',
      { shards: 2 },
      'shards need the address of the mount, because certificates name them by it: set aia_path or path of config/cluster first',
    ],
    ['crl', { shards: 1025 }, 'shards must be at least 0 and at most 1024'],
    [
      'crl',
      { unified_crl_on_existing_paths: true },
      'unified_crl_on_existing_paths cannot be enabled if unified_crl is disabled',
    ],
    [
      'crl',
      { cross_cluster_revocation: true },
      'Global, cross-cluster revocation queue cannot be enabled when auto rebuilding is disabled as the local cluster may not have the certificate entry!',
    ],
    [
      'urls',
      { issuing_certificates: 'nowhere' },
      'invalid URL found in Authority Information Access (AIA) parameter issuing_certificates: nowhere',
    ],
    ['urls', { ocsp_servers: { a: 1 } }, wrongType('ocsp_servers', 'a list of texts, or a text with commas')],
    ['cluster', { aia_path: 'nowhere' }, 'invalid, non-URL aia_path given to cluster: nowhere'],
    ['cluster', { path: 'nowhere' }, 'invalid, non-URL path given to cluster: nowhere'],
    ['issuers', { default: '' }, "invalid issuer specification; must be non-empty and can't be 'default'"],
    ['issuers', { default: 'default' }, "invalid issuer specification; must be non-empty and can't be 'default'"],
    ['keys', {}, "invalid key specification; must be non-empty and can't be 'default'"],
  ])('config/%s %j', async (name, body, text) => {
    const at = `${(await withRoot()).path}/config/${name}`;
    const before = (await api().read(at)).data;
    expect((await api().write(at, body)).refusal).toEqual({ status: 400, text });
    expect((await api().read(at)).data).toEqual(before);
  });

  test.each([
    ['issuers', 'unable to find PKI issuer for reference: nobody'],
    ['keys', 'unable to find PKI key for reference: nobody'],
  ])('config/%s of nobody', async (name, text) => {
    const at = `${(await withRoot()).path}/config/${name}`;
    expect((await api().write(at, { default: 'nobody' })).refusal).toEqual({ status: 500, text });
  });
});

describe('config/issuers and config/keys', () => {
  test('of an empty mount', async () => {
    const path = await mount();
    expect((await api().read(`${path}/config/issuers`)).data).toEqual({
      default: '',
      default_follows_latest_issuer: false,
    });
    expect((await api().read(`${path}/config/keys`)).data).toEqual({ default: '' });
  });

  test('the default is chosen by name, and follows the latest where it shall', async () => {
    const { path, id, key } = await withRoot({ issuer_name: 'first', key_name: 'key-first' });
    const wish = { common_name: 'second', key_type: 'ec', ttl: '100h' };
    const second = await api().write(`${path}/issuers/generate/root/internal`, { ...wish, issuer_name: 'second' });
    expect(await defaultOf(path)).toBe(id);
    const named = await api().write(`${path}/config/issuers`, { default: 'second' });
    expect(named.data).toEqual({ default: second.text('issuer_id'), default_follows_latest_issuer: false });
    const follows = { default: id, default_follows_latest_issuer: 'true' };
    expect((await api().write(`${path}/config/issuers`, follows)).data).toEqual({
      default: id,
      default_follows_latest_issuer: true,
    });
    const third = await api().write(`${path}/issuers/generate/root/internal`, wish);
    expect(await defaultOf(path)).toBe(third.text('issuer_id'));
    expect((await api().read(`${path}/config/keys`)).data).toEqual({ default: key });
    expect((await api().write(`${path}/config/keys`, { default: third.text('key_id') })).data).toEqual({
      default: third.text('key_id'),
    });
    expect((await api().write(`${path}/config/keys`, { default: 'key-first' })).data).toEqual({ default: key });
  });

  test('a default issuer without a key comes with a warning', async () => {
    const [elsewhere, { path }] = [await withRoot(), await withRoot()];
    const imported = await api().write(`${path}/issuers/import/cert`, { pem_bundle: elsewhere.certificate });
    const [keyless = ''] = imported.texts('imported_issuers');
    const { document } = await api().write(`${path}/config/issuers`, { default: keyless });
    expect(document.warnings).toEqual([expect.stringContaining('has no key associated with it') as string]);
  });
});

describe('what is configured is in the certificates', () => {
  test('templates that cannot be filled in yet are taken with a warning, and nothing is issued until they can', async () => {
    const { path } = await withRoot();
    const lacks = 'unable to template AIA URLs as we lack local cluster address information (path)';
    const urls = { enable_templating: true, crl_distribution_points: '{{cluster_path}}/issuer/{{issuer_id}}/crl' };
    const configured = (await api().write(`${path}/config/urls`, urls)).expect(200);
    expect(configured.document.warnings).toEqual([expect.stringContaining(`issuance may fail: ${lacks}`) as string]);
    const own = (await api().patch(`${path}/issuer/default`, { issuer_name: 'own' })).expect(200);
    expect(own.document.warnings).toEqual([expect.stringContaining(`issuance may fail: ${lacks}`) as string]);
    const refused = await api().write(`${path}/issue/any`, { common_name: 'a' });
    expect(refused.refusal).toEqual({ status: 400, text: `unable to parse AIA URL information: ${lacks}` });
    (await api().write(`${path}/config/cluster`, { path: 'https://c.example.com/v1/pki' })).expect(200);
    const issued = (await api().write(`${path}/issue/any`, { common_name: 'a' })).expect(200);
    expect(described(issued.text('certificate'), '-text')).toContain('URI:https://c.example.com/v1/pki/issuer/');
    (await api().write(`${path}/config/urls`, { enable_templating: false })).expect(400);
  });

  test('addresses with templates filled in, and those of an issuer before those of the mount', async () => {
    const { path, id } = await withRoot();
    await api().write(`${path}/config/cluster`, {
      path: 'https://c.example.com/v1/pki',
      aia_path: 'http://cdn.example.com',
    });
    const urls = {
      enable_templating: true,
      issuing_certificates: '{{cluster_aia_path}}/issuer/{{issuer_id}}/der',
      crl_distribution_points: '{{cluster_path}}/crl',
      ocsp_servers: 'http://o.example.com',
    };
    (await api().write(`${path}/config/urls`, urls)).expect(200);
    const issue = async () =>
      described((await api().write(`${path}/issue/any`, { common_name: 'a' })).text('certificate'), '-text');
    const text = await issue();
    expect(text).toContain(`CA Issuers - URI:http://cdn.example.com/issuer/${id}/der`);
    expect(text).toContain('OCSP - URI:http://o.example.com');
    expect(text).toMatch(
      /X509v3 CRL Distribution Points: *\n +Full Name:\n +URI:https:\/\/c\.example\.com\/v1\/pki\/crl/,
    );
    (await api().patch(`${path}/issuer/default`, { ocsp_servers: 'http://own.example.com' })).expect(200);
    const own = await issue();
    expect(own).toContain('OCSP - URI:http://own.example.com');
    expect(own).not.toContain('http://o.example.com');
  });
});
