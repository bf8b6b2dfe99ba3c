import { spawnSync } from 'node:child_process';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request as send } from 'node:https';
import type { RequestOptions } from 'node:https';
import { z } from 'zod';
import { Name } from '../../../src/pki/x509/index.js';
import { openLive } from '../../gateway/rest/live.js';
import { makeKey } from '../x509/authority.js';
import { dns, requestDer } from './requests.js';
import type { RequestWish } from './requests.js';

/** Somebody with a client certificate. */
export interface Held {
  /** PEM. */
  readonly certificate: string;
  readonly key: KeyObject;
}

export interface Sent {
  readonly body?: string | Buffer;
  readonly user?: string;
  readonly password?: string;
  readonly held?: Held;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly tls?: Pick<RequestOptions, 'minVersion' | 'maxVersion'>;
  /** What the body depends on of the connection. */
  readonly bodyFor?: (socket: unknown) => Promise<string>;
}

export interface EstAnswered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export const device = { user: 'router', password: 'a password of a router' } as const;

const methodShape = z.looseObject({ data: z.looseObject({ accessor: z.string() }) });

/** A server with EST at the mount `pki`, and two methods by which devices sign in. */
export async function openEst(settings: Readonly<Record<string, string>> = {}) {
  const live = await openLive({ TRUSTATE_HTTPS_PORT: '0', ...settings });
  const as = { 'x-vault-token': live.rootToken };
  const vault = (method: string, path: string, body?: unknown) => live.vault(method, path, body, as);
  const ask = async (method: string, path: string, body?: unknown) => {
    const answer = await vault(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await ask('POST', 'sys/mounts/pki/tune', { max_lease_ttl: '87600h' });
  const made = await ask('POST', 'pki/root/generate/internal', { common_name: 'Root', key_type: 'ec', ttl: '8760h' });
  const root = z.looseObject({ data: z.looseObject({ certificate: z.string() }) }).parse(made).data.certificate;
  const devices = { allowed_domains: 'net.example', allow_subdomains: true, allow_bare_domains: true };
  await ask('POST', 'pki/roles/routers', { ...devices, key_type: 'ec', ttl: '24h' });
  await ask('POST', 'pki/roles/any', { ...devices, key_type: 'any', ttl: '24h' });
  const paths = ['pki/est/*', 'pki/roles/+/est/*'].map((path) => `path "${path}" { capabilities = ["update"] }`);
  await ask('POST', 'sys/policies/acl/enroll', { policy: paths.join('\n') });
  await ask('POST', 'sys/auth/devices', { type: 'userpass' });
  await ask('POST', `auth/devices/users/${device.user}`, { password: device.password, token_policies: 'enroll' });
  await ask('POST', 'auth/devices/users/stranger', { password: device.password, token_policies: 'default' });
  await ask('POST', 'sys/auth/device-certs', { type: 'cert' });
  await ask('POST', 'auth/device-certs/certs/routers', { certificate: root, token_policies: 'enroll' });
  const accessorOf = async (path: string) => methodShape.parse(await ask('GET', `sys/auth/${path}`)).data.accessor;
  const authenticators = {
    userpass: { accessor: await accessorOf('devices') },
    cert: { accessor: await accessorOf('device-certs'), cert_role: 'routers' },
  };
  const config = {
    ...{ enabled: true, default_mount: true, default_path_policy: 'role:routers', authenticators },
    label_to_path_policy: { all: 'sign-verbatim', any: 'role:any' },
  };
  await ask('POST', 'pki/config/est', config);
  const ca = readFileSync(live.caFile);

  function est(method: string, path: string, sent: Sent = {}): Promise<EstAnswered> {
    const url = new URL(path.startsWith('/') ? path : `/.well-known/est/${path}`, live.secure);
    const { user, password, held } = sent;
    return new Promise((resolve, reject) => {
      const asked = send(url, {
        ...{ method, ca, agent: false, servername: 'localhost', ...sent.tls },
        ...(user !== undefined && { auth: `${user}:${password ?? ''}` }),
        ...(held && { cert: held.certificate, key: held.key.export({ type: 'pkcs8', format: 'pem' }) }),
        headers: {
          ...((sent.body !== undefined || sent.bodyFor) && { 'content-type': 'application/pkcs10' }),
          ...sent.headers,
        },
      });
      asked.on('error', reject);
      asked.on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode = 0, headers } = response;
          resolve({ status: statusCode, headers, text: Buffer.concat(parts).toString() });
        });
      });
      const { bodyFor } = sent;
      if (!bodyFor) {
        asked.end(sent.body);
        return;
      }
      asked.on('socket', (socket) => {
        socket.on('secureConnect', () => {
          bodyFor(socket).then((body) => asked.end(body), reject);
        });
      });
    });
  }

  return {
    ...{ live, ask, vault, est, root, config, authenticators },
    /** A certificate of the mount, by name and password. */
    async enrolled(wish: RequestWish = {}, path = 'simpleenroll'): Promise<Held> {
      const key = wish.key ?? (await makeKey('ec-256'));
      const answer = await est('POST', path, { ...device, body: await body({ ...wish, key }) });
      return { certificate: certificateIn(answer).toString(), key };
    },
    /** A certificate for the same name of another mount. */
    async ofAnother(): Promise<Held> {
      await vault('POST', 'sys/mounts/elsewhere', { type: 'pki' });
      await vault('POST', 'elsewhere/root/generate/internal', { common_name: 'Other', key_type: 'ec' });
      await vault('POST', 'elsewhere/roles/any', { allow_any_name: true, key_type: 'ec', ttl: '1h' });
      const answer = await ask('POST', 'elsewhere/issue/any', { common_name: 'r1.net.example', format: 'pem' });
      const { data } = answer as { data: { certificate: string; private_key: string } };
      return { certificate: data.certificate, key: createPrivateKey(data.private_key) };
    },
    close: () => live.close(),
  };
}

export type EstForTests = Awaited<ReturnType<typeof openEst>>;

export const router = Name.of({ commonName: 'r1.net.example' });
const usual: RequestWish = { subject: router, names: dns('r1.net.example') };

/** A signing request as it is sent. */
export const body = async (wish: RequestWish = {}): Promise<string> =>
  (await requestDer({ ...usual, ...wish })).toString('base64');

/** The certificates of a message, as openssl reads it. */
export function certificatesIn(base64: string): X509Certificate[] {
  const input = Buffer.from(base64, 'base64');
  const { stdout, stderr, status } = spawnSync('openssl', ['pkcs7', '-inform', 'DER', '-print_certs'], { input });
  if (status !== 0) throw new Error(`${stderr.toString()} ${base64.slice(0, 200)}`);
  return (stdout.toString().match(/-----BEGIN [^]+?-----END CERTIFICATE-----/g) ?? []).map(
    (pem) => new X509Certificate(pem),
  );
}

/** The only certificate of an answer. */
export function certificateIn({ status, text }: EstAnswered): X509Certificate {
  if (status !== 200) throw new Error(`${status} ${text}`);
  const [only, ...more] = certificatesIn(text);
  if (!only || more.length > 0) throw new Error(`${more.length + 1} certificates`);
  return only;
}

/** The two parts of serverkeygen. */
export function partsOf({ status, headers, text }: EstAnswered) {
  if (status !== 200) throw new Error(`${status} ${text}`);
  const boundary = /boundary=(\S+)$/.exec(String(headers['content-type']))?.[1] ?? '';
  const parts = text.split(`--${boundary}`).slice(1, -1);
  const [key, certificate] = parts.map((part) => {
    const [, type, content] =
      /^\r\nContent-Type: (.+)\r\nContent-Transfer-Encoding: base64\r\n\r\n([^]*)$/.exec(part) ?? [];
    return { type: type ?? '', content: (content ?? '').trim() };
  });
  if (!key || !certificate || parts.length !== 2 || !text.endsWith(`--${boundary}--\r\n`)) throw new Error(text);
  return { key, certificate };
}

export const privateKeyIn = (base64: string): KeyObject =>
  createPrivateKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'pkcs8' });
