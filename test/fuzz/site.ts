import { readFileSync } from 'node:fs';
import { X509Certificate } from 'node:crypto';
import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { Api } from '../e2e/harness/api.js';
import { openAuthority, openMount } from '../e2e/harness/authority.js';
import { fullState } from '../e2e/harness/content.js';
import { exchange } from '../e2e/harness/exchange.js';
import { OpenSsl } from '../e2e/harness/openssl.js';
import type { Reached } from '../e2e/harness/server.js';
import { VaultApi } from '../e2e/harness/vault.js';
import { fresh, World } from '../e2e/harness/world.js';
import { ScepClient, types } from '../pki/scep/client.js';
import { encodePem as pemOf, Name, parseCertificate, privateKeyPem, subjectAltName } from '../../src/pki/x509/index.js';
import type { Certificate } from '../../src/pki/x509/index.js';
import { integer, oid, sequence } from '../../src/pki/x509/der-writer.js';
import { infoOids } from '../../src/pki/x509/cmp/index.js';
import type { CmpBodyKind } from '../../src/pki/x509/cmp/index.js';
import { certRequest, confirmationOf, revocationOf } from '../pki/cmp/client.js';
import { ownKey, ownName, selfSigned } from './own-authority.js';
import { filled } from './shot.js';
import { fuzzDevice } from './targets-est.js';
import type { Known, Sender, Shot } from './shot.js';
import type { Answered } from './verdict.js';

/** Documents of X.509 that are valid, in PEM, and what was asked of OCSP, and by SCEP, in DER. */
export interface Papers {
  readonly requests: readonly string[];
  readonly certificates: readonly string[];
  readonly lists: readonly string[];
  readonly keys: readonly string[];
  readonly ocsp: readonly Buffer[];
  /** Messages for a mount with SCEP, in DER. */
  readonly scep: { readonly mount: string; readonly messages: readonly Buffer[] };
  /** A mount with ACME, and the key of a client. */
  readonly acme: { readonly mount: string; readonly jwk: Readonly<Record<string, unknown>>; readonly key: KeyObject };
  /** What messages of CMP have inside, and the secret that protects them. */
  readonly cmp: {
    readonly reference: string;
    readonly secret: string;
    readonly bodies: readonly (readonly [CmpBodyKind, Buffer])[];
  };
}

/** Milliseconds that an answer may take before it is none. */
const timeoutMs = 120_000;

/**
 * What requests are about: an organization, a workspace with a state, an authority, and three who send. It is made anew in a moment when requests have taken
 * it apart.
 */
export class FuzzSite {
  #known: Known = {};
  #ca: string | undefined;
  #tokens: Readonly<Record<Sender, string | null>> = {
    stranger: null,
    narrow: null,
    restricted: null,
    administrator: null,
  };

  private constructor(
    readonly server: Reached,
    readonly papers: Papers,
  ) {}

  static async open(server: Reached): Promise<FuzzSite> {
    const site = new FuzzSite(server, await papersOf(server));
    await site.renew();
    return site;
  }

  get known(): Known {
    return this.#known;
  }

  /** Whether those who send may still send, and what they send to is there. */
  async whole(): Promise<boolean> {
    const { administrator, narrow } = this.#tokens;
    const api = new Api(this.server.http, administrator);
    const vault = new VaultApi(this.server.http, administrator);
    const answers = await Promise.all([
      api.get(`/workspaces/${this.#known['workspace'] ?? ''}`),
      api.as(narrow).get(`/workspaces/${this.#known['workspace'] ?? ''}`),
      vault.read(`${this.#known['mount'] ?? ''}/roles/web`),
      vault.read(`${this.#known['mount'] ?? ''}/issuer/default`),
    ]);
    return answers.every(({ status }) => status === 200);
  }

  /** Makes everything anew. Root's own token is for this alone: requests may revoke the others. */
  async renew(): Promise<void> {
    const root = new Api(this.server.http, this.server.token);
    const world = new World(root);
    const organization = await world.organization('fuzz');
    const workspace = await world.workspace(organization);
    const me = z.object({ me: z.object({ id: z.string(), username: z.string() }) });
    const administrator = await world.userToken((await root.graphql(me, '{ me { id username } }')).me.id);
    const held = workspace.as(root.as(administrator.text));
    const narrow = await world.member(organization, 'READ', workspace.id);
    await held.lock();
    const version = await held.push(fullState(1, 'b1946ac9-2492-4d23-8f1c-111111111111'));
    await held.processed(version.id);
    const project = (await root.get(`/organizations/${organization}/projects`)).list.data[0]?.id ?? '';
    const { below, vault } = await openAuthority(this.server, fresh('fuzz'));
    const issued = await vault.write(`${below}/issue/web`, { common_name: 'a.example.com' });
    const own = `${pemOf('CERTIFICATE', selfSigned(ownName))}${privateKeyPem(ownKey, 'pkcs8')}`;
    const imported = await vault.write(`${below}/issuers/import/bundle`, { pem_bundle: own });
    const many = (make: (index: number) => string) => Array.from({ length: 4_900 }, (_, n) => make(n));
    const large = {
      ...{
        allow_glob_domains: true,
        allow_subdomains: true,
        allow_bare_domains: true,
        key_type: 'any',
        require_cn: false,
      },
      allowed_domains: many((n) => `*x${n}*.example.com`),
      allowed_uri_sans: many((n) => `https://*.x${n}.example.com/*`),
      allowed_other_sans: many((n) => `1.2.${n};UTF8:*`),
      allowed_user_ids: many((n) => `*er${n}`),
    };
    await vault.write(`${below}/roles/large`, large).then((reply) => reply.expect(200));
    await openEnrolment(vault, below);
    const cmp = { enabled: true, default_path_policy: 'role:web' };
    await vault.write(`${below}/config/cmp`, cmp).then((reply) => reply.expect(200));
    await vault.write(`${below}/cmp/secrets`, { ...cmpSecret, max_uses: 0 }).then((reply) => reply.expect(200));
    const restricted = await this.#restrictedToken(vault, below);
    const issuers = await vault.read(`${below}/config/issuers`);
    const keys = await vault.read(`${below}/config/keys`);
    this.#tokens = { stranger: null, narrow: narrow.api.token, restricted, administrator: administrator.text };
    this.#known = {
      organization,
      project,
      workspace: workspace.id,
      workspaceName: workspace.name,
      version: version.id,
      team: narrow.teamId,
      user: narrow.id,
      username: narrow.username,
      mount: below,
      ownIssuer: imported.texts('imported_issuers')[0] ?? '',
      issuer: issuers.text('default'),
      key: keys.text('default'),
      serial: issued.text('serial_number'),
      certificate: issued.text('certificate').replaceAll('\n', '\\n'),
      policy: 'default',
    };
  }

  async #restrictedToken(vault: VaultApi, mount: string): Promise<string> {
    const everything = '["create", "read", "update", "patch", "delete", "list"]';
    const policy = [
      `path "${mount}/*" { capabilities = ${everything} }`,
      `path "${mount}/+/web" { capabilities = ${everything} allowed_parameters = { "*" = [] } denied_parameters = { "ttl" = ["7h*"] "user_ids" = ["root"] } }`,
      `path "${mount}/roles/*" { capabilities = ${everything} allowed_parameters = { "allowed_domains" = ["*.com", "x"] "*" = [] } }`,
      `path "sys/*" { capabilities = ["read", "list"] }`,
    ].join('\n');
    await vault.write(`sys/policies/acl/${mount}`, { policy }).then((reply) => reply.expect(204));
    const made = await vault.write('auth/token/create', { policies: [mount], ttl: '24h' });
    return z.object({ auth: z.object({ client_token: z.string() }) }).parse(made.document).auth.client_token;
  }

  /** @returns `null` when the connection ended without an answer, or none came in two minutes */
  async send(shot: Shot): Promise<Answered | null> {
    const token = this.#tokens[shot.sender];
    const body = typeof shot.body === 'string' ? filled(shot.body, this.#known) : shot.body;
    const secure = shot.secure === true;
    const base = secure ? this.server.https : this.server.http;
    const asked = exchange(`${base}${filled(shot.path, this.#known)}`, {
      method: shot.method,
      ...(secure && { ca: (this.#ca ??= readFileSync(this.server.caFile, 'utf8')) }),
      headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...shot.headers },
      ...(body !== null && { body }),
    });
    let late: NodeJS.Timeout | undefined;
    const none = new Promise<null>((resolve) => (late = setTimeout(() => resolve(null), timeoutMs)));
    try {
      const answer = await Promise.race([asked, none]);
      return answer && { status: answer.status, headers: answer.headers, text: answer.text };
    } catch {
      return null;
    } finally {
      clearTimeout(late);
    }
  }
}

/** Certificates by EST for one device, whose name and password is known to who sends. */
async function openEnrolment(vault: VaultApi, mount: string): Promise<void> {
  const paths = [`${mount}/est/*`, `${mount}/roles/+/est/*`];
  const policy = paths.map((path) => `path "${path}" { capabilities = ["update"] }`).join('\n');
  await vault.write(`sys/policies/acl/${mount}-devices`, { policy }).then((reply) => reply.expect(204));
  await vault.write(`sys/auth/${mount}`, { type: 'userpass' }).then((reply) => reply.expect(204));
  const { name, password } = fuzzDevice;
  const user = { password, token_policies: [`${mount}-devices`] };
  await vault.write(`auth/${mount}/users/${name}`, user).then((reply) => reply.expect(204));
  const accessor = (await vault.read(`sys/auth/${mount}`)).text('accessor');
  const config = { enabled: true, default_path_policy: 'sign-verbatim', authenticators: { userpass: { accessor } } };
  await vault.write(`${mount}/config/est`, config).then((reply) => reply.expect(200));
}

const cmpSecret = { reference: 'fuzz', secret: 'a secret of the fuzzer' };
const derOf = (pem: string) => Buffer.from(pem.replaceAll(/-----[^-]*-----|\s/g, ''), 'base64');

/** One message of each kind that a client sends. */
function cmpBodies(certificate: Certificate): readonly (readonly [CmpBodyKind, Buffer])[] {
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { issuer, serialNumber, subject } = certificate;
  const names = [subjectAltName([{ type: 'dns', value: 'a.example.com' }])];
  const request = certRequest({ key, subject: Name.of({ commonName: 'a.example.com' }), extensions: names });
  const info = (type: string) => sequence(oid(type));
  return [
    ['ir', request],
    ['cr', request],
    ['kur', certRequest({ key, subject, old: { issuer, serialNumber } })],
    ['rr', revocationOf(certificate, 1)],
    ['certConf', confirmationOf(Buffer.alloc(32))],
    ['genm', sequence(...Object.values(infoOids).map(info))],
    ['error', sequence(sequence(integer(2)))],
  ];
}

const kinds = ['rsa:2048', 'ec:P-256', 'ec:P-384', 'ed25519'];
const names =
  'subjectAltName=DNS:a.example.com,DNS:*.b.example.com,IP:192.0.2.1,IP:2001:db8::1,email:a@example.com,URI:urn:x,otherName:1.3.6.1.4.1.311.20.2.3;UTF8:a@b';

async function scepMessages({ http, token }: Reached): Promise<Papers['scep']> {
  const vault = new VaultApi(http, token);
  const mount = fresh('scep');
  await openMount(vault, mount);
  const made = await vault.write(`${mount}/root/generate/internal`, { common_name: 'For SCEP', key_type: 'rsa' });
  await vault.write(`${mount}/config/scep`, { enabled: true, default_path_policy: 'sign-verbatim' });
  const client = new ScepClient(parseCertificate(new X509Certificate(made.text('certificate')).raw));
  const csr = client.csr('a.example.com', { challenge: 'open sesame' });
  const about = (type: string) => client.about(client.authority, type);
  return {
    mount,
    messages: await Promise.all([
      client.message(csr),
      client.message(csr, { type: types.RenewalReq, cipher: 'aes256-gcm' }),
      client.message(csr, { transport: { padding: 'oaep', hash: 'sha256' } }),
      ...[client.poll('a.example.com'), about(types.GetCert), about(types.GetCRL)],
    ]),
  };
}

async function acmeClient({ http, https, token }: Reached): Promise<Papers['acme']> {
  const vault = new VaultApi(http, token);
  const mount = fresh('acme');
  await openMount(vault, mount);
  await vault.write(`${mount}/root/generate/internal`, { common_name: 'For ACME', key_type: 'ec' });
  await vault.write(`${mount}/config/cluster`, { path: `${https}/v1/${mount}` }).then((reply) => reply.expect(200));
  await vault.write(`${mount}/config/acme`, { enabled: true }).then((reply) => reply.expect(200));
  const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { mount, jwk: { ...publicKey.export({ format: 'jwk' }) }, key };
}

async function papersOf(server: Reached): Promise<Papers> {
  const openssl = new OpenSsl();
  try {
    const { below, mount, root, intermediate, vault } = await openAuthority(server, fresh('papers'));
    const made = kinds.map((kind) => openssl.request(kind, '/CN=a.example.com/O=Ö', '-addext', names));
    const signed = made.map(({ key }) =>
      openssl.ok(
        'req',
        '-x509',
        '-new',
        '-key',
        openssl.file(key),
        '-subj',
        '/CN=own',
        '-addext',
        names,
        '-days',
        '30',
      ),
    );
    const [leaf] = [await vault.write(`${below}/issue/web`, { common_name: 'a.example.com' })];
    await vault.write(`${below}/revoke`, { serial_number: leaf.text('serial_number') });
    const list = async (of: string) => (await exchange(`${server.http}/v1/${of}/crl/pem`)).text;
    const question = (...more: string[]) => {
      const certificate = openssl.file(leaf.text('certificate'));
      const file = openssl.file('');
      openssl.ok('ocsp', '-issuer', openssl.file(intermediate), ...more, '-cert', certificate, '-reqout', file);
      return Buffer.from(openssl.ok('enc', '-base64', '-in', file), 'base64');
    };
    return {
      requests: made.map(({ csr }) => csr),
      certificates: [root, intermediate, leaf.text('certificate'), ...signed],
      lists: [await list(below), await list(mount)],
      keys: made.map(({ key }) => key),
      ocsp: [question(), question('-no_nonce'), question('-sha256')],
      scep: await scepMessages(server),
      acme: await acmeClient(server),
      cmp: { ...cmpSecret, bodies: cmpBodies(parseCertificate(derOf(leaf.text('certificate')))) },
    };
  } finally {
    openssl.remove();
  }
}
