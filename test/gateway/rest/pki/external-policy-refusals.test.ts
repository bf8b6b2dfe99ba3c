import { X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { basicConstraints, keyUsage, Name, parseCertificate } from '../../../../src/pki/x509/index.js';
import { certificateOf } from '../../http/secure.js';
import { wantedFor } from '../../../pki/external-policy/service.js';
import type { Received, Reply } from '../../../pki/external-policy/service.js';
import { csrPem } from '../../../pki/policy/made.js';
import { allowing as answering, dataOf, errorOf, policyWorld } from './external-policy-world.js';

const world = policyWorld();
const { ask, configure } = world;
/** What would be stored if it were accepted. */
const allowing = (more: object = {}, wish?: Parameters<typeof answering>[1]) =>
  answering({ store_certificate: true, ...more }, wish);

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
    world.service.answers(decide);
    const answer = await ask('POST', 'external-policy/issue', { key_type: 'ec' });
    expect(errorOf(answer)).toEqual([status, expect.stringContaining(why)]);
    expect(JSON.stringify(answer.body)).not.toContain('secret of the service');
    expect(await issuedCount()).toBe(before);
  });

  const anotherKey = async () => parseCertificate(new X509Certificate((await openedKey()).certificate).raw);
  const openedKey = () => Promise.resolve(certificateOf('another key'));

  test('after the policy was changed or forbidden while the service thought', async () => {
    world.service.answers(async (received) => {
      await configure({ timeout: 14 });
      return allowing()(received);
    });
    expect(errorOf(await ask('POST', 'external-policy/issue', { key_type: 'ec' }))).toEqual([
      502,
      expect.stringContaining('its configuration was changed meanwhile'),
    ]);
    world.service.answers(async (received) => {
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

  test.each([
    ['its use was forbidden', () => configure({ enabled: false }), 502],
    ['its mount was moved', () => world.live.vault('POST', 'sys/remount', { from: 'pki', to: 'moved' }), 404],
  ])('after %s while the service thought', async (_, change, status) => {
    const before = await issuedCount();
    world.service.answers(async (received) => {
      await change();
      return allowing()(received);
    });
    const answer = await ask('POST', 'external-policy/issue', { key_type: 'ec' });
    await world.live.vault('POST', 'sys/remount', { from: 'moved', to: 'pki' });
    expect(answer.status).toBe(status);
    expect(await issuedCount()).toBe(before);
  });

  test.each([
    ['its policies forbid it', 403, () => world.live.vault('POST', 'sys/policies/acl/asking', { policy: forbidding })],
    ['its token is revoked', 403, (token: string) => world.live.vault('POST', 'auth/token/revoke', { token })],
    [
      'something else is forbidden',
      200,
      () => world.live.vault('POST', 'sys/policies/acl/other', { policy: forbidding }),
    ],
  ])('to a caller once %s while the service thought (%i)', async (_, status, change) => {
    await world.live.vault('POST', 'sys/policies/acl/asking', { policy: forbidding.replace('deny', 'update') });
    const made = await world.live.vault('POST', 'auth/token/create', { policies: ['asking'], no_default_policy: true });
    const { client_token: token } = (made.body as { auth: { client_token: string } }).auth;
    const before = await issuedCount();
    world.service.answers(async (received) => {
      expect((await change(token)).status).toBeLessThan(300);
      return allowing()(received);
    });
    const answer = await ask('POST', 'external-policy/issue', { key_type: 'ec' }, { 'x-vault-token': token });
    expect(answer.status).toBe(status);
    expect(await issuedCount()).toBe(status === 200 ? before + 1 : before);
  });
  const forbidding = 'path "pki/external-policy/issue" { capabilities = ["deny"] }';

  test('in time', async () => {
    await configure({ timeout: 1 });
    world.service.answers(() => () => undefined);
    expect(errorOf(await ask('POST', 'external-policy/issue', { key_type: 'ec' }))).toEqual([
      502,
      expect.stringContaining('did not answer in time'),
    ]);
  });

  test('of another kind than sign-intermediate asks for', async () => {
    world.service.answers(allowing());
    const answer = await ask('POST', 'external-policy/sign-intermediate', { csr: await csrPem() });
    expect(errorOf(answer)).toEqual([400, expect.stringContaining('it is not one of an authority')]);
  });

  test.each<[string, object, string]>([
    ['an unknown type of key', { key_type: 'any' }, 'unknown key type any'],
    [
      'a size that no key has',
      { key_type: 'rsa', key_bits: 1024 },
      'RSA keys < 2048 bits are unsafe and not supported: got 1024',
    ],
    ['an unknown format', { key_type: 'ec', format: 'jks' }, '"format" path parameter'],
  ])('and the service is not asked, for %s', async (_, sent, why) => {
    expect(errorOf(await ask('POST', 'external-policy/issue', sent))).toEqual([400, expect.stringContaining(why)]);
    expect(world.service.received).toEqual([]);
  });

  test('for whom policies do not allow it, and nobody is asked', async () => {
    await world.live.vault('POST', 'sys/policies/acl/one', {
      policy: 'path "pki/external-policy/issue/web" { capabilities = ["update"] }',
    });
    const token = await world.live.vault('POST', 'auth/token/create', { policies: ['one'], no_default_policy: true });
    const { client_token: mine } = (token.body as { auth: { client_token: string } }).auth;
    const as = { 'x-vault-token': mine };
    for (const path of [
      'external-policy/issue',
      'external-policy/issue/other',
      'issuer/root/external-policy/issue/web',
    ])
      expect((await ask('POST', path, { key_type: 'ec' }, as)).status).toBe(403);
    expect((await ask('GET', 'config/external-policy', undefined, as)).status).toBe(403);
    expect(world.service.received).toEqual([]);
    world.service.answers(allowing());
    expect((await ask('POST', 'external-policy/issue/web', { key_type: 'ec' }, as)).status).toBe(200);
  });
});
