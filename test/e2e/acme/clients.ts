import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAcme } from '../../pki/acme/live.js';
import type { AcmeForTests } from '../../pki/acme/live.js';
import { openPolicyService } from '../../pki/external-policy/service.js';
import type { PolicyServiceForTests } from '../../pki/external-policy/service.js';
import { describeProgram } from '../harness/programs.js';
import { npmClient } from './npm-client.js';
import { approving } from './policy.js';

interface Ran {
  readonly code: number | null;
  readonly said: string;
}

/** Clients of ACME that nobody here wrote, each with a web root that the server looks into. @param decider what decides about what they order */
export function acmeClients(decider: 'sign-verbatim' | 'external-policy'): void {
  let acme: AcmeForTests;
  let policy: PolicyServiceForTests;
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'trustate-acme-'));
    const challenges = path.join(folder, 'web', '.well-known', 'acme-challenge');
    mkdirSync(challenges, { recursive: true });
    acme = await openAcme({ TRUSTATE_HTTPS_PORT: '0', TRUSTATE_OUTBOUND_ALLOW: '127.0.0.0/8,::1/128' });
    policy = await openPolicyService();
    policy.answers(approving);
    await decideBy('pki');
    acme.web.handle = (request, response) => {
      const file = path.join(challenges, path.basename(request.url ?? ''));
      const isThere = existsSync(file);
      response.writeHead(isThere ? 200 : 404).end(isThere ? readFileSync(file) : '');
    };
    for (const name of ['certbot', 'lego', 'uacme', 'dehydrated', 'tiny', 'npm'])
      acme.dns.names.set(`${name}.web.example`, { addresses: ['127.0.0.1'] });
    // A service is asked once the names are proven.
    acme.dns.names.set('evil.example', { addresses: ['127.0.0.1'] });
  });
  afterAll(async () => {
    // Whoever came by the external policy asked its service.
    const modes = new Set(policy.received.map(({ vault_request_values: values }) => values['issuance_mode']));
    expect([...modes]).toEqual(decider === 'sign-verbatim' ? [] : ['acme']);
    await acme.close();
    policy.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The server is in this process: nothing may wait for a client without letting it answer. */
  function run(
    command: string,
    args: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Ran> {
    return new Promise((resolve, reject) => {
      const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...environment }, timeout: 120_000 });
      const said: Buffer[] = [];
      child.stdout.on('data', (part: Buffer) => said.push(part));
      child.stderr.on('data', (part: Buffer) => said.push(part));
      child.on('error', reject);
      child.on('close', (code) => {
        resolve({ code, said: Buffer.concat(said).toString() });
      });
    });
  }

  async function succeeds(command: string, ...args: readonly string[]): Promise<string> {
    const { code, said } = await run(command, args);
    expect(code, said).toBe(0);
    return said;
  }

  const inFolder = (...parts: readonly string[]) => path.join(folder, ...parts);
  const directory = (prefix = '') => `${acme.live.base}/v1/pki/${prefix}acme/directory`;
  const certificateIn = (file: string) => new X509Certificate(readFileSync(file));

  /** What decides about orders in the directory of a mount. */
  async function decideBy(mount: string): Promise<void> {
    const ask = async (path: string, change: object) => {
      const { status, body } = await acme.live.vault('POST', `${mount}/${path}`, change);
      expect(status, JSON.stringify(body)).toBe(200);
    };
    if (decider === 'external-policy')
      await ask('config/external-policy', {
        ...{ enabled: true, external_service_url: policy.url, trusted_leaf_certificate_bundle: policy.certificate },
      });
    await ask('config/acme', { default_directory_policy: decider });
  }

  async function isRevoked(certificate: X509Certificate, mount = 'pki'): Promise<boolean> {
    const serial = (certificate.serialNumber.match(/../g) ?? []).join(':').toLowerCase();
    const { body } = await acme.live.vault('GET', `${mount}/cert/${serial}`, undefined, {
      'x-vault-token': acme.live.rootToken,
    });
    return (body as { data: { revocation_time: number } }).data.revocation_time > 0;
  }

  async function newBinding() {
    const { body } = await acme.ask('POST', 'acme/new-eab');
    return (body as { data: { id: string; key: string } }).data;
  }

  describeProgram('certbot', [{ command: 'certbot', args: ['--version'] }], (command) => {
    const places = () => [
      ...[
        '--config-dir',
        inFolder('certbot'),
        '--work-dir',
        inFolder('certbot-work'),
        '--logs-dir',
        inFolder('certbot-logs'),
      ],
      ...['--non-interactive', '--server', directory()],
    ];
    test('registers with a binding, gets a certificate, renews, revokes and unregisters', async () => {
      const { id, key } = await newBinding();
      const binding = ['--agree-tos', '-m', 'a@example.com', '--no-eff-email', '--eab-kid', id, '--eab-hmac-key', key];
      await succeeds(command, 'register', ...places(), ...binding);
      const web = ['--webroot', '-w', inFolder('web')];
      await succeeds(command, 'certonly', ...places(), ...web, '-d', 'certbot.web.example');
      const file = inFolder('certbot', 'live', 'certbot.web.example', 'cert.pem');
      const first = certificateIn(file);
      expect(first.subjectAltName).toBe('DNS:certbot.web.example');
      await succeeds(command, 'renew', ...places(), '--force-renewal', '--no-random-sleep-on-renew');
      const second = certificateIn(file);
      expect(second.serialNumber).not.toBe(first.serialNumber);
      await succeeds(command, 'revoke', ...places(), '--cert-path', file, '--no-delete-after-revoke');
      expect(await isRevoked(second)).toBe(true);
      await succeeds(command, 'unregister', ...places());
    });

    test('says why a name is refused', async () => {
      const place = [
        ...places(),
        '--server',
        directory(decider === 'sign-verbatim' ? 'roles/web/' : ''),
        '--agree-tos',
        '-m',
        'a@example.com',
        '--no-eff-email',
      ];
      const { code, said } = await run(command, [
        'certonly',
        ...place,
        '--webroot',
        '-w',
        inFolder('web'),
        '-d',
        'evil.example',
      ]);
      expect(code).toBe(1);
      expect(said).toContain('evil.example');
      // Older versions fail to print what was answered, and have it in their log.
      const log = readFileSync(inFolder('certbot-logs', 'letsencrypt.log'), 'utf8');
      if (decider === 'external-policy') expect(said + log).toContain('nobody gets evil.example');
    });
  });

  // It insists on HTTPS: its directory is at a mount of its own.
  describeProgram('lego', [{ command: 'lego', args: ['--version'] }], (command) => {
    const below = (place: string) => `${acme.live.secure}/v1/secure/${place}`;
    beforeAll(async () => {
      const ask = (at: string, body: object) => acme.live.vault('POST', at, body);
      await ask('sys/mounts/secure', { type: 'pki' });
      await ask('secure/root/generate/internal', { common_name: 'Root', key_type: 'ec' });
      await ask('secure/roles/web', { allowed_domains: 'web.example', allow_subdomains: true, key_type: 'any' });
      await ask('secure/config/cluster', { path: below('').slice(0, -1) });
      await ask('secure/config/acme', { enabled: true, dns_resolver: acme.dns.address });
      await decideBy('secure');
    });
    const succeeds = async (...args: readonly string[]) => {
      const { code, said } = await run(command, args, { LEGO_CA_CERTIFICATES: acme.live.caFile });
      expect(code, said).toBe(0);
    };
    const places = () => [
      ...[
        '--server',
        below(`${prefix}acme/directory`),
        '--path',
        inFolder('lego'),
        '--email',
        'a@example.com',
        '--accept-tos',
      ],
      ...['--domains', 'lego.web.example', '--http', '--http.webroot', inFolder('web')],
    ];
    const prefix = decider === 'sign-verbatim' ? 'roles/web/' : '';
    test('gets a certificate, renews and revokes it', async () => {
      const { body } = await acme.live.vault('POST', `secure/${prefix}acme/new-eab`);
      const { id, key } = (body as { data: { id: string; key: string } }).data;
      await succeeds(...places(), '--eab', '--kid', id, '--hmac', key, 'run');
      const file = inFolder('lego', 'certificates', 'lego.web.example.crt');
      const first = certificateIn(file);
      expect(first.subjectAltName).toBe('DNS:lego.web.example');
      await succeeds(...places(), 'renew', '--days', '9999', '--no-random-sleep');
      expect(certificateIn(file).serialNumber).not.toBe(first.serialNumber);
      const second = certificateIn(file);
      await succeeds(...places(), 'revoke');
      expect(await isRevoked(second, 'secure')).toBe(true);
    });
  });

  describeProgram('acme-tiny', [{ command: 'acme-tiny', args: ['--help'] }], (command) => {
    test('gets a certificate', async () => {
      await succeeds('openssl', 'genrsa', '-out', inFolder('tiny.account'), '2048');
      await succeeds('openssl', 'genrsa', '-out', inFolder('tiny.key'), '2048');
      const subject = ['-subj', '/CN=tiny.web.example', '-addext', 'subjectAltName=DNS:tiny.web.example'];
      await succeeds('openssl', 'req', '-new', '-key', inFolder('tiny.key'), ...subject, '-out', inFolder('tiny.csr'));
      const { code, said } = await run(command, [
        ...['--account-key', inFolder('tiny.account'), '--csr', inFolder('tiny.csr'), '--directory-url', directory()],
        ...['--acme-dir', inFolder('web', '.well-known', 'acme-challenge'), '--disable-check', '--quiet'],
      ]);
      expect(code, said).toBe(0);
      expect(new X509Certificate(said).subjectAltName).toBe('DNS:tiny.web.example');
    });
  });

  describeProgram('dehydrated', [{ command: 'dehydrated', args: ['--version'] }], (command) => {
    test('registers, gets a certificate, revokes it and deactivates the account', async () => {
      const lines = [
        ...[`CA="${directory()}"`, `BASEDIR="${inFolder('dehydrated')}"`, 'KEY_ALGO=prime256v1'],
        `WELLKNOWN="${inFolder('web', '.well-known', 'acme-challenge')}"`,
      ];
      mkdirSync(inFolder('dehydrated'));
      writeFileSync(inFolder('dehydrated.conf'), `${lines.join('\n')}\n`);
      const config = ['--config', inFolder('dehydrated.conf')];
      await succeeds(command, '--register', '--accept-terms', ...config);
      await succeeds(command, '--cron', '--domain', 'dehydrated.web.example', ...config);
      const file = inFolder('dehydrated', 'certs', 'dehydrated.web.example', 'cert.pem');
      const certificate = certificateIn(file);
      expect(certificate.subjectAltName).toBe('DNS:dehydrated.web.example');
      await succeeds(command, '--revoke', file, ...config);
      expect(await isRevoked(certificate)).toBe(true);
      await succeeds(command, '--account', ...config);
    });
  });

  // It ends with a failure whatever it is asked about itself.
  describeProgram('uacme', [{ command: 'which', args: ['uacme'], lacking: /^$/ }], () => {
    const command = 'uacme';
    test('makes an account, gets a certificate, changes its key, revokes and deactivates', async () => {
      const hook = inFolder('uacme.sh');
      const place = inFolder('web', '.well-known', 'acme-challenge');
      const script = `#!/bin/sh\n[ "$2" = http-01 ] || exit 1\ncase "$1" in begin) printf %s "$5" > "${place}/$4";; esac\n`;
      writeFileSync(hook, script, { mode: 0o755 });
      const places = ['-a', directory(), '-c', inFolder('uacme'), '-y'];
      await succeeds(command, ...places, 'new', 'a@example.com');
      await succeeds(command, ...places, '-t', 'EC', '-h', hook, 'issue', 'uacme.web.example');
      const file = inFolder('uacme', 'uacme.web.example', 'cert.pem');
      const certificate = certificateIn(file);
      expect(certificate.subjectAltName).toBe('DNS:uacme.web.example');
      await succeeds(command, ...places, 'newkey');
      await succeeds(command, ...places, 'revoke', file);
      expect(await isRevoked(certificate)).toBe(true);
      await succeeds(command, ...places, 'deactivate');
      expect(readdirSync(inFolder('uacme'))).not.toEqual([]);
    });
  });

  describe('acme-client', () => {
    test('makes an account, gets a certificate, changes its key, revokes and deactivates', async () => {
      const client = await npmClient(directory(), inFolder('web', '.well-known', 'acme-challenge'));
      const certificate = await client.obtain('npm.web.example');
      expect(certificate.subjectAltName).toBe('DNS:npm.web.example');
      await client.changeKey();
      await client.revoke();
      expect(await isRevoked(certificate)).toBe(true);
      await client.deactivate();
    });
  });
}
