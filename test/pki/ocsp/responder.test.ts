import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOcspRequest, certIdOf, parseSerialNumber } from '../../../src/pki/x509/index.js';
import { certifyAuthority } from '../x509/authority.js';
import { certified } from '../revocation/certified.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';
import { parseOcspResponse } from '../x509/ocsp-response-reader.js';

let world: PkiWorld;
const folder = mkdtempSync(join(tmpdir(), 'trustate-ocsp-'));
beforeAll(async () => {
  world = await openPkiWorld();
});
afterAll(() => world.close());

let names = 0;
const file = (content: string | Uint8Array) => {
  const path = join(folder, `file-${++names}`);
  writeFileSync(path, content);
  return path;
};
const openssl = (...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync('openssl', args, { encoding: 'utf8' });
  return { status, text: `${stdout}${stderr}` };
};

async function mount(root: object, settings: object = {}) {
  const { path } = await world.mounts.create(world.operator, `ocsp-${++names}`, {});
  await world.roots.generate(world.operator, path, 'internal', { commonName: `Root ${names}`, ...root });
  const at = (await world.authorities.byPath(path)).mount;
  const crlConfig = JSON.stringify({ ...at.crl, ...settings });
  await world.client.mount.update({ where: { id: at.id }, data: { crlConfig, revision: { increment: 1 } } });
  return path;
}

const answer = async (path: string, request: Uint8Array) =>
  world.ocsp.answer(await world.authorities.byPath(path), request);

/** Asks as openssl does, and has it judge the answer at the world's time. */
async function judged(path: string, leaf: string, ...options: readonly string[]) {
  const ca = file((await world.authorities.byPath(path)).issuer('default').pem);
  const request = join(folder, `request-${++names}`);
  const made = openssl('ocsp', '-issuer', ca, '-cert', file(leaf), '-reqout', request, ...options);
  expect(made.status).toBe(0);
  const { kind, der } = await answer(path, readFileSync(request));
  const at = String(Math.floor(world.clock.now().getTime() / 1000) + 1);
  const judge = (...asked: readonly string[]) =>
    openssl(
      ...['ocsp', '-issuer', ca, ...asked, '-CAfile', ca, '-respin', file(der), '-attime', at],
      ...['-validity_period', '1000000000'],
    ).text;
  // With the request it looks at the nonce, with the certificate it says the status.
  const text = judge('-reqin', request) + judge('-cert', file(leaf), '-no_nonce');
  return { kind, text };
}

describe('an answer that openssl believes', () => {
  test.each([
    ['rsa', { keyType: 'rsa' }],
    ['ec 224', { keyType: 'ec', keyBits: 224 }],
    ['ec 256', { keyType: 'ec' }],
    ['ec 384', { keyType: 'ec', keyBits: 384 }],
    ['ec 521', { keyType: 'ec', keyBits: 521 }],
    ['ed25519', { keyType: 'ed25519' }],
  ])('%s: good, then revoked', async (_name, root) => {
    const path = await mount(root);
    const { pem } = await certified(world, path);
    const good = await judged(path, pem);
    expect(good.kind).toBe('signed');
    expect(good.text).toMatch(/Response verify OK[^]*Response verify OK/);
    expect(good.text).toMatch(/: good\n/);
    await world.revocations.revoke(world.operator, path, { certificate: pem }, 'keyCompromise');
    const revoked = await judged(path, pem, '-no_nonce');
    expect(revoked.text).toMatch(/Response verify OK[^]*Response verify OK/);
    expect(revoked.text).toMatch(/: revoked\n/);
    expect(revoked.text).toContain('Reason: keyCompromise');
  });

  test('RSA-PSS, where the issuer signs revocations so', async () => {
    const path = await mount({ keyType: 'rsa' });
    await world.client.issuer.updateMany({
      where: { mount: { path } },
      data: { revocationSignatureAlgorithm: 'SHA384WithRSAPSS' },
    });
    await world.client.mount.update({ where: { path }, data: { revision: { increment: 1 } } });
    const { pem } = await certified(world, path);
    expect((await judged(path, pem)).text).toMatch(/Response verify OK[^]*Response verify OK/);
  });

  test('by a delegate, until its delegation ends', async () => {
    const path = await mount({ keyType: 'rsa' });
    const { pem } = await certified(world, path);
    const { certificate } = await world.ocspDelegates.delegate(world.operator, path, 'default');
    const delegated = await judged(path, pem);
    expect(delegated.text).toMatch(/Response verify OK[^]*Response verify OK/);
    const request = buildOcspRequest([certIdOf(await issuerOf(path), serial('0102'))]);
    const signed = await answer(path, request);
    expect(signed.der.includes(Buffer.from(certificate))).toBe(true);
    world.clock.advance(31 * 86_400_000);
    const expired = await answer(path, request);
    expect(expired.kind).toBe('signed');
    expect(expired.der.includes(Buffer.from(certificate))).toBe(false);
  });
});

const serial = (text: string) => {
  const parsed = parseSerialNumber(text);
  if (!parsed) throw new Error(`${text} is no serial number`);
  return parsed;
};
const issuerOf = async (path: string) => (await world.authorities.byPath(path)).issuer('default').certificate;

describe('what is answered otherwise', () => {
  test('of another authority nothing is known', async () => {
    const path = await mount({ keyType: 'ec' });
    const stranger = await certifyAuthority();
    const { kind, der } = await answer(path, buildOcspRequest([certIdOf(stranger.certificate, serial('0102'))]));
    expect(kind).toBe('signed');
    const read = parseOcspResponse(der);
    expect(read).toMatchObject({ status: 'successful' });
    expect(JSON.stringify(read)).toContain('"unknown"');
  });

  test('what is no request, or too long, is malformed', async () => {
    const path = await mount({ keyType: 'ec' });
    for (const bytes of [Buffer.alloc(0), Buffer.from('nonsense'), Buffer.alloc(2048, 0x30)]) {
      expect(await answer(path, bytes)).toMatchObject({ kind: 'malformed' });
    }
  });

  test.each([{ ocspDisable: true }, 'no usage', 'no issuer'])('%j: unauthorized', async (why) => {
    const path = await mount({ keyType: 'ec' }, typeof why === 'string' ? {} : why);
    const request = buildOcspRequest([certIdOf(await issuerOf(path), serial('0102'))]);
    if (why === 'no usage') {
      await world.client.issuer.updateMany({ where: { mount: { path } }, data: { usage: 'read-only,crl-signing' } });
    }
    if (why === 'no issuer') await world.client.issuer.deleteMany({ where: { mount: { path } } });
    await world.client.mount.update({ where: { path }, data: { revision: { increment: 1 } } });
    expect(await answer(path, request)).toMatchObject({ kind: 'unauthorized' });
  });
});
