import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../../eventually.js';
import { openLive, type Live } from '../live.js';

let live: Live;

const envelope = z.looseObject({
  errors: z.array(z.string()).default([]),
  warnings: z.array(z.string()).nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
});
async function call(method: string, path: string, body?: unknown, token: string = live.rootToken) {
  const answer = await live.vault(method, path, body, { 'x-vault-token': token });
  return { status: answer.status, ...envelope.parse(answer.body ?? {}) };
}
const ended = async () => {
  await vi.waitFor(
    async () => expect((await call('GET', 'pki/tidy-status')).data?.['state']).toBe('Finished'),
    eventually,
  );
  return (await call('GET', 'pki/tidy-status')).data ?? {};
};

const anyText: unknown = expect.any(String);

/** OpenBao's, and those that only Vault has. */
const defaults = {
  enabled: false,
  interval_duration: 43_200,
  min_startup_backoff_duration: 300,
  max_startup_backoff_duration: 900,
  tidy_cert_store: false,
  tidy_revoked_certs: false,
  tidy_invalid_certs: false,
  tidy_revoked_cert_issuer_associations: false,
  tidy_expired_issuers: false,
  tidy_move_legacy_ca_bundle: false,
  tidy_revocation_queue: false,
  tidy_cross_cluster_revoked_certs: false,
  tidy_acme: false,
  tidy_cert_metadata: false,
  tidy_cmpv2_nonce_store: false,
  safety_buffer: 259_200,
  revoked_safety_buffer: 259_200,
  issuer_safety_buffer: 31_536_000,
  revocation_queue_safety_buffer: 172_800,
  acme_account_safety_buffer: 2_592_000,
  pause_duration: '0s',
  page_size: 1000,
  maintain_stored_certificate_counts: false,
  publish_stored_certificate_count_metrics: false,
};

beforeAll(async () => {
  live = await openLive();
  await call('POST', 'pki/root/generate/internal', { common_name: 'Root', key_type: 'ec', ttl: '700h' });
  await call('POST', 'pki/roles/web', { allow_any_name: true, key_type: 'ec', ttl: '1h' });
});
afterAll(() => live.close());

test('before the first run the status has every name, and no value', async () => {
  const { status, data } = await call('GET', 'pki/tidy-status');
  expect(status).toBe(200);
  const { state, internal_backend_uuid, ...rest } = data ?? {};
  expect([state, typeof internal_backend_uuid]).toEqual(['Inactive', 'string']);
  expect(new Set(Object.values(rest))).toEqual(new Set([null]));
  for (const name of [
    'cert_store_deleted_count',
    'cmpv2_nonce_deleted_count',
    'acme_orders_deleted_count',
    'page_size',
  ])
    expect(rest).toHaveProperty(name);
});

test('a cancellation finds nothing to cancel', async () => {
  expect(await call('POST', 'pki/tidy-cancel')).toMatchObject({
    status: 200,
    warnings: ['Tidy operation cannot be cancelled as none is currently running.'],
  });
});

test('a run is accepted, and its status says what was asked for and done', async () => {
  const begun = await call('POST', 'pki/tidy', {
    ...{ tidy_cert_store: 'true', tidy_revocation_list: true, tidy_acme: true, tidy_cmpv2_nonce_store: true },
    ...{ safety_buffer: '1h', issuer_safety_buffer: 3600, pause_duration: '2ms', page_size: 7, unknown: 1 },
  });
  expect(begun.status).toBe(202);
  expect(begun.data ?? null).toBeNull();
  expect(begun.warnings).toEqual([
    "Tidy operation successfully started. Any information from the operation will be printed to the server's logs.",
    'Endpoint ignored these unrecognized parameters: [unknown]',
  ]);
  expect(await ended()).toMatchObject({
    ...{ tidy_cert_store: true, tidy_revoked_certs: true, tidy_acme: true, tidy_cert_metadata: false },
    ...{
      safety_buffer: 3600,
      revoked_safety_buffer: 3600,
      issuer_safety_buffer: 3600,
      page_size: 7,
      pause_duration: '2ms',
    },
    ...{ error: null, message: null, cert_store_deleted_count: 0, revoked_cert_deleted_count: 0 },
    ...{ total_acme_account_count: 0, cmpv2_nonce_deleted_count: 0, current_cert_store_count: null },
    ...{ time_started: anyText, time_finished: anyText, last_auto_tidy_finished: null },
  });
});

test('a run that is asked for nothing is accepted with a warning', async () => {
  const { status, warnings } = await call('PUT', 'pki/tidy', {});
  expect(status).toBe(202);
  expect(warnings).toEqual([
    expect.stringContaining(
      'no tidy operations were set. Enable at least one tidy operation to be run (tidy_cert_store / ',
    ),
  ]);
  await ended();
});

describe('the automatic configuration', () => {
  test('has the defaults of Vault and OpenBao', async () => {
    expect((await call('GET', 'pki/config/auto-tidy')).data).toEqual(defaults);
  });

  test('keeps what is left out, and answers with the whole', async () => {
    const first = await call('POST', 'pki/config/auto-tidy', {
      tidy_expired_issuers: true,
      issuer_safety_buffer: '5s',
    });
    expect(first).toMatchObject({
      status: 200,
      data: { ...defaults, tidy_expired_issuers: true, issuer_safety_buffer: 5 },
    });
    const second = await call('POST', 'pki/config/auto-tidy', { revoked_safety_buffer: '2h', pause_duration: '90.5s' });
    expect(second.errors).toHaveLength(1);
    const third = await call('POST', 'pki/config/auto-tidy', { revoked_safety_buffer: '2h', pause_duration: '1.5s' });
    expect(third.data).toMatchObject({ issuer_safety_buffer: 5, revoked_safety_buffer: 7200, pause_duration: '1.5s' });
    expect((await call('GET', 'pki/config/auto-tidy')).data).toEqual(third.data);
  });

  test.each([
    [{ safety_buffer: 0 }, 'safety_buffer must be greater than zero'],
    [{ page_size: 3 }, 'page_size must be at least 5 and at most 10000'],
    [{ pause_duration: '-1s' }, 'received invalid, negative pause_duration'],
    [{ enabled: true, tidy_expired_issuers: false }, 'Auto-tidy enabled but no tidy operations were requested.'],
    [
      { publish_stored_certificate_count_metrics: true },
      'Enable `maintain_stored_certificate_counts` to enable `publish',
    ],
    [
      { min_startup_backoff_duration: '1h' },
      'max_startup_backoff_duration must be greater or equal to min_startup_backoff_duration',
    ],
    [{ pause_duration: 'soon' }, 'Field validation failed: error converting input for field "pause_duration"'],
  ])('%j is refused', async (given, text) => {
    const { status, errors } = await call('POST', 'pki/config/auto-tidy', given);
    expect([status, errors[0]]).toEqual([400, expect.stringContaining(text)]);
  });

  test('runs by itself, and publishes what the mount stores', async () => {
    await call('POST', 'sys/mounts/short', { type: 'pki' });
    const written = await call('POST', 'short/config/auto-tidy', {
      ...{ enabled: true, tidy_cert_store: true, interval_duration: 1 },
      ...{ min_startup_backoff_duration: 1, max_startup_backoff_duration: 1 },
      ...{ maintain_stored_certificate_counts: true, publish_stored_certificate_count_metrics: true },
    });
    expect(written.status).toBe(200);
    await vi.waitFor(async () => {
      const { data } = await call('GET', 'short/tidy-status');
      expect(data).toMatchObject({ state: 'Finished', last_auto_tidy_finished: anyText });
    }, eventually);
    expect((await call('GET', 'short/tidy-status')).data).toMatchObject({
      ...{ current_cert_store_count: 0, current_revoked_cert_count: 0 },
    });
    await call('POST', 'short/config/auto-tidy', { enabled: false });
  });
});

test('each path has a right of its own', async () => {
  await call('POST', 'sys/policies/acl/looks', { policy: 'path "pki/tidy-status" { capabilities = ["read"] }' });
  const made = await live.vault(
    'POST',
    'auth/token/create',
    { policies: ['looks'] },
    { 'x-vault-token': live.rootToken },
  );
  const token = z.object({ auth: z.object({ client_token: z.string() }) }).parse(made.body).auth.client_token;
  expect((await call('GET', 'pki/tidy-status', undefined, token)).status).toBe(200);
  for (const [method, path] of [
    ['POST', 'pki/tidy'],
    ['POST', 'pki/tidy-cancel'],
    ['GET', 'pki/config/auto-tidy'],
    ['POST', 'pki/config/auto-tidy'],
  ] as const)
    expect((await call(method, path, method === 'POST' ? {} : undefined, token)).status).toBe(403);
});
