import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { device, openEst } from '../pki/est/live.js';
import type { EstForTests } from '../pki/est/live.js';
import { describeProgram } from './harness/programs.js';

/** Clients of EST that nobody here wrote. */
let est: EstForTests;
let folder = '';
beforeAll(async () => {
  est = await openEst();
  folder = mkdtempSync(path.join(tmpdir(), 'trustate-est-'));
  copyFileSync(est.live.caFile, path.join(folder, 'ca.pem'));
  writeFileSync(path.join(folder, 'root.pem'), est.root);
});
afterAll(async () => {
  await est.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The server is in this process: nothing may wait for a client without letting it answer. */
function shell(script: string): Promise<{ readonly code: number | null; readonly said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder, timeout: 120_000 });
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => said.push(part));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, said: Buffer.concat(said).toString() });
    });
  });
}

async function succeeds(script: string): Promise<string> {
  const { code, said } = await shell(script);
  expect(code, `${script}\n${said}`).toBe(0);
  return said;
}

const certificateIn = (name: string) => new X509Certificate(readFileSync(path.join(folder, name)));

/** The commands of the guide as they stand in it, one fence after the other, for this server. */
function guide(): readonly string[] {
  const document = readFileSync(new URL('../../docs/est.md', import.meta.url), 'utf8');
  const [, section = ''] = /## Renew a device by EST\n([^]*?)\n## /.exec(document) ?? [];
  return [...section.matchAll(/```text\n([^]*?)```/g)].map(([, commands = '']) =>
    commands
      .replaceAll('https://ca.example.com:8443', est.live.secure.replace('127.0.0.1', 'localhost'))
      .replaceAll('router-7:…', `"${device.user}:${device.password}"`),
  );
}

const strongSwan = [
  { command: 'pki', args: ['--gen', '--type', 'ecdsa', '--size', '256'], lacking: /ENOENT|generation failed/ },
];

describeProgram('strongSwan: pki --est', strongSwan, () => {
  test('enrolls and renews a device as the guide says', async () => {
    const [first = '', renewal = ''] = guide();
    await succeeds(first);
    const router = certificateIn('router.pem');
    expect([router.subject, router.subjectAltName]).toEqual(['CN=router-7.net.example', 'DNS:router-7.net.example']);
    await succeeds(renewal);
    const next = certificateIn('next.pem');
    expect([next.subject, next.subjectAltName]).toEqual([router.subject, router.subjectAltName]);
    expect(next.serialNumber).not.toBe(router.serialNumber);
    expect(next.publicKey.equals(router.publicKey)).toBe(false);
    await succeeds('openssl verify -CAfile root.pem router.pem next.pem');
  });

  test('renews nothing with a certificate that is revoked', async () => {
    const [first = '', renewal = ''] = guide();
    await succeeds(first);
    await est.ask('POST', 'pki/revoke', { certificate: readFileSync(path.join(folder, 'router.pem'), 'utf8') });
    const { code, said } = await shell(renewal);
    expect([code, said]).toEqual([expect.not.stringMatching(/^0$/), expect.stringMatching(/HTTP 401|HTTP 403/)]);
  });
});

describeProgram('curl with openssl', [{ command: 'curl', args: ['--version'] }], () => {
  const base = () => `${est.live.secure.replace('127.0.0.1', 'localhost')}/.well-known/est`;
  const make = (name: string) =>
    `openssl ecparam -name prime256v1 -genkey -noout -out ${name}.key
     openssl req -new -key ${name}.key -subj /CN=router-7.net.example -addext subjectAltName=DNS:router-7.net.example -outform DER | openssl base64 > ${name}.p10`;
  const post = (name: string, operation: string, ...more: readonly string[]) =>
    `curl --silent --show-error --cacert ca.pem -H 'Content-Type: application/pkcs10' --data-binary @${name}.p10 ${more.join(' ')} ${base()}/${operation}`;
  const asDevice = `--fail -u '${device.user}:${device.password}'`;
  const printed = (name: string) => `| openssl base64 -d -A | openssl pkcs7 -inform DER -print_certs > ${name}.pem`;

  test('reads the certificates of the authority', async () => {
    await succeeds(`curl --silent --fail --cacert ca.pem ${base()}/cacerts ${printed('authority')}`);
    expect(certificateIn('authority.pem').subject).toBe('CN=Root');
  });

  describe.each(['--http1.1', '--http2', '--tlsv1.2 --tls-max 1.2'])('%s', (how) => {
    test('enrolls, and renews as the guide says', async () => {
      await succeeds(`${make('router')}\n${post('router', 'simpleenroll', how, asDevice)} ${printed('router')}`);
      const [, , last = ''] = guide();
      await succeeds(
        `openssl ecparam -name prime256v1 -genkey -noout -out next.key\n${last.replace('curl ', `curl ${how} --silent --fail `)}`,
      );
      const [before, after] = [certificateIn('router.pem'), certificateIn('next.pem')];
      expect([after.subject, after.subjectAltName]).toEqual([before.subject, before.subjectAltName]);
      await succeeds('openssl verify -CAfile root.pem router.pem next.pem');
    });

    test('has a key made', async () => {
      await succeeds(`${make('own')}\n${post('own', 'serverkeygen', how, asDevice)} > answer`);
      await succeeds(`tr -d '\\r' < answer | awk '/pkcs8/{found=1} found && /^[A-Za-z0-9+\\/]+=*$/{print; exit}' > made.b64
        openssl base64 -d -A -in made.b64 | openssl pkey -inform DER -noout -text`);
    });

    test('is asked for a password', async () => {
      const said = await succeeds(`${make('own')}\n${post('own', 'simpleenroll', how, '-i')}`);
      expect(said).toMatch(/HTTP\/\S+ 401[^]*www-authenticate: basic realm="EST"/i);
    });
  });
});
