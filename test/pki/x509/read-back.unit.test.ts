import { describe, expect, test } from 'vitest';
import {
  buildCrl,
  buildCrlAsync,
  buildOcspResponse,
  buildOcspResponseAsync,
  buildRequest,
  buildRequestAsync,
  createAsyncSigner,
  encodeRevokedEntry,
  extension,
  findExtension,
  freshestCrl,
  isRevocationReason,
  issuingDistributionPoint,
  Name,
  ocspNoCheck,
  parseCertificate,
  parseCrl,
  parseRequest,
  revocationReasons,
  type CertificateStatus,
  type CrlContent,
  type OcspResponseContent,
} from '../../../src/pki/x509/index.js';
import { readIssuingDistributionPoint } from '../../../src/pki/x509/access.js';
import { readAuthorityKeyIdentifier, readBasicConstraints } from '../../../src/pki/x509/basic-extensions.js';
import { readReason } from '../../../src/pki/x509/crl-reader.js';
import { readDer } from '../../../src/pki/x509/der-reader.js';
import { readExtensionSet } from '../../../src/pki/x509/extension-set.js';
import { readExtensions } from '../../../src/pki/x509/extension.js';
import { extensionOids } from '../../../src/pki/x509/oids.js';
import {
  begin,
  certId,
  certificate,
  end,
  privateKey,
  publicKey,
  serial,
  signer,
  subject,
  unusual,
} from './documents.js';
import { buildCertificate, buildCertificateAsync } from './built.js';
import { parseOcspResponse } from './ocsp-response-reader.js';

const from = (hex: string) => readDer(Buffer.from(hex, 'hex'), 'it', { maxBytes: 10_000 });
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const asyncSigner = () => createAsyncSigner(privateKey);

describe('extensions of others', () => {
  const unusualSet = () => readExtensionSet(readExtensions(from(hex(unusual()))));
  const directory = expect.objectContaining({ type: 'directoryName' }) as unknown;

  test('have what is looked for in them', () => {
    const read = unusualSet();
    expect(read.authorityKeyIdentifier).toEqual({
      keyIdentifier: Buffer.from('k'),
      issuer: [directory],
      serialNumber: '07',
    });
    expect(read.crlDistributionPoints).toEqual(['http://p']);
    expect(read.authorityInfoAccess).toEqual({ ocsp: ['http://o'], caIssuers: [] });
    expect(read.certificatePolicies).toEqual([
      { oid: '1.2.3', cps: 'http://1', notice: 'first' },
      { oid: '1.2.5', cps: undefined, notice: undefined },
    ]);
    expect(read.subjectAltName).toEqual([
      { type: 'unread', der: Buffer.from('a3020500', 'hex') },
      { type: 'otherNameDer', oid: '1.2.3', der: Buffer.from('0500', 'hex') },
      { type: 'registeredId', oid: '1.2.3' },
      { type: 'email', value: 'm' },
      { type: 'uri', value: 'u' },
    ]);
    const { permitted, excluded } = read.nameConstraints ?? {};
    expect(permitted).toEqual({
      ...{ dns: ['a'], email: [], uri: [], ip: [] },
      directory: [Name.of({ commonName: 'd' })],
      unread: ['88012a', '87080a000000ff00ff00'].map((text) => Buffer.from(text, 'hex')),
    });
    expect(excluded).toEqual({ dns: [], email: ['m'], uri: ['u'], ip: [], directory: [], unread: [] });
  });

  test('what is absent is undefined', () => {
    const read = unusualSet();
    const { all, ocspNoCheck: unchecked, ...others } = readExtensionSet([]);
    expect([all, unchecked]).toEqual([[], false]);
    expect(new Set(Object.values(others))).toEqual(new Set([undefined]));
    expect(readExtensionSet([ocspNoCheck]).ocspNoCheck).toBe(true);
    expect(read.ocspNoCheck).toBe(false);
    expect(findExtension(read, extensionOids.nameConstraints)).toMatchObject({ oid: '2.5.29.30', critical: true });
    expect(findExtension(read, '1.2.3')).toBeUndefined();
  });

  test.each([
    ['3000', { ca: false }],
    ['30030101ff', { ca: true }],
    ['30060101ff020105', { ca: true, pathLength: 5 }],
    ['3003020105', { ca: false, pathLength: 5 }],
  ])('basic constraints %s', (bytes, said) => {
    expect(readBasicConstraints(from(bytes))).toEqual(said);
  });

  test.each([
    ['3000', {}],
    ['30038001' + '07', { keyIdentifier: Buffer.of(7) }],
    ['30038201' + '07', { serialNumber: '07' }],
  ])('an authority key identifier %s', (bytes, said) => {
    expect(readAuthorityKeyIdentifier(from(bytes))).toEqual(said);
  });

  const nothing = {
    ...{ addresses: [], onlyUserCerts: false, onlyAuthorityCerts: false, onlySomeReasons: [] },
    ...{ indirect: false, onlyAttributeCerts: false },
  };
  test.each([
    ['3000', nothing],
    ['30038101ff', { ...nothing, onlyUserCerts: true }],
    ['30038201ff', { ...nothing, onlyAuthorityCerts: true }],
    ['300483020640', { ...nothing, onlySomeReasons: [1] }],
    ['30038401ff', { ...nothing, indirect: true }],
    ['30038501ff', { ...nothing, onlyAttributeCerts: true }],
    ['3007a005a003860161', { ...nothing, addresses: ['a'] }],
  ])('the reach of a list %s', (bytes, said) => {
    expect(readIssuingDistributionPoint(from(bytes))).toEqual(said);
  });

  test.each([1, 2, 4, 5])('flag %i of a reach is all ones or none', (number) => {
    expect(() => readIssuingDistributionPoint(from(`30038${number}0101`))).toThrow(
      `it flag ${number}: BOOLEAN that is not DER`,
    );
  });
});

describe('a list of revocations', () => {
  const content: CrlContent = {
    issuer: subject(),
    thisUpdate: begin,
    nextUpdate: end,
    number: 0n,
    issuerKeyId: Buffer.of(1),
    entries: [],
  };
  const built = (more: Partial<CrlContent>) => buildCrl({ ...content, ...more }, signer());

  test.each(Object.keys(revocationReasons).filter(isRevocationReason))('has the reason %s', (reason) => {
    const number = revocationReasons[reason];
    expect(readReason(from(`0a010${number.toString(16)}`))).toBe(reason);
    const entry = encodeRevokedEntry({
      serialNumber: serial('01'),
      revokedAt: begin,
      reason,
    });
    expect(parseCrl(built({ entries: [entry] })).entries).toEqual([
      { serialNumber: '01', revokedAt: begin, reason, invalidSince: undefined, der: entry },
    ]);
    expect(entry.length).toBe(reason === 'unspecified' ? 20 : 34);
  });

  test.each([7, 11])('has no reason %i', (number) => {
    expect(() => readReason(from(`0a01${number.toString(16).padStart(2, '0')}`))).toThrow(
      'it: no reason has this number',
    );
  });

  test('has in an entry whatever else is known', () => {
    const more = extension('1.2.3', Buffer.of(5, 0));
    const entry = encodeRevokedEntry({ serialNumber: serial('01'), revokedAt: begin, extensions: [more] });
    expect(hex(entry)).toContain(hex(more.der));
  });

  test.each<[string, Partial<CrlContent>, string]>([
    [
      'the next before this one',
      { nextUpdate: new Date(begin.getTime() - 1) },
      'CRL: the next update is before this one',
    ],
    ['a base above its number', { deltaBase: 1n }, 'CRL: its base has a higher number than itself'],
    ['a negative number', { number: -1n }, 'CRL number: not of 20 octets'],
    ['a number of 2^159', { number: 1n << 159n }, 'CRL number: not of 20 octets'],
    ['a negative base', { deltaBase: -1n }, 'CRL number: not of 20 octets'],
  ])('is not made with %s', (_, more, message) => {
    expect(() => built(more)).toThrow(expect.objectContaining({ fault: 'invalid_value', message }));
  });

  test('is made up to these bounds', () => {
    const most = (1n << 159n) - 1n;
    const read = parseCrl(built({ nextUpdate: begin, number: most, deltaBase: most }));
    expect(read).toMatchObject({ number: most, deltaBase: most, nextUpdate: begin, thisUpdate: begin, version: 2 });
    expect(parseCrl(built({}))).toMatchObject({ number: 0n, deltaBase: undefined, entries: [], extensions: [{}, {}] });
    expect(read.extensions.map(({ oid, critical }) => [oid, critical])).toEqual([
      ['2.5.29.35', false],
      ['2.5.29.20', false],
      ['2.5.29.27', true],
    ]);
    const reach = parseCrl(built({ extensions: [issuingDistributionPoint({ indirect: true }), freshestCrl(['a'])] }));
    expect([reach.issuingDistributionPoint?.indirect, reach.freshestCrl]).toEqual([true, ['a']]);
  });

  test.each([65_536, 65_537, 200_000])('of pieces that make %i octets', (size) => {
    const entry = encodeRevokedEntry({ serialNumber: serial('01'), revokedAt: begin });
    const pieces = Array.from({ length: Math.ceil(size / entry.length) }, () => entry);
    const list = built({ entries: pieces });
    expect(list.equals(built({ entries: [Buffer.concat(pieces)] }))).toBe(true);
    expect(list.includes(Buffer.concat(pieces))).toBe(true);
  });
});

describe('an OCSP answer', () => {
  const content = (status: CertificateStatus, more: Partial<OcspResponseContent> = {}): OcspResponseContent => ({
    responder: { keyHash: Buffer.alloc(20, 1) },
    producedAt: begin,
    responses: [{ certId: certId(), status, thisUpdate: begin }],
    ...more,
  });

  test.each<[CertificateStatus, string]>([
    [{ type: 'good' }, '8000'],
    [{ type: 'unknown' }, '8200'],
    [{ type: 'revoked', revokedAt: begin }, 'a111180f32303234303130323033303430355a'],
    [{ type: 'revoked', revokedAt: begin, reason: 'unspecified' }, 'a111180f32303234303130323033303430355a'],
    [
      { type: 'revoked', revokedAt: begin, reason: 'keyCompromise' },
      'a116180f32303234303130323033303430355aa0030a0101',
    ],
  ])('says %j', (status, bytes) => {
    const der = buildOcspResponse(content(status), signer());
    expect(hex(der)).toContain(hex(certId().der) + bytes + '180f32303234303130323033303430355a');
    const { basic } = parseOcspResponse(der);
    const reason = status.type === 'revoked' && status.reason === 'unspecified' ? { reason: undefined } : {};
    expect(basic).toMatchObject({ certificates: [], extensions: [], nonce: undefined, producedAt: begin });
    expect(basic?.responses).toEqual([
      { certId: certId(), status: { ...status, ...reason }, thisUpdate: begin, nextUpdate: undefined },
    ]);
  });

  test('with content is no status', () => {
    const good = hex(buildOcspResponse(content({ type: 'good' }), signer()));
    const bytes = good.replace(`${hex(certId().der)}8000`, `${hex(certId().der)}8200`);
    expect(parseOcspResponse(Buffer.from(bytes, 'hex')).basic?.responses[0]?.status).toEqual({ type: 'unknown' });
  });

  test('says something', () => {
    expect(() => buildOcspResponse(content({ type: 'good' }, { responses: [] }), signer())).toThrow(
      expect.objectContaining({ fault: 'invalid_value', message: 'OCSP response: says nothing' }),
    );
  });

  test('is the same off the thread', async () => {
    for (const more of [{}, { certificates: [certificate()] }, { responder: { name: subject() } }]) {
      const given = content({ type: 'good' }, more);
      expect(await buildOcspResponseAsync(given, asyncSigner())).toEqual(buildOcspResponse(given, signer()));
    }
  });
});

describe('what is signed', () => {
  const content = {
    ...{ serialNumber: serial('01'), issuer: subject(), subject: Name.empty, notBefore: begin, notAfter: begin },
    ...{ publicKey: publicKey().der, extensions: [] },
  };

  test('is the same off the thread', async () => {
    expect(await buildCertificateAsync(content, asyncSigner())).toEqual(buildCertificate(content, signer()));
    expect(await buildRequestAsync(content, asyncSigner())).toEqual(buildRequest(content, signer()));
    const crl = {
      issuer: subject(),
      thisUpdate: begin,
      nextUpdate: end,
      number: 1n,
      issuerKeyId: Buffer.of(1),
      entries: [],
    };
    expect(await buildCrlAsync(crl, asyncSigner())).toEqual(buildCrl(crl, signer()));
  });

  test('a certificate of one moment, without extensions', () => {
    const read = parseCertificate(buildCertificate(content, signer()));
    expect(read).toMatchObject({ version: 3, notBefore: begin, notAfter: begin, serialNumber: '01' });
    expect(read.extensions.all).toEqual([]);
    expect(hex(read.tbs).endsWith(hex(publicKey().der))).toBe(true);
  });

  test('a request with a secret and extensions, in the order of DER, and one with neither', () => {
    const both = buildRequest({ ...content, extensions: [ocspNoCheck], challengePassword: 's' }, signer());
    expect(hex(both)).toContain('301006092a864886f70d010907' + '3103' + '0c0173');
    expect(hex(both).indexOf('2a864886f70d010907')).toBeLessThan(hex(both).indexOf('2a864886f70d01090e'));
    expect(parseRequest(both).extensions.ocspNoCheck).toBe(true);
    const neither = buildRequest(content, signer());
    expect(hex(neither)).toContain(`${hex(publicKey().der)}a000`);
    expect(parseRequest(neither).extensions.all).toEqual([]);
  });
});
