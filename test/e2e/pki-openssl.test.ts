import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { X509Certificate as PeculiarCertificate } from '@peculiar/x509';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAuthority, verified } from './harness/authority.js';
import type { Authority } from './harness/authority.js';
import { exchange } from './harness/exchange.js';
import { OpenSsl } from './harness/openssl.js';
import { withServer } from './harness/site.js';
import { handshake } from './harness/tls.js';

const site = withServer();
const openssl = new OpenSsl();
afterAll(() => openssl.remove());

const raw = (path: string) => exchange(`${site.get.server.http}/v1/${path}`);

let ec: Authority;
beforeAll(async () => {
  ec = await openAuthority(site.get.server, 'web');
});

describe('chains', () => {
  test.each(['rsa', 'ec', 'ed25519'])('of %s keys are good in every respect', async (keyType) => {
    const made = await openAuthority(site.get.server, `chain-${keyType}`, keyType);
    const issued = await made.vault.write(`${made.below}/issue/web`, { common_name: 'a.example.com' });
    expect(verified(openssl, issued.text('certificate'), made)).toMatchObject({ ok: true });
    expect(issued.texts('ca_chain').map((pem) => pem.trim())).toEqual([made.intermediate.trim()]);
  });

  const keys = ['rsa:2048', 'rsa:3072', 'rsa:4096', 'ec:P-224', 'ec:P-256', 'ec:P-384', 'ec:P-521', 'ed25519'];
  test.each(keys)('a request of openssl for a key %s is signed', async (kind) => {
    await ec.vault.write(`${ec.below}/roles/any`, { allow_any_name: true, key_type: 'any' });
    const { key, csr } = openssl.request(kind);
    const signed = await ec.vault.write(`${ec.below}/sign/any`, { csr, common_name: 'asked.example.com' });
    const pem = signed.text('certificate');
    expect(verified(openssl, pem, ec)).toMatchObject({ ok: true });
    const ours = openssl.ok('x509', '-in', openssl.file(pem), '-noout', '-pubkey');
    expect(ours).toBe(openssl.ok('pkey', '-in', openssl.file(key), '-pubout'));
  });

  test('another library reads what is issued', async () => {
    const issued = await ec.vault.write(`${ec.below}/issue/web`, {
      common_name: 'a.example.com',
      alt_names: 'b.example.com',
    });
    const read = new PeculiarCertificate(issued.text('certificate'));
    expect(read.subject).toBe('CN=a.example.com');
    expect(read.serialNumber).toBe(issued.text('serial_number').replaceAll(':', ''));
    const { publicKey } = new PeculiarCertificate(ec.intermediate);
    expect(await read.verify({ publicKey })).toBe(true);
  });
});

describe('name constraints', () => {
  test.each([
    ['good.inside.example', true],
    ['bad.outside.example', false],
    ['no.secret.inside.example', false],
  ])('%s passes: %s', async (name, good) => {
    const below = await ec.vault.write(`${ec.mount}/issuers/generate/intermediate/exported`, {
      common_name: 'narrow',
      key_type: 'ec',
    });
    const signed = await ec.vault.write(`${ec.mount}/root/sign-intermediate`, {
      csr: below.text('csr'),
      common_name: 'narrow',
      permitted_dns_domains: 'inside.example',
      excluded_dns_domains: 'secret.inside.example',
    });
    const narrow = signed.text('certificate');
    const mount = `narrow-${name.replaceAll('.', '-')}`;
    await ec.vault.write(`sys/mounts/${mount}`, { type: 'pki' });
    const bundle = `${narrow}\n${below.text('private_key')}`;
    await ec.vault.write(`${mount}/issuers/import/bundle`, { pem_bundle: bundle }).then((r) => r.expect(200));
    await ec.vault.write(`${mount}/roles/any`, { allow_any_name: true, key_type: 'ec', ttl: '1h' });
    // The certificate is asked for with an issuer named, as a mount has no default before one is chosen.
    const { imported_issuers: ids } = { imported_issuers: (await ec.vault.list(`${mount}/issuers`)).texts('keys') };
    const issued = await ec.vault.write(`${mount}/issuer/${String(ids[0])}/issue/any`, { common_name: name });
    if (issued.status !== 200) {
      expect([good, issued.status]).toEqual([false, 400]);
      return;
    }
    const { ok, said } = verified(openssl, issued.text('certificate'), { root: ec.root, intermediate: narrow });
    expect({ ok, of: /permitted subtree|excluded subtree/.test(said) }).toEqual({ ok: good, of: !good });
  });
});

describe('revocation', () => {
  test('is on the CRL and in the answers of the responder', async () => {
    const [kept, gone] = await Promise.all(
      ['kept', 'gone'].map((name) => ec.vault.write(`${ec.below}/issue/web`, { common_name: `${name}.example.com` })),
    );
    if (!kept || !gone) throw new Error('two were asked for');
    const revoked = await ec.vault.write(`${ec.below}/revoke`, { serial_number: gone.text('serial_number') });
    expect(revoked.data).toMatchObject({ state: 'revoked' });
    const again = await ec.vault.write(`${ec.below}/revoke`, {
      serial_number: gone.text('serial_number').replaceAll(':', '-'),
    });
    expect(again.data['revocation_time']).toBe(revoked.data['revocation_time']);

    const lists = [`${ec.below}/crl/pem`, `${ec.mount}/crl/pem`];
    const crls = (await Promise.all(lists.map(raw))).map(({ text }) => text);
    expect(crls.join('')).toContain('BEGIN X509 CRL');
    const withCrls = ['-crl_check_all', '-CRLfile', openssl.file(crls.join('\n'))];
    expect(verified(openssl, kept.text('certificate'), ec, ...withCrls)).toMatchObject({ ok: true });
    expect(verified(openssl, gone.text('certificate'), ec, ...withCrls)).toMatchObject({
      ok: false,
      said: expect.stringContaining('certificate revoked') as string,
    });

    const status = (pem: string) =>
      openssl.run(
        ...['ocsp', '-issuer', openssl.file(ec.intermediate), '-cert', openssl.file(pem)],
        ...['-CAfile', openssl.file(`${ec.root}\n${ec.intermediate}`)],
        ...['-url', `${site.get.server.http}/v1/${ec.below}/ocsp`],
      ).said;
    expect(status(kept.text('certificate'))).toMatch(/: good[^]*Response verify OK/);
    expect(status(gone.text('certificate'))).toMatch(/: revoked[^]*Response verify OK/);
  });

  test('is on a delta until the next complete CRL', async () => {
    const made = await openAuthority(site.get.server, 'deltas');
    const config = { auto_rebuild: true, enable_delta: true, delta_rebuild_interval: '1h' };
    await made.vault.write(`${made.below}/config/crl`, config).then((r) => r.expect(200));
    await made.vault.read(`${made.below}/crl/rotate`).then((r) => r.expect(200));
    const issued = await made.vault.write(`${made.below}/issue/web`, { common_name: 'a.example.com' });
    await made.vault.write(`${made.below}/revoke`, { serial_number: issued.text('serial_number') });
    await made.vault.read(`${made.below}/crl/rotate-delta`).then((r) => r.expect(200));
    const paths = [`${made.below}/crl/pem`, `${made.below}/crl/delta/pem`];
    const [complete = '', delta = ''] = (await Promise.all(paths.map(raw))).map(({ text }) => text);
    expect(openssl.ok('crl', '-in', openssl.file(delta), '-noout', '-text')).toContain(
      'X509v3 Delta CRL Indicator: critical',
    );
    const pem = issued.text('certificate');
    const check = (...crls: string[]) =>
      verified(
        openssl,
        pem,
        made,
        '-crl_check',
        '-extended_crl',
        '-use_deltas',
        '-CRLfile',
        openssl.file(crls.join('\n')),
      );
    expect(check(complete, delta).said).toContain('certificate revoked');
    await made.vault.read(`${made.below}/crl/rotate`).then((r) => r.expect(200));
    const next = await raw(`${made.below}/crl/pem`);
    expect(verified(openssl, pem, made, '-crl_check', '-CRLfile', openssl.file(next.text)).said).toContain(
      'certificate revoked',
    );
  });

  test('with the private key needs that key', async () => {
    const [one, other] = [
      await ec.vault.write(`${ec.below}/issue/web`, { common_name: 'a.example.com' }),
      await ec.vault.write(`${ec.below}/issue/web`, { common_name: 'b.example.com' }),
    ];
    const ask = { certificate: one.text('certificate') };
    const path = `${ec.below}/revoke-with-key`;
    expect((await ec.vault.write(path, { ...ask, private_key: other.text('private_key') })).status).toBe(400);
    expect((await ec.vault.write(path, { ...ask, private_key: one.text('private_key') })).data).toMatchObject({
      revocation_time: expect.any(Number) as number,
    });
  });
});

describe('raw paths', () => {
  test.each([
    ['ca', 'application/pkix-cert'],
    ['ca/pem', 'application/pem-certificate-chain'],
    ['ca_chain', 'application/pkix-cert'],
    ['crl', 'application/pkix-crl'],
    ['crl/pem', 'application/x-pem-file'],
    ['issuer/default/pem', 'application/pem-certificate-chain'],
    ['issuer/default/der', 'application/pkix-cert'],
    ['issuer/default/crl/der', 'application/pkix-crl'],
    ['issuer/default/crl/pem', 'application/x-pem-file'],
  ])('%s answers everybody in %s, and 304 to who has it', async (path, type) => {
    const { status, headers } = await raw(`${ec.below}/${path}`);
    expect({ status, type: headers['content-type']?.split(';')[0] }).toEqual({ status: 200, type });
    const since = { 'if-modified-since': headers['last-modified'] };
    const again = await exchange(`${site.get.server.http}/v1/${ec.below}/${path}`, { headers: since });
    expect(again.status).toBe(304);
  });
});

describe('TLS', () => {
  test.each([
    ['rsa', 2048],
    ['rsa', 3072],
    ['ec', 224],
    ['ec', 256],
    ['ec', 384],
    ['ec', 521],
    ['ed25519', 0],
  ])('an issued key of %s %i serves', async (keyType, bits) => {
    await ec.vault.write(`${ec.below}/roles/kind`, { allow_any_name: true, key_type: keyType, key_bits: bits });
    const issued = await ec.vault.write(`${ec.below}/issue/kind`, { common_name: 'a.example.com' });
    const old =
      bits === 224
        ? { maxVersion: 'TLSv1.2' as const, ecdhCurve: 'secp224r1:prime256v1', sigalgs: 'ECDSA+SHA256' }
        : {};
    const served = {
      key: issued.text('private_key'),
      cert: [issued.text('certificate'), ec.intermediate].join('\n'),
      ...old,
    };
    expect(await handshake(served, { ca: ec.root, ...old })).toMatchObject({ subject: 'CN=a.example.com' });
  });

  test('mutual, until the client is revoked', async () => {
    const [server, client] = [
      await ec.vault.write(`${ec.below}/issue/web`, { common_name: 'a.example.com' }),
      await ec.vault.write(`${ec.below}/issue/web`, { common_name: 'b.example.com' }),
    ];
    const identity = (of: typeof server) => ({
      key: of.text('private_key'),
      cert: [of.text('certificate'), ec.intermediate].join('\n'),
    });
    const asked = async () => ({
      ...identity(server),
      ca: [ec.root, ec.intermediate],
      requestCert: true,
      crl: (await Promise.all([`${ec.below}/crl/pem`, `${ec.mount}/crl/pem`].map(raw))).map(({ text }) => text),
    });
    const caller = { ...identity(client), ca: ec.root };
    expect(await handshake(await asked(), caller)).toMatchObject({ heard: 'CN=b.example.com' });
    await ec.vault
      .write(`${ec.below}/revoke`, { serial_number: client.text('serial_number') })
      .then((r) => r.expect(200));
    await expect(handshake(await asked(), caller)).rejects.toThrow(/revoked|reset|closed|hang up/i);
  });
});

test("the server's own certificate is what ca.pem trusts", async () => {
  const ca = readFileSync(site.get.server.caFile, 'utf8');
  expect(new X509Certificate(ca).ca).toBe(true);
  expect((await exchange(`${site.get.server.https}/healthz`, { ca })).status).toBe(200);
});
