import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultBounds } from '../../../src/gateway/admission/bounds.js';
import { certificateOf, runSecurely } from './secure.js';
import type { Secure } from './secure.js';

let secure: Secure;
beforeAll(async () => {
  secure = await runSecurely();
});
afterAll(() => secure.gateway.close());

/** The protocol and suite that `openssl s_client` agrees on with the server; `refused` where they do not agree. */
function agreed(...args: readonly string[]): Promise<string> {
  const where = ['s_client', '-connect', `127.0.0.1:${secure.port}`, '-servername', 'localhost', '-brief'];
  return new Promise((resolve) => {
    execFile('openssl', [...where, ...args], { timeout: 120_000 }, (_error, out, said) => {
      const text = `${out}${said}`;
      const [, protocol] = /Protocol version: (\S+)/.exec(text) ?? [];
      const [, suite] = /Ciphersuite: (\S+)/.exec(text) ?? [];
      resolve(suite === undefined ? 'refused' : `${protocol ?? ''} ${suite}`);
    }).stdin?.end();
  });
}

/** Old protocols and suites are not even tried unless openssl is told that nothing is too weak. */
const weak = (cipher: string) => ['-cipher', `${cipher}:@SECLEVEL=0`];

const expectations = [
  [['-tls1_3'], /^TLSv1\.3 TLS_AES_256_GCM_SHA384$/],
  [['-tls1_3', '-ciphersuites', 'TLS_AES_128_GCM_SHA256'], /^TLSv1\.3 TLS_AES_128_GCM_SHA256$/],
  // No authenticated encryption worth the name: a short tag.
  [['-tls1_3', '-ciphersuites', 'TLS_AES_128_CCM_8_SHA256'], /^refused$/],
  [['-tls1_2'], /^TLSv1\.2 ECDHE-ECDSA-AES256-GCM-SHA384$/],
  [['-tls1_2', ...weak('ECDHE-ECDSA-CHACHA20-POLY1305')], /^TLSv1\.2 ECDHE-ECDSA-CHACHA20-POLY1305$/],
  [['-tls1_2', ...weak('ECDHE-ECDSA-AES128-SHA256')], /^refused$/],
  [['-tls1_2', ...weak('ECDHE-ECDSA-AES256-SHA')], /^refused$/],
  [['-tls1_2', ...weak('ECDHE-RSA-AES128-SHA')], /^refused$/],
  [['-tls1_2', ...weak('AES128-GCM-SHA256')], /^refused$/],
  [['-tls1_2', ...weak('aNULL')], /^refused$/],
  [['-tls1_1', ...weak('ALL')], /^refused$/],
  [['-tls1', ...weak('ALL')], /^refused$/],
] as const;

test.each(expectations)('openssl s_client %j: %s', async (args, expected) => {
  expect(await agreed(...args)).toMatch(expected);
});

test('the same holds for a certificate that came while the server ran', async () => {
  secure.gateway.renewCertificate(certificateOf('localhost'));
  for (const [args, expected] of expectations)
    expect([args, await agreed(...args)]).toEqual([args, expect.stringMatching(expected)]);
});

test.each([
  ['says nothing', ''],
  ['begins a record', '\x16\x03\x01\x02\x00\x01'],
  ['begins a record of SSL 2', '\x80\x2e\x01\x03\x01'],
])('a client that %s is disconnected', async (_what, begun) => {
  const impatient = await runSecurely({ bounds: { ...defaultBounds, handshake: 50 } });
  const client = connect(impatient.port, '127.0.0.1');
  try {
    client.write(begun, 'latin1');
    client.resume();
    await once(client, 'close');
  } finally {
    client.destroy();
    await impatient.gateway.close();
  }
});
