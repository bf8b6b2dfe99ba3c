import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { parseCertificate } from '../../../src/pki/x509/index.js';
import { openLive } from '../../gateway/rest/live.js';

const challenge = 'open sesame';

/** A server with SCEP at the mount `pki`, for routers, with the challenge of a role and with renewals by certificate. */
export async function openScep(settings: Readonly<Record<string, string>> = {}) {
  const live = await openLive(settings);
  const ask = (method: string, path: string, body?: unknown) =>
    live.vault(method, path, body, { 'x-vault-token': live.rootToken });
  const write = async (path: string, body: object) => {
    const { status, body: said } = await ask('POST', path, body);
    if (status >= 300) throw new Error(`${path}: ${status} ${JSON.stringify(said)}`);
  };
  await write('pki/root/generate/internal', { common_name: 'Root', key_type: 'rsa', ttl: '8760h' });
  const pem = await fetch(`${live.base}/v1/pki/ca/pem`).then((answer) => answer.text());
  const role = { allowed_domains: 'routers.example', allow_subdomains: true, key_type: 'any' };
  await write('pki/roles/routers', role);
  await write('sys/policies/acl/scep', {
    policy: ['scep', 'scep/pkiclient.exe', 'roles/routers/scep']
      .map((path) => `path "pki/${path}" { capabilities = ["update"] }`)
      .join('\n'),
  });
  await write('sys/auth/scep', { type: 'scep' });
  await write('sys/auth/cert', { type: 'cert' });
  await write('auth/scep/role/routers', { auth_type: 'static-challenge', challenge, token_policies: 'scep' });
  await write('auth/cert/certs/devices', { certificate: pem, token_policies: 'scep' });
  const accessorOf = async (path: string) =>
    z.object({ data: z.object({ accessor: z.string() }) }).parse((await ask('GET', `sys/auth/${path}`)).body).data
      .accessor;
  await write('pki/config/scep', {
    ...{ enabled: true, default_path_policy: 'role:routers' },
    authenticators: {
      scep: { accessor: await accessorOf('scep') },
      cert: { accessor: await accessorOf('cert'), cert_role: '' },
    },
  });
  return {
    ...{ live, ask, write, pem, challenge },
    issuer: parseCertificate(new X509Certificate(pem).raw),
    url: `${live.base}/v1/pki/scep`,
    close: () => live.close(),
  };
}

export type ScepForTests = Awaited<ReturnType<typeof openScep>>;
