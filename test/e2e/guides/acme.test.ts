import { execFile, spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '../../eventually.js';
import { openAcme } from '../../pki/acme/live.js';
import type { AcmeForTests } from '../../pki/acme/live.js';
import { fencesOf } from '../harness/guide.js';
import { describeProgram } from '../harness/programs.js';

/** The guides of docs/acme.md, done as they say, with other folders and ports. */
const run = promisify(execFile);
const fences = fencesOf('acme.md');
const fence = (language: string, words: string): string => {
  const found = fences.find((each) => each.language === language && each.text.includes(words));
  if (!found) throw new Error(`the guide has no ${language} with ${words}`);
  return found.text;
};

let acme: AcmeForTests;
let root: X509Certificate;
const folder = mkdtempSync(path.join(tmpdir(), 'trustate-acme-guide-'));
const inFolder = (...parts: readonly string[]) => path.join(folder, ...parts);
const ports = { http: 0, https: 0 };

/** Ports that nobody had a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

beforeAll(async () => {
  ports.http = await freePort();
  ports.https = await freePort();
  acme = await openAcme({
    ...{ TRUSTATE_HTTPS_PORT: '0', TRUSTATE_ACME_HTTP_PORT: String(ports.http) },
    TRUSTATE_ACME_TLS_PORT: String(ports.https),
  });
  for (const name of ['www', 'shop']) acme.dns.names.set(`${name}.internal.example`, { addresses: ['127.0.0.1'] });
  for (const line of fence('sh', 'config/cluster').trim().split('\n')) await vault(line);
  const ca = await fetch(`${acme.live.base}/v1/pki/ca/pem`);
  root = new X509Certificate(await ca.text());
});
afterAll(async () => {
  await acme.close();
  rmSync(folder, { recursive: true, force: true });
});

/** `vault write PATH NAME=VALUE…`, of which the command line makes the same request. */
async function vault(line: string): Promise<void> {
  const [, write, at = '', ...given] = here(line).split(' ');
  expect(write).toBe('write');
  const body = Object.fromEntries(given.map((each) => each.split(/=(.*)/s).slice(0, 2) as [string, string]));
  const { status, body: answer } = await acme.live.vault('POST', at, body, { 'x-vault-token': acme.live.rootToken });
  expect(status, JSON.stringify(answer)).toBeLessThan(300);
}

/** With the addresses, folders and ports of this machine. */
const here = (text: string): string =>
  text
    .replaceAll('https://ca.example.com:8443', acme.live.secure)
    .replaceAll('/etc/ssl/trustate-ca.pem', acme.live.caFile)
    .replaceAll('/var/www/html', inFolder('html'))
    .replaceAll('/etc/letsencrypt', inFolder('letsencrypt'))
    .replaceAll('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replaceAll('listen 443 ssl;', `listen 127.0.0.1:${ports.https} ssl;`);

/** What is served for a name, if the authority vouches for it. */
function served(name: string): Promise<X509Certificate> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: ports.https, servername: name, ca: root.toString() };
    const socket = connect(options, () => {
      resolve(new X509Certificate(socket.getPeerCertificate().raw));
      socket.destroy();
    });
    socket.on('error', reject);
  });
}

describeProgram('certbot', [{ command: 'certbot', args: ['--version'] }], () => {
  describeProgram('nginx', [{ command: 'nginx', args: ['-v'] }], () => {
    const servers = inFolder('servers.conf');
    const nginx = (...more: readonly string[]) =>
      run('nginx', ['-p', folder, '-e', inFolder('error.log'), '-c', inFolder('nginx.conf'), ...more]);
    beforeAll(async () => {
      mkdirSync(inFolder('html'));
      mkdirSync(inFolder('bin'));
      mkdirSync(inFolder('config', 'letsencrypt'), { recursive: true });
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${inFolder(kind)};`,
      );
      // Its workers read the folder of this test.
      const lines = [
        ...(process.getuid?.() === 0 ? ['user root;'] : []),
        `pid ${inFolder('nginx.pid')};`,
        'events {}',
        `http { access_log off; ${temporary.join(' ')} include ${servers}; }`,
      ];
      writeFileSync(inFolder('nginx.conf'), lines.join('\n'));
      writeFileSync(servers, here(fence('nginx', 'listen 80')));
      // What an operator's system does.
      const reload = `nginx -p ${folder} -e ${inFolder('error.log')} -c ${inFolder('nginx.conf')} -s reload`;
      writeFileSync(inFolder('bin', 'systemctl'), `#!/bin/sh\n[ "$*" = "reload nginx" ] && ${reload}\n`, {
        mode: 0o755,
      });
      // What certbot would ask at its first run.
      const answers = [
        ...['non-interactive = true', 'agree-tos = true', 'email = ops@internal.example', 'no-eff-email = true'],
        `config-dir = ${inFolder('letsencrypt')}`,
        ...[`work-dir = ${inFolder('certbot')}`, `logs-dir = ${inFolder('certbot-logs')}`],
      ];
      writeFileSync(inFolder('config', 'letsencrypt', 'cli.ini'), answers.join('\n'));
      await nginx();
    });
    afterAll(() => nginx('-s', 'stop'));

    const certbot = (command: string) =>
      run('bash', ['-euo', 'pipefail', '-c', command], {
        env: {
          ...process.env,
          ...{ XDG_CONFIG_HOME: inFolder('config'), REQUESTS_CA_BUNDLE: acme.live.caFile },
          PATH: `${inFolder('bin')}:${process.env['PATH'] ?? ''}`,
        },
      });

    test('nginx has a certificate that certbot gets and renews', async () => {
      await certbot(here(fence('sh', 'certbot certonly')));
      writeFileSync(servers, `${readFileSync(servers, 'utf8')}${here(fence('nginx', 'ssl_certificate'))}`);
      await nginx('-s', 'reload');
      const first = await vi.waitFor(() => served('www.internal.example'), eventually);
      expect([first.subjectAltName, first.issuer]).toEqual(['DNS:www.internal.example', 'CN=Root']);
      await certbot('certbot renew --force-renewal --no-random-sleep-on-renew');
      await vi.waitFor(async () => {
        expect((await served('www.internal.example')).serialNumber).not.toBe(first.serialNumber);
      }, eventually);
    });
  });
});

describeProgram('caddy', [{ command: 'caddy', args: ['version'] }], (command) => {
  test('Caddy gets the certificate of its site by itself', async () => {
    ports.http = await freePort();
    ports.https = await freePort();
    const own = await openAcme({
      ...{ TRUSTATE_HTTPS_PORT: '0', TRUSTATE_ACME_HTTP_PORT: String(ports.http) },
      TRUSTATE_ACME_TLS_PORT: String(ports.https),
    });
    const before = acme;
    acme = own;
    own.dns.names.set('shop.internal.example', { addresses: ['127.0.0.1'] });
    for (const line of fence('sh', 'config/cluster').trim().split('\n')) await vault(line);
    root = new X509Certificate(await (await fetch(`${own.live.base}/v1/pki/ca/pem`)).text());
    const places = [
      ...[`http_port ${ports.http}`, `https_port ${ports.https}`, 'default_bind 127.0.0.1', 'admin off'],
      ...['skip_install_trust', `storage file_system ${inFolder('caddy')}`],
    ];
    const file = inFolder('Caddyfile');
    writeFileSync(file, here(fence('caddyfile', 'acme_ca')).replace('{\n', `{\n    ${places.join('\n    ')}\n`));
    const said: Buffer[] = [];
    const caddy = spawn(command, ['run', '--config', file, '--adapter', 'caddyfile'], {
      env: { ...process.env, HOME: folder, XDG_DATA_HOME: inFolder('data'), XDG_CONFIG_HOME: inFolder('caddy-config') },
    });
    caddy.stderr.on('data', (part: Buffer) => said.push(part));
    const ended = new Promise((resolve) => caddy.on('close', resolve));
    try {
      const certificate = await vi.waitFor(() => served('shop.internal.example'), { ...eventually, interval: 200 });
      expect([certificate.subjectAltName, certificate.issuer]).toEqual(['DNS:shop.internal.example', 'CN=Root']);
    } catch (error) {
      throw new Error(Buffer.concat(said).toString(), { cause: error });
    } finally {
      caddy.kill('SIGTERM');
      await ended;
      acme = before;
      await own.close();
    }
  });
});
