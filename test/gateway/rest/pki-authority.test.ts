import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { described } from '../../pki/world.js';
import { openLive } from './live.js';

let live: Awaited<ReturnType<typeof openLive>>;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

interface Envelope {
  readonly data: Readonly<Record<string, unknown>>;
  readonly warnings?: unknown;
  readonly errors?: readonly string[];
}

async function ask(method: string, path: string, body?: unknown, vaultClient = false) {
  const headers = vaultClient ? { 'x-vault-token': live.rootToken } : { 'x-service-token': live.rootToken };
  const type: Record<string, string> = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {};
  const { status, body: answered } = await live.vault(method, path, body, { ...headers, ...type });
  return { status, ...(answered as Envelope) };
}

const ec = { common_name: 'Root', key_type: 'ec' };

describe('over REST', () => {
  test('the first mount is there and empty', async () => {
    expect(await ask('GET', 'pki/issuers?list=true')).toEqual({ status: 404, errors: [] });
    const missing = await ask('GET', 'pki/issuer/default');
    expect(missing.status).toBe(500);
    expect(missing.errors?.[0]).toContain('unable to find PKI issuer for reference');
    expect((await ask('GET', 'nowhere/issuers?list=true')).status).toBe(404);
  });

  test('a root, its chain of paths, and both dialects', async () => {
    const made = await ask('POST', 'pki/root/generate/internal', { ...ec, issuer_name: 'main', unknown: 1 });
    expect(made.status).toBe(200);
    expect(typeof made.data['expiration']).toBe('string');
    expect(made.warnings).toContain('Endpoint ignored these unrecognized parameters: [unknown]');
    const second = await ask('PUT', 'pki/issuers/generate/root/exported', { ...ec, ttl: '1h' }, true);
    expect(typeof second.data['expiration']).toBe('number');
    expect(second.data['private_key']).toContain('EC PRIVATE KEY');
    expect(second.warnings).toBeInstanceOf(Array);

    const listed = await ask('GET', 'pki/issuers?list=true');
    const id = String(made.data['issuer_id']);
    expect(listed.data['keys']).toEqual([id, String(second.data['issuer_id'])].toSorted());
    expect(listed.data['key_info']).toMatchObject({
      [id]: {
        issuer_name: 'main',
        is_default: true,
        serial_number: made.data['serial_number'],
        key_id: made.data['key_id'],
      },
    });
    const { data } = await ask('GET', 'pki/issuer/main');
    expect(data).toMatchObject({
      issuer_id: id,
      issuer_name: 'main',
      manual_chain: null,
      leaf_not_after_behavior: 'err',
      usage: 'crl-signing,issuing-certificates,ocsp-signing,read-only',
      revocation_signature_algorithm: 'ECDSAWithSHA256',
      revoked: false,
      issuing_certificates: [],
      enable_aia_url_templating: false,
    });
    expect(described('x509', String(data['certificate']))).toContain('CN = Root');
  });

  test('a write of an issuer is of the whole, a patch of what it names', async () => {
    const patched = await ask('PATCH', 'pki/issuer/main', {
      leaf_not_after_behavior: 'truncate',
      usage: 'read-only,crl-signing',
    });
    expect(patched.data).toMatchObject({
      issuer_name: 'main',
      leaf_not_after_behavior: 'truncate',
      usage: 'crl-signing,read-only',
    });
    const written = await ask('POST', 'pki/issuer/main', { issuer_name: 'main', ocsp_servers: 'http://o.example.com' });
    expect(written.data).toMatchObject({
      leaf_not_after_behavior: 'err',
      usage: 'crl-signing,issuing-certificates,ocsp-signing,read-only',
      ocsp_servers: ['http://o.example.com'],
    });
    expect((await ask('POST', 'pki/issuer/main', { leaf_not_after_behavior: 'maybe' })).status).toBe(400);
    expect((await ask('POST', 'pki/issuer/main', { usage: 'eating' })).errors).toEqual([
      'unknown name for usage: eating',
    ]);
  });

  test('an intermediate by way of a request', async () => {
    const { data, status } = await ask('POST', 'pki/intermediate/generate/internal', {
      common_name: 'Sub',
      key_type: 'ed25519',
      add_basic_constraints: 'true',
      key_usage: 'CertSign,CRL',
    });
    expect(status).toBe(200);
    const text = described('req', String(data['csr']));
    expect(text).toContain('CA:TRUE');
    expect(text).toContain('Certificate Sign, CRL Sign');
    expect(data).not.toHaveProperty('private_key');
    const refused = await ask('POST', 'pki/intermediate/set-signed', { certificate: '/tmp/cert.pem' });
    expect(refused.status).toBe(400);
    expect(refused.errors?.[0]).toContain('too short');
  });

  test('keys', async () => {
    const made = await ask('POST', 'pki/keys/generate/exported', {
      key_type: 'ec',
      key_bits: '384',
      key_name: 'spare',
    });
    expect(made.data).toMatchObject({ key_name: 'spare', key_type: 'ec' });
    expect((await ask('GET', 'pki/key/spare')).data).toMatchObject({ key_id: made.data['key_id'] });
    const again = await ask('POST', 'pki/keys/import', { pem_bundle: made.data['private_key'], key_name: 'other' });
    expect(again.data).toMatchObject({ key_id: made.data['key_id'], key_name: 'spare' });
    expect((await ask('POST', 'pki/key/spare', { key_name: 'renamed' })).data).toMatchObject({ key_name: 'renamed' });
    expect((await ask('DELETE', 'pki/key/renamed')).status).toBe(204);
    expect((await ask('GET', 'pki/key/renamed')).status).toBe(500);
    const inUse = await ask('DELETE', 'pki/key/default');
    expect(inUse.status).toBe(400);
    expect((await ask('GET', 'pki/keys?list=true')).data['keys']).toHaveLength(3);
  });

  test('configuration', async () => {
    expect((await ask('GET', 'pki/config/crl')).data).toEqual({
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
      shards: 0,
      max_crl_entries: 100_000,
    });
    expect(
      (await ask('POST', 'pki/config/crl', { expiry: '90m', auto_rebuild_grace_period: '30m', auto_rebuild: 'true' }))
        .data,
    ).toMatchObject({
      expiry: '90m',
      auto_rebuild: true,
    });
    expect(
      (await ask('POST', 'pki/config/crl', { ocsp_expiry: 3600, delta_rebuild_interval: '0.5h' })).data,
    ).toMatchObject({
      expiry: '90m',
      ocsp_expiry: '3600',
      delta_rebuild_interval: '0.5h',
      auto_rebuild_grace_period: '30m',
    });
    expect((await ask('POST', 'pki/config/crl', { enable_delta: true, auto_rebuild: false })).status).toBe(400);
    expect((await ask('POST', 'pki/config/urls', { issuing_certificates: 'not a url' })).status).toBe(400);
    const urls = { issuing_certificates: 'http://a.example.com/ca,http://b.example.com/ca' };
    expect((await ask('POST', 'pki/config/urls', urls)).data['issuing_certificates']).toHaveLength(2);
    expect((await ask('POST', 'pki/config/cluster', { path: 'https://c.example.com/v1/pki' })).data).toEqual({
      path: 'https://c.example.com/v1/pki',
      aia_path: '',
    });
    const named = await ask('POST', 'pki/config/issuers', { default: 'main', default_follows_latest_issuer: true });
    expect(named.data).toMatchObject({ default_follows_latest_issuer: true });
    expect((await ask('POST', 'pki/config/issuers', { default: 'nobody' })).status).toBe(500);
    expect((await ask('GET', 'pki/config/keys')).data['default']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('rotation, replacement, deletion', async () => {
    await ask('POST', 'pki/config/issuers', { default_follows_latest_issuer: false });
    const next = await ask('POST', 'pki/root/rotate/internal', ec);
    expect(next.data).toMatchObject({ issuer_name: 'next' });
    expect((await ask('POST', 'pki/root/replace', {})).data).toEqual({
      default: next.data['issuer_id'],
      default_follows_latest_issuer: false,
    });
    const gone = await ask('DELETE', 'pki/issuer/next', undefined, true);
    expect(gone.warnings).toHaveLength(1);
    expect((await ask('DELETE', 'pki/issuer/next')).status).toBe(204);
    expect((await ask('DELETE', 'pki/root')).status).toBe(200);
    expect((await ask('GET', 'pki/issuers?list=true')).status).toBe(404);
  });

  test('nothing without a token, but the list of issuers', async () => {
    expect((await live.vault('GET', 'pki/issuers?list=true', undefined, {})).status).toBe(404);
    expect((await live.vault('GET', 'pki/issuer/main', undefined, {})).status).toBe(403);
    expect((await live.vault('POST', 'pki/root/generate/internal', ec, {})).status).toBe(403);
  });
});
