import { print } from 'graphql';
import { z } from 'zod';
import { readOperations } from '../../../src/gateway/rest/operation-documents.js';
import { pkiRoutes } from '../../../src/gateway/rest/vault/routes.js';
import { envelope } from '../../../src/gateway/rest/vault/dialect.js';
import type { VaultRequest, VaultRoute, VaultVerb } from '../../../src/gateway/rest/vault/route.js';
import { openMount } from '../harness/authority.js';
import { selectionOf, valueAt } from '../harness/fields.js';
import type { Site } from '../harness/site.js';
import { VaultApi } from '../harness/vault.js';

type Document = Readonly<Record<string, unknown>>;
const anything = z.record(z.string(), z.unknown());

/** An answer of REST and the object of GraphQL that it is of. */
export interface Answered {
  /** As tables of the guide are headed. */
  readonly of: string;
  readonly said: Document;
  readonly object: unknown;
}

const methods: Readonly<Record<VaultVerb, string>> = {
  read: 'GET',
  list: 'LIST',
  update: 'POST',
  patch: 'PATCH',
  delete: 'DELETE',
};
export const rowsByName: ReadonlyMap<string, VaultRoute> = new Map(
  [...pkiRoutes.mount, ...pkiRoutes.system].map((row) => [`${methods[row.verb]} ${row.path}`, row]),
);
export const operations = readOperations(pkiRoutes.operations);

/** A request for `variables` of a row, with no parameters. */
export const emptyRequest: VaultRequest = {
  mount: 'pki',
  params: { type: 'internal' },
  fields: {},
  query: () => undefined,
  dialect: 'vault',
  headers: {},
  body: {},
  baseUrl: '',
  now: new Date(),
};

/** What the guide has of one answer. */
export interface AnswerTable {
  /** The type of its fields. */
  readonly of: string;
  readonly names: readonly string[];
  readonly fields: readonly string[];
}

const asJson = { dialect: 'vault', issues: true, dataOnTop: false, requestId: '' } as const;
const enveloped = z.looseObject({ data: anything.nullable() });

/**
 * Answers of every path that the guide has a table for. What changes nothing is asked of both interfaces. What makes something cannot be asked twice: there, the row
 * of the REST table answers with what its operation gave.
 */
class Answers {
  readonly all: Answered[] = [];
  readonly vault: VaultApi;

  constructor(
    private readonly site: Site,
    private readonly tables: ReadonlyMap<string, AnswerTable>,
  ) {
    this.vault = new VaultApi(site.server.http, site.server.token);
  }

  /**
   * Runs the operation of a row.
   * @param of the table, where the row is not the one that it is headed with
   * @param key what of the payload it made
   * @returns that
   */
  async made(name: string, key: string, input: object, of = name): Promise<unknown> {
    const row = rowsByName.get(name);
    const operation = operations.get(row?.operation?.name ?? '');
    if (!row || !operation) throw new Error(`${name} runs no operation`);
    const data = await this.site.root.graphql(anything, print(operation), { input });
    const payload = data['payload'];
    const table = this.tables.get(of);
    const answer = row.answer(data, emptyRequest);
    if (answer && table) {
      const { data: said, ...beside } = enveloped.parse(envelope(answer, asJson));
      const named = Object.entries(beside).filter(([each]) => table.names.includes(each));
      this.all.push({ of, said: { ...said, ...Object.fromEntries(named) }, object: payload });
    }
    return valueAt(payload, key);
  }

  /**
   * Reads an object both ways.
   * @param query what is asked of `Query`; `…` is where the fields go
   */
  async read(of: string, path: string, query: string, { at = '', list = false, token = '' } = {}): Promise<void> {
    const table = this.tables.get(of);
    if (!table) throw new Error(`the guide has no table for ${of}`);
    const { root } = this.site;
    const [vault, api] = token === '' ? [this.vault, root] : [this.vault.as(token), root.as(token)];
    const { data } = await (list ? vault.list(path) : vault.read(path));
    const answer = await api.graphql(anything, `{ it: ${query.replace('…', selectionOf(table.of, table.fields))} }`);
    const said = at === '' ? data : anything.parse(valueAt(data, at));
    this.all.push({ of, said, object: [answer['it']].flat()[0] });
  }
}

const uuidOf = z.object({ uuid: z.string() });
const rootOf = z.object({ certificate: z.string(), issuer: uuidOf, issuerKey: uuidOf });
const issuedOf = z.object({ serialNumber: z.string() });

/** What the guide's tables are compared with: objects of every kind, and where they show more or less at times, several. */
export async function openAnswers(site: Site, tables: ReadonlyMap<string, AnswerTable>): Promise<readonly Answered[]> {
  const answers = new Answers(site, tables);
  const { vault } = answers;
  for (const path of ['guide', 'guide-below']) await openMount(vault, path);
  const mount = 'guide';
  const asked = { mount, keyType: 'EC', ttl: '8000h' };
  const names = { issuerName: 'first', keyName: 'first-key' };
  const first = rootOf.parse(
    await answers.made('POST root/generate/:type', 'generatedRoot', {
      ...asked,
      ...names,
      type: 'INTERNAL',
      commonName: 'First',
    }),
  );
  const second = rootOf.parse(
    await answers.made('POST root/generate/:type', 'generatedRoot', {
      ...asked,
      type: 'EXPORTED',
      commonName: 'Second',
    }),
  );
  await answers.made('POST intermediate/generate/:type', 'generatedCsr', {
    mount: 'guide-below',
    type: 'INTERNAL',
    commonName: 'Below',
  });
  await answers.made('POST intermediate/generate/:type', 'generatedCsr', {
    ...{ mount: 'guide-below', type: 'EXPORTED', commonName: 'Below', keyType: 'EC', keyName: 'named' },
  });
  await answers.made('POST issuers/import/bundle', 'mapping', {
    mount: 'guide-below',
    way: 'BUNDLE',
    pemBundle: first.certificate,
  });
  await answers.made('POST issuers/import/bundle', 'mapping', {
    mount: 'guide-below',
    way: 'BUNDLE',
    pemBundle: first.certificate,
  });
  await answers.made('POST root/sign-self-issued', 'crossSignedRoot', { mount, certificate: second.certificate });

  // A role is read both ways below: what REST shows of one is internal.
  const role = {
    ...{ allowed_domains: ['example.com'], allow_subdomains: true, key_type: 'ec', key_bits: 256 },
    ...{ ttl: '24h', max_ttl: '72h' },
    ...{
      not_before_duration: '45s',
      not_before: '',
      allowed_ip_sans_cidr: ['10.0.0.0/8'],
      ou: ['Unit'],
      policy_identifiers: ['1.3.6.1.4.1.99999.1'],
    },
    ...{ ext_key_usage: ['OCSPSigning'], not_after: '' },
  };
  await vault.write(`${mount}/roles/web`, role);
  const steps = [{ name: 'words', expression: "'no'" }];
  await vault.write(`${mount}/cel/roles/refusing`, { cel_program: { variables: steps, expression: 'words' } });
  await vault.write(`${mount}/cel/roles/plain`, { cel_program: { expression: "'no'" } });
  await vault.write(`${mount}/roles/leased`, { ...role, generate_lease: true });
  const issue = async (input: object) =>
    issuedOf.parse(
      await answers.made('POST issue/:role', 'issuedCertificate', { mount, commonName: 'a.example.com', ...input }),
    );
  const kept = await issue({ role: 'web' });
  const revoked = await issue({ role: 'leased', ttl: '100h' });
  const { csr } = z.object({ csr: z.string() }).parse(
    await answers.made('POST intermediate/generate/:type', 'generatedCsr', {
      mount,
      type: 'INTERNAL',
      commonName: 'b.example.com',
      keyType: 'EC',
    }),
  );
  await answers.made(
    'POST sign/:role',
    'issuedCertificate',
    { mount, role: 'web', csr, commonName: 'b.example.com' },
    'POST issue/:role',
  );
  await answers.made('POST sign-verbatim/:role?', 'issuedCertificate', { mount, csr }, 'POST issue/:role');
  await answers.made(
    'POST root/sign-intermediate',
    'issuedCertificate',
    { mount, csr, commonName: 'Between' },
    'POST issue/:role',
  );
  await answers.made('POST revoke', 'revocation', { mount, serialNumber: revoked.serialNumber });

  const certificate = (serial: string) =>
    answers.read(
      'GET cert/:serial',
      `${mount}/cert/${serial}`,
      `certificate(mount: "${mount}", serialNumber: "${serial}") …`,
    );
  await certificate(kept.serialNumber);
  await certificate(revoked.serialNumber);
  for (const name of ['web', 'leased']) {
    await answers.read('GET roles/:name', `${mount}/roles/${name}`, `role(mount: "${mount}", name: "${name}") …`);
  }
  for (const name of ['refusing', 'plain']) {
    const asked = `celRole(mount: "${mount}", name: "${name}") …`;
    await answers.read('GET cel/roles/:name', `${mount}/cel/roles/${name}`, asked);
  }

  const urls = { issuing_certificates: 'http://ca.example.com/ca', ocsp_servers: 'http://ca.example.com/ocsp' };
  (
    await vault.patch(`${mount}/issuer/first`, { manual_chain: `${first.issuer.uuid},${second.issuer.uuid}`, ...urls })
  ).expect(200);
  (await vault.write(`${mount}/issuer/${second.issuer.uuid}/revoke`)).expect(200);
  for (const { uuid } of [first.issuer, second.issuer]) {
    await answers.read(
      'GET issuer/:ref',
      `${mount}/issuer/${uuid}`,
      `issuer(mount: "${mount}", reference: "${uuid}") …`,
    );
    const listed = { at: `key_info.${uuid}`, list: true };
    await answers.read('LIST issuers', `${mount}/issuers`, `issuer(mount: "${mount}", reference: "${uuid}") …`, listed);
  }
  for (const { uuid } of [first.issuerKey, second.issuerKey]) {
    await answers.read('GET key/:ref', `${mount}/key/${uuid}`, `issuerKey(mount: "${mount}", reference: "${uuid}") …`);
    const listed = { at: `key_info.${uuid}`, list: true };
    await answers.read('LIST keys', `${mount}/keys`, `issuerKey(mount: "${mount}", reference: "${uuid}") …`, listed);
  }

  (await vault.write(`${mount}/config/urls`, urls)).expect(200);
  (
    await vault.write(`${mount}/config/cluster`, {
      path: 'https://ca.example.com/v1/guide',
      aia_path: 'http://ca.example.com',
    })
  ).expect(200);
  for (const [name, field] of [
    ['urls', 'urlsConfig'],
    ['cluster', 'clusterConfig'],
    ['crl', 'crlConfig'],
    ['issuers', 'issuersConfig'],
    ['keys', 'defaultKey'],
  ] as const) {
    await answers.read(`GET config/${name}`, `${mount}/config/${name}`, `${field}(mount: "${mount}") …`);
  }
  await answers.read('GET config/issuers', 'trustate-tls/config/issuers', `issuersConfig(mount: "trustate-tls") …`);

  (await vault.write('sys/mounts/guide-below/tune', { options: { version: '1' } })).expect(204);
  for (const path of [mount, 'guide-below']) {
    await answers.read('GET sys/mounts/*path', `sys/mounts/${path}`, `mount(path: "${path}") …`);
    await answers.read('GET sys/mounts/*path/tune', `sys/mounts/${path}/tune`, `mount(path: "${path}") …`);
  }
  await answers.read('GET sys/policies/acl/:name', 'sys/policies/acl/default', 'policy(name: "default") …');
  await answers.read('GET auth/token/lookup-self', 'auth/token/lookup-self', 'ownToken …');
  const made = await vault.write('auth/token/create', { period: '48h', meta: { team: 'web' } });
  const { client_token: token } = z
    .object({ auth: z.looseObject({ client_token: z.string() }) })
    .parse(made.document).auth;
  await answers.read('GET auth/token/lookup-self', 'auth/token/lookup-self', 'ownToken …', { token });
  return answers.all;
}
