import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSecureContext, createServer as createTlsServer } from 'node:tls';
import type { SecureContext } from 'node:tls';
import { openLive } from '../../gateway/rest/live.js';
import { openNameServer } from './name-server.js';
import { TestClient } from './client.js';
import type { Answer } from './client.js';
import { buildCertificate } from '../x509/built.js';
import { makeKey } from '../x509/authority.js';
import {
  buildRequest,
  createSigner,
  encodePem,
  extension,
  Name,
  publicKeyInfoOf,
  randomSerialNumber,
  subjectAltName,
} from '../../../src/pki/x509/index.js';
import type { Extension, GeneralName } from '../../../src/pki/x509/index.js';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const listening = async (server: ReturnType<typeof createServer> | ReturnType<typeof createTlsServer>) => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return (address as AddressInfo).port;
};

/** A server with ACME at the mount `pki`, a web server that its clients control, and a name server. */
export async function openAcme(settings: Readonly<Record<string, string>> = {}) {
  const served = new Map<string, string>();
  const seen: string[] = [];
  const usual: Handle = (request, response) => {
    seen.push(`${request.headers.host ?? ''}${request.url ?? ''}`);
    const text = served.get((request.url ?? '').replace('/.well-known/acme-challenge/', ''));
    response.writeHead(text === undefined ? 404 : 200).end(text ?? 'nothing');
  };
  const web: { handle: Handle } = { handle: usual };
  const server = createServer((request, response) => {
    web.handle(request, response);
  });
  const httpPort = await listening(server);
  const tls: { context: SecureContext | null } = { context: null };
  const tlsServer = createTlsServer({
    ALPNProtocols: ['acme-tls/1'],
    SNICallback: (_name, done) => {
      if (tls.context) done(null, tls.context);
      else done(new Error('no certificate'));
    },
  });
  tlsServer.on('tlsClientError', () => undefined);
  tlsServer.on('secureConnection', (socket) => {
    socket.on('error', () => undefined);
  });
  const tlsPort = await listening(tlsServer);
  const dns = await openNameServer();
  const live = await openLive({
    TRUSTATE_OUTBOUND_ALLOW: '127.0.0.1/32',
    TRUSTATE_ACME_HTTP_PORT: String(httpPort),
    TRUSTATE_ACME_TLS_PORT: String(tlsPort),
    ...settings,
  });
  const ask = (method: string, path: string, body?: unknown) =>
    live.vault(method, `pki/${path}`, body, { 'x-vault-token': live.rootToken });
  await live.vault('POST', 'sys/mounts/pki/tune', { max_lease_ttl: '87600h' });
  await ask('POST', 'root/generate/internal', {
    common_name: 'Root',
    key_type: 'ec',
    ttl: '8760h',
    issuer_name: 'root',
  });
  await ask('POST', 'roles/web', {
    allowed_domains: 'web.example',
    allow_subdomains: true,
    allow_bare_domains: true,
    key_type: 'any',
  });
  await ask('POST', 'config/cluster', { path: `${live.base}/v1/pki` });
  await ask('POST', 'config/acme', { enabled: true, dns_resolver: dns.address });
  return {
    ...{ live, ask, served, seen, web, usual, tls, dns, httpPort, tlsPort },
    client: (prefix = '', mount = 'pki') => new TestClient(`${live.base}/v1/${mount}/${prefix}acme/directory`).open(),
    async close() {
      await live.close();
      server.closeAllConnections();
      server.close();
      tlsServer.close();
      dns.close();
    },
  };
}

export type AcmeForTests = Awaited<ReturnType<typeof openAcme>>;

export const dnsNames = (...names: string[]): GeneralName[] => names.map((value) => ({ type: 'dns', value }));

/** A signing request as finalize takes it, and its key. */
export async function csrWithKey(
  names: readonly GeneralName[],
  more: { commonName?: string; extensions?: Extension[] } = {},
) {
  const { commonName, extensions = [] } = more;
  const key = await makeKey('ec-256');
  const content = {
    subject: commonName === undefined ? Name.empty : Name.of({ commonName }),
    publicKey: publicKeyInfoOf(key).der,
    extensions: [...(names.length > 0 ? [subjectAltName(names)] : []), ...extensions],
  };
  return { csr: buildRequest(content, createSigner(key)).toString('base64url'), key };
}

export const csrFor = async (...asked: Parameters<typeof csrWithKey>): Promise<string> =>
  (await csrWithKey(...asked)).csr;

/** Proves the names of an order by http-01. */
export async function prove(acme: AcmeForTests, client: TestClient, order: Answer): Promise<void> {
  for (const authorization of await client.authorizations(order)) {
    const { url, token, keyAuthorization } = await client.challengeIn(authorization, 'http-01');
    acme.served.set(token, keyAuthorization);
    await client.post(url, {});
  }
  await client.until(order.headers.get('location') ?? '', ['ready', 'invalid']);
}

/** A whole order. @returns the answer of finalize */
export async function obtain(acme: AcmeForTests, client: TestClient, names: readonly string[], more: object = {}) {
  const order = await client.order(names, { ...more });
  await prove(acme, client, order);
  const csr = await csrFor(dnsNames(...names));
  return client.post(String(order.body['finalize']), { csr });
}

/** What a client shows for tls-alpn-01 (RFC 8737 §3). */
export async function proofContext(name: GeneralName, digest: Buffer): Promise<SecureContext> {
  const key = await makeKey('ec-256');
  const subject = Name.of({ commonName: 'proof' });
  const der = buildCertificate(
    {
      ...{ serialNumber: randomSerialNumber(), issuer: subject, subject, publicKey: publicKeyInfoOf(key).der },
      ...{ notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 3_600_000) },
      extensions: [
        subjectAltName([name]),
        extension('1.3.6.1.5.5.7.1.31', Buffer.concat([Buffer.of(4, 32), digest]), { critical: true }),
      ],
    },
    createSigner(key),
  );
  return createSecureContext({
    key: key.export({ type: 'pkcs8', format: 'pem' }),
    cert: encodePem('CERTIFICATE', der),
  });
}
