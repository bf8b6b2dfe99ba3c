import { X509Certificate } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  authorityInfoAccess,
  authorityKeyIdentifier,
  basicConstraints,
  crlDistributionPoints,
  keyUsage,
  Name,
  parseCertificate,
} from '../../../../src/pki/x509/index.js';
import { certificateOf } from '../../http/secure.js';
import { openPolicyService, requestIn, wantedFor } from '../../../pki/external-policy/service.js';
import type { PolicyServiceForTests, Received, Reply } from '../../../pki/external-policy/service.js';
import { csrPem } from '../../../pki/policy/made.js';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
let service: PolicyServiceForTests;
beforeAll(async () => {
  live = await openLive({ TRUSTATE_OUTBOUND_ALLOW: '127.0.0.0/8' });
  await live.vault('POST', 'sys/mounts/pki/tune', { max_lease_ttl: '87600h' });
  await ask('POST', 'root/generate/internal', {
    common_name: 'Root',
    key_type: 'ec',
    ttl: '8760h',
    issuer_name: 'root',
  });
  await ask('POST', 'config/urls', { crl_distribution_points: 'http://ours.example/crl' });
});
afterAll(() => live.close());
beforeEach(async () => {
  service = await openPolicyService();
  await configure({});
});
afterEach(() => {
  service.close();
});

const vault = { 'x-vault-token': '' };
const ask = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
  live.vault(method, `pki/${path}`, body, { ...vault, 'x-vault-token': live.rootToken, ...headers });
const configure = (more: object) =>
  ask('POST', 'config/external-policy', {
    enabled: true,
    external_service_url: service.url,
    trusted_ca: '',
    trusted_leaf_certificate_bundle: service.certificate,
    vault_client_cert_bundle: '',
    entity_jmespath: '',
    group_jmespath: '',
    timeout: '15s',
    ...more,
  });

type Answer = Awaited<ReturnType<typeof ask>>;
const dataOf = ({ body }: Answer) => (body as { data: Record<string, string> }).data;
const envelopeOf = ({ body }: Answer) => body as { warnings: string[] | null; lease_id: string };
const errorOf = ({ status, body }: Answer) => [status, (body as { errors: readonly string[] }).errors.join('; ')];
const certificateIn = (answer: Answer) => new X509Certificate(dataOf(answer)['certificate'] ?? '');
const parsedIn = (answer: Answer) => parseCertificate(certificateIn(answer).raw);
const rootOf = async () => new X509Certificate(dataOf(await ask('GET', 'cert/ca'))['certificate'] ?? '');

const allowing =
  (more: object = {}, wish?: Parameters<typeof wantedFor>[1]) =>
  async (received: Received): Promise<Reply> => ({
    certificate: await wantedFor(received, wish),
    issuer_ref: received.vault_request_values['requested_issuer_id'],
    ...more,
  });

describe('config/external-policy', () => {
  test('has the defaults of the specification before anything is written', async () => {
    await live.vault('POST', 'sys/mounts/fresh', { type: 'pki' });
    const answer = await live.vault('GET', 'fresh/config/external-policy');
    expect(dataOf(answer)).toEqual({
      enabled: false,
      external_service_url: '',
      timeout: '15s',
      trusted_ca: '',
      trusted_leaf_certificate_bundle: '',
      vault_client_cert_bundle: '',
      entity_jmespath: '',
      group_jmespath: '',
      external_service_last_updated: '',
      external_service_validated: false,
      last_successful_request: '',
    });
    const refused = await live.vault('POST', 'fresh/external-policy/issue', {});
    expect(errorOf(refused)).toEqual([400, 'the external policy of this mount is not enabled']);
  });

  test('keeps what is not given, and never shows the key of the client certificate', async () => {
    const client = certificateOf('client');
    const written = await configure({ timeout: 5, vault_client_cert_bundle: client.certificate + client.key });
    expect(written.status).toBe(200);
    const answer = await ask('POST', 'config/external-policy', { entity_jmespath: 'name' });
    expect(dataOf(answer)).toMatchObject({ enabled: true, timeout: '5s', entity_jmespath: 'name' });
    expect(dataOf(answer)['vault_client_cert_bundle']).toBe(client.certificate.trim());
    expect(JSON.stringify(await ask('GET', 'config/external-policy'))).not.toContain('PRIVATE KEY');
  });

  test.each<[string, object, string]>([
    ['no HTTPS', { external_service_url: 'http://policy.example/' }, 'external_service_url must be a URL of https'],
    ['no URL', { external_service_url: 'policy' }, 'external_service_url must be a URL of https'],
    [
      'a password',
      { external_service_url: 'https://a:b@policy.example/' },
      'external_service_url must be a URL of https',
    ],
    [
      'the address of cloud metadata',
      { external_service_url: 'https://169.254.169.254/latest' },
      'external_service_url must not be called: its address is cloud metadata',
    ],
    [
      'an address of this machine that is not allowed',
      { external_service_url: 'https://[::1]:9443/' },
      'external_service_url must not be called: its address is this machine',
    ],
    ['no address', { external_service_url: '' }, 'external_service_url must be set'],
    ['no time', { timeout: 0 }, 'timeout must be between 1 and 60 seconds'],
    ['too much time', { timeout: '2m' }, 'timeout must be between 1 and 60 seconds'],
    ['no certificate', { trusted_ca: 'abc' }, 'trusted_ca cannot be used: it has no certificate in PEM'],
    [
      'a broken certificate',
      { trusted_leaf_certificate_bundle: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' },
      'trusted_leaf_certificate_bundle cannot be used: its certificate 1 cannot be read',
    ],
    ['no key', { vault_client_cert_bundle: certificateOf('a').certificate }, 'it must have one private key in PEM'],
    [
      'another key',
      { vault_client_cert_bundle: certificateOf('a').certificate + certificateOf('b').key },
      'its first certificate is not one for its private key',
    ],
    ['no path', { entity_jmespath: 'a.[' }, 'entity_jmespath is no path in JMESPath'],
    ['a path that doubles', { group_jmespath: Array(40).fill('[@,@][]').join('|') }, 'group_jmespath is no path'],
    ['a long path', { group_jmespath: 'a'.repeat(1025) }, 'group_jmespath is no path in JMESPath: it has more than'],
  ])('is refused with %s, and nothing changes', async (_, change, why) => {
    const before = dataOf(await ask('GET', 'config/external-policy'));
    const [status, text] = errorOf(await configure(change));
    expect(status).toBe(400);
    expect(text).toContain(why);
    expect(dataOf(await ask('GET', 'config/external-policy'))).toEqual(before);
  });
});

describe('what the service is asked', () => {
  test('the parameters as they are, an empty signing request, and nothing of the key', async () => {
    service.answers(allowing());
    const sent = { common_name: 'a.example', anything: { at: ['all', 1] }, key_type: 'ec', format: 'pem' };
    const answer = await ask('POST', 'external-policy/issue/web', sent);
    const [received] = service.received;
    expect(received).toMatchObject({
      request_version: 1,
      synchronous: true,
      user_request_key_values: sent,
      identity_request_key_values: { entity: { name: 'root' }, groups: [{ name: 'default', owner: true }] },
      vault_request_values: {
        policy_name: 'web',
        mount: 'pki/',
        namespace: '',
        issuance_mode: 'issue',
        vault_generated_private_key: true,
        requested_issuer_name: 'root',
        requested_issuer_cert: expect.stringContaining('BEGIN CERTIFICATE') as unknown,
        requested_issuance_config: {
          leaf_not_after_behavior: 'err',
          mount_max_ttl: '87600h0m0s',
          aia_values: { crl_distribution_points: ['http://ours.example/crl'] },
        },
      },
    });
    expect(requestIn(received!).subject.isEmpty).toBe(true);
    expect(requestIn(received!).extensions.all).toEqual([]);
    expect(JSON.stringify(received)).not.toContain('PRIVATE');
    expect(dataOf(answer)['private_key']).toContain('EC PRIVATE KEY');
    expect(certificateIn(answer).publicKey.export({ type: 'spki', format: 'der' })).toEqual(
      requestIn(received!).publicKey.der,
    );
  });

  test('what the paths of the configuration select of the caller', async () => {
    await configure({ entity_jmespath: '{who: name}', group_jmespath: '[].name' });
    await ask('POST', 'external-policy/issue', { key_type: 'ed25519' });
    expect(service.received[0]?.identity_request_key_values).toMatchObject({
      entity: { who: 'root' },
      groups: ['default'],
    });
  });

  test.each([
    ['external-policy/sign', 'sign', ''],
    ['issuer/root/external-policy/sign/p.1', 'sign', 'p.1'],
    ['external-policy/sign-intermediate', 'ica', ''],
    ['issuer/default/external-policy/sign-intermediate/x', 'ica', 'x'],
    ['issuer/root/external-policy/issue', 'issue', ''],
  ])('%s: %s', async (path, mode, policy) => {
    const csr = await csrPem();
    await ask('PUT', path, { csr, key_type: 'ec' });
    expect(service.received[0]?.vault_request_values).toMatchObject({ issuance_mode: mode, policy_name: policy });
    if (mode !== 'issue') expect(service.received[0]?.user_request_key_values.csr).toBe(csr);
  });

  test('shows the certificate of the caller', async () => {
    const client = certificateOf('client');
    service.close();
    service = await openPolicyService({ clients: client.certificate });
    service.answers(allowing());
    await configure({ vault_client_cert_bundle: `${client.certificate}${client.key}` });
    expect((await ask('POST', 'external-policy/issue', { key_type: 'ec' })).status).toBe(200);
    expect(service.shown[0]).toEqual(new X509Certificate(client.certificate).raw);
    await configure({});
    expect((await ask('POST', 'external-policy/issue', { key_type: 'ec' })).status).toBe(502);
  });

  test('is not asked in front of a stranger', async () => {
    for (const change of [
      { trusted_leaf_certificate_bundle: certificateOf('other').certificate },
      { trusted_leaf_certificate_bundle: '', trusted_ca: certificateOf('other').certificate },
      { trusted_leaf_certificate_bundle: '' },
    ]) {
      await configure(change);
      expect((await ask('POST', 'external-policy/issue', { key_type: 'ec' })).status).toBe(502);
    }
    expect(service.received).toEqual([]);
  });
});

describe('a certificate that the service wants', () => {
  test('is signed by the issuer, with its names, times and extensions, and those of the issuer', async () => {
    service.answers(
      allowing(
        { store_certificate: true, warnings: ['one'], error: 'and another' },
        {
          extensions: [
            keyUsage(['digitalSignature']),
            authorityKeyIdentifier(Buffer.alloc(20, 1)),
            authorityInfoAccess({ caIssuers: ['http://theirs.example/ca'], ocsp: [] }),
            crlDistributionPoints(['http://theirs.example/crl']),
          ],
        },
      ),
    );
    const answer = await ask('POST', 'external-policy/sign', { csr: await csrPem() });
    expect(answer.status).toBe(200);
    const issued = parsedIn(answer);
    const root = await rootOf();
    expect(certificateIn(answer).verify(root.publicKey)).toBe(true);
    expect(certificateIn(answer).issuer).toBe('CN=Root');
    expect(issued.subject.commonName).toBe('wanted.example');
    expect(issued.extensions.subjectAltName).toEqual([{ type: 'dns', value: 'wanted.example' }]);
    expect(issued.extensions.keyUsage).toEqual(['digitalSignature']);
    expect(issued.extensions.crlDistributionPoints).toEqual(['http://ours.example/crl']);
    expect(issued.extensions.authorityInfoAccess).toBeUndefined();
    expect(issued.extensions.authorityKeyIdentifier?.keyIdentifier).toEqual(
      parseCertificate(root.raw).extensions.subjectKeyIdentifier,
    );
    expect(envelopeOf(answer).warnings).toEqual(['one', 'and another']);
    expect(dataOf(answer)['private_key']).toBeUndefined();
    const stored = await ask('GET', `cert/${dataOf(answer)['serial_number'] ?? ''}`);
    expect(dataOf(stored)['certificate']?.trim()).toBe(dataOf(answer)['certificate']);
  });

  test('is stored and has a lease only as the service says', async () => {
    service.answers(allowing({ generate_lease: true }));
    const unstored = await ask('POST', 'external-policy/issue', { key_type: 'ec' });
    expect(envelopeOf(unstored).lease_id).toBe('');
    expect((await ask('GET', `cert/${dataOf(unstored)['serial_number'] ?? ''}`)).status).toBe(404);
    service.answers(allowing({ generate_lease: true, store_certificate: true }));
    const leased = await ask('POST', 'external-policy/issue/p', { key_type: 'ec' });
    expect(envelopeOf(leased).lease_id).toMatch(/^pki\/external-policy\/issue\/p\//);
  });

  test('has the issuer that the service names', async () => {
    await ask('POST', 'root/generate/internal', { common_name: 'Other', key_type: 'ec', issuer_name: 'other' });
    service.answers(allowing({ issuer_ref: 'other' }));
    const answer = await ask('POST', 'issuer/root/external-policy/issue', { key_type: 'ec' });
    expect(certificateIn(answer).issuer).toBe('CN=Other');
    for (const [reference, why] of [
      ['nobody', 'issuer_ref names no issuer of the mount'],
      ['x'.repeat(10_000), 'issuer_ref is no reference to an issuer'],
    ]) {
      service.answers(allowing({ issuer_ref: reference }));
      const refused = await ask('POST', 'external-policy/issue', { key_type: 'ec' });
      expect(errorOf(refused)).toEqual([502, expect.stringContaining(why ?? '')]);
    }
  });

  test('is one of an authority for sign-intermediate', async () => {
    service.answers(
      allowing({}, { extensions: [basicConstraints({ ca: true, pathLength: 0 }), keyUsage(['keyCertSign'])] }),
    );
    const answer = await ask('POST', 'external-policy/sign-intermediate', { csr: await csrPem() });
    expect(parsedIn(answer).extensions.basicConstraints).toEqual({ ca: true, pathLength: 0 });
    expect((answer.body as { data: { ca_chain: string[] } }).data.ca_chain[0]).toBe(dataOf(answer)['certificate']);
  });

  test('comes in the asked format', async () => {
    service.answers(allowing());
    const answer = await ask('POST', 'external-policy/issue', {
      ...{ key_type: 'rsa', key_bits: 2048, format: 'der', private_key_format: 'pkcs8' },
    });
    expect(new X509Certificate(Buffer.from(dataOf(answer)['certificate'] ?? '', 'base64')).issuer).toBe('CN=Root');
    expect(dataOf(answer)['private_key']).toContain('BEGIN PRIVATE KEY');
  });
});

describe('nothing is issued', () => {
  const issuedCount = async () => {
    const { body } = await ask('LIST', 'certs');
    return (body as { data?: { keys: string[] } }).data?.keys.length ?? 0;
  };

  const text =
    (reply: string, status = 200): Reply =>
    (response) =>
      response.writeHead(status).end(reply);
  const uuid = (received: Received) => received.request_uuid;

  test.each<[string, (received: Received) => Reply | Promise<Reply>, number, string]>([
    ['a refusal', () => ({ error: 'not on a Friday' }), 400, 'not on a Friday'],
    ['another status', () => text('secret of the service', 500), 502, 'it has status 500'],
    [
      'a redirect',
      () => (response) => response.writeHead(307, { location: '/again' }).end(),
      502,
      'it sends callers elsewhere',
    ],
    ['no JSON', () => text('hello'), 502, 'it is no JSON'],
    ['no object', () => text('[]'), 502, 'it is no object'],
    [
      'another request',
      async (received) => ({ certificate: await wantedFor(received), request_uuid: 'x' }),
      502,
      'request_uuid',
    ],
    [
      'no request',
      async (received) => ({ certificate: await wantedFor(received), request_uuid: undefined }),
      502,
      'request_uuid',
    ],
    ['neither', () => ({}), 502, 'it has neither certificate nor error'],
    ['a wrong type', () => ({ certificate: 1 }), 502, 'certificate is missing, or of another type'],
    ['no certificate', () => ({ certificate: 'abc' }), 502, 'certificate cannot be read'],
    ['too long an answer', () => ({ error: 'x'.repeat(1_100_000) }), 502, 'its answer is too long'],
    [
      'a cut answer',
      (received) => (response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write(`{"request_uuid":"${uuid(received)}"`, () => response.destroy());
      },
      502,
      'it cannot be reached',
    ],
    [
      'another key',
      async (received) => ({
        certificate: await wantedFor(received, { content: { publicKey: (await anotherKey()).publicKey.der } }),
      }),
      400,
      'its public key is not that of the request',
    ],
    ['an authority', allowing({}, { extensions: [basicConstraints({ ca: true })] }), 400, 'it is one of an authority'],
    [
      'a signer of certificates',
      allowing({}, { extensions: [keyUsage(['keyCertSign'])] }),
      400,
      'it is one of an authority',
    ],
    [
      'a control character',
      allowing({}, { content: { subject: Name.of({ commonName: 'a\u0000b.example' }) } }),
      400,
      'control characters',
    ],
    [
      'an end after the issuer',
      allowing({}, { content: { notAfter: new Date('2190-01-01') } }),
      400,
      'beyond the expiration of the CA',
    ],
    [
      'no name',
      allowing({}, { content: { subject: Name.of({}), extensions: [] } }),
      400,
      'needs a subject or a subject alternative name',
    ],
  ])('with %s', async (_, decide, status, why) => {
    const before = await issuedCount();
    service.answers(decide);
    const answer = await ask('POST', 'external-policy/issue', { key_type: 'ec' });
    expect(errorOf(answer)).toEqual([status, expect.stringContaining(why)]);
    expect(JSON.stringify(answer.body)).not.toContain('secret of the service');
    expect(await issuedCount()).toBe(before);
  });

  const anotherKey = async () => parseCertificate(new X509Certificate((await openedKey()).certificate).raw);
  const openedKey = () => Promise.resolve(certificateOf('another key'));

  test('after the policy was changed or forbidden while the service thought', async () => {
    service.answers(async (received) => {
      await configure({ timeout: 14 });
      return allowing()(received);
    });
    expect(errorOf(await ask('POST', 'external-policy/issue', { key_type: 'ec' }))).toEqual([
      502,
      expect.stringContaining('its configuration was changed meanwhile'),
    ]);
    service.answers(async (received) => {
      await ask('POST', 'issuer/root', { issuer_name: 'root', usage: 'read-only' });
      return allowing()(received);
    });
    const answer = await ask('POST', 'external-policy/issue', { key_type: 'ec' });
    await ask('POST', 'issuer/root', {
      issuer_name: 'root',
      usage: 'read-only,issuing-certificates,crl-signing,ocsp-signing',
    });
    expect(answer.status).toBe(400);
    expect(dataOf(answer)).toBeUndefined();
  });

  test('in time', async () => {
    await configure({ timeout: 1 });
    service.answers(() => () => undefined);
    expect(errorOf(await ask('POST', 'external-policy/issue', { key_type: 'ec' }))).toEqual([
      502,
      expect.stringContaining('did not answer in time'),
    ]);
  });

  test('of another kind than sign-intermediate asks for', async () => {
    service.answers(allowing());
    const answer = await ask('POST', 'external-policy/sign-intermediate', { csr: await csrPem() });
    expect(errorOf(answer)).toEqual([400, expect.stringContaining('it is not one of an authority')]);
  });

  test.each<[string, object, string]>([
    ['an unknown type of key', { key_type: 'any' }, 'unknown key type: any'],
    ['a size that no key has', { key_type: 'rsa', key_bits: 1024 }, 'unsupported bit length for RSA key: 1024'],
    ['an unknown format', { key_type: 'ec', format: 'jks' }, '"format" path parameter'],
  ])('and the service is not asked, for %s', async (_, sent, why) => {
    expect(errorOf(await ask('POST', 'external-policy/issue', sent))).toEqual([400, expect.stringContaining(why)]);
    expect(service.received).toEqual([]);
  });

  test('for whom policies do not allow it, and nobody is asked', async () => {
    await live.vault('POST', 'sys/policies/acl/one', {
      policy: 'path "pki/external-policy/issue/web" { capabilities = ["update"] }',
    });
    const token = await live.vault('POST', 'auth/token/create', { policies: ['one'], no_default_policy: true });
    const { client_token: mine } = (token.body as { auth: { client_token: string } }).auth;
    const as = { 'x-vault-token': mine };
    for (const path of [
      'external-policy/issue',
      'external-policy/issue/other',
      'issuer/root/external-policy/issue/web',
    ])
      expect((await ask('POST', path, { key_type: 'ec' }, as)).status).toBe(403);
    expect((await ask('GET', 'config/external-policy', undefined, as)).status).toBe(403);
    expect(service.received).toEqual([]);
    service.answers(allowing());
    expect((await ask('POST', 'external-policy/issue/web', { key_type: 'ec' }, as)).status).toBe(200);
  });
});

test('callers of the specification get its forms', async () => {
  service.answers(allowing());
  const answer = await live.vault('POST', 'pki/external-policy/issue', { key_type: 'ec' });
  expect(answer.body).toMatchObject({ warnings: '', auth: null, lease_id: '', renewable: false });
  expect(dataOf(answer)['expiration']).toMatch(/^\d+$/);
});

test('who asked by which policy is recorded, whatever came of it', async () => {
  const records = async () => {
    const query = 'query { auditRecords(first: 3) { nodes { action outcome problem details } } }';
    const response = await fetch(`${live.base}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${live.rootToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return JSON.stringify(await response.json());
  };
  service.answers(allowing());
  await ask('POST', 'external-policy/issue/web', { key_type: 'ec' });
  await expect.poll(records).toContain('external-policy/web');
  service.answers(() => ({}));
  await ask('POST', 'external-policy/issue/web', { key_type: 'ec' });
  await expect.poll(records).toContain('POLICY_SERVICE_FAILED');
});

test('the configuration tells when the service last answered', async () => {
  service.answers(allowing());
  expect(dataOf(await ask('GET', 'config/external-policy'))).toMatchObject({ external_service_validated: false });
  await ask('POST', 'external-policy/issue', { key_type: 'ec' });
  const after = dataOf(await ask('GET', 'config/external-policy'));
  expect(after).toMatchObject({ external_service_validated: true });
  expect(Date.parse(after['last_successful_request'] ?? '')).toBeGreaterThan(0);
});

test('GraphQL has all of it', async () => {
  service.answers(allowing());
  const graphql = async (query: string, variables: object): Promise<unknown> => {
    const response = await fetch(`${live.base}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${live.rootToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    });
    return response.json();
  };
  const issuing = `mutation ($input: IssueByExternalPolicyInput!) {
    issueByExternalPolicy(input: $input) { issuedCertificate { certificate privateKey } problems { code message } }
  }`;
  expect(await graphql(issuing, { input: { keyType: 'EC', policy: 'web', request: { any: 1 } } })).toMatchObject({
    data: {
      issueByExternalPolicy: {
        issuedCertificate: {
          certificate: expect.stringContaining('BEGIN CERTIFICATE') as unknown,
          privateKey: expect.any(String) as unknown,
        },
        problems: [],
      },
    },
  });
  expect(service.received[0]?.user_request_key_values).toMatchObject({ any: 1 });
  const differing = { mount: 'pki', keyType: 'EC', keyBits: 384, request: { key_type: 'rsa', key_bits: 4096, any: 2 } };
  await graphql(issuing, { input: differing });
  expect(service.received[1]?.user_request_key_values).toMatchObject({ any: 2, key_type: 'ec', key_bits: 384 });
  service.answers(() => ({}));
  expect(await graphql(issuing, { input: { keyType: 'EC' } })).toMatchObject({
    data: { issueByExternalPolicy: { issuedCertificate: null, problems: [{ code: 'POLICY_SERVICE_FAILED' }] } },
  });
  const reading = 'query { externalPolicy { enabled timeout externalServiceUrl lastSuccessAt } }';
  expect(await graphql(reading, {})).toMatchObject({ data: { externalPolicy: { enabled: true, timeout: 'PT15S' } } });
});
