import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  buildOcspRequest,
  isSelfIssued,
  parseCertificate,
  parseCrl,
  parseOcspRequest,
  parseRequest,
  verifyCertificate,
  verifyCrl,
  verifyRequest,
  verifyRequestAsync,
  type NamedAlgorithm,
} from '../../../src/pki/x509/index.js';
import { encode, integer, nullValue, oid, sequence } from '../../../src/pki/x509/der-writer.js';
import { answer, begin, certId, certificate, crl, publicKey, question, request } from './documents.js';
import { putTogether, replaceAt, takeApart } from './edits.js';
import { parseOcspResponse, verifyOcspResponse } from './ocsp-response-reader.js';

const parsers = {
  certificate: { good: certificate, read: parseCertificate },
  request: { good: request, read: parseRequest },
  crl: { good: crl, read: parseCrl },
  'OCSP request': { good: question, read: parseOcspRequest },
  'OCSP response': { good: answer, read: parseOcspResponse },
};

/** The document with other bytes in the place of one value, counted depth first; `…` is the value that was there. */
function changed(name: keyof typeof parsers, number: number, hex: string): Buffer {
  const other = takeApart(Buffer.from(hex.replace('…', ''), 'hex')) ?? [];
  const trees = takeApart(parsers[name].good()) ?? [];
  return putTogether(replaceAt(trees, number, (tree) => (hex.endsWith('…') ? [...other, tree] : other)));
}

describe('a value that is out of its range is refused', () => {
  test.each<[keyof typeof parsers, number, string, string]>([
    ['certificate', 3, '020100', 'certificate content version: version 1'],
    ['certificate', 3, '020103', 'certificate content version: version 4'],
    ['certificate', 3, '020101', 'certificate content extensions: extensions in version 2'],
    ['certificate', 4, '0201ff', 'certificate content serial number: a negative serial number'],
    ['request', 2, '020101', 'request content version: not version 1'],
    ['crl', 2, '020100', 'CRL content version: neither version 1 nor 2'],
    ['crl', 2, '020102', 'CRL content version: neither version 1 nor 2'],
    ['crl', 2, '', 'CRL content extensions: extensions in version 1'],
    ['OCSP request', 2, 'a003020101…', 'OCSP request content version: not version 1'],
    ['OCSP request', 2, 'a003090100…', 'OCSP request content version: INTEGER expected, found tag 0x9'],
    ['OCSP request', 2, 'a1020500…', 'OCSP request content requestor: no general name has tag 0x5'],
    ['OCSP response', 1, '0a0104', 'OCSP response status: no status 4'],
    ['OCSP response', 1, '0a0107', 'OCSP response status: no status 7'],
    ['OCSP response', 1, '0a0101', 'OCSP response status: content and status disagree'],
    ['OCSP response', 4, '06012a', 'OCSP response content type: not a basic response'],
    ['OCSP response', 8, 'a003020101…', 'OCSP response content data version: not version 1'],
    ['OCSP response', 8, 'a003090100…', 'OCSP response content data version: INTEGER expected, found tag 0x9'],
  ])('%s, value %i: %s', (name, number, hex, message) => {
    expect(() => parsers[name].read(changed(name, number, hex))).toThrow(
      expect.objectContaining({ fault: 'malformed', message }),
    );
  });

  test.each([
    ['certificate', 524_288],
    ['request', 524_288],
    ['crl', 8_388_608],
    ['OCSP request', 65_536],
    ['OCSP response', 524_288],
  ] as const)('%s of more than %i octets', (name, most) => {
    const { read } = parsers[name];
    const where = name === 'crl' ? 'CRL' : name;
    expect(() => read(Buffer.alloc(most + 1))).toThrow(
      expect.objectContaining({
        fault: 'too_large',
        message: `${where}: ${most + 1} octets; at most ${most} are read`,
      }),
    );
    expect(() => read(Buffer.alloc(most))).toThrow(expect.objectContaining({ fault: 'malformed' }));
  });
});

describe('fields that are never written here are read', () => {
  test('an OCSP request with its version, its sender, extensions of one question, and a signature', () => {
    const bare = (type: string, ...more: Buffer[]) =>
      sequence(sequence(oid(type), ...more, encode(4, Buffer.of(5, 0))));
    const single = sequence(certId().der, encode(0xa0, bare('1.2.3')));
    const tbs = sequence(
      encode(0xa0, integer(0)),
      encode(0xa1, encode(0x82, Buffer.from('a'))),
      sequence(single, sequence(certId().der)),
      encode(0xa2, bare('1.2.4')),
    );
    const read = parseOcspRequest(sequence(tbs, encode(0xa0, nullValue)));
    expect(read.certIds.map(({ serialNumber }) => serialNumber)).toEqual(['0d', '0d']);
    expect(read.nonce).toBeUndefined();
    expect(read.extensions.map((each) => each.oid)).toEqual(['1.2.4']);
    const broken = sequence(sequence(sequence(sequence(certId().der, encode(0xa0, sequence(nullValue))))));
    expect(() => parseOcspRequest(broken)).toThrow(
      'OCSP request content requests extensions: SEQUENCE expected, found tag 0x5',
    );
    expect(() => parseOcspRequest(sequence(sequence(sequence(sequence(certId().der, nullValue)))))).toThrow(
      'OCSP request content requests: more than its type allows',
    );
  });

  test('an OCSP answer with its version', () => {
    expect(parseOcspResponse(changed('OCSP response', 8, 'a003020100…')).basic?.producedAt).toEqual(begin);
  });

  test('a list of version 1, which has no extensions', () => {
    const [outer] = takeApart(crl()) ?? [];
    const [tbs, ...rest] = outer && !Buffer.isBuffer(outer.body) ? outer.body : [];
    if (!outer || !tbs || Buffer.isBuffer(tbs.body)) throw new Error('a list has fields');
    const read = parseCrl(putTogether([{ ...outer, body: [{ ...tbs, body: tbs.body.slice(1, -1) }, ...rest] }]));
    expect(read).toMatchObject({ version: 1, extensions: [], number: undefined });
    expect(read.entries).toHaveLength(1);
    const bare = parseCrl(putTogether([{ ...outer, body: [{ ...tbs, body: tbs.body.slice(1, -2) }, ...rest] }]));
    expect(bare).toMatchObject({ version: 1, entries: [] });
  });

  test('a certificate with unique identifiers, and one without extensions', () => {
    // After the public key, value 23, stand the extensions.
    const list = parsers.certificate.good();
    const [outer] = takeApart(list) ?? [];
    const [tbs, ...rest] = outer && !Buffer.isBuffer(outer.body) ? outer.body : [];
    if (!outer || !tbs || Buffer.isBuffer(tbs.body)) throw new Error('a certificate has fields');
    const [extensions] = tbs.body.slice(-1);
    const bare = tbs.body.slice(0, -1);
    const unique = takeApart(Buffer.from('8102000a820200ff', 'hex')) ?? [];
    const withFields = (fields: typeof bare) => putTogether([{ ...outer, body: [{ ...tbs, body: fields }, ...rest] }]);
    expect(
      parseCertificate(withFields([...bare, ...unique, ...(extensions ? [extensions] : [])])).extensions.all,
    ).toHaveLength(11);
    expect(parseCertificate(withFields(bare)).extensions.all).toEqual([]);
    expect(parseCertificate(withFields([...bare.slice(1)])).version).toBe(1);
    expect(isSelfIssued(parseCertificate(withFields(bare)))).toBe(false);
  });
});

describe('a signature', () => {
  const rsa = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
  const other = generateKeyPairSync('ed25519').publicKey;
  const basic = () => {
    const read = parseOcspResponse(answer()).basic;
    if (!read) throw new Error('the answer has content');
    return read;
  };
  interface Changed {
    readonly algorithm?: NamedAlgorithm;
  }
  const documents: [string, (key: KeyObject, change?: Changed) => void][] = [
    [
      'certificate',
      (key, change) => {
        verifyCertificate({ ...parseCertificate(certificate()), ...change }, key);
      },
    ],
    [
      'CRL',
      (key, change) => {
        verifyCrl({ ...parseCrl(crl()), ...change }, key);
      },
    ],
    [
      'OCSP response',
      (key, change) => {
        verifyOcspResponse({ ...basic(), ...change }, key);
      },
    ],
    [
      'request',
      (key, change) => {
        const good = parseRequest(request());
        verifyRequest({ ...good, publicKey: { ...good.publicKey, key }, ...change });
      },
    ],
  ];
  const named = (name: string, weak: boolean): NamedAlgorithm => ({
    name,
    weak,
    der: Buffer.of(),
    accepted: undefined,
  });

  test.each(documents)('of a %s is checked', (where, verify) => {
    expect(() => {
      verify(publicKey().key);
    }).not.toThrow();
    const cases: [KeyObject, Changed, string, string][] = [
      [other, {}, 'bad_signature', 'the signature does not verify'],
      [rsa, {}, 'bad_signature', "signed with Ed25519, which is not of its key's type"],
      [
        publicKey().key,
        { algorithm: named('SHA-1 with RSA', true) },
        'weak',
        'signed with SHA-1 with RSA, which is not accepted',
      ],
      [
        publicKey().key,
        { algorithm: named('1.2.3', false) },
        'unsupported',
        'signed with 1.2.3, which is not supported',
      ],
    ];
    for (const [key, change, fault, what] of cases)
      expect(() => {
        verify(key, change);
      }).toThrow(expect.objectContaining({ fault, message: `${where}: ${what}` }));
  });

  test('of a request is checked off the thread all the same', async () => {
    const good = parseRequest(request());
    const check = (key: KeyObject) => verifyRequestAsync({ ...good, publicKey: { ...good.publicKey, key } });
    await expect(check(publicKey().key)).resolves.toBeUndefined();
    await expect(check(other)).rejects.toThrow(
      expect.objectContaining({ fault: 'bad_signature', message: 'request: the signature does not verify' }),
    );
    await expect(check(rsa)).rejects.toThrow("request: signed with Ed25519, which is not of its key's type");
  });
});

test('a question for several, without extensions, has no list of them', () => {
  const read = parseOcspRequest(buildOcspRequest([certId(), certId()]));
  expect(read).toMatchObject({ nonce: undefined, extensions: [] });
  expect(read.certIds).toEqual([certId(), certId()]);
  expect(begin.getTime()).toBeLessThan(Date.now());
});
