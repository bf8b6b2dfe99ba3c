import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Name } from '../../../../src/pki/x509/index.js';
import { csrPem } from '../../../pki/policy/made.js';
import { openLive, type Live } from '../live.js';

let live: Live;
let csr: string;

const envelope = z.looseObject({
  errors: z.array(z.string()).default([]),
  warnings: z.array(z.string()).nullish(),
  data: z.looseObject({ serial_number: z.string().default('') }).nullish(),
});
async function call(method: string, path: string, body?: unknown, token: string = live.rootToken) {
  const answer = await live.vault(method, path, body, { 'x-vault-token': token });
  const { data, ...rest } = envelope.parse(answer.body ?? {});
  return { status: answer.status, data: data ?? { serial_number: '' }, ...rest };
}
async function graphql(query: string, token = live.rootToken): Promise<unknown> {
  const response = await fetch(`${live.base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  return response.json();
}

const metadata = 'aGVsbG8=';
const aTime: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);

beforeAll(async () => {
  live = await openLive();
  csr = await csrPem({ subject: Name.of({ commonName: 'a.example.com' }) });
  await call('POST', 'pki/root/generate/internal', { common_name: 'Root', key_type: 'ec', ttl: '700h' });
  for (const [name, more] of [
    ['open', {}],
    ['unstored', { no_store: true }],
    ['closed', { no_store_metadata: true }],
  ] as const)
    await call('POST', `pki/roles/${name}`, { allow_any_name: true, key_type: 'any', ttl: '1h', ...more });
});
afterAll(() => live.close());

const askFor = (path: string, more: object = {}) =>
  call('POST', `pki/${path}`, { common_name: 'a.example.com', csr, cert_metadata: metadata, ...more });

test('an empty list is not found', async () => {
  expect(await call('LIST', 'pki/cert-metadata')).toMatchObject({ status: 404, errors: [] });
});

describe('what is given is read again', () => {
  test.each([
    'sign/open',
    'issuer/default/sign/open',
    'sign/unstored',
    'sign-verbatim/open',
    'issuer/default/sign-verbatim/open',
  ])('%s', async (path) => {
    const issued = await askFor(path);
    expect(issued.errors).toEqual([]);
    const serial = issued.data.serial_number;
    const found = await call('GET', `pki/cert-metadata/${serial}`);
    const { data: issuer } = await call('GET', 'pki/issuer/default');
    expect(found.data).toEqual({
      cert_metadata: metadata,
      expiration: aTime,
      issuer_id: issuer['issuer_id'],
      role: path.split('/').at(-1),
      serial_number: serial,
    });
    expect((await call('GET', `pki/cert-metadata/${serial.replaceAll(':', '-')}`)).data).toEqual(found.data);
    expect((await call('LIST', 'pki/cert-metadata')).data['keys']).toContain(serial);
  });
});

describe('refusals', () => {
  test.each([
    ['sign/closed', {}, 'cert_metadata is not allowed: the role has no_store_metadata set to true'],
    ['sign-verbatim/closed', {}, 'cert_metadata is not allowed: the role has no_store_metadata set to true'],
    ['sign-verbatim', {}, 'cert_metadata requires a role'],
    ['sign/open', { cert_metadata: 'a' }, 'cert_metadata is not base64'],
    ['sign/open', { cert_metadata: 'A'.repeat(87_388) }, 'cert_metadata has at most 87384 characters'],
  ])('%s %#', async (path, more, message) => {
    expect(await askFor(path, more)).toMatchObject({ status: 400, errors: [message] });
  });

  test('nothing is found for a serial number without metadata, or that is none', async () => {
    for (const serial of ['00:11', 'nothing'])
      expect((await call('GET', `pki/cert-metadata/${serial}`)).status).toBe(404);
  });

  test('the longest metadata is kept', async () => {
    const longest = Buffer.alloc(65_536, 'm').toString('base64');
    const { data } = await askFor('sign/open', { cert_metadata: longest });
    expect((await call('GET', `pki/cert-metadata/${data.serial_number}`)).data['cert_metadata']).toBe(longest);
  });
});

test('GraphQL shows it beside the certificate, to who may read it', async () => {
  const { data } = await askFor('sign/open');
  const serial = data.serial_number;
  const query = `{ certificate(serialNumber: "${serial}") { metadata { metadata roleName issuer { uuid } } }
    certificateMetadata(serialNumber: "${serial}") { metadata } certificateMetadataEntries(first: 1) { nodes { serialNumber } } }`;
  expect(await graphql(query)).toMatchObject({
    data: {
      certificate: { metadata: { metadata, roleName: 'open' } },
      certificateMetadata: { metadata },
      certificateMetadataEntries: { nodes: [{ serialNumber: serial }] },
    },
  });
  const policy = 'path "pki/cert-metadata" { capabilities = ["list"] }';
  await call('POST', 'sys/policies/acl/lists', { policy });
  const made = await live.vault(
    'POST',
    'auth/token/create',
    { policies: ['lists'] },
    { 'x-vault-token': live.rootToken },
  );
  const token = z.object({ auth: z.object({ client_token: z.string() }) }).parse(made.body).auth.client_token;
  expect(await graphql(query.replace(/certificateMetadataEntries.*$/s, '}'), token)).toMatchObject({
    data: { certificate: { metadata: null }, certificateMetadata: null },
  });
  expect(await graphql('{ certificateMetadataEntries(first: 1) { nodes { serialNumber } } }', token)).toMatchObject({
    data: { certificateMetadataEntries: { nodes: [{ serialNumber: serial }] } },
  });
  const more = await graphql('{ certificateMetadataEntries(first: 1) { nodes { metadata } } }', token);
  expect(more).toMatchObject({ errors: [{ extensions: { code: 'PERMISSION_DENIED' } }] });
  expect((await call('GET', `pki/cert-metadata/${serial}`, undefined, token)).status).toBe(403);
  expect((await call('LIST', 'pki/cert-metadata', undefined, token)).status).toBe(200);
});
