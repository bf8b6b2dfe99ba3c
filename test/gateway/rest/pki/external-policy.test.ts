import { X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  authorityInfoAccess,
  authorityKeyIdentifier,
  basicConstraints,
  crlDistributionPoints,
  keyUsage,
  parseCertificate,
} from '../../../../src/pki/x509/index.js';
import { certificateOf } from '../../http/secure.js';
import { openPolicyService, requestIn } from '../../../pki/external-policy/service.js';
import { csrPem } from '../../../pki/policy/made.js';
import {
  allowing,
  certificateIn,
  dataOf,
  envelopeOf,
  errorOf,
  parsedIn,
  policyWorld,
} from './external-policy-world.js';

const world = policyWorld();
const { ask, configure, rootOf } = world;

describe('config/external-policy', () => {
  test('has the defaults of the specification before anything is written', async () => {
    await world.live.vault('POST', 'sys/mounts/fresh', { type: 'pki' });
    const answer = await world.live.vault('GET', 'fresh/config/external-policy');
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
    const refused = await world.live.vault('POST', 'fresh/external-policy/issue', {});
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
    world.service.answers(allowing());
    const sent = { common_name: 'a.example', anything: { at: ['all', 1] }, key_type: 'ec', format: 'pem' };
    const answer = await ask('POST', 'external-policy/issue/web', sent);
    const [received] = world.service.received;
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
    expect(world.service.received[0]?.identity_request_key_values).toMatchObject({
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
    expect(world.service.received[0]?.vault_request_values).toMatchObject({ issuance_mode: mode, policy_name: policy });
    if (mode !== 'issue') expect(world.service.received[0]?.user_request_key_values.csr).toBe(csr);
  });

  test('shows the certificate of the caller', async () => {
    const client = certificateOf('client');
    world.service.close();
    world.service = await openPolicyService({ clients: client.certificate });
    world.service.answers(allowing());
    await configure({ vault_client_cert_bundle: `${client.certificate}${client.key}` });
    expect((await ask('POST', 'external-policy/issue', { key_type: 'ec' })).status).toBe(200);
    expect(world.service.shown[0]).toEqual(new X509Certificate(client.certificate).raw);
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
    expect(world.service.received).toEqual([]);
  });
});

describe('a certificate that the service wants', () => {
  test('is signed by the issuer, with its names, times and extensions, and those of the issuer', async () => {
    world.service.answers(
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
    world.service.answers(allowing({ generate_lease: true }));
    const unstored = await ask('POST', 'external-policy/issue', { key_type: 'ec' });
    expect(envelopeOf(unstored).lease_id).toBe('');
    expect((await ask('GET', `cert/${dataOf(unstored)['serial_number'] ?? ''}`)).status).toBe(404);
    world.service.answers(allowing({ generate_lease: true, store_certificate: true }));
    const leased = await ask('POST', 'external-policy/issue/p', { key_type: 'ec' });
    expect(envelopeOf(leased).lease_id).toMatch(/^pki\/external-policy\/issue\/p\//);
  });

  test('has the issuer that the service names', async () => {
    await ask('POST', 'root/generate/internal', { common_name: 'Other', key_type: 'ec', issuer_name: 'other' });
    world.service.answers(allowing({ issuer_ref: 'other' }));
    const answer = await ask('POST', 'issuer/root/external-policy/issue', { key_type: 'ec' });
    expect(certificateIn(answer).issuer).toBe('CN=Other');
    for (const [reference, why] of [
      ['nobody', 'issuer_ref names no issuer of the mount'],
      ['x'.repeat(10_000), 'issuer_ref is no reference to an issuer'],
    ]) {
      world.service.answers(allowing({ issuer_ref: reference }));
      const refused = await ask('POST', 'external-policy/issue', { key_type: 'ec' });
      expect(errorOf(refused)).toEqual([502, expect.stringContaining(why ?? '')]);
    }
  });

  test('is one of an authority for sign-intermediate', async () => {
    world.service.answers(
      allowing({}, { extensions: [basicConstraints({ ca: true, pathLength: 0 }), keyUsage(['keyCertSign'])] }),
    );
    const answer = await ask('POST', 'external-policy/sign-intermediate', { csr: await csrPem() });
    expect(parsedIn(answer).extensions.basicConstraints).toEqual({ ca: true, pathLength: 0 });
    expect((answer.body as { data: { ca_chain: string[] } }).data.ca_chain[0]).toBe(dataOf(answer)['certificate']);
  });

  test('comes in the asked format', async () => {
    world.service.answers(allowing());
    const answer = await ask('POST', 'external-policy/issue', {
      ...{ key_type: 'rsa', key_bits: 2048, format: 'der', private_key_format: 'pkcs8' },
    });
    expect(new X509Certificate(Buffer.from(dataOf(answer)['certificate'] ?? '', 'base64')).issuer).toBe('CN=Root');
    expect(dataOf(answer)['private_key']).toContain('BEGIN PRIVATE KEY');
  });
});

test('callers of the specification get its forms', async () => {
  world.service.answers(allowing());
  const answer = await world.live.vault('POST', 'pki/external-policy/issue', { key_type: 'ec' });
  expect(answer.body).toMatchObject({ warnings: '', auth: null, lease_id: '', renewable: false });
  expect(dataOf(answer)['expiration']).toMatch(/^\d+$/);
});

test('who asked by which policy is recorded, whatever came of it', async () => {
  const records = async () => {
    const query = 'query { auditRecords(first: 3) { nodes { action outcome problem details } } }';
    const response = await fetch(`${world.live.base}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.live.rootToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    return JSON.stringify(await response.json());
  };
  world.service.answers(allowing());
  await ask('POST', 'external-policy/issue/web', { key_type: 'ec' });
  await expect.poll(records).toContain('external-policy/web');
  world.service.answers(() => ({}));
  await ask('POST', 'external-policy/issue/web', { key_type: 'ec' });
  await expect.poll(records).toContain('POLICY_SERVICE_FAILED');
});

test('the configuration tells when the service last answered', async () => {
  world.service.answers(allowing());
  expect(dataOf(await ask('GET', 'config/external-policy'))).toMatchObject({ external_service_validated: false });
  await ask('POST', 'external-policy/issue', { key_type: 'ec' });
  const after = dataOf(await ask('GET', 'config/external-policy'));
  expect(after).toMatchObject({ external_service_validated: true });
  expect(Date.parse(after['last_successful_request'] ?? '')).toBeGreaterThan(0);
});

test('GraphQL has all of it', async () => {
  world.service.answers(allowing());
  const graphql = async (query: string, variables: object): Promise<unknown> => {
    const response = await fetch(`${world.live.base}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${world.live.rootToken}`, 'content-type': 'application/json' },
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
  expect(world.service.received[0]?.user_request_key_values).toMatchObject({ any: 1 });
  const differing = { mount: 'pki', keyType: 'EC', keyBits: 384, request: { key_type: 'rsa', key_bits: 4096, any: 2 } };
  await graphql(issuing, { input: differing });
  expect(world.service.received[1]?.user_request_key_values).toMatchObject({ any: 2, key_type: 'ec', key_bits: 384 });
  world.service.answers(() => ({}));
  expect(await graphql(issuing, { input: { keyType: 'EC' } })).toMatchObject({
    data: { issueByExternalPolicy: { issuedCertificate: null, problems: [{ code: 'POLICY_SERVICE_FAILED' }] } },
  });
  const reading = 'query { externalPolicy { enabled timeout externalServiceUrl lastSuccessAt } }';
  expect(await graphql(reading, {})).toMatchObject({ data: { externalPolicy: { enabled: true, timeout: 'PT15S' } } });
});
