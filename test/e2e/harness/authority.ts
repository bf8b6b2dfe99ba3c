import type { OpenSsl } from './openssl.js';
import type { Reached } from './server.js';
import { VaultApi } from './vault.js';

export interface Authority {
  /** PEM. */
  readonly root: string;
  /** PEM. */
  readonly intermediate: string;
  /** Where the root is. */
  readonly mount: string;
  /** Where the intermediate is. */
  readonly below: string;
  /** For root's token. */
  readonly vault: VaultApi;
}

/** A root in `mount`, and an intermediate of it in `mount`-int, which issues by the role `web`. */
export async function openAuthority(server: Reached, mount: string, keyType = 'ec'): Promise<Authority> {
  const vault = new VaultApi(server.http, server.token);
  const below = `${mount}-int`;
  for (const path of [mount, below]) await openMount(vault, path);
  const wish = { key_type: keyType, ttl: '8760h' };
  const root = (await vault.write(`${mount}/root/generate/internal`, { common_name: `${mount} root`, ...wish })).text(
    'certificate',
  );
  const made = await vault.write(`${below}/intermediate/generate/internal`, { common_name: 'between', ...wish });
  const signed = await vault.write(`${mount}/root/sign-intermediate`, {
    csr: made.text('csr'),
    common_name: 'between',
    ttl: '4380h',
  });
  const certificate = signed.text('certificate');
  await vault.write(`${below}/intermediate/set-signed`, { certificate }).then((r) => r.expect(200));
  const base = server.http;
  await vault.write(`${below}/config/urls`, {
    issuing_certificates: `${base}/v1/${below}/ca`,
    crl_distribution_points: `${base}/v1/${below}/crl`,
    delta_crl_distribution_points: `${base}/v1/${below}/crl/delta`,
    ocsp_servers: `${base}/v1/${below}/ocsp`,
  });
  await vault.write(`${below}/roles/web`, {
    allowed_domains: 'example.com',
    allow_subdomains: true,
    allow_bare_domains: true,
    key_type: keyType,
    max_ttl: '72h',
  });
  return { root, intermediate: certificate, mount, below, vault };
}

/** An empty authority whose certificates may last ten years. */
export async function openMount(vault: VaultApi, path: string): Promise<void> {
  const config = { max_lease_ttl: '87600h' };
  (await vault.write(`sys/mounts/${path}`, { type: 'pki', config })).expect(204);
}

/** What `openssl verify` says of a certificate below the intermediate. */
export const verified = (
  openssl: OpenSsl,
  certificate: string,
  { root, intermediate }: Pick<Authority, 'root' | 'intermediate'>,
  ...more: string[]
) =>
  openssl.run(
    ...['verify', '-x509_strict', '-CAfile', openssl.file(root), '-untrusted', openssl.file(intermediate)],
    ...[...more, openssl.file(certificate)],
  );
