import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openLive } from '../../gateway/rest/live.js';
import { isRecord } from '../../../src/platform/is-record.js';

interface Ran {
  readonly code: number | null;
  readonly said: string;
}

/** The server is in this process: nothing may wait for a client without letting it answer. */
export function run(folder: string, command: string, args: readonly string[]): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: folder, timeout: 120_000 });
    const said: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => said.push(part));
    child.stderr.on('data', (part: Buffer) => said.push(part));
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code, said: Buffer.concat(said).toString() });
    });
  });
}

export const dataOf = ({ body }: { readonly body: unknown }): Readonly<Record<string, unknown>> => {
  const data = isRecord(body) ? body['data'] : undefined;
  return isRecord(data) ? data : {};
};

/** A server with CMP at the mount `pki`, by the role `device`, and a folder for a client. */
export async function openCmp(settings: Readonly<Record<string, string>> = {}, config: object = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'trustate-cmp-'));
  const live = await openLive(settings);
  const ask = (method: string, path: string, body?: unknown) =>
    live.vault(method, `pki/${path}`, body, { 'x-vault-token': live.rootToken });
  await live.vault('POST', 'sys/mounts/pki/tune', { max_lease_ttl: '87600h' });
  const root = await ask('POST', 'root/generate/internal', {
    ...{ common_name: 'CMP Root', key_type: 'ec', ttl: '8760h', issuer_name: 'root' },
    key_usage: 'CertSign,CRLSign,DigitalSignature',
  });
  writeFileSync(join(folder, 'root.pem'), String(dataOf(root)['certificate']));
  await ask('POST', 'roles/device', {
    ...{ allowed_domains: 'device.example', allow_subdomains: true, key_type: 'any', ttl: '24h', max_ttl: '720h' },
  });
  await ask('POST', 'config/cmp', { enabled: true, default_path_policy: 'role:device', ...config });
  const openssl = (...args: readonly string[]) => run(folder, 'openssl', args);
  return {
    ...{ live, ask, folder, openssl },
    read: (name: string) => readFileSync(join(folder, name), 'utf8'),
    path: (name: string) => join(folder, name),
    /** `openssl cmp`, at a path below the mount. */
    cmp: (command: string, args: readonly string[], path = 'cmp') =>
      openssl(
        ...['cmp', '-batch', '-config', '', '-cmd', command, '-server', live.base.replace('http://', '')],
        ...['-path', `v1/pki/${path}`, '-msg_timeout', '20', ...args],
      ),
    async secret(more: object = {}) {
      const made = dataOf(await ask('POST', 'cmp/secrets', more));
      return { reference: String(made['reference']), secret: String(made['secret']), data: made };
    },
    async key(name: string, algorithm: readonly string[] = ['EC', '-pkeyopt', 'ec_paramgen_curve:P-256']) {
      await openssl('genpkey', '-algorithm', ...algorithm, '-out', name);
    },
    async close() {
      await live.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type CmpForTests = Awaited<ReturnType<typeof openCmp>>;

/** How a client of openssl names and uses a secret. */
export const byMac = ({ reference, secret }: { readonly reference: string; readonly secret: string }) => [
  ...['-ref', reference, '-secret', `pass:${secret}`, '-mac', 'hmacWithSHA256'],
];
