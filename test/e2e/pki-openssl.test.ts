import { readFileSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAuthority, verified } from './harness/authority.js';
import type { Authority } from './harness/authority.js';
import { exchange } from './harness/exchange.js';
import { OpenSsl } from './harness/openssl.js';
import { onSharedServer } from './harness/site.js';
import { handshake } from './harness/tls.js';

const site = onSharedServer();
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
});

describe('revocation', () => {
  test('is on the CRL, once', async () => {
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
    await expect(handshake(await asked(), caller)).rejects.toThrow('CERT_REVOKED');
  });
});

test("the server's own certificate is what ca.pem trusts", async () => {
  const ca = readFileSync(site.get.server.caFile, 'utf8');
  expect(new X509Certificate(ca).ca).toBe(true);
  expect((await exchange(`${site.get.server.https}/healthz`, { ca })).status).toBe(200);
});
