import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ensureServerCertificate, type KeySeal } from '../../src/pki/bootstrap-authority.js';
import { X509Error } from '../../src/pki/x509/index.js';
import { desk } from './x509/openssl.js';

const day = 24 * 60 * 60 * 1000;
const start = new Date();
const at = (days: number) => ({ now: () => new Date(start.getTime() + days * day) });

async function serve(key: string, cert: string): Promise<number> {
  const server = tls.createServer({ key, cert }, (socket) => socket.end('hello'));
  server.on('tlsClientError', () => undefined);
  onTestFinished(() => {
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

async function shakeHands(port: number, ca: Buffer, servername: string): Promise<boolean> {
  const socket = tls.connect({ port, host: '127.0.0.1', ca, servername: servername === '127.0.0.1' ? '' : servername });
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'secureConnect');
  return socket.authorized;
}

describe('the server certificate of the first start', () => {
  test('openssl and node shake hands with it', async () => {
    const { folder, openssl } = desk();
    const made = await ensureServerCertificate({ folder, hosts: ['trustate.example', '192.0.2.7'], clock: at(0) });
    const ca = readFileSync(made.caFile);
    const port = await serve(made.key, made.cert);
    expect(await shakeHands(port, ca, 'localhost')).toBe(true);
    expect(await shakeHands(port, ca, 'trustate.example')).toBe(true);
    expect(await shakeHands(port, ca, '127.0.0.1')).toBe(true);
    await expect(shakeHands(port, ca, 'other.example')).rejects.toThrow('does not match certificate');

    const client = spawn('openssl', [
      ...['s_client', '-connect', `127.0.0.1:${port}`, '-CAfile', made.caFile, '-verify_return_error', '-x509_strict'],
      ...['-verify_hostname', 'trustate.example', '-purpose', 'sslserver'],
    ]);
    let output = '';
    client.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    client.stdin.end();
    await once(client, 'close');
    expect(output).toContain('Verify return code: 0 (ok)');

    expect(openssl('verify', '-x509_strict', '-CAfile', 'ca.pem', 'tls/server.pem')).toContain('OK');
    const leaf = new X509Certificate(made.cert);
    const names = `DNS:localhost, DNS:${hostname().toLowerCase()}, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, DNS:trustate.example, IP Address:192.0.2.7`;
    expect(leaf.subjectAltName).toBe(names);
    const root = new X509Certificate(ca);
    expect(root.subject).toContain('CN=Trustate bootstrap authority');
    expect(Date.parse(root.validTo) - start.getTime()).toBeGreaterThan(3649 * day);
    expect(Date.parse(leaf.validTo) - start.getTime()).toBeLessThanOrEqual(90 * day);
  });

  test('the files are the owner’s, but for the root', async () => {
    const { folder } = desk();
    await ensureServerCertificate({ folder, hosts: [], clock: at(0) });
    const mode = (file: string) => (statSync(join(folder, file)).mode & 0o777).toString(8);
    expect([mode('ca.pem'), mode('tls/ca.key'), mode('tls/server.key'), mode('tls')]).toEqual([
      '644',
      '600',
      '600',
      '700',
    ]);
    expect(readdirSync(join(folder, 'tls')).sort()).toEqual(['ca.key', 'server.key', 'server.pem']);
  });

  test.each([
    // days   hosts                 leaf     root
    [0, ['a.example'], 'kept', 'kept'],
    [59, ['a.example'], 'kept', 'kept'],
    [61, ['a.example'], 'renewed', 'kept'],
    [0, ['b.example'], 'renewed', 'kept'],
    [0, ['a.example', '::'], 'kept', 'kept'],
    [0, ['A.EXAMPLE', '[::1]'], 'kept', 'kept'],
    [0, [], 'renewed', 'kept'],
    [0, ['bücher.example'], 'renewed', 'kept'],
    [3600, ['a.example'], 'renewed', 'renewed'],
  ])('after %i days, for %j: the leaf is %s, the root %s', async (days, hosts, leaf, root) => {
    const { folder } = desk();
    const first = await ensureServerCertificate({ folder, hosts: ['a.example'], clock: at(0) });
    const ca = readFileSync(first.caFile);
    const second = await ensureServerCertificate({ folder, hosts, clock: at(days) });
    expect(second.cert === first.cert ? 'kept' : 'renewed').toBe(leaf);
    expect(second.key === first.key ? 'kept' : 'renewed').toBe(leaf);
    const caNow = readFileSync(first.caFile);
    expect(caNow.equals(ca) ? 'kept' : 'renewed').toBe(root);
    const [before, after] = [new X509Certificate(ca), new X509Certificate(caNow)];
    expect(after.publicKey.equals(before.publicKey)).toBe(true);
    expect(new X509Certificate(second.cert).verify(after.publicKey)).toBe(true);
  });

  test.each([
    ['tls/server.pem', 'not a certificate'],
    ['tls/server.key', undefined],
    ['ca.pem', undefined],
  ])('a start after %s was lost or spoilt makes it again under the same key', async (file, content) => {
    const { folder, openssl } = desk();
    const first = await ensureServerCertificate({ folder, hosts: [], clock: at(0) });
    const key = new X509Certificate(readFileSync(first.caFile)).publicKey;
    const path = join(folder, file);
    if (content === undefined) rmSync(path);
    else writeFileSync(path, content);
    const second = await ensureServerCertificate({ folder, hosts: [], clock: at(0) });
    expect(new X509Certificate(readFileSync(second.caFile)).publicKey.equals(key)).toBe(true);
    expect(openssl('verify', '-CAfile', 'ca.pem', 'tls/server.pem')).toContain('OK');
  });

  test('a root that is not of its key stops the start: trust is not replaced silently', async () => {
    const [one, other] = [desk(), desk()];
    await ensureServerCertificate({ folder: one.folder, hosts: [], clock: at(0) });
    await ensureServerCertificate({ folder: other.folder, hosts: [], clock: at(0) });
    writeFileSync(join(one.folder, 'ca.pem'), readFileSync(join(other.folder, 'ca.pem')));
    const again = ensureServerCertificate({ folder: one.folder, hosts: [], clock: at(0) });
    await expect(again).rejects.toThrow('not the certificate of tls/ca.key');
  });

  test('keys are sealed where a seal is given, also those made before', async () => {
    const { folder } = desk();
    const flip = (bytes: Buffer) => Buffer.from(bytes.map((octet) => octet ^ 0x5a));
    const seal: KeySeal = { wrap: flip, unwrap: (sealed) => Promise.resolve(flip(sealed)) };
    const first = await ensureServerCertificate({ folder, hosts: [], clock: at(0) });
    const stored = () => ['tls/ca.key', 'tls/server.key'].map((file) => readFileSync(join(folder, file), 'latin1'));
    expect(stored().every((text) => text.startsWith('-----BEGIN PRIVATE KEY-----'))).toBe(true);
    const second = await ensureServerCertificate({ folder, hosts: [], clock: at(0), seal });
    expect(second).toEqual(first);
    expect(stored().some((text) => text.includes('PRIVATE KEY'))).toBe(false);
    expect(await ensureServerCertificate({ folder, hosts: [], clock: at(0), seal })).toEqual(first);
  });

  test.each([
    'not a host',
    'under_score.example',
    '-x.example',
    '',
    '10.0.0.0/8',
    '10.1',
    'a..b',
    'a.',
    'bücher.example:80',
  ])('refuses the host "%s"', async (host) => {
    const { folder } = desk();
    await expect(ensureServerCertificate({ folder, hosts: [host], clock: at(0) })).rejects.toThrow(X509Error);
  });
});
