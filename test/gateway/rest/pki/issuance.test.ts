import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLive, type Live } from '../live.js';
import { csrPem } from '../../../pki/policy/made.js';
import { parseCertificate } from '../../../../src/pki/x509/index.js';

let live: Live;
const ofVault = (): Record<string, string> => ({ 'x-vault-token': live.rootToken });

interface Envelope {
  readonly data: Readonly<Record<string, unknown>>;
  readonly warnings: unknown;
  readonly errors?: readonly string[];
  readonly lease_id: string;
  readonly lease_duration: number;
  readonly renewable: boolean;
}
async function call(method: string, path: string, body?: unknown, headers?: Record<string, string>) {
  const { status, body: answered } = await live.vault(method, path, body, headers);
  return { status, body: answered as Envelope };
}
const read = (pem: unknown) =>
  parseCertificate(Buffer.from(String(pem).replaceAll(/-----[^-]+-----|\s/g, ''), 'base64'));

beforeAll(async () => {
  live = await openLive();
  const query = `mutation($input: GenerateRootInput!) { generateRoot(input: $input) { problems { message } } }`;
  const input = { type: 'INTERNAL', commonName: 'Test Root', keyType: 'EC', ttl: 'PT87600H', issuerName: 'first' };
  const response = await fetch(`${live.base}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${live.rootToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input } }),
  });
  expect(await response.json()).toMatchObject({ data: { generateRoot: { problems: [] } } });
  const role = { allow_any_name: 'true', key_type: 'ec', max_ttl: '72h', allowed_domains: 'a.example,b.example' };
  expect((await call('POST', 'pki/roles/web', role)).status).toBe(200);
});
afterAll(() => live.close());

test('a role is written whole, patched, read, listed and deleted', async () => {
  const written = await call('PUT', 'pki/roles/other', { ttl: '1h', unknown: 1 });
  expect(written.body.data).toMatchObject({
    ttl: 3600,
    key_type: 'rsa',
    not_before_duration: 30,
    allow_localhost: true,
  });
  expect(written.body.warnings).toMatch(/Endpoint ignored these unrecognized parameters: \[unknown\]/);
  const patch = await call(
    'PATCH',
    'pki/roles/other',
    { max_ttl: 7200 },
    {
      ...ofVault(),
      'content-type': 'application/merge-patch+json',
    },
  );
  expect(patch.body.data).toMatchObject({ ttl: 3600, max_ttl: 7200 });
  expect((await call('GET', 'pki/roles/other')).body.data).toMatchObject({ ttl: 3600, max_ttl: 7200 });
  expect((await call('GET', 'pki/roles?list=true')).body.data).toEqual({ keys: ['other', 'web'] });
  expect((await call('POST', 'pki/roles/other', {})).body.data).toMatchObject({ ttl: 0, max_ttl: 0 });
  expect((await call('DELETE', 'pki/roles/other')).status).toBe(204);
  expect(await call('GET', 'pki/roles/other')).toMatchObject({ status: 404, body: { errors: [] } });
});

test('issue answers in both dialects', async () => {
  const issued = await call('POST', 'pki/issue/web', { common_name: 'x.a.example', ttl: '24h', ip_sans: '192.0.2.7' });
  expect(issued).toMatchObject({
    status: 200,
    body: { lease_id: '', lease_duration: 0, renewable: false, warnings: '' },
  });
  const { data } = issued.body;
  const certificate = read(data['certificate']);
  expect(data['expiration']).toBe(String(certificate.notAfter.getTime() / 1000));
  expect(data).not.toHaveProperty('not_before');
  expect(data['serial_number']).toBe(certificate.serialNumber);
  expect(data['private_key_type']).toBe('ec');
  expect(data['private_key']).toMatch(/^-----BEGIN EC PRIVATE KEY-----/);
  expect(data['ca_chain']).toEqual([data['issuing_ca']]);

  const other = await call('PUT', 'pki/issue/web', { common_name: 'x.a.example', ttl: '1000h' }, ofVault());
  expect(typeof other.body.data['expiration']).toBe('number');
  expect(typeof other.body.data['not_before']).toBe('number');
  expect(other.body.warnings).toEqual([
    'TTL "1000h0m0s" is longer than permitted maxTTL "72h0m0s", so maxTTL is being used',
  ]);

  const stored = await call('GET', `pki/cert/${String(data['serial_number']).replaceAll(':', '-')}`);
  expect(stored.body.data).toMatchObject({ certificate: data['certificate'], revocation_time: 0 });
  const listed = await call('GET', 'pki/certs?list=true');
  expect(listed.body.data['keys']).toContain(data['serial_number']);
});

test('signing, verbatim, and intermediates', async () => {
  const csr = await csrPem();
  const signed = await call('POST', 'pki/issuer/first/sign/web', { csr, common_name: 'y.example' });
  expect(signed.status).toBe(200);
  expect(signed.body.data).not.toHaveProperty('private_key');
  expect((await call('POST', 'pki/sign-verbatim', { csr })).body.errors).toEqual([
    'a certificate needs a subject or a subject alternative name',
  ]);
  const intermediate = await call('POST', 'pki/root/sign-intermediate', {
    csr,
    common_name: 'Below',
    max_path_length: 0,
  });
  expect(read(intermediate.body.data['certificate']).extensions.basicConstraints).toEqual({ ca: true, pathLength: 0 });
  const ends = { common_name: 'Ends', key_type: 'ec', max_path_length: 0 };
  const root = await call('POST', 'pki/root/generate/internal', ends);
  // OpenBao's texts, which differ in this word.
  for (const [made, { body }] of [
    ['signed', intermediate],
    ['generated', root],
  ] as const)
    expect(body).toMatchObject({
      warnings: expect.stringContaining(`Max path length of the ${made} certificate is zero`) as string,
    });
});

test('a role with a lease hands one out', async () => {
  await call('POST', 'pki/roles/leased', {
    allow_any_name: true,
    key_type: 'ed25519',
    generate_lease: true,
    ttl: 3600,
  });
  const { body } = await call('POST', 'pki/issue/leased', { common_name: 'leased.example' });
  expect(body.lease_id).toMatch(/^pki\/issue\/leased\/\w{24}$/);
  expect(body).toMatchObject({ lease_duration: 3600, renewable: false });
});

test.each([
  ['pki/issue/none', { common_name: 'a' }, 400, 'unknown role: none'],
  ['pki/issue/web', {}, 400, /common_name/],
  ['pki/issue/web', { common_name: 'a_b!.example' }, 400, 'common name a_b!.example not allowed by this role'],
  [
    'pki/issue/web',
    { common_name: 'a.example', ttl: 'x' },
    400,
    'Field validation failed: error converting input for field "ttl": expected a number of seconds, or a duration such as 72h, not negative',
  ],
  [
    'pki/issue/web',
    { common_name: 'a.example', ttl: -5 },
    400,
    'Field validation failed: error converting input for field "ttl": expected a number of seconds, or a duration such as 72h, not negative',
  ],
  ['pki/issue/web', { common_name: 'a.example', not_after: '10000-01-01T00:00:00Z' }, 400, /not_after/],
  ['pki/issuer/nobody/issue/web', { common_name: 'a.example' }, 500, /unable to find PKI issuer for reference/],
  ['pki/sign/web', { common_name: 'a.example', csr: 'x' }, 400, 'csr contains no data'],
])('%s %j: %s', async (path, body, status, text) => {
  const before = (await call('GET', 'pki/certs?list=true')).body.data['keys'];
  const answer = await call('POST', path, body);
  expect(answer.status).toBe(status);
  expect(answer.body.errors?.join()).toMatch(text);
  expect((await call('GET', 'pki/certs?list=true')).body.data['keys']).toEqual(before);
});
