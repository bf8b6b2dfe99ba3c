import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { authorityTools } from './harness/authority-tools.js';
import { onSharedServer } from './harness/site.js';
import { exchange } from './harness/exchange.js';

const { api, graphql, openssl, site, withRoot } = authorityTools(onSharedServer());

interface Asking {
  readonly path: string;
  /** PEM of the issuer. */
  readonly issuer: string;
  /** `-cert` and a file, or `-serial` and a number. */
  readonly of: readonly [string, string];
}

/** What `openssl ocsp` says of the responder's answer. */
const judged = ({ path: mount, issuer, of }: Asking, ...more: readonly string[]) =>
  openssl.run(
    ...['ocsp', ...more.filter((each) => each.startsWith('-sha')), '-issuer', openssl.file(issuer), ...of],
    ...['-CAfile', openssl.file(issuer), '-url', `${site.get.server.http}/v1/${mount}/ocsp`],
    ...more.filter((each) => !each.startsWith('-sha')),
  ).said;

async function authority(wish: object) {
  const root = await withRoot(wish);
  const issue = async (name: string) => api().write(`${root.path}/issue/any`, { common_name: name });
  const asking = (pem: string): Asking => ({
    ...{ path: root.path, issuer: root.certificate },
    of: ['-cert', openssl.file(pem)],
  });
  return { ...root, issue, asking };
}

describe('openssl ocsp believes an issuer with a key of', () => {
  test.each([
    ['rsa', 2048, ''],
    ['rsa', 3072, 'SHA384WithRSA'],
    ['rsa', 2048, 'SHA512WithRSAPSS'],
    ['ec', 224, ''],
    ['ec', 256, ''],
    ['ec', 384, ''],
    ['ec', 521, ''],
    ['ed25519', 0, ''],
  ])('%s %i %s: good, and revoked with its reason and time', async (keyType, bits, algorithm) => {
    const { path: mount, asking, issue } = await authority({ key_type: keyType, key_bits: bits });
    if (algorithm !== '')
      (await api().patch(`${mount}/issuer/default`, { revocation_signature_algorithm: algorithm })).expect(200);
    const [kept, gone] = [await issue('kept'), await issue('gone')];
    await graphql(
      z.unknown(),
      'mutation ($input: RevokeCertificateInput!) { revokeCertificate(input: $input) { problems { message } } }',
      { input: { mount, serialNumber: gone.text('serial_number'), reason: 'SUPERSEDED' } },
    );
    expect(judged(asking(kept.text('certificate')))).toMatch(/: good\n[^]*Response verify OK\n/);
    expect(judged(asking(gone.text('certificate')))).toMatch(
      /: revoked\n[^]*Reason: superseded\n[^]*Revocation Time: [^]*Response verify OK\n/,
    );
  });
});

describe('openssl ocsp', () => {
  test.each(['-sha1', '-sha256', '-sha384', '-sha512'])('names certificates with %s', async (hash) => {
    const { asking, issue } = await authority({});
    expect(judged(asking((await issue('a')).text('certificate')), hash)).toMatch(/: good\n[^]*Response verify OK\n/);
  });

  test('gets its nonce back, and none where it sent none', async () => {
    const { asking, issue } = await authority({});
    const of = asking((await issue('a')).text('certificate'));
    expect(judged(of, '-nonce')).not.toContain('WARNING: no nonce in response');
    expect(/OCSP Nonce/g.exec(judged(of, '-no_nonce', '-resp_text'))).toBeNull();
    expect(judged(of, '-nonce', '-resp_text')).toContain('OCSP Nonce');
  });

  test('learns nothing of the certificates of another authority', async () => {
    const [here, there] = [await authority({}), await authority({})];
    const foreign = there.asking((await there.issue('a')).text('certificate'));
    expect(judged({ ...foreign, path: here.path })).toMatch(/: unknown\n|unauthorized/);
  });

  test('hears of a serial number that was never issued what is not revoked: good', async () => {
    const { asking, issue } = await authority({});
    const { path: mount, issuer } = asking((await issue('a')).text('certificate'));
    expect(judged({ path: mount, issuer, of: ['-serial', '0x0102030405'] })).toMatch(
      /0x0102030405: good\n[^]*Response verify OK\n/,
    );
  });

  test('is answered by a delegate of the issuer, once there is one', async () => {
    const { asking, issue, path: mount } = await authority({ key_type: 'rsa' });
    const of = asking((await issue('a')).text('certificate'));
    expect(judged(of, '-resp_text')).not.toContain('OCSP Signing');
    await graphql(
      z.unknown(),
      'mutation ($input: DelegateOcspInput!) { delegateOcsp(input: $input) { problems { message } } }',
      { input: { issuer: { named: { mount, reference: 'default' } } } },
    );
    const said = judged(of, '-resp_text');
    expect(said).toMatch(/: good\n[^]*Response verify OK\n/);
    expect(said).toMatch(/X509v3 Extended Key Usage: *\n +OCSP Signing/);
    expect(said).toMatch(/OCSP No Check/);
  });

  test('asks over GET too, as light clients do', async () => {
    const { issue, certificate, path: mount } = await authority({});
    const leaf = openssl.file((await issue('a')).text('certificate'));
    const [request, answer] = ['request.der', 'answer.der'].map((name) => path.join(openssl.folder, name));
    if (request === undefined || answer === undefined) throw new Error('two files');
    const named = ['-issuer', openssl.file(certificate), '-cert', leaf];
    openssl.ok('ocsp', '-no_nonce', ...named, '-reqout', request);
    const asked = encodeURIComponent(readFileSync(request).toString('base64'));
    const got = await exchange(`${site.get.server.http}/v1/${mount}/ocsp/${asked}`);
    expect([got.status, got.headers['content-type']]).toEqual([200, 'application/ocsp-response']);
    const judgedFile = openssl.run(
      ...['ocsp', '-no_nonce', ...named, '-respin', openssl.file(got.bytes)],
      ...['-CAfile', openssl.file(certificate)],
    );
    expect(judgedFile.said).toMatch(/: good\n[^]*Response verify OK\n/);
  });
});
