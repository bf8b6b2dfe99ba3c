import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  authorityInfoAccess,
  basicConstraints,
  buildCrl,
  buildOcspRequest,
  buildOcspResponse,
  buildRequest,
  certIdOf,
  certificatePolicies,
  createSigner,
  crlDistributionPoints,
  decodePem,
  encodePem,
  encodeRevokedEntry,
  extension,
  extKeyUsage,
  freshestCrl,
  issuingDistributionPoint,
  keyIdentifierOf,
  keyUsage,
  Name,
  nameConstraints,
  ocspNonce,
  parseBundle,
  parseCertificate,
  parseCrl,
  parseOcspRequest,
  parsePublicKeyInfo,
  parseRequest,
  parseSerialNumber,
  privateKeyDer,
  publicKeyInfoOf,
  randomSerialNumber,
  readPrivateKey,
  subjectAltName,
  verifyCertificate,
  verifyCrl,
  verifyRequest,
  X509Error,
} from '../../../src/pki/x509/index.js';
import { sequence } from '../../../src/pki/x509/der-writer.js';
import { certifyAuthority, makeKey } from './authority.js';
import { countOf, edit, putTogether, replaceAt, takeApart, treeEdit, where } from './edits.js';
import { parseOcspResponse, verifyOcspResponse } from './ocsp-response-reader.js';

const names = subjectAltName([
  { type: 'dns', value: 'a.example' },
  { type: 'ip', value: '::1' },
  { type: 'otherName', oid: '1.2.3', value: 'ü' },
  { type: 'directoryName', name: Name.of({ commonName: 'x' }) },
]);

const issuer = await certifyAuthority({
  pathLength: 2,
  extensions: [
    names,
    extKeyUsage(['1.2.3']),
    nameConstraints({ permitted: { dns: ['a'], ip: ['10.0.0.0/8'] }, excluded: { email: ['b'], uri: ['.c'] } }),
    certificatePolicies([{ oid: '1.2.3', cps: 'http://c', notice: 'n' }]),
    authorityInfoAccess({ ocsp: ['http://o'], caIssuers: ['http://c'] }),
    crlDistributionPoints(['http://c']),
    freshestCrl(['http://d']),
  ],
});
const key = issuer.publicKey.key;
const now = new Date();
const request = buildRequest(
  {
    subject: Name.of({ country: ['DE'], commonName: 'ü' }),
    publicKey: issuer.publicKey.der,
    extensions: [names, basicConstraints({ ca: false }), keyUsage(['crlSign'])],
  },
  issuer.signer,
);
const rsaKey = await makeKey('rsa-2048');
const pss = createSigner(rsaKey, { pss: true });
const crl = buildCrl(
  {
    issuer: issuer.certificate.subject,
    thisUpdate: now,
    nextUpdate: now,
    number: 3n,
    deltaBase: 2n,
    issuerKeyId: keyIdentifierOf(issuer.publicKey.bits),
    entries: [
      encodeRevokedEntry({
        serialNumber: randomSerialNumber(),
        revokedAt: now,
        reason: 'superseded',
        invalidSince: now,
      }),
    ],
    extensions: [
      issuingDistributionPoint({ addresses: ['http://c'], onlyUserCerts: true, onlySomeReasons: [1, 2] }),
      freshestCrl(['http://d']),
    ],
  },
  pss,
);
const certId = certIdOf({ subject: issuer.certificate.subject, publicKey: issuer.publicKey }, randomSerialNumber());
const question = buildOcspRequest([certId], [ocspNonce(Buffer.alloc(16))]);
const answer = buildOcspResponse(
  {
    responder: { name: issuer.certificate.subject },
    producedAt: now,
    responses: [
      { certId, status: { type: 'revoked', revokedAt: now, reason: 'superseded' }, thisUpdate: now, nextUpdate: now },
    ],
    nonce: ocspNonce(Buffer.alloc(16)),
    certificates: [issuer.certificate.der],
  },
  issuer.signer,
);
/** What is attacked: bytes that are good, and everything that is done with such bytes from outside. */
const targets: [string, Buffer, (der: Uint8Array) => unknown][] = [
  [
    'certificate',
    issuer.certificate.der,
    (der) => {
      const read = parseCertificate(der);
      verifyCertificate(read, read.publicKey.key);
      return read.subject.toString();
    },
  ],
  [
    'request',
    request,
    (der) => {
      verifyRequest(parseRequest(der));
    },
  ],
  [
    'CRL',
    crl,
    (der) => {
      verifyCrl(parseCrl(der), publicKeyInfoOf(rsaKey).key);
    },
  ],
  ['OCSP request', question, parseOcspRequest],
  [
    'OCSP response',
    answer,
    (der) => {
      const { basic } = parseOcspResponse(der);
      if (basic) verifyOcspResponse(basic, key);
    },
  ],
  ['public key', publicKeyInfoOf(rsaKey).der, parsePublicKeyInfo],
  [
    'PKCS#1 key',
    privateKeyDer(rsaKey, 'traditional'),
    (der) => readPrivateKey({ label: 'RSA PRIVATE KEY', der: Buffer.from(der) }, 'key'),
  ],
  [
    'SEC1 key',
    privateKeyDer(issuer.privateKey, 'traditional'),
    (der) => readPrivateKey({ label: 'EC PRIVATE KEY', der: Buffer.from(der) }, 'key'),
  ],
  [
    'PKCS#8 key',
    privateKeyDer(issuer.privateKey, 'pkcs8'),
    (der) => readPrivateKey({ label: 'PRIVATE KEY', der: Buffer.from(der) }, 'key'),
  ],
];

describe('hostile bytes end in an X509Error', () => {
  test.each(targets)('%s', (name, good, read) => {
    // A private key that was read is tried out, which takes its time.
    const share = name.endsWith('1 key') ? 0.2 : 1;
    read(good);
    const outcome = (der: Uint8Array): string => {
      try {
        read(der);
        return 'read';
      } catch (error) {
        if (!(error instanceof X509Error)) throw error;
        return error.fault;
      }
    };
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
        outcome(edits.reduce((bytes, change) => change(bytes), good));
      }),
      { numRuns: 500 * share },
    );
    const trees = takeApart(good) ?? [];
    expect(putTogether(trees)).toEqual(good);
    const seen = new Set<string>();
    fc.assert(
      fc.property(fc.array(fc.tuple(where, treeEdit), { minLength: 1, maxLength: 2 }), (edits) => {
        const edited = edits.reduce((now, [w, change]) => replaceAt(now, Math.floor(w * countOf(now)), change), trees);
        seen.add(outcome(putTogether(edited)));
      }),
      { numRuns: 2500 * share },
    );
    expect(seen).toContain('malformed');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        outcome(bytes);
      }),
      { numRuns: 500 },
    );
  });

  test('every single octet of a signed document is covered', () => {
    const signed: [string, Buffer, (der: Uint8Array) => unknown][] = targets.filter(([name]) =>
      ['certificate', 'request'].includes(name),
    );
    for (const [, good, read] of signed)
      for (let n = 0; n < good.length; n++) {
        const bytes = Buffer.from(good);
        bytes.writeUInt8(bytes.readUInt8(n) ^ 0x01, n);
        expect(() => read(bytes)).toThrow(X509Error);
      }
  });

  test('lists without an end in sight', () => {
    const build = (extensions: Parameters<typeof buildRequest>[0]['extensions']) =>
      buildRequest({ subject: Name.empty, publicKey: issuer.publicKey.der, extensions }, issuer.signer);
    const names = (count: number) =>
      extension('2.5.29.17', sequence(Buffer.alloc(3 * count, Buffer.from('820161', 'hex'))));
    expect(parseRequest(build([names(10_000)])).extensions.subjectAltName).toHaveLength(10_000);
    expect(() => parseRequest(build([names(10_001)]))).toThrow(expect.objectContaining({ fault: 'too_large' }));
    expect(() => parseRequest(build([names(150_000)]))).toThrow(expect.objectContaining({ fault: 'too_large' }));
    const many = Array.from({ length: 10_000 }, (_, n) => extension(`1.2.${n}`, Buffer.of(5, 0)));
    expect(parseRequest(build(many)).extensions.all).toHaveLength(10_000);
    expect(() => build([...many, ...many])).toThrow(expect.objectContaining({ fault: 'invalid_value' }));
  });

  test('text that is no PEM, or almost', () => {
    const good = encodePem('CERTIFICATE', issuer.certificate.der);
    const pieces = fc.constantFrom(
      '-----BEGIN ',
      '-----END ',
      'CERTIFICATE',
      '-----',
      '\n',
      '\r\n\r\n',
      ' ',
      'Proc-Type: 4,ENCRYPTED',
      ':',
      'AAAA',
      '=',
      '\0',
      good,
      good.slice(0, 100),
      good.slice(50),
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        for (const read of [decodePem, parseBundle])
          try {
            read(parts.join(''));
          } catch (error) {
            expect(error).toBeInstanceOf(X509Error);
          }
      }),
    );
  });

  test('text that is no serial number', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(parseSerialNumber(text) ?? '00').toMatch(/^[0-9a-f]{2}(:[0-9a-f]{2})*$/);
      }),
    );
  });

  test('text that makes expressions back off', () => {
    const long = 1_000_000;
    for (const text of [
      ' '.repeat(long),
      '-----BEGIN A-----\n'.repeat(long / 20),
      `-----BEGIN A-----\nQ${'AA\n\n'.repeat(long / 4)}!-----END A-----`,
      `-----BEGIN A-----\n${'a: '.repeat(long / 3)}\n\nAAAA\n-----END A-----`,
    ])
      expect(() => parseBundle(text)).toThrow(X509Error);
    expect(parseSerialNumber(`${'0a:'.repeat(long / 3)}x`)).toBeUndefined();
  });
});
