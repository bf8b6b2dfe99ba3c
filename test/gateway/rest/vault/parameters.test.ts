import { readFileSync } from 'node:fs';
import { buildSchema, getNamedType, isInputObjectType } from 'graphql';
import type { GraphQLArgument, GraphQLInputField } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { inputParameters, inputTables } from '../../../../src/gateway/rest/vault/routes/input-parameters.js';
import { pkiRoutes } from '../../../../src/gateway/rest/vault/routes.js';
import { readOperations } from '../../../../src/gateway/rest/operation-documents.js';
import { rootRights } from '../../../../src/pki/resolvers.js';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
  await write('pki/root/generate/internal', { common_name: 'root', key_type: 'ec', ttl: '24h' });
  await write('pki/roles/web', { allow_any_name: true, key_type: 'ec', ttl: '1h' });
});
afterAll(() => live.close());

async function write(path: string, body: object, token = live.rootToken): Promise<unknown> {
  const answer = await live.vault('POST', path, body, { 'x-vault-token': token });
  expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
  return answer.body;
}

let made = 0;
async function tokenWith(policy: string): Promise<string> {
  const name = `parameters-${++made}`;
  await write(`sys/policies/acl/${name}`, { policy });
  const body = await write('auth/token/create', { policies: [name], no_default_policy: true });
  return z.object({ auth: z.object({ client_token: z.string() }) }).parse(body).auth.client_token;
}

async function ask(query: string, token: string): Promise<string> {
  const response = await fetch(`${live.base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  return response.text();
}

/** What came of a call: allowed, whether or not it could be done; or refused. */
async function overRest(method: string, path: string, body: object, token: string): Promise<boolean> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const answer = await live.vault(method, path, body, { 'x-vault-token': token, 'content-type': type });
  if (answer.status === 403) expect(answer.body).toMatchObject({ errors: ['permission denied'] });
  else expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.status !== 403;
}
async function overGraphql(mutation: string, token: string): Promise<boolean> {
  const text = await ask(`mutation { done: ${mutation} { problems { code message } } }`, token);
  if (!text.includes('PERMISSION_DENIED')) expect(text).toContain('"problems":[]');
  return !text.includes('PERMISSION_DENIED');
}

const issuing = (stanzas: string) => `path "pki/issue/+" { capabilities = ["update"] ${stanzas} }`;
const short =
  'allowed_parameters = { "common_name" = ["*.example.com"], "ttl" = ["10m", "20m"], "alt_names" = ["*.example.com"] }';
const issue = (body: object) => ['POST', 'pki/issue/web', body] as const;
const issueInput = (input: string) => `issueCertificate(input: { role: "web", ${input} })`;

describe('REST and GraphQL are asked about alike', () => {
  test.each<readonly [policy: string, rest: readonly [string, string, object], graphql: string, allowed: boolean]>([
    [
      issuing(short),
      issue({ common_name: 'a.example.com', ttl: '10m' }),
      issueInput('commonName: "a.example.com", ttl: "PT10M"'),
      true,
    ],
    [
      issuing(short),
      issue({ common_name: 'a.example.com', ttl: 1200 }),
      issueInput('commonName: "a.example.com", ttl: "20m"'),
      true,
    ],
    [
      issuing(short),
      issue({ common_name: 'a.example.com', ttl: '30m' }),
      issueInput('commonName: "a.example.com", ttl: "PT30M"'),
      false,
    ],
    [issuing(short), issue({ common_name: 'evil.com' }), issueInput('commonName: "evil.com"'), false],
    [
      issuing(short),
      issue({ common_name: 'a.example.com', alt_names: 'b.example.com,evil.com' }),
      issueInput('commonName: "a.example.com", altNames: ["b.example.com", "evil.com"]'),
      false,
    ],
    [
      issuing(short),
      issue({ common_name: 'a.example.com', alt_names: 'b.example.com,c.example.com' }),
      issueInput('commonName: "a.example.com", altNames: ["b.example.com", "c.example.com"]'),
      true,
    ],
    [
      issuing(short),
      issue({ common_name: 'a.example.com', ip_sans: '192.0.2.1' }),
      issueInput('commonName: "a.example.com", ipSans: ["192.0.2.1"]'),
      false,
    ],
    [issuing('required_parameters = ["ttl"]'), issue({ common_name: 'a.b' }), issueInput('commonName: "a.b"'), false],
    [
      issuing('required_parameters = ["ttl"]'),
      issue({ common_name: 'a.b', ttl: '5m' }),
      issueInput('commonName: "a.b", ttl: "5m"'),
      true,
    ],
    [
      issuing('denied_parameters = { "uri_sans" = [] }'),
      issue({ common_name: 'a.b', uri_sans: 'x:y' }),
      issueInput('commonName: "a.b", uriSans: ["x:y"]'),
      false,
    ],
    ...[
      ['alt_names', 'evil.example.com', '["evil.example.com "]', 'altNames: ["evil.example.com "]'],
      ['alt_names', 'evil.example.com', 'a.example.com, evil.example.com', 'altNames: [" evil.example.com"]'],
      ['ip_sans', '10.0.0.1', '["10.0.0.1 "]', 'ipSans: ["10.0.0.1\\t"]'],
      ['ip_sans', '10.0.0.1', '::FFFF:a00:1', 'ipSans: ["::ffff:10.0.0.1"]'],
      ['ip_sans', '2001:db8::1', '2001:DB8:0::1', 'ipSans: ["2001:db8::0:1"]'],
      ['ip_sans', '2001:DB8:*', '2001:db8::1', 'ipSans: ["2001:DB8::1"]'],
      ['other_sans', '1.3.6.1;UTF8:*', '1.3.6.1 ; utf-8:x', 'otherSans: ["1.3.6.1;utf8:x"]'],
      ['not_after', '2030-01-01T00:00:00Z', ' 2030-01-01T00:00:00Z', 'notAfter: "2030-01-01T00:00:00Z"'],
    ].map(
      ([name = '', listed, sent, input]) =>
        [
          issuing(`denied_parameters = { "${name}" = ["${listed}"] }`),
          issue({ common_name: 'a.example.com', [name]: sent }),
          issueInput(`commonName: "a.example.com", ${input}`),
          false,
        ] as const,
    ),
    [
      issuing('allowed_parameters = { "common_name" = [], "ip_sans" = ["10.0.0.1"] }'),
      issue({ common_name: 'a.example.com', ip_sans: ['::ffff:10.0.0.1', ' 10.0.0.1'] }),
      issueInput('commonName: "a.example.com", ipSans: ["10.0.0.1"]'),
      true,
    ],
    [
      'path "pki/roles/+" { capabilities = ["update"] denied_parameters = { "policy_identifiers" = ["1.2.3"] } }',
      ['POST', 'pki/roles/own', { policy_identifiers: '[{"oid": "1.2.3"}]' }],
      'createRole(input: { name: "own", policyIdentifiers: [{ oid: "1.2.3", cps: "http://a.b" }] })',
      false,
    ],
    [
      'path "pki/roles/+" { capabilities = ["update"] denied_parameters = { "key_usage" = ["Cert*"], "ext_key_usage" = ["any"] } }',
      ['POST', 'pki/roles/own', { ext_key_usage: 'Any' }],
      'createRole(input: { name: "own", keyUsage: [KEY_CERT_SIGN] })',
      false,
    ],
    [
      'path "pki/roles/+" { capabilities = ["update", "patch"] denied_parameters = { "allow_any_name" = [true] } }',
      ['POST', 'pki/roles/own', { allow_any_name: 'true' }],
      'createRole(input: { name: "own", allowAnyName: true })',
      false,
    ],
    [
      'path "pki/roles/+" { capabilities = ["update", "patch", "read"] denied_parameters = { "allow_any_name" = [true] } }',
      ['PATCH', 'pki/roles/web', { ttl: '2h' }],
      'updateRole(input: { role: { named: { name: "web" } }, ttl: "PT2H" })',
      true,
    ],
    [
      'path "pki/roles/+" { capabilities = ["update", "patch"] denied_parameters = { "allow_any_name" = [true] } }',
      ['PATCH', 'pki/roles/web', { allow_any_name: true }],
      'updateRole(input: { role: { named: { name: "web" } }, allowAnyName: true })',
      false,
    ],
    [
      'path "sys/mounts/*" { capabilities = ["update"] allowed_parameters = { "type" = ["pki"], "description" = ["team *"] } required_parameters = ["type"] }',
      ['POST', 'sys/mounts/one', { type: 'pki', description: 'team one' }],
      'createMount(input: { path: "two", description: "team two" })',
      true,
    ],
    [
      'path "sys/mounts/pki/tune" { capabilities = ["update"] denied_parameters = { "listing_visibility" = ["unauth"] } }',
      ['POST', 'sys/mounts/pki/tune', { listing_visibility: 'unauth' }],
      'tuneMount(input: { mount: { path: "pki" }, tuning: { listingVisibility: UNAUTH } })',
      false,
    ],
    [
      'path "sys/policies/acl/*" { capabilities = ["update"] denied_parameters = { "policy" = ["*sudo*"] } }',
      ['POST', 'sys/policies/acl/mine', { policy: 'path "x" { capabilities = ["sudo"] }' }],
      'writePolicy(input: { name: "mine", policy: "path \\"x\\" { capabilities = [\\"sudo\\"] }" })',
      false,
    ],
    [
      'path "auth/token/create" { capabilities = ["update"] allowed_parameters = { "ttl" = ["1h"], "policies" = [] } required_parameters = ["ttl"] }',
      ['POST', 'auth/token/create', { ttl: '1h' }],
      'createServiceToken(input: { ttl: "PT1H" })',
      true,
    ],
  ])('%s %j %s: %s', async (policy, [method, path, body], graphql, allowed) => {
    const token = await tokenWith(policy);
    expect([await overRest(method, path, body, token), await overGraphql(graphql, token)]).toEqual([allowed, allowed]);
  });

  test('one field after the other of a document, each by its own', async () => {
    const token = await tokenWith(issuing('allowed_parameters = { "common_name" = ["a.b"] }'));
    const one = (name: string) =>
      `${name}: issueCertificate(input: { role: "web", commonName: "${name}.b" }) { problems { code } }`;
    const text = await ask(`mutation { ${one('a')} ${one('c')} a2: ${one('a').slice(3)} }`, token);
    const data = z
      .object({ data: z.record(z.string(), z.object({ problems: z.array(z.unknown()) })) })
      .parse(JSON.parse(text));
    expect(Object.values(data.data).map(({ problems }) => problems.length)).toEqual([0, 1, 0]);
  });

  test('a signing request is what it is, with or without an end of its last line', async () => {
    const made = z
      .object({ data: z.object({ csr: z.string() }) })
      .parse(await write('pki/intermediate/generate/internal', { common_name: 'a.b', key_type: 'ec' }));
    const csr = made.data.csr.trim();
    const signing = (stanza: string) => tokenWith(`path "pki/sign/+" { capabilities = ["update"] ${stanza} }`);
    const begin = '"-----BEGIN CERTIFICATE REQUEST*"';
    const allowed = await signing(`allowed_parameters = { "common_name" = [], "csr" = [${begin}] }`);
    const denied = await signing(`denied_parameters = { "csr" = [${begin}] }`);
    for (const text of [csr, `${csr}\n`, `\r\n${csr.replaceAll('\n', '\r\n')} `]) {
      const sent = ['POST', 'pki/sign/web', { common_name: 'a.b', csr: text }] as const;
      const field = `signCertificate(input: { role: "web", commonName: "a.b", csr: ${JSON.stringify(text)} })`;
      expect([await overRest(...sent, allowed), await overGraphql(field, allowed)]).toEqual([true, true]);
      expect([await overRest(...sent, denied), await overGraphql(field, denied)]).toEqual([false, false]);
    }
  });

  test('a dry run is asked about as what it is a run of', async () => {
    const token = await tokenWith(issuing('allowed_parameters = { "common_name" = ["a.b"] }'));
    const run = (name: string) =>
      ask(`{ explainIssuance(input: { role: "web", commonName: "${name}" }) { allowed } }`, token);
    expect(await run('a.b')).not.toContain('PERMISSION_DENIED');
    expect(await run('c.d')).toContain('PERMISSION_DENIED');
  });
});

describe('no other way leads around a rule', () => {
  test.each<readonly [policy: string, path: string, body: object]>([
    [
      'path "sys/policies/acl/*" { capabilities = ["update"] denied_parameters = { "policy" = [] } }',
      'sys/policy/around',
      { rules: 'path "x" { capabilities = [] }' },
    ],
    [
      'path "sys/policies/acl/*" { capabilities = ["update"] denied_parameters = { "policy" = ["*sudo*"] } }',
      'sys/policies/acl/around',
      { policy: Buffer.from('path "x" { capabilities = ["sudo"] }').toString('base64') },
    ],
    [
      'path "auth/token/create" { capabilities = ["update"] denied_parameters = { "policies" = ["default"] } }',
      'auth/token/create',
      { policies: ['Default'] },
    ],
    [
      'path "pki/keys/generate/internal" { capabilities = ["update"] denied_parameters = { "key_name" = ["own"] } }',
      'pki/keys/generate/internal',
      { key_name: ' own', key_type: 'ec' },
    ],
    [
      'path "auth/token/create" { capabilities = ["update"] denied_parameters = { "ttl" = [] } }',
      'auth/token/create',
      { lease: '1h' },
    ],
    [
      'path "sys/leases/revoke" { capabilities = ["update"] allowed_parameters = { "lease_id" = ["pki/issue/own/*"] } }',
      'sys/leases/revoke/pki/issue/web/1',
      {},
    ],
    [issuing('allowed_parameters = { "common_name" = [] }'), 'pki/issue/web', { common_name: 'a.b', unheard_of: 1 }],
    [issuing('denied_parameters = { "ttl" = [] }'), 'pki/issue/web', { common_name: 'a.b', ttl: 'not one' }],
  ])('%s %s %j', async (policy, path, body) => {
    expect(await overRest('POST', path, body, await tokenWith(policy))).toBe(false);
  });

  test('what GraphQL alone knows is refused where a rule looks at parameters', async () => {
    const at = 'path "pki/revoke" { capabilities = ["update"]';
    const revoke = 'revokeCertificate(input: { serialNumber: "01:02", reason: KEY_COMPROMISE }) { problems { code } }';
    expect(await ask(`mutation { ${revoke} }`, await tokenWith(`${at} }`))).not.toContain('PERMISSION_DENIED');
    const looked = await tokenWith(`${at} denied_parameters = { "certificate" = [] } }`);
    expect(await ask(`mutation { ${revoke} }`, looked)).toContain('PERMISSION_DENIED');
    const plain = 'revokeCertificate(input: { serialNumber: "01:02" }) { problems { code } }';
    expect(await ask(`mutation { ${plain} }`, looked)).not.toContain('PERMISSION_DENIED');
  });

  test('reading is without parameters', async () => {
    const at = 'path "pki/roles/web" { capabilities = ["read"]';
    const read = async (policy: string) => {
      const token = await tokenWith(policy);
      const { status } = await live.vault('GET', 'pki/roles/web?ttl=1h', undefined, { 'x-vault-token': token });
      return [status, (await ask('{ role(name: "web") { ttl } }', token)).includes('{"role":null}')];
    };
    expect(await read(`${at} allowed_parameters = { "ttl" = ["2h"] } denied_parameters = { "ttl" = [] } }`)).toEqual([
      200,
      false,
    ]);
    expect(await read(`${at} required_parameters = ["ttl"] }`)).toEqual([403, true]);
  });
});

const schema = buildSchema(readFileSync('graphql/schema.graphql', 'utf8'));
const roots = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };

/** Of an input, what no parameter of the REST call is: a rule that looks at parameters refuses it. */
const nameless: Readonly<Record<string, readonly string[]>> = {
  createMount: ['defaultLeaseTtl', 'maxLeaseTtl', 'tuning'],
  tuneMount: ['externalEntropyAccess', 'local', 'sealWrap'],
  enableAuthMethod: ['tuning'],
  tuneAuthMethod: ['local', 'sealWrap'],
  // By its id; a path is said.
  moveMount: ['mount'],
  revokeCertificate: ['reason'],
  revokeCertificateWithKey: ['reason'],
  revokeOwnToken: ['accessor'],
};

describe('the table between GraphQL and REST', () => {
  const ofIdentity = [
    ...['writePolicy', 'createServiceToken', 'createOrphanToken', 'renewOwnToken', 'revokeOwnToken'],
    ...['serviceToken', 'renewServiceToken', 'revokeServiceToken', 'revokeTokenAlone', 'pathCapabilities'],
    ...['wrapData', 'unwrapAnswer', 'rewrapAnswer', 'writeTokenRole'],
    ...['enableAuthMethod', 'tuneAuthMethod', 'configureCertAuth', 'writeAuthRole', 'setAuthPassword'],
    ...['setAuthPolicies', 'createAuthChallenge'],
  ];

  test('names every field that writes', () => {
    const writing = Object.entries(rootRights).filter(([, rights]) =>
      rights.some((right) => /^(update|patch)/.test(right)),
    );
    expect(Object.keys(inputTables).sort()).toEqual([...writing.map(([name]) => name), ...ofIdentity].sort());
  });

  test.each(Object.entries(inputTables))('%s', (name, table) => {
    const given: readonly (GraphQLArgument | GraphQLInputField)[] = roots[name]?.args ?? [];
    const input = given.find((each) => each.name === 'input');
    const type = input && getNamedType(input.type);
    const fields = isInputObjectType(type) ? Object.values(type.getFields()) : given;
    const within = fields.flatMap((field) => {
      const inner = getNamedType(field.type);
      return table.within?.includes(field.name) && isInputObjectType(inner)
        ? Object.values(inner.getFields())
        : [field];
    });
    const unnamed = within.filter((field) => inputParameters(table, { input: { [field.name]: 'x' } }) === null);
    expect(unnamed.map((field) => field.name).sort()).toEqual(nameless[name] ?? []);
    // What counts as the place is of the input.
    for (const place of table.place) expect(fields.map((field) => field.name)).toContain(place);
  });

  test('has the fields of every call that does the same', () => {
    const operations = readOperations(pkiRoutes.operations);
    for (const row of [...pkiRoutes.system, ...pkiRoutes.mount]) {
      const text = row.operation ? (operations.get(row.operation.name)?.loc?.source.body ?? '') : '';
      const root =
        new RegExp(`(?:mutation|query) ${row.operation?.name}\\b[^{]*{\\s*(?:\\w+: )?(\\w+)`).exec(text)?.[1] ?? '';
      const table = inputTables[root];
      if (!table || (row.verb !== 'update' && row.verb !== 'patch')) continue;
      const names = Object.keys(row.fields).map((field) => row.parameterNames?.[field] ?? field);
      // The name of a policy and whether a revocation waits are said and have no effect.
      const known = [...Object.keys(table.fields), 'name', 'sync'];
      expect(known, row.path).toEqual(expect.arrayContaining(names));
    }
  });
});
