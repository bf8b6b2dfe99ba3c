import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  checkCertificate,
  decodePemBlock,
  encodePem,
  extension,
  Name,
  parseCertificate,
  subjectAltName,
  type LintPolicy,
} from '../../../../src/pki/x509/index.js';
import { csrPem } from '../../../pki/policy/made.js';
import { certifyAuthority } from '../../../pki/x509/authority.js';
import { openLive, type Live } from '../live.js';

/** Every way to a certificate goes through the check: what it finds is in the answer, or refuses the request. */
let live: Live;
const long = 'o'.repeat(65);
const csr = { plain: '', odd: '' };
let root = '';

const ask = (method: string, path: string, body?: unknown) =>
  live.vault(method, `pki/${path}`, body, { 'x-vault-token': live.rootToken });

interface Answer {
  readonly data?: Readonly<Record<string, string>>;
  readonly warnings?: readonly string[] | null;
  readonly errors?: readonly string[];
}
const answerOf = ({ body }: { readonly body: unknown }) => body as Answer;

beforeAll(async () => {
  live = await openLive();
  await live.vault('POST', 'sys/mounts/pki/tune', { max_lease_ttl: '87600h' });
  await ask('POST', 'root/generate/internal', { common_name: 'Root', key_type: 'ec', ttl: '8760h' });
  const cel = {
    expression: `ValidationOutput{ key_type: 'ec', template: CertTemplate{
      Subject: PKIX.Name{ CommonName: 'a.example.com', Organization: ['${long}'] }, DNSNames: ['a.example.com'], NotAfter: now + duration('1h') } }`,
  };
  expect((await ask('POST', 'cel/roles/long', { cel_program: cel })).status).toBe(200);
  const role = { allow_any_name: true, key_type: 'ec', ttl: '1h', organization: long };
  const baseline = { ...role, organization: '', lint_profile: 'cabf-br', key_usage: 'DigitalSignature' };
  const roles = {
    warned: role,
    refused: { ...role, lint_severity: 'error' },
    baseline: { ...baseline, lint_severity: 'error' },
    told: baseline,
  };
  for (const [name, given] of Object.entries(roles))
    expect((await ask('POST', `roles/${name}`, given)).status).toBe(200);
  const { value } = subjectAltName([{ type: 'dns', value: 'a.example.com' }]);
  csr.plain = await csrPem({ subject: Name.of({ commonName: 'a.example.com' }) });
  csr.odd = await csrPem({
    subject: Name.of({ commonName: 'a.example.com' }),
    extensions: [extension('2.5.29.17', value, { critical: true })],
  });
  root = encodePem(
    'CERTIFICATE',
    (await certifyAuthority({ subject: Name.of({ organization: [long] }) })).certificate.der,
  );
});
afterAll(() => live.close());

/** What the check says of a certificate that was signed. */
function findings(pem: string | undefined, policy?: LintPolicy): string[] {
  const { publicKey, extensions, ...certificate } = parseCertificate(decodePemBlock(pem ?? '', ['CERTIFICATE'], 'pem'));
  const draft = { ...certificate, key: publicKey.spec, extensions: extensions.all };
  return checkCertificate(draft, policy).findings.map(({ message }) => message);
}

test.each([
  ['issue/warned', () => ({ common_name: 'a.example.com' })],
  ['sign/warned', () => ({ csr: csr.plain })],
  ['sign-verbatim', () => ({ csr: csr.odd })],
  ['sign-verbatim/told', () => ({ csr: csr.odd })],
  ['root/sign-intermediate', () => ({ csr: csr.plain, common_name: 'Sub', organization: long })],
  ['root/sign-intermediate', () => ({ csr: csr.odd, use_csr_values: true })],
  ['root/generate/internal', () => ({ common_name: 'Other', key_type: 'ec', ttl: '700h', organization: long })],
  ['root/rotate/internal', () => ({ common_name: 'Next', key_type: 'ec', ttl: '700h', organization: long })],
  ['root/sign-self-issued', () => ({ certificate: root })],
  ['cel/issue/long', () => ({ common_name: 'a.example.com' })],
  ['cel/sign/long', () => ({ csr: csr.plain })],
])('%s tells what the check finds', async (path, given) => {
  const answered = await ask('POST', path, given());
  const { data, warnings } = answerOf(answered);
  expect([answered.status, answerOf(answered).errors]).toEqual([200, undefined]);
  const found = findings(data?.['certificate']);
  expect(found).not.toEqual([]);
  expect(warnings).toEqual(expect.arrayContaining(found));
  // No finding is told twice.
  expect(new Set(warnings).size).toBe(warnings?.length);
});

describe('a role', () => {
  test('has no lints beyond those of RFC 5280, and refuses for none but fatal ones, by default', async () => {
    expect(answerOf(await ask('GET', 'roles/warned')).data).toMatchObject({
      ...{ lint_profile: 'rfc5280', lint_severity: 'fatal' },
    });
    expect(answerOf(await ask('GET', 'roles/baseline')).data).toMatchObject({
      ...{ lint_profile: 'cabf-br', lint_severity: 'error' },
    });
  });

  test.each([
    [{ lint_profile: 'etsi' }, 'lint_profile: must be one of rfc5280, cabf-br'],
    [{ lint_severity: 'notice' }, 'lint_severity: must be one of warning, error, fatal'],
  ])('with %j is refused', async (given, message) => {
    const { status, body } = await ask('POST', 'roles/wrong', given);
    expect([status, answerOf({ body }).errors]).toEqual([400, [expect.stringContaining(message)]]);
  });

  test('refuses what fails its severity, before anything is made', async () => {
    const message = `the organization "${'o'.repeat(40)}…" has 65 characters: clients may refuse more than 64 (e_subject_organization_name_max_length, RFC 5280 A.1)`;
    for (const [path, given] of [
      ['issue/refused', { common_name: 'a.example.com' }],
      ['sign/refused', { csr: csr.plain }],
    ] as const) {
      const { status, body } = await ask('POST', path, given);
      expect([status, answerOf({ body }).errors]).toEqual([400, [message]]);
    }
    const { status, body } = await ask('POST', 'sign-verbatim/baseline', { csr: csr.plain });
    expect([status, answerOf({ body }).errors]).toEqual([
      400,
      expect.arrayContaining([expect.stringContaining('(e_ext_san_missing, CA/Browser Forum TLS BR 7.1.2.7.12)')]),
    ]);
  });

  test('whose certificates must keep the rules of the forum warns of what they break, or refuses it', async () => {
    const given = { common_name: 'shop.local' };
    const told = answerOf(await ask('POST', 'issue/told', given));
    const found = findings(told.data?.['certificate'], { profile: 'cabf-br', refuses: 'fatal' });
    expect(found).toContain('"shop.local": the DNS name is internal');
    expect(told.warnings).toEqual(found);
    const refused = answerOf(await ask('POST', 'issue/baseline', given));
    expect(refused.errors).toContain(
      '"shop.local": the DNS name is internal (e_dnsname_internal_name, CA/Browser Forum TLS BR 4.2.2)',
    );
  });
});

const guide = readFileSync(new URL('../../../../docs/lints.md', import.meta.url), 'utf8');
/** The example of the guide that begins so. */
const example = (start: string) => new RegExp(`\`\`\`text\\n(${start}[^\`]*)\`\`\``).exec(guide)?.[1] ?? '';

async function graphql(query: string, variables: object = {}): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${live.base}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${live.rootToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  return ((await response.json()) as { data: Readonly<Record<string, unknown>> }).data;
}

test("the guide's role for public clients, and its dry run, before the mount has addresses", async () => {
  const [, path = '', given = ''] = /^vault write pki\/(\S+) ([^]*)$/.exec(example('vault write')) ?? [];
  const fields = given.split(/[\s\\]+/).filter((word) => word !== '');
  const pair = (word: string): [string, string] => [word.replace(/=.*/, ''), word.replace(/^[^=]*=/, '')];
  const body = Object.fromEntries(fields.map(pair));
  expect((await ask('POST', path, body)).status).toBe(200);
  const { explainIssuance } = await graphql(example('query'));
  expect(explainIssuance).toMatchObject({
    allowed: false,
    findings: [
      { lint: 'e_sub_cert_aia_missing', severity: 'ERROR', refuses: true },
      { lint: 'e_sub_cert_no_revocation_address', severity: 'ERROR', refuses: true },
    ],
  });
});

test('a dry run shows what the check finds, and whether the role refuses it', async () => {
  const query = `query($input: ExplainIssuanceInput!) { explainIssuance(input: $input) {
    allowed warnings brokenRules { rule } findings { lint severity source message refuses } } }`;
  const explain = async (role: string) =>
    (await graphql(query, { input: { role, commonName: 'a.example.com' } }))['explainIssuance'];
  const message = `the organization "${'o'.repeat(40)}…" has 65 characters: clients may refuse more than 64`;
  const finding = {
    lint: 'e_subject_organization_name_max_length',
    severity: 'ERROR',
    source: 'RFC 5280 A.1',
    message,
  };
  expect(await explain('warned')).toEqual({
    ...{ allowed: true, brokenRules: [], warnings: [message] },
    findings: [{ ...finding, refuses: false }],
  });
  expect(await explain('refused')).toEqual({
    ...{ allowed: false, brokenRules: [{ rule: 'lint' }], warnings: [] },
    findings: [{ ...finding, refuses: true }],
  });
});
