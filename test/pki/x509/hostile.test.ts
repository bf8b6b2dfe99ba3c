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
  parseOcspResponse,
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
  verifyOcspResponse,
  verifyRequest,
  X509Error,
} from '../../../src/pki/x509/index.js';
import { encode, sequence } from '../../../src/pki/x509/der-writer.js';
import { certifyAuthority, makeKey } from './authority.js';

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

type Edit = (bytes: Buffer) => Buffer;

const at = (bytes: Buffer, where: number) => Math.floor(where * bytes.length);
const where = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
const octet = fc.integer({ min: 0, max: 255 });

/** Changes of a hostile mind: octets, tags and lengths exchanged, cut, doubled, put in, and nested. */
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(where, octet).map(
    ([w, value]): Edit =>
      (bytes) =>
        Buffer.from(bytes.map((old, n) => (n === at(bytes, w) ? value : old))),
  ),
  fc
    .tuple(
      where,
      fc.constantFrom(
        0x01,
        0x02,
        0x03,
        0x04,
        0x05,
        0x06,
        0x0c,
        0x13,
        0x17,
        0x1e,
        0x1f,
        0x24,
        0x30,
        0x31,
        0x80,
        0xa0,
        0xa3,
        0xff,
      ),
    )
    .map(
      ([w, value]): Edit =>
        (bytes) =>
          Buffer.from(bytes.map((old, n) => (n === at(bytes, w) ? value : old))),
    ),
  where.map(
    (w): Edit =>
      (bytes) =>
        bytes.subarray(0, at(bytes, w)),
  ),
  fc.tuple(where, where).map(
    ([a, b]): Edit =>
      (bytes) =>
        Buffer.concat([bytes.subarray(0, at(bytes, Math.max(a, b))), bytes.subarray(at(bytes, Math.min(a, b)))]),
  ),
  fc.tuple(where, fc.uint8Array({ maxLength: 20 })).map(
    ([w, more]): Edit =>
      (bytes) =>
        Buffer.concat([bytes.subarray(0, at(bytes, w)), more, bytes.subarray(at(bytes, w))]),
  ),
  fc.constantFrom(0x30, 0x31, 0xa0).map(
    (tag): Edit =>
      (bytes) =>
        encode(tag, bytes),
  ),
);

/** A document taken apart, also where a string of octets or bits holds another one. */
interface Tree {
  readonly tag: number;
  readonly prefix: Buffer;
  readonly body: Buffer | readonly Tree[];
}

function takeApart(bytes: Buffer): readonly Tree[] | undefined {
  const trees: Tree[] = [];
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at + 1] ?? 0x80;
    const digits = first < 0x80 ? 0 : first & 0x7f;
    if (first === 0x80 || digits > 3 || at + 2 + digits > bytes.length) return undefined;
    const length = digits === 0 ? first : bytes.readUIntBE(at + 2, digits);
    const content = bytes.subarray(at + 2 + digits, at + 2 + digits + length);
    if (content.length < length) return undefined;
    const tag = bytes.readUInt8(at);
    const prefix = tag === 0x03 ? content.subarray(0, 1) : Buffer.of();
    const holds =
      (tag & 0x20) !== 0 || tag === 0x03 || tag === 0x04 ? takeApart(content.subarray(prefix.length)) : undefined;
    trees.push({ tag, prefix, body: holds ?? content.subarray(prefix.length) });
    at += 2 + digits + length;
  }
  return trees;
}

const putTogether = (trees: readonly Tree[]): Buffer =>
  Buffer.concat(
    trees.map(({ tag, prefix, body }) => encode(tag, prefix, Buffer.isBuffer(body) ? body : putTogether(body))),
  );

const countOf = (trees: readonly Tree[]): number =>
  trees.reduce((sum, { body }) => sum + 1 + (Buffer.isBuffer(body) ? 0 : countOf(body)), 0);

/** Replaces the value with this number, counted depth first, by any others. */
function replaceAt(trees: readonly Tree[], number: number, change: (tree: Tree) => readonly Tree[]): readonly Tree[] {
  let left = number;
  return trees.flatMap((tree) => {
    const mine = left--;
    if (mine === 0) return change(tree);
    if (Buffer.isBuffer(tree.body) || mine < 0) return [tree];
    const inside = countOf(tree.body);
    left -= inside;
    return mine <= inside ? [{ ...tree, body: replaceAt(tree.body, mine - 1, change) }] : [tree];
  });
}

const flat = (tree: Tree): Buffer => (Buffer.isBuffer(tree.body) ? tree.body : putTogether(tree.body));

/** Changes that leave the document DER, so that they reach what reads its meaning. */
const treeEdit: fc.Arbitrary<(tree: Tree) => readonly Tree[]> = fc.oneof(
  fc.constant(() => []),
  fc.constant((tree: Tree) => [tree, tree]),
  fc
    .constantFrom(
      0x01,
      0x02,
      0x03,
      0x04,
      0x05,
      0x06,
      0x0a,
      0x0c,
      0x13,
      0x14,
      0x16,
      0x17,
      0x18,
      0x1c,
      0x1e,
      0x30,
      0x31,
      0x80,
      0x81,
      0x82,
      0x86,
      0x87,
      0x88,
      0xa0,
      0xa1,
      0xa2,
      0xa3,
      0xa4,
    )
    .map((tag) => (tree: Tree) => [{ ...tree, tag }]),
  fc.uint8Array({ maxLength: 24 }).map((bytes) => (tree: Tree) => [{ ...tree, body: Buffer.from(bytes) }]),
  fc.tuple(where, octet).map(([w, value]) => (tree: Tree) => {
    const body = Buffer.from(flat(tree));
    return [{ ...tree, body: Buffer.from(body.map((old, n) => (n === at(body, w) ? value : old))) }];
  }),
  fc.constantFrom(0x30, 0x31, 0xa0, 0x04).map((tag) => (tree: Tree) => [{ tag, prefix: Buffer.of(), body: [tree] }]),
  fc.constant((tree: Tree) => (Buffer.isBuffer(tree.body) ? [tree] : [{ ...tree, body: [...tree.body].reverse() }])),
);

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
