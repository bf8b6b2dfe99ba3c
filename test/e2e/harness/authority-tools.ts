import { afterAll } from 'vitest';
import type { z } from 'zod';
import { Api } from './api.js';
import { openMount } from './authority.js';
import { exchange } from './exchange.js';
import { OpenSsl } from './openssl.js';
import type { Reached } from './server.js';
import type { Site } from './site.js';
import { VaultApi } from './vault.js';
import { fresh } from './world.js';

/** A server, root's token and openssl, and authorities that no other test uses. */
export function authorityTools<To extends Reached = Reached>(site: { get: Site<To> }) {
  const openssl = new OpenSsl();
  afterAll(() => openssl.remove());
  const api = () => new VaultApi(site.get.server.http, site.get.server.token);

  /** An empty authority. */
  async function mount(): Promise<string> {
    const path = fresh('authority');
    await openMount(api(), path);
    return path;
  }

  /** One with a root and a role `any`. */
  async function withRoot(wish: object = {}) {
    const path = await mount();
    const body = { common_name: `${path} root`, key_type: 'ec', ttl: '8760h', ...wish };
    const made = await api().write(`${path}/root/generate/internal`, body);
    (await api().write(`${path}/roles/any`, { allow_any_name: true, key_type: 'ec' })).expect(200);
    return { path, certificate: made.text('certificate'), id: made.text('issuer_id'), key: made.text('key_id') };
  }

  /** `openssl x509` of a certificate. */
  const described = (pem: string, ...what: readonly string[]) =>
    openssl.ok('x509', '-in', openssl.file(pem), '-noout', ...what);

  return {
    site,
    openssl,
    api,
    /** What a GraphQL operation answers, for root. */
    graphql: <T>(shape: z.ZodType<T>, query: string, variables: Readonly<Record<string, unknown>> = {}) =>
      new Api(site.get.server.http, site.get.server.token).graphql(shape, query, variables),
    mount,
    withRoot,
    described,
    publicKey: (pem: string) => described(pem, '-pubkey'),
    crlText: (pem: string) => openssl.ok('crl', '-in', openssl.file(pem), '-noout', '-text'),
    verifies: (pem: string, root: string, ...between: readonly string[]) =>
      openssl.run(
        ...['verify', '-x509_strict', '-CAfile', openssl.file(root)],
        ...between.flatMap((each) => ['-untrusted', openssl.file(each)]),
        openssl.file(pem),
      ),
    /** Bytes that anybody may have. */
    raw: (path: string) => exchange(`${site.get.server.http}/v1/${path}`),
    defaultOf: async (path: string) => (await api().read(`${path}/config/issuers`)).text('default'),
  };
}
