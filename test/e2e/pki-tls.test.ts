import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:tls';
import type { Server } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAuthority } from './harness/authority.js';
import type { Authority } from './harness/authority.js';
import { OpenSsl } from './harness/openssl.js';
import { describeProgram } from './harness/programs.js';
import { keptKey } from './harness/pem.js';
import { onSharedServer } from './harness/site.js';
import { VaultApi } from './harness/vault.js';

const site = onSharedServer();
const openssl = new OpenSsl();
afterAll(() => openssl.remove());
const api = () => new VaultApi(site.get.server.http, site.get.server.token);

const listening = (server: Server) =>
  new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });

/** What `openssl s_client` says of a server with this certificate. */
async function shaken(
  served: { key: string; cert: string; ecdhCurve?: string },
  ca: string,
  ...more: readonly string[]
) {
  const server = createServer(served, (socket) => socket.end());
  server.on('tlsClientError', () => undefined);
  const port = await listening(server);
  const args = [
    ...['s_client', '-connect', `127.0.0.1:${port}`, '-servername', 'a.example.com', '-verify_return_error'],
    ...['-verify_hostname', 'a.example.com', '-CAfile', openssl.file(ca), ...more],
  ];
  return new Promise<string>((resolve) => {
    execFile('openssl', args, { timeout: 120_000 }, (_error, stdout, stderr) => {
      server.close();
      resolve(`${stdout}${stderr}`);
    }).stdin?.end();
  });
}

let ec: Authority;
beforeAll(async () => {
  ec = await openAuthority(site.get.server, 'tls');
});

describe('openssl s_client trusts a server with an issued certificate for', () => {
  test.each([
    [
      'ec',
      224,
      ['-tls1_2', '-curves', 'P-224:P-256', '-sigalgs', 'ECDSA+SHA256', '-cipher', 'ECDHE-ECDSA-AES128-GCM-SHA256'],
    ],
    ['ec', 256, ['-tls1_3']],
    ['ec', 384, ['-tls1_3']],
    ['ec', 521, ['-tls1_3']],
    ['ed25519', 0, ['-tls1_3']],
    ['rsa', 2048, ['-tls1_2']],
    ['rsa', 3072, ['-tls1_3']],
  ] as const)('a key made here, %s %i', async (keyType, bits, how) => {
    await api().write(`${ec.below}/roles/kind`, { allow_any_name: true, key_type: keyType, key_bits: bits });
    const issued = await api().write(`${ec.below}/issue/kind`, { common_name: 'a.example.com' });
    const served = { key: issued.text('private_key'), cert: `${issued.text('certificate')}\n${ec.intermediate}` };
    const curve = bits === 224 ? { ecdhCurve: 'secp224r1:prime256v1' } : {};
    expect(await shaken({ ...served, ...curve }, ec.root, ...how)).toContain('Verify return code: 0 (ok)');
  });

  test.each(['rsa-4096', 'rsa-8192'])('a key of somebody else, %s', async (name) => {
    const key = keptKey(name);
    const csr = openssl.ok('req', '-new', '-key', openssl.file(key), '-subj', '/CN=a.example.com');
    await api().write(`${ec.below}/roles/brought`, { allow_any_name: true, key_type: 'rsa', key_bits: 4096 });
    const signed = await api().write(`${ec.below}/sign/brought`, { csr, common_name: 'a.example.com' });
    const served = { key, cert: `${signed.text('certificate')}\n${ec.intermediate}` };
    const said = await shaken(served, ec.root);
    expect(said).toContain('Verify return code: 0 (ok)');
    expect(said).toContain(`Server public key is ${name.slice('rsa-'.length)} bit`);
  });
});

/** A root with a key of somebody's, imported, and a certificate of it for `a.example.com`. */
async function below(name: string, role: object) {
  const mount = `authority-${name}-${Object.values(role).join('-')}`;
  const key = keptKey(name);
  const certificate = openssl.ok(
    ...['req', '-x509', '-new', '-key', openssl.file(key), '-subj', `/CN=${name}`, '-days', '30'],
    ...['-addext', 'keyUsage=critical,keyCertSign,cRLSign'],
  );
  await api().write(`sys/mounts/${mount}`, { type: 'pki' });
  (await api().write(`${mount}/config/ca`, { pem_bundle: `${key}\n${certificate}` })).expect(200);
  await api().write(`${mount}/roles/web`, { allow_any_name: true, key_type: 'ec', ttl: '1h', ...role });
  return { mount, certificate, issued: await api().write(`${mount}/issue/web`, { common_name: 'a.example.com' }) };
}

describe('an RSA authority signs', () => {
  test.each([
    ['rsa-4096', { use_pss: false, signature_bits: 0 }, 'sha256WithRSAEncryption'],
    ['rsa-4096', { use_pss: true, signature_bits: 256 }, 'rsassaPss'],
    ['rsa-4096', { use_pss: true, signature_bits: 512 }, 'rsassaPss'],
    ['rsa-8192', { use_pss: false, signature_bits: 384 }, 'sha384WithRSAEncryption'],
    ['rsa-8192', { use_pss: true, signature_bits: 384 }, 'rsassaPss'],
  ])('%s %j, which clients trust', async (name, role, algorithm) => {
    const { certificate, issued } = await below(name, role);
    const pem = issued.text('certificate');
    const text = openssl.ok('x509', '-in', openssl.file(pem), '-noout', '-text');
    expect(text).toContain(`Signature Algorithm: ${algorithm}`);
    if (role.use_pss)
      expect(text).toMatch(
        new RegExp(
          `Hash Algorithm: sha${role.signature_bits}[^]*Salt Length: 0x${(role.signature_bits / 8).toString(16)}`,
          'i',
        ),
      );
    expect(
      openssl.run('verify', '-x509_strict', '-CAfile', openssl.file(certificate), openssl.file(pem)),
    ).toMatchObject({
      ok: true,
    });
    const served = { key: issued.text('private_key'), cert: pem };
    expect(await shaken(served, certificate)).toContain('Verify return code: 0 (ok)');
  });
});

describeProgram('gnutls: certtool', [{ command: 'certtool', args: ['--version'] }], (command) => {
  const certtool = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    return { ok: status === 0, said: `${stdout}${stderr}` };
  };

  test.each([
    ['ec', 256],
    ['ec', 384],
    ['ec', 521],
    ['ed25519', 0],
    ['rsa', 2048],
  ])('certtool verifies chains that end in %s %i, and reads what they say', async (keyType, bits) => {
    await api().write(`${ec.below}/roles/gnutls`, { allow_any_name: true, key_type: keyType, key_bits: bits });
    const asked = { common_name: 'a.example.com', alt_names: 'b.example.com,c@example.com', ip_sans: '192.0.2.1' };
    const pem = (await api().write(`${ec.below}/issue/gnutls`, asked)).text('certificate');
    const chain = openssl.file([pem, ec.intermediate].join('\n'));
    const ca = openssl.file(ec.root);
    expect(
      certtool('--verify', '--load-ca-certificate', ca, '--infile', chain, '--verify-hostname', 'b.example.com'),
    ).toMatchObject({
      ok: true,
      said: expect.stringContaining('The certificate is trusted') as string,
    });
    expect(
      certtool('--verify', '--load-ca-certificate', ca, '--infile', chain, '--verify-hostname', 'd.example.com').ok,
    ).toBe(false);
    const { ok, said } = certtool('--certificate-info', '--infile', openssl.file(pem));
    expect(ok).toBe(true);
    for (const part of ['DNSname: b.example.com', 'RFC822Name: c@example.com', 'IPAddress: 192.0.2.1'])
      expect(said).toContain(part);
    expect(said).not.toMatch(/warning|error/i);
  });

  test('certtool reads CRLs and verifies them', async () => {
    const issued = await api().write(`${ec.below}/issue/web`, { common_name: 'a.example.com' });
    (await api().write(`${ec.below}/revoke`, { serial_number: issued.text('serial_number') })).expect(200);
    const crl = openssl.file((await api().as(null).read(`${ec.below}/crl/pem`)).answer.text);
    const ca = openssl.file([ec.intermediate, ec.root].join('\n'));
    expect(certtool('--verify-crl', '--load-ca-certificate', ca, '--infile', crl)).toMatchObject({
      ok: true,
      said: expect.stringContaining('Verified') as string,
    });
    expect(certtool('--crl-info', '--infile', crl).said).toContain(issued.text('serial_number').replaceAll(':', ''));
  });
});
