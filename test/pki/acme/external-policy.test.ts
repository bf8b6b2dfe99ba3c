import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { basicConstraints, subjectAltName } from '../../../src/pki/x509/index.js';
import { openPolicyService, wantedFor } from '../external-policy/service.js';
import type { PolicyServiceForTests } from '../external-policy/service.js';
import { issued, registeredIn, typeOf } from './asking.js';
import type { Answer, TestClient } from './client.js';
import { csrFor, dnsNames, obtain, openAcme, prove } from './live.js';
import type { AcmeForTests } from './live.js';

let acme: AcmeForTests;
let service: PolicyServiceForTests;
let client: TestClient;
const name = 'policy.example';
beforeAll(async () => {
  service = await openPolicyService();
  acme = await openAcme({ TRUSTATE_OUTBOUND_ALLOW: '127.0.0.0/8,::1/128' });
  acme.dns.names.set(name, { addresses: ['127.0.0.1'] });
  const rotated = { common_name: 'Second', key_type: 'ec', issuer_name: 'second', ttl: '8760h' };
  await acme.ask('POST', 'root/rotate/internal', rotated);
  await acme.ask('POST', 'config/external-policy', {
    ...{ enabled: true, external_service_url: service.url, trusted_leaf_certificate_bundle: service.certificate },
  });
  const { status, body } = await acme.ask('POST', 'config/acme', { default_directory_policy: 'external-policy:shops' });
  expect(status, JSON.stringify(body)).toBe(200);
  client = await registeredIn(acme);
});
beforeEach(() => {
  service.received.length = 0;
});
afterAll(async () => {
  await acme.close();
  service.close();
});

type More = Parameters<typeof wantedFor>[1];
/** The service answers a certificate for the name. */
const wants = (more: More = {}, beside: object = {}) => {
  service.answers(async (received) => ({ certificate: await wantedFor(received, { name, ...more }), ...beside }));
};
const told = ({ status, body, ...answer }: Answer) => [status, typeOf({ status, body, ...answer }), body['detail']];
const wrong = 'the external policy service answered a certificate that cannot be issued: ';

test('a service decides about an order once its names are proven, and sees who ordered it', async () => {
  wants({}, { warnings: ['nobody hears this'], store_certificate: false });
  const order = await client.order([name]);
  const finalize = String(order.body['finalize']);
  const early = await client.post(finalize, { csr: await csrFor(dnsNames(name)) });
  expect(typeOf(early)).toBe('orderNotReady');
  await prove(acme, client, order);
  expect(service.received).toEqual([]);
  const finalized = await client.post(finalize, { csr: await csrFor(dnsNames(name)) });
  expect([finalized.status, finalized.body['status']]).toEqual([200, 'valid']);
  // It is picked up later, so it is stored whatever the service says of that.
  const { leaf } = await issued(client, finalized);
  expect([leaf.subject, leaf.subjectAltName, leaf.issuer]).toEqual([`CN=${name}`, `DNS:${name}`, 'CN=Root']);
  const [asked, ...others] = service.received;
  expect(others).toEqual([]);
  expect(asked).toMatchObject({
    request_version: 1,
    user_request_key_values: { csr: expect.stringContaining('BEGIN CERTIFICATE REQUEST') as string },
    acme_request_key_values: {
      directory: `${acme.live.base}/v1/pki/acme/directory`,
      account_id: client.kid?.split('/').at(-1),
      ...{ account_contact: [], account_key_thumbprint: await client.thumbprint(), eab_key_id: '' },
      order_id: finalize.split('/').at(-2),
      identifiers: [{ type: 'dns', value: name }],
      ...{ not_before: '', not_after: '', replaces: '' },
    },
    vault_request_values: {
      ...{ policy_name: 'shops', mount: 'pki/', issuance_mode: 'acme', vault_generated_private_key: false },
      requested_issuer_name: 'root',
    },
  });
  expect(asked).not.toHaveProperty('identity_request_key_values');
});

test('the issuer is the one that the service names, if ACME may use it', async () => {
  wants({}, { issuer_ref: 'second' });
  expect((await issued(client, await obtain(acme, client, [name]))).leaf.issuer).toBe('CN=Second');
  await acme.ask('POST', 'config/acme', { allowed_issuers: 'root' });
  const refused = await obtain(acme, client, [name]);
  await acme.ask('POST', 'config/acme', { allowed_issuers: '*' });
  expect(told(refused)).toEqual([
    403,
    'rejectedIdentifier',
    `${wrong}the configuration of ACME does not allow its issuer`,
  ]);
});

const day = 86_400_000;
test.each<[string, More, string]>([
  [
    'another name',
    { content: { extensions: [subjectAltName(dnsNames(name, 'evil.example'))] } },
    'it has names that were not ordered and proven',
  ],
  ['no name', { content: { extensions: [] } }, 'it lacks names that were ordered'],
  [
    'another common name',
    { name: 'evil.example', content: { extensions: [subjectAltName(dnsNames(name))] } },
    'its common name is none of the names that were ordered',
  ],
  [
    'an address',
    { content: { extensions: [subjectAltName([...dnsNames(name), { type: 'ip', value: '10.0.0.1' }])] } },
    'it has names that were not ordered and proven',
  ],
  [
    'a long life',
    { content: { notAfter: new Date(Date.now() + 91 * day) } },
    'it would be valid for longer than max_ttl of the configuration of ACME: 7776000 seconds',
  ],
  [
    'an authority',
    { extensions: [basicConstraints({ ca: true })] },
    'it is one of an authority, which was not asked for',
  ],
])('a service cannot give %s', async (_, more, why) => {
  wants(more);
  const order = await client.order([name]);
  await prove(acme, client, order);
  const finalize = String(order.body['finalize']);
  const csr = await csrFor(dnsNames(name));
  expect(told(await client.post(finalize, { csr }))).toEqual([403, 'rejectedIdentifier', `${wrong}${why}`]);
  // Nothing was issued, and the order waits for a better answer.
  wants();
  expect((await client.post(finalize, { csr })).body['status']).toBe('valid');
});

test('a refusal is in the words of the service, and a service that does not answer is told', async () => {
  service.answers(() => ({ error: 'shops are closed' }));
  expect(told(await obtain(acme, client, [name]))).toEqual([403, 'rejectedIdentifier', 'shops are closed']);
  service.answers(() => (response) => response.writeHead(500).end('no'));
  const failed = await obtain(acme, client, [name]);
  expect([failed.status, typeOf(failed)]).toEqual([502, 'serverInternal']);
});

test('what was allowed is asked again when the service has answered', async () => {
  service.answers(async (received) => {
    await acme.ask('POST', 'config/acme', { default_directory_policy: 'external-policy:others' });
    return { certificate: await wantedFor(received, { name }) };
  });
  const refused = await obtain(acme, client, [name]);
  await acme.ask('POST', 'config/acme', { default_directory_policy: 'external-policy:shops' });
  expect([refused.status, String(refused.body['detail'])]).toEqual([
    ...[502, expect.stringContaining('its configuration was changed meanwhile') as string],
  ]);
});

test('an account that is revoked while the service thinks gets nothing', async () => {
  const other = await registeredIn(acme);
  service.answers(async (received) => {
    await acme.ask('POST', `acme/mgmt/account/keyid/${String(other.kid?.split('/').at(-1))}`, { status: 'revoked' });
    return { certificate: await wantedFor(received, { name }) };
  });
  const refused = await obtain(acme, other, [name]);
  expect([refused.status, typeOf(refused)]).toEqual([403, 'orderNotReady']);
});

test('a role that an order names as its profile decides in place of the service', async () => {
  acme.dns.names.set('a.web.example', { addresses: ['127.0.0.1'] });
  const finalized = await obtain(acme, client, ['a.web.example'], { profile: 'web' });
  expect([finalized.body['status'], service.received]).toEqual(['valid', []]);
});

test('orders are refused while the external policy of the mount is off', async () => {
  await acme.ask('POST', 'config/external-policy', { enabled: false });
  const refused = await obtain(acme, client, [name]);
  await acme.ask('POST', 'config/external-policy', { enabled: true });
  expect([refused.status, typeOf(refused)]).toEqual([expect.any(Number), 'serverInternal']);
});
