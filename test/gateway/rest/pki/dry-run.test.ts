import { afterAll, beforeAll, expect, test } from 'vitest';
import { csrPem } from '../../../pki/policy/made.js';
import { camel } from '../../../../src/platform/wording.js';
import { Name, parseCertificate } from '../../../../src/pki/x509/index.js';
import { openLive, type Live } from '../live.js';

/** A dry run says what the issuance then does: the certificate, each broken rule, each warning. */
let live: Live;
let csr = '';

interface Planned {
  readonly subject: string;
  readonly keyType: string;
}
interface Explained {
  readonly allowed: boolean;
  readonly warnings: readonly string[];
  readonly brokenRules: readonly { readonly field: readonly string[]; readonly message: string }[];
  readonly certificate: Planned | null;
}

async function graphql(query: string, input: object): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(`${live.base}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${live.rootToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
  });
  const { data } = (await response.json()) as { data: Readonly<Record<string, unknown>> };
  return data;
}

const explain = async (role: string, given: Readonly<Record<string, unknown>>): Promise<Explained> => {
  const fields = Object.entries(given).map(([name, value]) => [camel(name), value] as const);
  const query = `query($input: ExplainIssuanceInput!) { explainIssuance(input: $input) {
    allowed warnings brokenRules { field message } certificate { subject keyType } } }`;
  const input = { role, ...Object.fromEntries(fields) };
  const { explainIssuance } = (await graphql(query, input)) as { explainIssuance: Explained };
  return explainIssuance;
};

/** What the mutation says that would issue. */
async function refusal(signs: boolean, role: string, given: Readonly<Record<string, unknown>>): Promise<unknown> {
  const name = signs ? 'signCertificate' : 'issueCertificate';
  const type = `${signs ? 'SignCertificate' : 'IssueCertificate'}Input!`;
  const query = `mutation($input: ${type}) { ${name}(input: $input) { problems { field message } } }`;
  const fields = Object.entries(given).map(([key, value]) => [camel(key), value] as const);
  const data = await graphql(query, { role, ...Object.fromEntries(fields) });
  return (data[name] as { readonly problems: unknown }).problems;
}

/** Vault's clients and GraphQL's know parameters by other names. */
const inGraphql = (texts: readonly string[] | null = []): string[] =>
  (texts ?? []).map((text) => text.replaceAll(/\b[a-z]+(?:_[a-z]+)+\b/g, (name) => camel(name)));

beforeAll(async () => {
  live = await openLive();
  const query = `mutation($input: GenerateRootInput!) { generateRoot(input: $input) { problems { message } } }`;
  const input = { type: 'INTERNAL', commonName: 'Root', keyType: 'EC', ttl: 'PT700H' };
  expect(await graphql(query, input)).toMatchObject({ generateRoot: { problems: [] } });
  const roles = {
    open: { allow_any_name: true, key_type: 'ec', ttl: '1h', max_ttl: '72h' },
    narrow: { allowed_domains: 'example.com', allow_subdomains: true, key_type: 'ec', ttl: '1h', allow_ip_sans: false },
    signing: { allow_any_name: true, key_type: 'any', ttl: '1h', no_store_metadata: true },
  };
  for (const [name, role] of Object.entries(roles))
    expect((await live.vault('POST', `pki/roles/${name}`, role)).status).toBe(200);
  csr = await csrPem({ subject: Name.of({ commonName: 'a.example.com' }) });
});
afterAll(() => live.close());

test.each([
  ['open', { common_name: 'a.example.com' }],
  ['open', { common_name: 'a.example.com', ttl: '100h' }],
  ['open', { common_name: 'a.example.com', not_after: '9999-12-31T23:59:59Z' }],
  ['open', { common_name: 'a.example.com', cert_metadata: 'aGk=' }],
  ['open', { common_name: 'a.example.com', cert_metadata: '?' }],
  ['open', { common_name: 'a b', ip_sans: ['x'], uri_sans: ['y:z'], other_sans: ['z'], user_ids: ['u'] }],
  ['open', { common_name: 'a.example.com', ttl: '1h', not_after: '2030-01-01T00:00:00Z' }],
  ['open', {}],
  ['narrow', { common_name: 'a.example.com', alt_names: ['b.example.com', 'example.com', 'other.org'] }],
  ['narrow', { common_name: 'a.example.com', ip_sans: ['1.2.3.4'] }],
  ['narrow', { common_name: 'a.example.com', ttl: '701h' }],
  ['signing', { common_name: 'a.example.com' }],
  ['signing', { csr: true, common_name: 'b.example.com' }],
  ['signing', { csr: true, cert_metadata: 'aGk=' }],
  ['narrow', { csr: true, ttl: '2h' }],
  ['open', { csr: '-----BEGIN CERTIFICATE REQUEST-----\nMIIB\n-----END CERTIFICATE REQUEST-----' }],
] as const)('of %s: %j', async (role, wish) => {
  const signs = 'csr' in wish;
  const given = signs ? { ...wish, csr: wish.csr === true ? csr : wish.csr } : wish;
  const explained = await explain(role, given);
  const refused = explained.allowed ? [] : await refusal(signs, role, given);
  const { status, body } = await live.vault('POST', `pki/${signs ? 'sign' : 'issue'}/${role}`, given, {
    'x-vault-token': live.rootToken,
  });
  const answer = body as { errors?: string[]; warnings?: string[] | null; data?: { certificate: string } };
  expect(status).toBe(explained.allowed ? 200 : 400);
  // Times from now are a second later, if the second ends: said before the request, or after it.
  const said = [explained, await explain(role, given)];
  expect(said.map(({ brokenRules }) => brokenRules)).toContainEqual(refused);
  expect(said.map(({ brokenRules }) => brokenRules.map(({ message }) => message))).toContainEqual(
    inGraphql(answer.errors),
  );
  expect(said.map(({ warnings }) => warnings)).toContainEqual(inGraphql(answer.warnings));
  expect(answer.data === undefined).toBe(explained.certificate === null);
  if (!answer.data || !explained.certificate) return;
  const pem = answer.data.certificate.replaceAll(/-----[^-]+-----|\s/g, '');
  const { subject, publicKey } = parseCertificate(Buffer.from(pem, 'base64'));
  const keyType = publicKey.spec.type.toUpperCase();
  expect(explained.certificate).toEqual({ subject: subject.toString(), keyType });
});
