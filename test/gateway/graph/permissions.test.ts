import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from 'graphql';
import type { GraphQLField, GraphQLInputType } from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pkiResolvers, rootRights, shownWhole } from '../../../src/pki/resolvers.js';
import { lookupNames } from '../../../src/platform/graphql/lookup.js';
import { openFields } from '../../../src/platform/graphql/guarded.js';
import { openLive } from '../rest/live.js';
import type { Live } from '../rest/live.js';

const schema = buildSchema(readFileSync('graphql/schema.graphql', 'utf8'));

let live: Live;
const tokens: Record<string, string | null> = { none: null };
const place = { issuer: '', key: '', role: '', serial: '' };

async function ask(query: string, token: string | null) {
  const response = await fetch(`${live.base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ query }),
  });
  const shape = z.object({ data: z.unknown().optional(), errors: z.array(z.unknown()).optional() });
  return shape.parse(await response.json());
}

async function write(path: string, body: object, token = live.rootToken): Promise<Record<string, unknown>> {
  const answer = await live.vault('POST', path, body, { 'x-vault-token': token });
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return z.record(z.string(), z.unknown()).parse(answer.body ?? {});
}

/** Many fields go by the same right: one token for each policy. */
const shaped = new Map<string, string>();
async function tokenWith(policy: string): Promise<string> {
  const before = shaped.get(policy);
  if (before !== undefined) return before;
  const name = `shaped-${shaped.size}`;
  await write(`sys/policies/acl/${name}`, { policy });
  const token = tokenOf(await write('auth/token/create', { policies: [name], no_default_policy: true }));
  shaped.set(policy, token);
  return token;
}
const tokenOf = (answer: Record<string, unknown>) =>
  z.object({ auth: z.object({ client_token: z.string() }) }).parse(answer).auth.client_token;

async function made(mutation: string): Promise<string> {
  const { data } = await ask(`mutation { made: ${mutation} { issued { text } problems { code } } }`, live.rootToken);
  return z.object({ made: z.object({ issued: z.object({ text: z.string() }) }) }).parse(data).made.issued.text;
}

beforeAll(async () => {
  live = await openLive();
  for (const mount of ['pki', 'scratch', 'gone']) {
    if (mount !== 'pki') await write(`sys/mounts/${mount}`, { type: 'pki' });
    const root = { common_name: 'root', key_type: 'ec', issuer_name: 'first', key_name: 'key', ttl: '24h' };
    await write(`${mount}/root/generate/internal`, root);
    await write(`${mount}/cel/roles/web`, { cel_program: { expression: "'never'" } });
    await write(`${mount}/roles/web`, { allow_any_name: true, key_type: 'ec', ttl: '1h' });
  }
  const issued = await write('pki/issue/web', { common_name: 'a.example.com', cert_metadata: 'YQ==' });
  place.serial = z.object({ data: z.object({ serial_number: z.string() }) }).parse(issued).data.serial_number;
  const { data } = await ask('{ issuer { id key { id } } role(name: "web") { id } }', live.rootToken);
  const ids = z.object({
    issuer: z.object({ id: z.string(), key: z.object({ id: z.string() }) }),
    role: z.object({ id: z.string() }),
  });
  const { issuer, role } = ids.parse(data);
  Object.assign(place, { issuer: issuer.id, key: issuer.key.id, role: role.id });

  const policies: Record<string, string> = {
    list: 'path "pki/*" { capabilities = ["list"] } path "sys/policies/acl" { capabilities = ["list"] }',
    read: 'path "pki/*" { capabilities = ["read"] } path "sys/*" { capabilities = ["read"] }',
    both: 'path "pki/*" { capabilities = ["read", "list"] } path "sys/*" { capabilities = ["read", "list"] }',
    deny: `path "*" { capabilities = ["read", "list"] } path "pki/roles/web" { capabilities = ["deny"] }
      path "pki/issuer/*" { capabilities = ["deny"] } path "pki/key/+" { capabilities = ["deny"] }
      path "sys/policies/acl/*" { capabilities = ["deny"] }`,
    path: 'path "pki/issuer/default" { capabilities = ["read"] } path "pki/roles/web" { capabilities = ["read"] }',
    other: 'path "scratch/*" { capabilities = ["read", "list"] } path "sys/mounts/scratch" { capabilities = ["read"] }',
  };
  for (const [name, policy] of Object.entries(policies)) {
    await write(`sys/policies/acl/${name}`, { policy });
    tokens[name] = tokenOf(await write('auth/token/create', { policies: [name], no_default_policy: true }));
  }
  const { data: teams } = await ask('{ organization(name: "default") { teams { nodes { id } } } }', live.rootToken);
  const team = z
    .object({ organization: z.object({ teams: z.object({ nodes: z.array(z.object({ id: z.string() })) }) }) })
    .parse(teams).organization.teams.nodes[0];
  const ended = tokenOf(await write('auth/token/create', { policies: ['both'] }));
  await write('auth/token/revoke-self', {}, ended);
  Object.assign(tokens, {
    root: live.rootToken,
    narrowed: await made('createUserToken(input: { policies: ["default"] })'),
    team: await made(`createTeamToken(input: { teamId: "${team?.id ?? ''}", description: "t" })`),
    organization: await made('regenerateOrganizationToken(input: { organization: { name: "default" } })'),
    ended,
  });
});
afterAll(() => live.close());

/** What GraphQL tells, and the REST calls that have to be allowed for it; none for what is public. */
const facts: readonly (readonly [query: string, ...calls: readonly string[]])[] = [
  ['issuers { nodes { uuid name isDefault serialNumber certificate key { uuid } } }', 'LIST pki/issuers'],
  ['issuers { nodes { usage } }', 'GET pki/issuer/default'],
  ['issuers { nodes { urls { ocspServers } leafNotAfterBehavior } }', 'GET pki/issuer/default'],
  ['issuers { nodes { key { name } } }', 'GET pki/issuer/default | LIST pki/keys | GET pki/key/default'],
  ['issuers { nodes { key { keyType } } }', 'GET pki/key/default'],
  ['issuers { nodes { key { publicKey keyBits } } }', 'GET pki/key/default'],
  ['issuer(reference: "default") { usage keyId key { uuid name } }', 'GET pki/issuer/default'],
  ['issuer(reference: "default") { key { subjectKeyId } }', 'GET pki/issuer/default', 'GET pki/key/default'],
  ['issuerKeys { nodes { uuid name isDefault } }', 'LIST pki/keys'],
  ['issuerKeys { nodes { keyType } }', 'LIST pki/keys', 'GET pki/key/default'],
  ['issuerKeys { nodes { issuers { nodes { usage } } } }', 'LIST pki/keys', 'GET pki/issuer/default'],
  ['issuerKey(reference: "default") { keyType }', 'GET pki/key/default'],
  ['roles { nodes { name } }', 'LIST pki/roles'],
  ['roles { nodes { allowAnyName } }', 'LIST pki/roles', 'GET pki/roles/web'],
  ['roles { nodes { issuer { commonName } } }', 'LIST pki/roles', 'GET pki/roles/web'],
  ['role(name: "web") { allowAnyName keyType }', 'GET pki/roles/web'],
  ['celRoles { nodes { expression } }', 'LIST pki/cel/roles', 'GET pki/cel/roles/web'],
  ['celRole(name: "web") { expression variables { name } }', 'GET pki/cel/roles/web'],
  ['certificates { nodes { serialNumber } }', 'LIST pki/certs'],
  ['certificates(filter: { role: "web" }) { nodes { roleName } }', 'LIST pki/certs'],
  ['certificates(filter: { role: "web" }) { nodes { role { keyType } } }', 'LIST pki/certs', 'GET pki/roles/web'],
  ['certificate(serialNumber: "$serial") { certificate notAfter }', 'GET pki/cert/$serial'],
  ['certificate(serialNumber: "$serial") { issuer { usage } }', 'GET pki/issuer/default'],
  ['certificate(serialNumber: "$serial") { roleName }', 'GET pki/roles/web | LIST pki/roles | LIST pki/certs'],
  ['certificate(serialNumber: "$serial") { metadata { metadata } }', 'GET pki/cert-metadata/$serial'],
  ['certificateMetadata(serialNumber: "$serial") { metadata roleName }', 'GET pki/cert-metadata/$serial'],
  ['certificateMetadataEntries { nodes { serialNumber } }', 'LIST pki/cert-metadata'],
  [
    'certificateMetadataEntries { nodes { metadata notAfter } }',
    'LIST pki/cert-metadata',
    'GET pki/cert-metadata/$serial',
  ],
  ['mount(path: "pki") { path }', 'GET sys/mounts/pki'],
  ['mount(path: "pki") { keys { nodes { uuid } } }', 'GET sys/mounts/pki', 'LIST pki/keys'],
  ['mount(path: "pki") { roles { nodes { keyType } } }', 'GET sys/mounts/pki', 'LIST pki/roles', 'GET pki/roles/web'],
  ['mount(path: "pki") { defaultIssuer { usage } }', 'GET sys/mounts/pki', 'GET pki/issuer/default'],
  ['node(id: "$issuer") { ... on Issuer { usage } }', 'GET pki/issuer/default'],
  ['node(id: "$key") { ... on IssuerKey { keyType } }', 'GET pki/key/default'],
  ['nodes(ids: ["$role"]) { ... on Role { keyType } }', 'GET pki/roles/web'],
  ['policies(first: 2) { nodes { name } }', 'LIST sys/policies/acl'],
  ['policies(first: 2) { nodes { text } }', 'LIST sys/policies/acl', 'GET sys/policies/acl/both'],
  ['policies(first: 2) { nodes { rules { path } } }', 'LIST sys/policies/acl', 'GET sys/policies/acl/both'],
  ['policy(name: "both") { text }', 'GET sys/policies/acl/both'],
];

const filled = (text: string) =>
  text.replaceAll(/\$(serial|issuer|key|role)/g, (_, name: keyof typeof place) => place[name]);

/** Whether REST answers; `|` between calls that each would do. */
async function answers(call: string, token: string | null): Promise<boolean> {
  const statuses = await Promise.all(
    call.split(' | ').map(async (each) => {
      const [method = '', path = ''] = filled(each).split(' ');
      const [verb, query] = method === 'LIST' ? ['GET', '?list=true'] : [method, ''];
      const headers: Record<string, string> = token === null ? {} : { 'x-vault-token': token };
      return (await live.vault(verb, `${path}${query}`, undefined, headers)).status;
    }),
  );
  return statuses.includes(200);
}

describe('GraphQL tells as much as REST', () => {
  test.each(facts)('%s', async (query, ...calls) => {
    const told: Record<string, boolean> = {};
    const allowed: Record<string, boolean> = {};
    for (const [name, token] of Object.entries(tokens)) {
      // Of the two, GraphQL refuses a token that is no more also where none is needed.
      if (name === 'ended') continue;
      const { data, errors } = await ask(`{ told: ${filled(query)} }`, token);
      told[name] = errors === undefined && !JSON.stringify(data).includes('null');
      allowed[name] = (await Promise.all(calls.map((call) => answers(call, token)))).every(Boolean);
    }
    expect(told).toEqual(allowed);
    expect((await ask(`{ told: ${filled(query)} }`, tokens['ended'] ?? null)).data ?? null).toBeNull();
  });
});

const metadata = getMetadataStorage();
const ofPki = (list: readonly { readonly target: object; readonly schemaName: string }[]) =>
  list.filter(({ target }) => pkiResolvers.some((resolver) => resolver === target)).map(({ schemaName }) => schemaName);
const queries = ofPki(metadata.queries);
const mutations = ofPki(metadata.mutations);
const subscriptions = ofPki(metadata.subscriptions);

describe('the table of rights', () => {
  test('names every field that a document begins with', () => {
    expect(Object.keys(rootRights).sort()).toEqual([...queries, ...mutations, ...subscriptions].sort());
  });

  test('says of every type that is reached from there how far it is shown', () => {
    const plain = /(Connection|Edge|Payload)$|^(PageInfo|Problem)$/;
    const open = openFields();
    const seen = new Set<string>();
    const unnamed: string[] = [];
    const visit = (field: GraphQLField<unknown, unknown> | undefined): void => {
      const type = field && getNamedType(field.type);
      if (!isObjectType(type) || seen.has(type.name)) return;
      seen.add(type.name);
      if (!open.has(type.name) && !shownWhole.has(type.name) && !plain.test(type.name)) unnamed.push(type.name);
      for (const each of Object.values(type.getFields())) visit(each);
    };
    for (const name of queries) visit(schema.getQueryType()?.getFields()[name]);
    for (const name of mutations) visit(schema.getMutationType()?.getFields()[name]);
    for (const name of subscriptions) visit(schema.getSubscriptionType()?.getFields()[name]);
    expect(unnamed).toEqual([]);
    expect([...shownWhole].filter((name) => !seen.has(name))).toEqual([]);
    for (const [name, fields] of open) {
      const type = schema.getType(name);
      const there = isObjectType(type) ? Object.keys(type.getFields()) : [];
      expect([...fields].filter((field) => !there.includes(field))).toEqual([]);
    }
  });

  const values: Readonly<Record<string, string>> = {
    ...{ mount: '"scratch"', reference: '"default"', issuer: '"default"', issuerRef: '"default"', role: '"web"' },
    // RSA is the default, and takes long to make.
    ...{ name: '"web"', type: 'INTERNAL', keyType: 'EC', request: '{}' },
  };
  const valueOf = (name: string, type: GraphQLInputType): string => {
    const of = getNamedType(type);
    // A reference: by its place. A mount's is its path, filled in below.
    if (isInputObjectType(of) && of.name.endsWith('Ref')) {
      const named = of.getFields()['named'];
      return named ? `{ named: ${valueOf('named', named.type)} }` : '{ path: "x" }';
    }
    if (values[name] !== undefined) return values[name];
    const named = isNonNullType(type) ? type.ofType : type;
    if (isListType(named)) return '[]';
    if (isEnumType(named)) return named.getValues()[0]?.name ?? '';
    if (isInputObjectType(named)) {
      const fields = Object.values(named.getFields()).filter(
        (field) =>
          (isNonNullType(field.type) && field.defaultValue === undefined) || ['mount', 'keyType'].includes(field.name),
      );
      return `{ ${fields.map((field) => `${field.name}: ${valueOf(field.name, field.type)}`).join(', ')} }`;
    }
    if (isScalarType(of) && of.name === 'PEM') return '"-----BEGIN X-----\\nx\\n-----END X-----"';
    if (isScalarType(of) && of.name === 'SerialNumber') return '"01"';
    return isScalarType(named) && ['Int', 'BigInt'].includes(named.name)
      ? '1'
      : type.toString() === 'Boolean!'
        ? 'false'
        : '"x"';
  };
  const paths: Readonly<Record<string, string>> = {
    ...{ createMount: '"fresh"', deleteMount: '"gone"', mount: '"scratch"', tuneMount: '"scratch"' },
    moveMount: '"nowhere"',
  };
  function documentOf(field: string): string {
    const kind = mutations.includes(field) ? 'mutation' : 'query';
    const root = kind === 'mutation' ? schema.getMutationType() : schema.getQueryType();
    const asked = root?.getFields()[field];
    if (!asked) throw new Error(`there is no ${field}`);
    const given = asked.args.filter((arg) => isNonNullType(arg.type) || arg.name === 'mount');
    const args = given
      .map((arg) => `${arg.name}: ${arg.name === 'path' ? (paths[field] ?? '"x"') : valueOf(arg.name, arg.type)}`)
      .join(', ')
      .replace('path: "x"', `path: ${paths[field] ?? '"x"'}`)
      .replace('way: CA', 'way: BUNDLE');
    const type = getNamedType(asked.type);
    return `${kind} { ${field}${args === '' ? '' : `(${args})`} ${isScalarType(type) ? '' : kind === 'mutation' ? '{ problems { code } }' : '{ __typename }'} }`;
  }

  const concrete = (path: string) =>
    path
      .replace(':mount', 'scratch')
      .replace(':new', 'fresh')
      .replace(':gone', 'gone')
      .replace(':ref', 'default')
      .replace(':role', 'web')
      .replace(':managed', 'web')
      .replace(/:(?:below|prefix|move|eab|account|scep)/, 'x');
  const ruleOf = (path: string, capabilities: readonly string[]) =>
    `path "${concrete(path)}" { capabilities = ${JSON.stringify(capabilities)} }\n`;
  // Internal fields are asked for by paths of REST, which go by the same rights.
  const shown = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  const asked = Object.entries(rootRights).filter(([field]) => field in shown);

  /** Lookups of what is not there: no role leases here, no certificate has metadata and nobody has an account there, and `deleteRoot` has had its turn before keys are asked for. */
  const nothing: ReadonlySet<string> = new Set([
    'managedKey',
    'lease',
    'issuerKey',
    'mountMove',
    'certificateMetadata',
    'acmeAccount',
    'cmpSecret',
  ]);

  test.each(asked)('%s: %j', async (field, rights) => {
    const document = documentOf(field);
    // Who may not look something up is told what is told of something that is not there.
    const hidden = lookupNames().has(field) ? `{"data":{"${field}":null}}` : 'PERMISSION_DENIED';
    const said = async (token: string | null) => JSON.stringify(await ask(document, token));
    if (rights[0] === 'public') {
      expect(await said(null)).not.toMatch(/UNAUTHENTICATED|PERMISSION_DENIED/);
      return;
    }
    expect(await said(null)).toContain('UNAUTHENTICATED');
    const all = '["create", "read", "update", "patch", "delete", "list", "sudo"]';
    const everything = `path "*" { capabilities = ${all} }\n`;
    for (const right of rights) {
      const [capabilities = '', path = ''] = right.split(' ');
      const denied = await tokenWith(everything + ruleOf(path, ['deny']));
      expect(await said(denied), `${field} in spite of a deny`).toContain(hidden);
      const needed = capabilities.split('+');
      for (const missing of needed) {
        const others = ['create', 'read', 'update', 'patch', 'delete', 'list', 'sudo'].filter(
          (each) => each !== missing,
        );
        const without = await tokenWith(ruleOf(path, others));
        expect(await said(without), `${field} without ${missing}`).toContain(hidden);
      }
      const allowed = await tokenWith(ruleOf(path, needed));
      const answer = await said(allowed);
      expect(answer, `${field} with ${right}`).not.toMatch(/UNAUTHENTICATED|PERMISSION_DENIED|GRAPHQL_/);
      if (!nothing.has(field)) expect(answer, `${field} with ${right}`).not.toContain(hidden);
    }
  });
});

test('whoever has no token does not learn what is mounted', async () => {
  for (const query of [
    'issuers(mount: "x") { nodes { uuid } }',
    'certificate(mount: "x", serialNumber: "01") { id }',
    'crl(mount: "x") { number }',
  ])
    expect(JSON.stringify(await ask(`{ ${query} }`, null))).toMatch(/UNAUTHENTICATED/);
  const other = { 'x-vault-token': tokens['other'] ?? '' };
  for (const path of ['nowhere/roles/web', 'pki/roles/web', 'pki/roles/none', 'pki/no/such/path', 'sys/no-such-path'])
    expect((await live.vault('GET', path, undefined, other)).status, path).toBe(403);
});
