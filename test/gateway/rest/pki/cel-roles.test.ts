import { createPrivateKey, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Name } from '../../../../src/pki/x509/index.js';
import { csrPem } from '../../../pki/policy/made.js';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
  await live.vault('POST', 'sys/mounts/pki/tune', { max_lease_ttl: '87600h' });
  await live.vault('POST', 'pki/root/generate/internal', { common_name: 'Root', key_type: 'ec', ttl: '87600h' });
});
afterAll(() => live.close());

const ask = (method: string, path: string, body?: unknown, token = live.rootToken) =>
  live.vault(method, `pki/${path}`, body, {
    'x-vault-token': token,
    ...(method === 'PATCH' && { 'content-type': 'application/merge-patch+json' }),
  });
async function graphql(query: string, variables: object, token = live.rootToken): Promise<unknown> {
  const response = await fetch(`${live.base}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

/** The example of docs/cel-roles.md. */
const internal = {
  variables: [
    { name: 'lifetime', expression: "has(request.ttl) ? duration(request.ttl) : duration('24h')" },
    { name: 'short', expression: "lifetime <= duration('72h')" },
    { name: 'ours', expression: "request.common_name.endsWith('.internal.example')" },
    {
      name: 'template',
      expression:
        'CertTemplate{ Subject: PKIX.Name{ CommonName: request.common_name }, DNSNames: [request.common_name], NotAfter: now + lifetime, KeyUsage: KeyUsage.KeyUsageDigitalSignature, ExtKeyUsage: [ExtKeyUsage.ExtKeyUsageServerAuth] }',
    },
  ],
  expression:
    "!ours ? 'only names below internal.example' : !short ? 'at most 72 hours' : ValidationOutput{ template: template, key_type: 'ec' }",
};
beforeEach(async () => {
  expect((await ask('POST', 'cel/roles/internal', { cel_program: internal })).status).toBe(200);
});

const dataOf = ({ body }: { readonly body: unknown }) => (body as { data: Record<string, string> }).data;
const errorOf = ({ status, body }: { readonly status: number; readonly body: unknown }) => [
  status,
  (body as { errors: readonly string[] }).errors.join('; '),
];
const certificateOf = (answer: { readonly body: unknown }) => new X509Certificate(dataOf(answer)['certificate'] ?? '');

describe('a CEL role', () => {
  test('is written, read, listed, changed and deleted', async () => {
    const shown = { name: 'internal', cel_program: internal };
    expect(dataOf(await ask('POST', 'cel/roles/internal', { cel_program: internal }))).toEqual(shown);
    expect(dataOf(await ask('GET', 'cel/roles/internal'))).toEqual(shown);
    await ask('PUT', 'cel/roles/another', { cel_program: { expression: "'no'" } });
    expect(dataOf(await ask('GET', 'cel/roles/another'))).toEqual({
      name: 'another',
      cel_program: { expression: "'no'" },
    });
    expect(dataOf(await ask('LIST', 'cel/roles'))).toEqual({ keys: ['another', 'internal'] });
    expect(dataOf(await ask('LIST', 'cel/roles?after=another&limit=1'))).toEqual({ keys: ['internal'] });
    const patched = await ask('PATCH', 'cel/roles/internal', { cel_program: { expression: "'closed'" } });
    expect(dataOf(patched)).toEqual({ ...shown, cel_program: { ...internal, expression: "'closed'" } });
    expect((await ask('DELETE', 'cel/roles/another')).status).toBe(204);
    expect((await ask('DELETE', 'cel/roles/another')).status).toBe(204);
    expect((await ask('GET', 'cel/roles/another')).status).toBe(404);
    expect((await ask('PATCH', 'cel/roles/another', { cel_program: { expression: "'x'" } })).status).toBe(404);
  });

  test('shares its name with a role of the other kind', async () => {
    await ask('POST', 'roles/internal', { allow_any_name: true, key_type: 'ec' });
    const [by, other] = [
      await ask('POST', 'cel/issue/internal', { common_name: 'a.internal.example' }),
      await ask('POST', 'issue/internal', { common_name: 'b.other.example' }),
    ];
    const query = `query ($serial: SerialNumber!) { certificate(serialNumber: $serial) { roleName role { name } } celRole(name: "internal") { certificates { nodes { serialNumber } } } role(name: "internal") { certificates { nodes { serialNumber } } } }`;
    const serials = (answer: { readonly body: unknown }) => ({ serialNumber: dataOf(answer)['serial_number'] });
    expect(await graphql(query, { serial: dataOf(by)['serial_number'] })).toMatchObject({
      data: {
        certificate: { roleName: 'cel/internal', role: null },
        celRole: { certificates: { nodes: expect.arrayContaining([serials(by)]) as unknown } },
        role: { certificates: { nodes: [serials(other)] } },
      },
    });
  });

  test.each([
    ['no program', {}, /cel_program must be an object/],
    ['a text', { cel_program: "'a'" }, /cel_program must be an object/],
    ['no expression', { cel_program: { variables: [] } }, /cel_program.expression: the expression is empty/],
    ['another type of expression', { cel_program: { expression: 1 } }, /cel_program.expression must be a text/],
    ['variables that are no list', { cel_program: { variables: {}, expression: "'a'" } }, /variables must be a list/],
    [
      'a variable that is none',
      { cel_program: { variables: [{ name: 'a' }], expression: "'a'" } },
      /variables\[0\] must be/,
    ],
    [
      'a fault',
      { cel_program: { variables: [{ name: 'a', expression: '1 +' }], expression: "'a'" } },
      /cel_program.variables\[0\].expression: /,
    ],
    ['a function that is not there', { cel_program: { expression: 'f()' } }, /there is no function f/],
  ])('with %s is refused, and changes nothing', async (_what, body, said) => {
    const [status, error] = errorOf(await ask('POST', 'cel/roles/internal', body));
    expect([status, error]).toEqual([400, expect.stringMatching(said)]);
    expect(dataOf(await ask('GET', 'cel/roles/internal'))['cel_program']).toEqual(internal);
  });

  test('with a name that no path has is refused', async () => {
    expect(errorOf(await ask('POST', 'cel/roles/a%20b', { cel_program: internal }))[0]).toBe(400);
  });
});

describe('cel/issue', () => {
  test('makes a key and the certificate that the program wants', async () => {
    const answer = await ask('POST', 'cel/issue/internal', { common_name: 'web.internal.example', ttl: '48h' });
    const data = dataOf(answer);
    const certificate = certificateOf(answer);
    expect(certificate.subject).toBe('CN=web.internal.example');
    expect(certificate.subjectAltName).toBe('DNS:web.internal.example');
    expect(certificate.checkPrivateKey(createPrivateKey(data['private_key'] ?? ''))).toBe(true);
    expect(data['private_key_type']).toBe('ec');
    expect(certificate.checkIssued(new X509Certificate(data['issuing_ca'] ?? ''))).toBe(true);
    const lifetime = (Date.parse(certificate.validTo) - Date.parse(certificate.validFrom)) / 1000;
    expect(lifetime).toBe(48 * 3600 + 30);
    expect(dataOf(await ask('GET', `cert/${data['serial_number'] ?? ''}`))['certificate']).toContain('BEGIN');
  });

  test.each([
    ['with the words of the program', { common_name: 'web.example.org' }, 'only names below internal.example'],
    ['with other words of it', { common_name: 'a.internal.example', ttl: '100h' }, 'at most 72 hours'],
    [
      'where the program fails',
      {},
      /the program of the role internal failed: variables\[2\].expression: .*common_name/,
    ],
    [
      'with both ends',
      { common_name: 'a.internal.example', ttl: '1h', not_after: '2030-01-01T00:00:00Z' },
      /Either ttl or not_after/,
    ],
  ])('refuses %s', async (_what, body, said) => {
    const [status, error] = errorOf(await ask('POST', 'cel/issue/internal', body));
    expect([status, error]).toEqual([400, typeof said === 'string' ? said : expect.stringMatching(said)]);
  });

  test('refuses without words', async () => {
    await ask('POST', 'cel/roles/closed', { cel_program: { expression: 'false' } });
    expect(errorOf(await ask('POST', 'cel/issue/closed', {}))).toEqual([400, 'request denied']);
  });

  test('of a role or an issuer that is not there', async () => {
    expect(errorOf(await ask('POST', 'cel/issue/none', {}))).toEqual([400, 'unknown CEL role: none']);
    await ask('POST', 'cel/roles/lost', {
      cel_program: { expression: "ValidationOutput{ template: CertTemplate{}, issuer_ref: 'nobody' }" },
    });
    expect(errorOf(await ask('POST', 'cel/issue/lost', {}))[1]).toContain('nobody');
  });

  test.each([
    ['a lease', 'generate_lease: true', true, true],
    ['nothing kept', 'no_store: true', false, false],
    ['neither', "warnings: ['', 'mind']", true, false],
  ])('with %s', async (_what, fields, kept, leased) => {
    const expression = `ValidationOutput{ template: CertTemplate{ DNSNames: ['a.example'] }, key_type: 'ec', ${fields} }`;
    await ask('POST', 'cel/roles/kept', { cel_program: { expression } });
    const answer = await ask('POST', 'cel/issue/kept', {});
    const { lease_id: lease, warnings } = answer.body as { lease_id: string; warnings: unknown };
    expect(lease !== '').toBe(leased);
    expect(warnings).toEqual(fields.includes('mind') ? ['mind'] : null);
    expect((await ask('GET', `cert/${dataOf(answer)['serial_number'] ?? ''}`)).status).toBe(kept ? 200 : 404);
  });

  test('shows the chain without its root', async () => {
    const body = { common_name: 'a.internal.example', remove_roots_from_chain: true };
    const chain = dataOf(await ask('POST', 'cel/issue/internal', body))['ca_chain'] ?? [];
    expect(chain).toEqual([]);
    expect(
      dataOf(await ask('POST', 'cel/issue/internal', { common_name: 'a.internal.example' }))['ca_chain'],
    ).toHaveLength(1);
  });

  test('gives the program whatever was sent, and not the token', async () => {
    const expression = "encode_json(request) + ' ' + client_token + ' ' + entity_info.name";
    await ask('POST', 'cel/roles/echo', { cel_program: { expression } });
    const body = { any: { thing: [1, 'x', null, true] } };
    const seen = JSON.stringify({ ...body, role: 'echo' });
    expect(errorOf(await ask('POST', 'cel/issue/echo', body))).toEqual([400, `${seen}  root`]);
    // OpenBao: the role is that of the path.
    const other = await ask('POST', 'cel/issue/echo', { ...body, role: 'another' });
    expect(errorOf(other)).toEqual([400, `${seen}  root`]);
  });
});

test('half of a character in a name, an address or a URI is refused', async () => {
  const fields = {
    name: 'Subject: PKIX.Name{ CommonName: request.text }',
    organization: 'Subject: PKIX.Name{ Organization: [request.text] }',
    host: 'DNSNames: [request.text]',
    path: "URIs: [url.URL{ Scheme: 'https', Host: 'a', Path: request.text }]",
    user: "URIs: [url.URL{ Scheme: 'https', Host: 'a', User: Userinfo{ username: request.text } }]",
  };
  for (const [name, field] of Object.entries(fields)) {
    const expression = `ValidationOutput{ template: CertTemplate{ ${field} }, key_type: 'ec' }`;
    await ask('POST', 'cel/roles/half', { cel_program: { expression } });
    expect((await ask('POST', 'cel/issue/half', '{"text":"a\\ud800b"}')).status, name).toBe(400);
  }
});

describe('cel/sign', () => {
  const csr = () => csrPem({ key: 'ec-384', subject: Name.of({ commonName: 'from.the.csr' }) });
  beforeEach(async () => {
    const variables = [{ name: 'name', expression: 'parsed_csr.Subject.CommonName' }];
    const expression =
      "use_csr && parsed_csr.PublicKeyBits >= 384 ? ValidationOutput{ template: CertTemplate{ Subject: PKIX.Name{ CommonName: name } } } : 'too short: ' + parsed_csr.PublicKeyAlgorithm";
    await ask('POST', 'cel/roles/signs', { cel_program: { variables, expression } });
  });

  test('certifies the key of the request, and answers none', async () => {
    const answer = await ask('POST', 'cel/sign/signs', { csr: await csr() });
    expect(certificateOf(answer).subject).toBe('CN=from.the.csr');
    expect(certificateOf(answer).publicKey.asymmetricKeyDetails).toMatchObject({ namedCurve: 'secp384r1' });
    expect(dataOf(answer)).not.toHaveProperty('private_key');
  });

  test('refuses what the program refuses of it', async () => {
    const body = { csr: await csrPem({ key: 'ec-256', subject: Name.of({ commonName: 'a' }) }) };
    expect(errorOf(await ask('POST', 'cel/sign/signs', body))).toEqual([400, 'too short: ECDSA']);
  });

  test.each([
    ['none', {}, /"csr" is empty/],
    ['no CSR', { csr: 'x' }, /csr contains no data/],
  ])('refuses %s', async (_what, body, said) => {
    const [status, error] = errorOf(await ask('POST', 'cel/sign/signs', body));
    expect([status, error]).toEqual([400, expect.stringMatching(said)]);
  });
});

describe('in GraphQL', () => {
  const issue = `mutation ($input: IssueByCelRoleInput!) { made: issueByCelRole(input: $input) { issuedCertificate { certificate privateKeyType } problems { code message field ... on BrokenRuleProblem { rule } } } }`;

  test('the same is issued and refused', async () => {
    const input = { role: 'internal', request: { common_name: 'g.internal.example' } };
    expect(await graphql(issue, { input })).toMatchObject({
      data: { made: { issuedCertificate: { privateKeyType: 'EC' }, problems: [] } },
    });
    expect(await graphql(issue, { input: { ...input, request: { common_name: 'g.example' } } })).toMatchObject({
      data: {
        made: {
          issuedCertificate: null,
          problems: [
            {
              code: 'REQUEST_REFUSED',
              message: 'only names below internal.example',
              field: ['request'],
              rule: 'refusal',
            },
          ],
        },
      },
    });
    expect(await graphql(issue, { input: { ...input, request: ['a'] } })).toMatchObject({
      data: { made: { problems: [{ code: 'INVALID_INPUT', message: 'request must be an object' }] } },
    });
  });

  test('a program is refused with the place of each fault', async () => {
    const write = `mutation ($input: CreateCelRoleInput!) { made: createCelRole(input: $input) { celRole { id } problems { message field } } }`;
    const input = { name: 'bad', variables: [{ name: 'a', expression: '1 +' }], expression: 'f()' };
    expect(await graphql(write, { input })).toMatchObject({
      data: {
        made: {
          celRole: null,
          problems: [
            { field: ['variables', '0', 'expression'] },
            { field: ['expression'], message: 'there is no function f' },
          ],
        },
      },
    });
  });

  test('a role is changed by its id, found by it, and listed', async () => {
    const read = '{ celRole(name: "internal") { id } }';
    const { data } = (await graphql(read, {})) as { data: { celRole: { id: string } } };
    const { id } = data.celRole;
    const change = `mutation ($input: UpdateCelRoleInput!) { made: updateCelRole(input: $input) { celRole { id expression variables { name } } problems { code } } }`;
    expect(await graphql(change, { input: { role: { id }, expression: "'closed'", variables: [] } })).toMatchObject({
      data: { made: { celRole: { id, expression: "'closed'", variables: [] }, problems: [] } },
    });
    const found = `query ($id: ID!) { node(id: $id) { id ... on CelRole { expression mount { path } } } celRoles(filter: { search: "TERN" }) { nodes { name } } mount(path: "pki") { celRoles { totalCount } } }`;
    expect(await graphql(found, { id })).toMatchObject({
      data: {
        node: { id, expression: "'closed'", mount: { path: 'pki' } },
        celRoles: { nodes: [{ name: 'internal' }] },
      },
    });
    expect(
      await graphql(change, { input: { role: { id: 'celrole-AAAAAAAAAAAAAAAA' }, expression: "'x'" } }),
    ).toMatchObject({
      data: { made: { celRole: null, problems: [{ code: 'NOT_FOUND' }] } },
    });
  });

  test('a dry run shows what would be issued, or why nothing would', async () => {
    const explain = `query ($input: ExplainCelIssuanceInput!) { explained: explainCelIssuance(input: $input) { allowed warnings brokenRules { rule field message } certificate { subject keyType names { dns } } } }`;
    const input = { role: 'internal', request: { common_name: 'd.internal.example' } };
    expect(await graphql(explain, { input })).toMatchObject({
      data: {
        explained: {
          allowed: true,
          brokenRules: [],
          certificate: { subject: 'CN=d.internal.example', keyType: 'EC', names: { dns: ['d.internal.example'] } },
        },
      },
    });
    expect(await graphql(explain, { input: { ...input, request: {} } })).toMatchObject({
      data: {
        explained: { allowed: false, certificate: null, brokenRules: [{ rule: 'expression', field: ['request'] }] },
      },
    });
    const { keys } = dataOf(await ask('LIST', 'certs')) as unknown as { keys: string[] };
    await graphql(explain, { input });
    expect(dataOf(await ask('LIST', 'certs'))).toMatchObject({ keys });
  });
});

describe('somebody who may only issue', () => {
  async function tokenWith(policy: string): Promise<string> {
    await live.vault('PUT', 'sys/policies/acl/only', { policy });
    const made = await live.vault('POST', 'auth/token/create', { policies: ['only'], no_default_policy: true });
    return (made.body as { auth: { client_token: string } }).auth.client_token;
  }
  const issue = `mutation ($input: IssueByCelRoleInput!) { made: issueByCelRole(input: $input) { problems { code } } }`;
  const codesOf = async (token: string, request: object) => {
    const { data } = (await graphql(issue, { input: { role: 'internal', request } }, token)) as {
      data: { made: { problems: readonly { code: string }[] } };
    };
    return data.made.problems.map(({ code }) => code);
  };
  const good = { common_name: 'a.internal.example' };

  test('sees no role, and learns of none', async () => {
    const token = await tokenWith('path "pki/cel/issue/internal" { capabilities = ["update"] }');
    expect((await ask('POST', 'cel/issue/internal', good, token)).status).toBe(200);
    for (const [method, path] of [
      ['GET', 'cel/roles/internal'],
      ['LIST', 'cel/roles'],
      ['POST', 'cel/roles/internal'],
      ['DELETE', 'cel/roles/internal'],
      ['POST', 'cel/issue/none'],
      ['POST', 'cel/sign/internal'],
    ] as const)
      expect((await ask(method, path, method === 'POST' ? {} : undefined, token)).status, path).toBe(403);
    const query = '{ celRole(name: "internal") { expression } certificates { nodes { roleName } } }';
    expect(JSON.stringify(await graphql(query, {}, token))).not.toContain('internal');
  });

  test('cannot pass by GraphQL what a policy forbids of parameters', async () => {
    const token = await tokenWith(
      'path "pki/cel/issue/internal" { capabilities = ["update"] denied_parameters = { "ttl" = [] } }',
    );
    expect((await ask('POST', 'cel/issue/internal', good, token)).status).toBe(200);
    expect((await ask('POST', 'cel/issue/internal', { ...good, ttl: '1h' }, token)).status).toBe(403);
    expect(await codesOf(token, { ...good, ttl: '1h' })).toEqual(['PERMISSION_DENIED']);
  });
});

test('what is refused stands in the audit', async () => {
  await ask('POST', 'cel/issue/internal', { common_name: 'tried.example' });
  const query =
    '{ auditRecords(first: 20, filter: { action: "certificate.issue", outcome: FAILURE }) { nodes { targetId details } } }';
  const refused = ['only names below internal.example'];
  await expect
    .poll(() => graphql(query, {}))
    .toMatchObject({
      data: {
        auditRecords: {
          nodes: expect.arrayContaining([
            { targetId: 'pki/cel/issue/internal', details: { commonName: 'tried.example', refused } },
          ]) as unknown,
        },
      },
    });
});
