import 'reflect-metadata';
import { X509Crl } from '@peculiar/x509';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  basicConstraints,
  buildCrl,
  buildCrlAsync,
  createAsyncSigner,
  crlDistributionPoints,
  encodePem,
  encodeRevokedEntry,
  freshestCrl,
  issuingDistributionPoint,
  keyIdentifierOf,
  keyUsage,
  parseCrl,
  randomSerialNumber,
  revocationReasons,
  isRevocationReason,
  verifyCrl,
  X509Error,
  type CrlContent,
  type RevocationReason,
} from '../../../src/pki/x509/index.js';
import { certify, certifyAuthority, day, keyKinds, type Holder } from './authority.js';
import { opensslFolder } from './openssl.js';

const now = new Date(Math.floor(Date.now() / 1000) * 1000);

const contentFor = (issuer: Holder, more: Partial<CrlContent> = {}): CrlContent => ({
  issuer: issuer.certificate.subject,
  thisUpdate: new Date(now.getTime() - 60_000),
  nextUpdate: new Date(now.getTime() + day),
  number: 7n,
  issuerKeyId: keyIdentifierOf(issuer.publicKey.bits),
  entries: [],
  ...more,
});

const crlPem = (der: Uint8Array) => encodePem('X509 CRL', der);
const leafExtensions = [basicConstraints({ ca: false }), keyUsage(['digitalSignature'])];

describe('CRLs', () => {
  test.each([...keyKinds, 'pss'] as const)('of an issuer with a key of kind %s: openssl verifies it', async (kind) => {
    const { put, tryOpenssl, openssl } = opensslFolder();
    const issuer = await certifyAuthority(kind === 'pss' ? { key: 'rsa-2048', signing: { pss: true } } : { key: kind });
    const entry = encodeRevokedEntry({ serialNumber: randomSerialNumber(), revokedAt: now, reason: 'keyCompromise' });
    const der = buildCrl(contentFor(issuer, { entries: [entry] }), issuer.signer);
    put('ca', issuer.pem);
    put('crl', crlPem(der));
    expect(tryOpenssl('crl', '-in', 'crl', '-CAfile', 'ca', '-noout').output).toContain('verify OK');
    expect(openssl('crl', '-in', 'crl')).toBe(crlPem(der));
    verifyCrl(parseCrl(der), issuer.publicKey.key);
    if (kind !== 'pss') expect(new X509Crl(der).entries).toHaveLength(1);
  });

  test('revoke for openssl: full, delta, and back from hold', async () => {
    const { put, tryOpenssl } = opensslFolder();
    const root = await certifyAuthority();
    const points = [
      ...leafExtensions,
      crlDistributionPoints(['http://a.example/crl']),
      freshestCrl(['http://a.example/d']),
    ];
    const [good, revoked, later, held] = await Promise.all(
      [0, 1, 2, 3].map(() => certify({ issuer: root, extensions: points })),
    );
    const entry = (holder: Holder | undefined, reason: RevocationReason) =>
      encodeRevokedEntry({
        serialNumber: holder?.certificate.serialNumber ?? randomSerialNumber(),
        revokedAt: now,
        reason,
      });
    const full = contentFor(root, {
      entries: [entry(revoked, 'superseded'), entry(held, 'certificateHold')],
      extensions: [freshestCrl(['http://a.example/d'])],
    });
    const delta = contentFor(root, {
      number: 8n,
      deltaBase: 7n,
      entries: [entry(later, 'unspecified'), entry(held, 'removeFromCrl')],
    });
    put('ca', root.pem);
    put('crls', crlPem(buildCrl(full, root.signer)) + crlPem(buildCrl(delta, root.signer)));
    const verify = (holder: Holder | undefined, ...options: string[]) =>
      tryOpenssl(
        'verify',
        '-x509_strict',
        '-crl_check_all',
        ...options,
        '-CAfile',
        'ca',
        '-CRLfile',
        'crls',
        put('leaf', holder?.pem ?? ''),
      ).output;
    expect(verify(good)).toContain('OK');
    expect(verify(good, '-use_deltas', '-extended_crl')).toContain('OK');
    expect(verify(revoked)).toContain('certificate revoked');
    expect(verify(held)).toContain('certificate revoked');
    expect(verify(later)).toContain('OK');
    expect(verify(later, '-use_deltas', '-extended_crl')).toContain('certificate revoked');
    expect(verify(held, '-use_deltas', '-extended_crl')).toContain('OK');
  });

  test('read back as they were given', async () => {
    const issuer = await certifyAuthority();
    const reasons = Object.keys(revocationReasons).filter(isRevocationReason);
    const given = reasons.map((reason) => ({ serialNumber: randomSerialNumber(), revokedAt: now, reason }));
    const entries = given.map(encodeRevokedEntry);
    const invalid = {
      serialNumber: randomSerialNumber(),
      revokedAt: now,
      invalidSince: new Date('2001-02-03T04:05:06Z'),
    };
    const point = { addresses: ['http://a.example/crl'], onlyUserCerts: true };
    const content = contentFor(issuer, {
      number: 2n ** 158n,
      deltaBase: 3n,
      entries: [Buffer.concat(entries), encodeRevokedEntry(invalid)],
      extensions: [issuingDistributionPoint(point), freshestCrl(['http://d'])],
    });
    const der = await buildCrlAsync(content, createAsyncSigner(issuer.privateKey));
    const read = parseCrl(der);
    verifyCrl(read, issuer.publicKey.key);
    expect(read).toMatchObject({
      version: 2,
      thisUpdate: content.thisUpdate,
      nextUpdate: content.nextUpdate,
      number: 2n ** 158n,
      deltaBase: 3n,
      freshestCrl: ['http://d'],
    });
    expect(read.issuer.der).toEqual(content.issuer.der);
    expect(read.authorityKeyIdentifier?.keyIdentifier).toEqual(content.issuerKeyId);
    expect(read.issuingDistributionPoint).toMatchObject({ ...point, onlyAuthorityCerts: false, indirect: false });
    expect(
      read.entries.slice(0, -1).map(({ serialNumber, revokedAt, reason }) => ({ serialNumber, revokedAt, reason })),
    ).toEqual(given);
    expect(read.entries.at(-1)).toMatchObject({ ...invalid, reason: 'unspecified' });
    expect(Buffer.concat(read.entries.slice(0, -1).map((entry) => entry.der)).equals(Buffer.concat(entries))).toBe(
      true,
    );
    expect(read.extensions.filter(({ critical }) => critical).map(({ oid }) => oid)).toEqual([
      '2.5.29.27',
      '2.5.29.28',
    ]);
  });

  test('an entry without a reason has no extensions, and an empty CRL no list', async () => {
    const serialNumber = randomSerialNumber();
    expect(encodeRevokedEntry({ serialNumber, revokedAt: now, reason: 'unspecified' })).toEqual(
      encodeRevokedEntry({ serialNumber, revokedAt: now }),
    );
    const issuer = await certifyAuthority();
    const { openssl, put } = opensslFolder();
    put('crl', crlPem(buildCrl(contentFor(issuer), issuer.signer)));
    expect(openssl('crl', '-in', 'crl', '-noout', '-text')).toContain('No Revoked Certificates.');
    const der = buildCrl(contentFor(issuer), issuer.signer);
    expect(der.includes(Buffer.from('3000a0', 'hex'))).toBe(false);
    expect(parseCrl(der).entries).toEqual([]);
  });

  test('twenty thousand entries', async () => {
    const issuer = await certifyAuthority();
    const entries = Array.from({ length: 20_000 }, () =>
      encodeRevokedEntry({ serialNumber: randomSerialNumber(), revokedAt: now, reason: 'superseded' }),
    );
    const read = parseCrl(buildCrl(contentFor(issuer, { entries }), issuer.signer));
    verifyCrl(read, issuer.publicKey.key);
    expect(read.entries).toHaveLength(20_000);
    expect(read.entries.at(-1)?.der).toEqual(entries.at(-1));
  });

  test('what openssl makes is read', async () => {
    const issuer = await certifyAuthority({ key: 'rsa-2048' });
    const { openssl, put, folder } = opensslFolder();
    put('ca', issuer.pem);
    put('key', issuer.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    put('index.txt', 'R\t301231235959Z\t240101000000Z,CACompromise\t0A0B\tunknown\t/CN=x\n');
    put('number', '0100\n');
    put(
      'c.cnf',
      '[ca]\ndefault_ca=d\n[d]\ndatabase=index.txt\ncrlnumber=number\ncertificate=ca\nprivate_key=key\ndefault_md=sha256\ndefault_crl_days=3\n',
    );
    openssl('ca', '-gencrl', '-config', 'c.cnf', '-out', 'v1.pem');
    openssl('crl', '-in', 'v1.pem', '-outform', 'DER', '-out', 'crl');
    const read = parseCrl(readFileSync(join(folder, 'crl')));
    verifyCrl(read, issuer.publicKey.key);
    expect(read.entries).toMatchObject([{ serialNumber: '0a:0b', reason: 'caCompromise' }]);
    expect(read.number).toBe(256n);
  });

  test.each<[string, Partial<CrlContent>]>([
    ['a next update before this one', { nextUpdate: new Date(0) }],
    ['a negative number', { number: -1n }],
    ['a number of more than 20 octets', { number: 2n ** 159n }],
    ['a base above its own number', { deltaBase: 8n }],
    ['an extension twice', { extensions: [freshestCrl(['http://a']), freshestCrl(['http://b'])] }],
  ])('refuses %s', async (_, more) => {
    const issuer = await certifyAuthority();
    expect(() => buildCrl(contentFor(issuer, more), issuer.signer)).toThrow(X509Error);
  });

  test('a CRL of another issuer does not verify', async () => {
    const [one, other] = [await certifyAuthority(), await certifyAuthority()];
    const crl = parseCrl(buildCrl(contentFor(one), one.signer));
    expect(() => {
      verifyCrl(crl, other.publicKey.key);
    }).toThrow(expect.objectContaining({ fault: 'bad_signature' }));
  });
});
