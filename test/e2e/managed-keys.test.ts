import { X509Certificate } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '../eventually.js';
import { exchange } from './harness/exchange.js';
import { GuideRun, stepsOf } from './harness/guide-run.js';
import { OpenSsl } from './harness/openssl.js';
import { Server } from './harness/server.js';
import { describeTokens, SoftToken } from './harness/soft-token.js';
import { VaultApi } from './harness/vault.js';

/** Processes that a process started and that have a token open. */
function tokenProcesses(parent: number): readonly number[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, after = ''] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ');
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return Number(after.split(' ')[1]) === parent && command.includes('token.child') ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

function expectRefusal(
  refusal: { readonly status: number; readonly text: string | undefined },
  status: number,
  text: string,
) {
  expect(refusal.status, refusal.text).toBe(status);
  expect(refusal.text).toContain(text);
}

describeTokens('managed keys in SoftHSM', () => {
  let token: SoftToken;
  let server: Server;
  let openssl: OpenSsl;
  const api = () => new VaultApi(server.http, server.token);
  const managed = (name: string, more: object = {}) =>
    api().write(`sys/managed-keys/pkcs11/${name}`, {
      ...{ library: 'softhsm', token_label: token.label, pin: token.pin, key_label: name, any_mount: true },
      ...{ allow_generate_key: true, ...more },
    });
  const mount = async (path: string, allowed: readonly string[] = []) => {
    (await api().write(`sys/mounts/${path}`, { type: 'pki', config: { max_lease_ttl: '87600h' } })).expect(204);
    if (allowed.length > 0)
      (await api().write(`sys/mounts/${path}/tune`, { allowed_managed_keys: allowed })).expect(204);
  };

  beforeAll(async () => {
    token = new SoftToken();
    openssl = new OpenSsl();
    server = await Server.start(token.settings);
  });
  afterAll(async () => {
    await server.stop(/work in the background failed|could not be|job/);
    token.remove();
    openssl.remove();
  });

  test.each([
    ['rsa', { mechanism: '0x0001', key_bits: 2048 }, 'sha256WithRSAEncryption'],
    ['pss', { mechanism: '0x000D', key_bits: 3072 }, 'rsassaPss'],
    ['p256', { mechanism: '0x1041', curve: 'P256' }, 'ecdsa-with-SHA256'],
    ['p384', { mechanism: '0x1041', curve: 'P384' }, 'ecdsa-with-SHA384'],
    ['p521', { mechanism: '0x1041', curve: 'P521' }, 'ecdsa-with-SHA512'],
  ])('a root, its certificates, CRLs and OCSP responses by a key of kind %s', async (name, how, algorithm) => {
    (await managed(name, { ...how, any_mount: false })).expect(204);
    await mount(`kms-${name}`);
    const wish = { common_name: `Root ${name}`, managed_key_name: name, ttl: '8760h' };
    const refusal = (await api().write(`kms-${name}/root/generate/kms`, wish)).refusal;
    expect(refusal.status).toBe(400);
    expect(refusal.text).toContain('may not use');
    expect(token.privateKeys()).not.toContain(name);

    (await api().write(`sys/mounts/kms-${name}/tune`, { allowed_managed_keys: [name] })).expect(204);
    const root = await api().write(`kms-${name}/root/generate/kms`, wish);
    const rootFile = openssl.file(root.text('certificate'));
    expect(openssl.ok('x509', '-in', rootFile, '-noout', '-text')).toContain(`Signature Algorithm: ${algorithm}`);
    expect(token.privateKeys()).toContain(name);
    const { data: key } = await api().read(`kms-${name}/key/${root.text('key_id')}`);
    expect(key['managed_key_name']).toBe(name);
    expect(key['managed_key_id']).toMatch(/^[0-9a-f-]{36}$/);
    const keys = (await api().list(`kms-${name}/keys`)).data;
    expect(keys['key_info']).toMatchObject({ [root.text('key_id')]: { managed_key_name: name } });

    (await api().write(`kms-${name}/roles/web`, { allow_any_name: true, key_type: 'ec', max_ttl: '720h' })).expect(200);
    const issued = await api().write(`kms-${name}/issue/web`, { common_name: 'a.example.com' });
    const leaf = openssl.file(issued.text('certificate'));
    openssl.ok('verify', '-CAfile', rootFile, leaf);
    const { csr } = openssl.request('ec:P-256', '/CN=b.example.com');
    const signed = await api().write(`kms-${name}/sign/web`, { csr, common_name: 'b.example.com' });
    openssl.ok('verify', '-CAfile', rootFile, openssl.file(signed.text('certificate')));
    openssl.ok(
      ...['verify', '-CAfile', rootFile],
      openssl.file(
        (await api().write(`kms-${name}/root/sign-intermediate`, { csr, common_name: 'Below' })).text('certificate'),
      ),
    );

    (await api().write(`kms-${name}/revoke`, { serial_number: issued.text('serial_number') })).expect(200);
    const crl = openssl.file((await exchange(`${server.http}/v1/kms-${name}/crl/pem`)).text);
    expect(openssl.run('crl', '-in', crl, '-CAfile', rootFile, '-noout').said).toContain('verify OK');
    const bundle = openssl.file(`${readFileSync(rootFile, 'utf8')}${readFileSync(crl, 'utf8')}`);
    expect(openssl.run('verify', '-crl_check', '-CAfile', bundle, leaf).said).toContain('revoked');
    const ocsp = openssl.run(
      ...['ocsp', '-issuer', rootFile, '-CAfile', rootFile, '-cert', leaf],
      ...['-url', `${server.http}/v1/kms-${name}/ocsp`],
    );
    expect(ocsp.said).toContain('Response verify OK');
    expect(ocsp.said).toContain(': revoked');

    const resigned = await api().write(`kms-${name}/issuer/default/resign-crls`, {
      ...{ crl_number: 100, next_update: '72h', crls: [readFileSync(crl, 'utf8')] },
    });
    expect(openssl.run('crl', '-in', openssl.file(resigned.text('crl')), '-CAfile', rootFile, '-noout').said).toContain(
      'verify OK',
    );
  });

  test('an intermediate, a second issuer of the same key, and a key alone', async () => {
    (await managed('below', { mechanism: '0x1041', curve: 'P256' })).expect(204);
    await mount('kms-below');
    const asked = await api().write('kms-below/intermediate/generate/kms', {
      ...{ common_name: 'Intermediate in a token', managed_key_name: 'below' },
    });
    expect(openssl.run('req', '-in', openssl.file(asked.text('csr')), '-noout', '-verify').said).toMatch(/verif\w+ OK/);
    expect(asked.data).not.toHaveProperty('private_key');
    const again = await api().write('kms-below/root/rotate/kms', {
      ...{
        common_name: 'Rotated',
        managed_key_id: String((await api().read('sys/managed-keys/pkcs11/below')).data['UUID']),
      },
    });
    // One key of the token is one key of the mount.
    expect(again.text('key_id')).toBe(asked.text('key_id'));
    const existing = await api().write('kms-below/issuers/generate/root/existing', {
      ...{ common_name: 'By the existing key', key_ref: asked.text('key_id') },
    });
    expect(
      new X509Certificate(existing.text('certificate')).verify(
        new X509Certificate(again.text('certificate')).publicKey,
      ),
    ).toBe(true);
    await mount('kms-alone');
    const alone = await api().write('kms-alone/keys/generate/kms', { managed_key_name: 'below', key_name: 'alone' });
    expect(alone.data).toMatchObject({ key_name: 'alone', key_type: 'ec', managed_key_name: 'below' });
    expect(alone.data).not.toHaveProperty('private_key');
    const exported = (
      await api().write('kms-alone/root/generate/exported', { common_name: 'x', managed_key_name: 'below' })
    ).refusal;
    expectRefusal(exported, 400, 'only for the type kms');
    const both = (await api().write('kms-alone/root/generate/kms', { common_name: 'x' })).refusal;
    expectRefusal(both, 400, 'managed_key_name');
  });

  test('what is written is read, without the PIN, and deleted only when nothing uses it', async () => {
    (await managed('read', { mechanism: '0x1041', curve: 'P256', key_id: '0x0a0b' })).expect(204);
    const { data } = await api().read('sys/managed-keys/pkcs11/read');
    expect(data).toMatchObject({
      name: 'read',
      type: 'pkcs11',
      mechanism: '0x1041',
      pin: 'redacted',
      usages: ['sign', 'verify'],
    });
    expect((await api().list('sys/managed-keys/pkcs11')).texts('keys')).toContain('read');
    await mount('kms-reads', ['read']);
    expect((await api().delete('sys/managed-keys/pkcs11/read')).refusal.text).toContain('kms-reads/');
    (await api().write('sys/mounts/kms-reads/tune', { allowed_managed_keys: [] })).expect(204);
    (await api().delete('sys/managed-keys/pkcs11/read')).expect(204);
    (await api().read('sys/managed-keys/pkcs11/read')).expect(404);
    expect((await api().delete('sys/managed-keys/pkcs11/below')).refusal.text).toContain('is used by');
    for (const [wrong, text] of [
      [{ library: '/tmp/evil.so' }, 'TRUSTATE_PKCS11_LIBRARIES'],
      [{ mechanism: '0x0009' }, 'mechanism'],
      [{ token_label: '' }, 'token_label'],
      [{ key_label: '' }, 'key_label'],
      [{ curve: '' }, 'curve'],
      [{ slot: '99999999999999999999999' }, 'slot'],
      [{ max_parallel: 65 }, 'max_parallel'],
      [{ usages: 'sign,fly' }, 'usages'],
    ] as const) {
      const { status, text: said } = (await managed('wrong', { mechanism: '0x1041', curve: 'P256', ...wrong })).refusal;
      expect(status, text).toBe(400);
      expect(said).toContain(text);
    }
  });

  test('a key is tested, and a wrong PIN is tried once', async () => {
    (await managed('tested', { mechanism: '0x1041', curve: 'P256' })).expect(204);
    (await api().write('sys/managed-keys/pkcs11/tested/test/sign')).expect(204);
    (await managed('tested', { mechanism: '0x1041', curve: 'P256', pin: '9999' })).expect(204);
    const first = (await api().write('sys/managed-keys/pkcs11/tested/test/sign')).refusal;
    expectRefusal(first, 503, 'CKR_PIN_INCORRECT');
    await mount('kms-tested');
    const second = (await api().write('kms-tested/keys/generate/kms', { managed_key_name: 'tested' })).refusal;
    expectRefusal(second, 503, 'has refused the PIN');
    (await managed('tested', { mechanism: '0x1041', curve: 'P256' })).expect(204);
    (await api().write('kms-tested/keys/generate/kms', { managed_key_name: 'tested' })).expect(200);
    (await managed('missing', { mechanism: '0x1041', allow_generate_key: false })).expect(204);
    expectRefusal((await api().write('sys/managed-keys/pkcs11/missing/test/sign')).refusal, 400, 'no such key');
  });

  test('a key that is not for signing is refused when it is first needed, and leaves nothing', async () => {
    token.foreignKey('derives', { signs: false });
    token.foreignKey('signs', { signs: true });
    const how = { mechanism: '0x1041', curve: 'P256', allow_generate_key: false };
    for (const name of ['derives', 'signs']) (await managed(name, how)).expect(204);
    await mount('kms-derives');
    for (const [path, wish] of [
      ['sys/managed-keys/pkcs11/derives/test/sign', {}],
      ['kms-derives/root/generate/kms', { common_name: 'R', managed_key_name: 'derives' }],
      ['kms-derives/root/rotate/kms', { common_name: 'R', managed_key_name: 'derives' }],
      ['kms-derives/intermediate/generate/kms', { common_name: 'R', managed_key_name: 'derives' }],
      ['kms-derives/issuers/generate/root/kms', { common_name: 'R', managed_key_name: 'derives' }],
      ['kms-derives/keys/generate/kms', { managed_key_name: 'derives' }],
    ] as const)
      expectRefusal((await api().write(path, wish)).refusal, 400, 'is not for signing (CKA_SIGN)');
    (await api().list('kms-derives/issuers')).expect(404);
    (await api().list('kms-derives/keys')).expect(404);
    (await api().write('sys/managed-keys/pkcs11/signs/test/sign')).expect(204);
    (await api().write('kms-derives/root/generate/kms', { common_name: 'R', managed_key_name: 'signs' })).expect(200);
  });

  test('the process with the token is killed in the middle, and nobody notices', async () => {
    (await managed('killed', { mechanism: '0x1041', curve: 'P256', max_parallel: 4 })).expect(204);
    await mount('kms-killed');
    (
      await api().write('kms-killed/root/generate/kms', { common_name: 'R', managed_key_name: 'killed', ttl: '8760h' })
    ).expect(200);
    (await api().write('kms-killed/roles/web', { allow_any_name: true, key_type: 'ec' })).expect(200);
    const pid = server.pid ?? 0;
    const issuing = Array.from({ length: 40 }, (_, at) =>
      api().write('kms-killed/issue/web', { common_name: `n${at}.example.com` }),
    );
    await issuing[3];
    for (const child of tokenProcesses(pid)) process.kill(child, 'SIGKILL');
    const answers = await Promise.all(issuing);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  });

  test('the token is taken out: requests fail, health says so, and all goes on when it is back', async () => {
    const pid = server.pid ?? 0;
    const before = await api().write('kms-p256/issue/web', { common_name: 'before.example.com' });
    const revoke = () => api().write('kms-p256/revoke', { serial_number: before.text('serial_number') });
    token.takeOut();
    for (const child of tokenProcesses(pid)) process.kill(child, 'SIGKILL');
    await vi.waitFor(() => expect(tokenProcesses(pid)).toEqual([]), eventually);
    const refused = (await api().write('kms-p256/issue/web', { common_name: 'c.example.com' })).refusal;
    expectRefusal(refused, 503, 'there is no token');
    expectRefusal((await revoke()).refusal, 503, 'there is no token');
    // Others are served.
    (await api().read('sys/health')).expect(200);
    const ready = await exchange(`${server.http}/readyz`);
    expect(ready.status).toBe(200);
    expect(ready.text).toContain('degraded');
    token.putBack();
    await vi.waitFor(async () => {
      (await api().write('kms-p256/issue/web', { common_name: 'c.example.com' })).expect(200);
    }, eventually);
    await vi.waitFor(
      async () => expect((await exchange(`${server.http}/readyz`)).text).not.toContain('degraded'),
      eventually,
    );
    (await revoke()).expect(200);
    const crl = openssl.file((await exchange(`${server.http}/v1/kms-p256/crl/pem`)).text);
    expect(openssl.ok('crl', '-in', crl, '-noout', '-text')).toContain(
      before.text('serial_number').replaceAll(':', '').toUpperCase(),
    );
    const metrics = (await exchange(`${server.http}/metrics`, { headers: { authorization: `Bearer ${server.token}` } }))
      .text;
    expect(metrics).toMatch(/trustate_pkcs11_orders_total\{library="softhsm",order="sign",outcome="ok"\} \d+/);
    expect(metrics).toContain('outcome="token"');
  });

  test('the server is killed while a key is generated: there is one key afterwards', async () => {
    (await managed('once', { mechanism: '0x0001', key_bits: 4096 })).expect(204);
    await mount('kms-once');
    const lost = api().write('kms-once/keys/generate/kms', { managed_key_name: 'once' });
    lost.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 150));
    await server.kill9();
    await server.restart();
    await vi.waitFor(
      async () => {
        (await api().write('kms-once/keys/generate/kms', { managed_key_name: 'once' })).expect(200);
      },
      { ...eventually, timeout: 200_000 },
    );
    expect(token.privateKeys().filter((label) => label === 'once')).toEqual(['once']);
    (await api().write('kms-once/root/generate/existing', { common_name: 'Once' })).expect(200);
  });

  test('a server starts while the token is out, and says so', async () => {
    await server.kill9();
    token.takeOut();
    await server.restart();
    (await api().write('kms-p256/issue/web', { common_name: 'd.example.com' })).expect(503);
    // Keys that are not in a token go on.
    (await api().write('pki/root/generate/internal', { common_name: 'Software', key_type: 'ec' })).expect(200);
    const doctor = token.trustate(server.folder, token.settings, 'doctor');
    expect(doctor.said).toMatch(/managed keys\s+failed .*there is no token/);
    token.putBack();
    await vi.waitFor(async () => {
      (await api().write('kms-p256/issue/web', { common_name: 'd.example.com' })).expect(200);
    }, eventually);
  });

  test('the guide does what it is for', async () => {
    const hardware = new SoftToken({ label: 'authority' });
    const of = await Server.start(hardware.settings);
    const reader = new GuideRun(of);
    try {
      for (const step of stepsOf('managed-keys.md')) await reader.step(step);
      expect(hardware.privateKeys()).toEqual(expect.arrayContaining(['root-2026', 'below-2026']));
    } finally {
      reader.end();
      await of.stop();
      hardware.remove();
    }
  });
});

describeTokens('without the package of PKCS#11', () => {
  test('a server starts, and says what is missing when a managed key needs it', async () => {
    const token = new SoftToken();
    const server = await Server.start({ ...token.settings, TRUSTATE_PKCS11_PACKAGE: token.folder });
    const api = new VaultApi(server.http, server.token);
    const key = { library: 'softhsm', token_label: token.label, pin: token.pin, key_label: 'k', mechanism: '0x1041' };
    (await api.write('sys/managed-keys/pkcs11/k', key)).expect(204);
    expectRefusal((await api.write('sys/managed-keys/pkcs11/k/test/sign')).refusal, 503, 'pkcs11js');
    await server.stop();
    token.remove();
  });
});
