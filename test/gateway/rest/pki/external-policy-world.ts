import { X509Certificate } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { parseCertificate } from '../../../../src/pki/x509/index.js';
import { openPolicyService, wantedFor } from '../../../pki/external-policy/service.js';
import type { PolicyServiceForTests, Received, Reply } from '../../../pki/external-policy/service.js';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

type Answer = Awaited<ReturnType<Live['vault']>>;

export const dataOf = ({ body }: Answer) => (body as { data: Record<string, string> }).data;
export const envelopeOf = ({ body }: Answer) => body as { warnings: string[] | null; lease_id: string };
export const errorOf = ({ status, body }: Answer) => [
  status,
  (body as { errors: readonly string[] }).errors.join('; '),
];
export const certificateIn = (answer: Answer) => new X509Certificate(dataOf(answer)['certificate'] ?? '');
export const parsedIn = (answer: Answer) => parseCertificate(certificateIn(answer).raw);

export const allowing =
  (more: object = {}, wish?: Parameters<typeof wantedFor>[1]) =>
  async (received: Received): Promise<Reply> => ({
    certificate: await wantedFor(received, wish),
    issuer_ref: received.vault_request_values['requested_issuer_id'],
    ...more,
  });

/** A server for the tests of a file, and for each test a service that its mount `pki` asks. */
export function policyWorld() {
  let live: Live;
  let service: PolicyServiceForTests;
  const ask = (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    live.vault(method, `pki/${path}`, body, { 'x-vault-token': live.rootToken, ...headers });
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
  return {
    ask,
    configure,
    get live() {
      return live;
    },
    get service() {
      return service;
    },
    /** Another one takes its place until the test ends. */
    set service(other: PolicyServiceForTests) {
      service = other;
    },
    rootOf: async () => new X509Certificate(dataOf(await ask('GET', 'cert/ca'))['certificate'] ?? ''),
  };
}
