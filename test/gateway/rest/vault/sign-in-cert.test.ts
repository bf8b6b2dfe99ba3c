import { once } from 'node:events';
import { connect } from 'node:http2';
import { request } from 'node:https';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { authOf, dataOf, openSignIns } from './sign-in-live.js';
import type { SignInsForTests } from './sign-in-live.js';

let signIns: SignInsForTests;
beforeAll(async () => {
  signIns = await openSignIns();
});
afterAll(() => signIns.close());

describe('cert', () => {
  let issued: { certificate: string; private_key: string; serial_number: string; issuing_ca: string };

  /** Over TLS, with a certificate or without. */
  function over(path: string, body: object, client?: { cert: string; key: string }, token?: string) {
    return new Promise<{ status: number; body: unknown }>((resolve, reject) => {
      const url = new URL(`/v1/${path}`, signIns.live.secure);
      const asked = request(
        url,
        {
          method: 'POST',
          ca: readFileSync(signIns.live.caFile),
          agent: false,
          ...client,
          headers: { 'content-type': 'application/json', ...(token !== undefined && { 'x-vault-token': token }) },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (piece: string) => (text += piece));
          response.on('end', () => {
            resolve({ status: response.statusCode ?? 0, body: text === '' ? null : JSON.parse(text) });
          });
        },
      );
      asked.on('error', reject);
      asked.end(JSON.stringify(body));
    });
  }
  const own = () => ({ cert: issued.certificate, key: issued.private_key });

  beforeAll(async () => {
    await signIns.done('POST', 'sys/auth/cert', { type: 'cert' });
    await signIns.done('POST', 'pki/root/generate/internal', { common_name: 'machines', key_type: 'ec', ttl: '24h' });
    await signIns.done('POST', 'pki/roles/machine', {
      allow_any_name: true,
      key_type: 'ec',
      ttl: '1h',
      server_flag: false,
    });
    issued = z
      .object({
        certificate: z.string(),
        private_key: z.string(),
        serial_number: z.string(),
        issuing_ca: z.string(),
      })
      .parse(dataOf(await signIns.done('POST', 'pki/issue/machine', { common_name: 'm1.internal.example' })));
    await signIns.done('POST', 'auth/cert/certs/machines', {
      ...{ certificate: issued.issuing_ca, allowed_common_names: '*.internal.example', token_policies: 'a' },
      token_ttl: '10m',
    });
  });
  afterAll(async () => {
    await signIns.done('DELETE', 'sys/auth/cert');
  });

  test('gives a token to whom an authority of a role vouches for, and to nobody else', async () => {
    const answer = await over('auth/cert/login', {}, own());
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(authOf(answer.body)).toMatchObject({
      policies: ['a', 'default'],
      metadata: { cert_name: 'machines', common_name: 'm1.internal.example' },
    });
    expect((await over('auth/cert/login', { name: 'machines' }, own())).status).toBe(200);
    expect((await over('auth/cert/login', { name: 'others' }, own())).status).toBe(400);
    expect((await over('auth/cert/login', {})).status).toBe(400);
    expect((await signIns.say('POST', 'auth/cert/login', {}, { 'client-cert': 'x' })).status).toBe(400);
  });

  test('does so over HTTP/2, and in GraphQL', async () => {
    const session = connect(signIns.live.secure, { ca: readFileSync(signIns.live.caFile), ...own() });
    const query =
      'mutation { signInWithCertificate(input: { method: "cert" }) { issued { token { displayName } } problems { code } } }';
    const asked = session.request({ ':method': 'POST', ':path': '/graphql', 'content-type': 'application/json' });
    asked.end(JSON.stringify({ query }));
    let text = '';
    asked.setEncoding('utf8');
    asked.on('data', (piece: string) => (text += piece));
    await once(asked, 'end');
    session.close();
    expect(JSON.parse(text)).toMatchObject({
      data: { signInWithCertificate: { issued: { token: { displayName: 'cert-machines' } }, problems: [] } },
    });
  });

  test('takes a certificate that a role lists itself, by the first role that does', async () => {
    await signIns.done('POST', 'auth/cert/certs/a-pinned', {
      certificate: issued.certificate,
      token_policies: 'pinned',
    });
    expect(authOf((await over('auth/cert/login', {}, own())).body).policies).toEqual(['default', 'pinned']);
    await signIns.done('DELETE', 'auth/cert/certs/a-pinned');
    expect(authOf((await over('auth/cert/login', {}, own())).body).policies).toEqual(['a', 'default']);
  });

  test('renews over a connection with the same certificate only', async () => {
    const { client_token: token } = authOf((await over('auth/cert/login', {}, own())).body);
    expect((await over('auth/token/renew-self', {}, own(), token)).status).toBe(200);
    expect((await over('auth/token/renew-self', {}, undefined, token)).status).toBe(400);
    await signIns.done('POST', 'auth/cert/config', { disable_binding: true });
    expect((await over('auth/token/renew-self', {}, undefined, token)).status).toBe(200);
    await signIns.done('POST', 'auth/cert/config', { disable_binding: false });
  });

  test('shows a role as it was written', async () => {
    expect(dataOf(await signIns.done('GET', 'auth/cert/certs/machines'))).toMatchObject({
      ...{ certificate: issued.issuing_ca, display_name: 'machines', allowed_common_names: ['*.internal.example'] },
      ...{ allowed_names: null, ocsp_enabled: false, token_ttl: 600, token_policies: ['a'] },
      ...{ policies: ['a'], ttl: 600 },
    });
    for (const body of [
      { certificate: 'x' },
      { certificate: '' },
      { required_extensions: 'x' },
      { ocsp_enabled: true },
    ]) {
      const { status } = await signIns.say('POST', 'auth/cert/certs/machines', body);
      expect(status, JSON.stringify(body)).toBe(400);
    }
    expect((await signIns.say('POST', 'auth/cert/crls/x', {})).status).toBe(400);
  });

  test('refuses what is below an authority that this server has revoked, also where a role lists that one itself', async () => {
    await signIns.done('POST', 'sys/mounts/below', { type: 'pki' });
    const made = dataOf(
      await signIns.done('POST', 'below/intermediate/generate/internal', { common_name: 'b', key_type: 'ec' }),
    );
    const signed = dataOf(await signIns.done('POST', 'pki/root/sign-intermediate', { csr: made['csr'], ttl: '100h' }));
    await signIns.done('POST', 'below/intermediate/set-signed', { certificate: signed['certificate'] });
    await signIns.done('POST', 'below/roles/m', { allow_any_name: true, key_type: 'ec', ttl: '1h' });
    const below = dataOf(await signIns.done('POST', 'below/issue/m', { common_name: 'm2.internal.example' }));
    const { certificate, private_key: key } = z
      .object({ certificate: z.string(), private_key: z.string() })
      .parse(below);
    await signIns.done('POST', 'auth/cert/certs/below', {
      certificate: signed['certificate'],
      token_policies: 'below',
    });
    const login = async () => (await over('auth/cert/login', { name: 'below' }, { cert: certificate, key })).status;
    expect(await login()).toBe(200);
    await signIns.done('POST', 'pki/revoke', { serial_number: signed['serial_number'] });
    expect(await login()).toBe(400);
    await signIns.done('DELETE', 'auth/cert/certs/below');
    await signIns.done('DELETE', 'sys/mounts/below');
  });

  test('refuses what this server has revoked', async () => {
    await signIns.done('POST', 'pki/revoke', { serial_number: issued.serial_number });
    expect((await over('auth/cert/login', {}, own())).status).toBe(400);
  });
});
