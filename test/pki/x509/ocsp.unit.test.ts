import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  basicConstraints,
  buildOcspRequest,
  buildOcspResponse,
  buildOcspResponseAsync,
  certIdOf,
  createAsyncSigner,
  extKeyUsage,
  extKeyUsageOids,
  isIssuerOf,
  keyIdentifierOf,
  keyUsage,
  ocspErrorResponse,
  ocspNoCheck,
  ocspNonce,
  ocspStatuses,
  parseOcspRequest,
  randomSerialNumber,
  X509Error,
  type CertificateStatus,
  type OcspResponseContent,
} from '../../../src/pki/x509/index.js';
import { certify, certifyAuthority, day, keyKinds, type Holder } from './authority.js';
import { opensslFolder } from './openssl.js';
import { parseOcspResponse, verifyOcspResponse } from './ocsp-response-reader.js';

const now = new Date(Math.floor(Date.now() / 1000) * 1000);

const identity = (holder: Holder) => ({ subject: holder.certificate.subject, publicKey: holder.publicKey });

/** Asks with openssl, answers here, and gives what openssl says of the answer. */
async function converse(ask: {
  issuer: Holder;
  leaf: Holder;
  responder?: Holder;
  status: CertificateStatus;
  options?: string[];
  byName?: boolean;
}) {
  const { issuer, leaf, responder = issuer, status, options = [] } = ask;
  const { put, openssl, tryOpenssl, folder } = opensslFolder();
  put('ca', issuer.pem);
  put('leaf', leaf.pem);
  openssl('ocsp', ...options, '-issuer', 'ca', '-cert', 'leaf', '-reqout', 'req');
  const request = parseOcspRequest(readFileSync(join(folder, 'req')));
  expect(request.certIds).toHaveLength(1);
  expect(request.certIds.every((certId) => isIssuerOf(identity(issuer), certId))).toBe(true);
  expect(request.certIds[0]?.serialNumber).toBe(leaf.certificate.serialNumber);
  const content: OcspResponseContent = {
    responder:
      ask.byName === true
        ? { name: responder.certificate.subject }
        : { keyHash: keyIdentifierOf(responder.publicKey.bits) },
    producedAt: now,
    responses: request.certIds.map((certId) => ({
      certId,
      status,
      thisUpdate: now,
      nextUpdate: new Date(now.getTime() + day),
    })),
    nonce: request.nonce,
    certificates: responder === issuer ? [] : [responder.certificate.der],
  };
  put('resp', await buildOcspResponseAsync(content, createAsyncSigner(responder.privateKey)));
  // openssl compares the nonce with a request that it reads, and shows a status for one that it makes.
  const judged = tryOpenssl('ocsp', '-respin', 'resp', '-reqin', 'req', '-CAfile', 'ca', '-verify_other', 'ca');
  expect(judged.output.trim()).toBe('Response verify OK');
  const made = ['-no_nonce', ...options, '-issuer', 'ca', '-cert', 'leaf'];
  const shown = tryOpenssl('ocsp', '-respin', 'resp', ...made, '-CAfile', 'ca');
  const { output } = shown;
  return { output, request, content };
}

const responderExtensions = [
  basicConstraints({ ca: false }),
  keyUsage(['digitalSignature']),
  extKeyUsage([extKeyUsageOids.ocspSigning]),
  ocspNoCheck,
];

describe('OCSP with openssl', () => {
  test.each(keyKinds)('an issuer with a key of kind %s answers', async (key) => {
    const issuer = await certifyAuthority({ key });
    const leaf = await certify({ issuer });
    const { output, content } = await converse({ issuer, leaf, status: { type: 'good' } });
    expect(output).toContain('Response verify OK');
    expect(output).toMatch(/leaf: good/);
    const { basic } = parseOcspResponse(buildOcspResponse(content, issuer.signer));
    expect(basic?.nonce).toHaveLength(16);
    if (basic) verifyOcspResponse(basic, issuer.publicKey.key);
  });

  test.each<[string, CertificateStatus, RegExp]>([
    ['good', { type: 'good' }, /leaf: good/],
    ['unknown', { type: 'unknown' }, /leaf: unknown/],
    ['revoked', { type: 'revoked', revokedAt: now }, /leaf: revoked\n[^]*Revocation Time(?![^]*Reason)/],
    [
      'revoked for a reason',
      { type: 'revoked', revokedAt: now, reason: 'keyCompromise' },
      /leaf: revoked[^]*Reason: keyCompromise/,
    ],
  ])('%s', async (_, status, says) => {
    const issuer = await certifyAuthority();
    const leaf = await certify({ issuer });
    const { output } = await converse({ issuer, leaf, status });
    expect(output).toContain('Response verify OK');
    expect(output).toMatch(says);
  });

  test.each(['sha1', 'sha256', 'sha384', 'sha512'] as const)(
    'certificates named by %s, by a delegate, by name',
    async (hash) => {
      const issuer = await certifyAuthority({ key: 'ec-384' });
      const responder = await certify({ issuer, key: 'rsa-2048', extensions: responderExtensions });
      const leaf = await certify({ issuer });
      const asked = await converse({
        issuer,
        leaf,
        responder,
        status: { type: 'good' },
        options: [`-${hash}`],
        byName: true,
      });
      expect(asked.output).toContain('Response verify OK');
      expect(asked.request.certIds[0]?.hash).toBe(hash);
      expect(certIdOf(identity(issuer), leaf.certificate.serialNumber, hash).der).toEqual(
        asked.request.certIds[0]?.der,
      );
    },
  );

  test('a request without a nonce gets an answer without', async () => {
    const issuer = await certifyAuthority();
    const { request, output } = await converse({
      issuer,
      leaf: await certify({ issuer }),
      status: { type: 'good' },
      options: ['-no_nonce'],
    });
    expect(request.nonce).toBeUndefined();
    expect(output).toContain('leaf: good');
  });

  test('a request that is signed, for several certificates', async () => {
    const issuer = await certifyAuthority();
    const leaf = await certify({ issuer });
    const { put, openssl, folder } = opensslFolder();
    put('ca', issuer.pem);
    put('leaf', leaf.pem);
    put('key', leaf.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    openssl(
      'ocsp',
      '-issuer',
      'ca',
      '-cert',
      'leaf',
      '-serial',
      '0x1234',
      '-signer',
      'leaf',
      '-signkey',
      'key',
      '-reqout',
      'req',
    );
    const { certIds } = parseOcspRequest(readFileSync(join(folder, 'req')));
    expect(certIds.map(({ serialNumber }) => serialNumber)).toEqual([leaf.certificate.serialNumber, '12:34']);
  });
});

describe('OCSP', () => {
  test.each(Object.entries(ocspStatuses).filter(([, number]) => number !== 0))(
    'the status %s has no content',
    (name, number) => {
      const status = Object.keys(ocspStatuses).find((each): each is keyof typeof ocspStatuses => each === name);
      if (status === undefined || status === 'successful') throw new Error('not in the table');
      expect(ocspErrorResponse(status).toString('hex')).toBe(`30030a010${number}`);
      expect(parseOcspResponse(ocspErrorResponse(status))).toEqual({ status, basic: undefined });
    },
  );

  test('answers read back as they were given', async () => {
    const issuer = await certifyAuthority();
    const certIds = [1, 2, 3].map(() => certIdOf(identity(issuer), randomSerialNumber(), 'sha256'));
    const statuses: CertificateStatus[] = [
      { type: 'good' },
      { type: 'revoked', revokedAt: now, reason: 'superseded' },
      { type: 'unknown' },
    ];
    const content: OcspResponseContent = {
      responder: { keyHash: Buffer.alloc(20, 1) },
      producedAt: now,
      responses: certIds.map((certId, n) => ({
        certId,
        status: statuses[n] ?? { type: 'unknown' },
        thisUpdate: now,
        ...(n === 0 && { nextUpdate: now }),
      })),
      nonce: ocspNonce(Buffer.from('nonce')),
      certificates: [issuer.certificate.der],
    };
    const { status, basic } = parseOcspResponse(buildOcspResponse(content, issuer.signer));
    expect(status).toBe('successful');
    expect(basic).toMatchObject({
      responder: content.responder,
      producedAt: now,
      nonce: Buffer.from('nonce'),
      certificates: content.certificates,
    });
    expect(basic?.responses.map((each) => each.status)).toEqual(statuses);
    expect(basic?.responses.map((each) => each.nextUpdate)).toEqual([now, undefined, undefined]);
    expect(basic?.responses.map((each) => each.certId)).toEqual(certIds);
    const other = await certifyAuthority();
    expect(() => {
      if (basic) verifyOcspResponse(basic, other.publicKey.key);
    }).toThrow(expect.objectContaining({ fault: 'bad_signature' }));
    expect(() => buildOcspResponse({ ...content, responses: [] }, issuer.signer)).toThrow(X509Error);
  });

  test('a certificate of another issuer, or named by an unknown hash, is nobody’s', async () => {
    const [one, other] = [await certifyAuthority(), await certifyAuthority()];
    const certId = certIdOf(identity(one), randomSerialNumber());
    expect([isIssuerOf(identity(one), certId), isIssuerOf(identity(other), certId)]).toEqual([true, false]);
    const renamed = { subject: other.certificate.subject, publicKey: one.publicKey };
    expect(isIssuerOf(renamed, certId)).toBe(false);
    const sha224 = Buffer.from(buildOcspRequest([certIdOf(identity(one), randomSerialNumber(), 'sha256')]));
    const at = sha224.indexOf(Buffer.from('608648016503040201', 'hex'));
    sha224[at + 8] = 4;
    const [unknown] = parseOcspRequest(sha224).certIds;
    expect(unknown?.hash).toBeUndefined();
    expect(unknown && isIssuerOf(identity(one), unknown)).toBe(false);
  });

  test.each([[0], [129]])('a nonce of %i octets is refused', async (size) => {
    const certId = certIdOf(identity(await certifyAuthority()), randomSerialNumber());
    const request = buildOcspRequest([certId], [ocspNonce(Buffer.alloc(size))]);
    expect(() => parseOcspRequest(request)).toThrow('a nonce of not 1 to 128 octets');
    expect(parseOcspRequest(buildOcspRequest([certId], [ocspNonce(Buffer.alloc(128))])).nonce).toBeDefined();
  });

  test('a request for nothing is refused', () => {
    expect(() => parseOcspRequest(buildOcspRequest([]))).toThrow('an empty list');
  });
});
