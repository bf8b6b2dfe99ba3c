import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeList, integer, nullValue, octetString, oid, sequence } from '../../../src/pki/x509/der-writer.js';
import { readDer } from '../../../src/pki/x509/der-reader.js';
import { Name, X509Error } from '../../../src/pki/x509/index.js';
import {
  encodeBody,
  encodeCmpMessage,
  encodeHeader,
  encodeMacScheme,
  macIterations,
  macOf,
  maxCmpBytes,
  readCertRequests,
  readCmpMessage,
  readConfirmations,
  readCrlStatuses,
  readInfos,
  readMacScheme,
  readRevocations,
} from '../../../src/pki/x509/cmp/index.js';
import type { CmpMessage, MacScheme } from '../../../src/pki/x509/cmp/index.js';
import { certRequest, confirmationOf, message, revocationOf, usualScheme } from '../cmp/client.js';
import { certifyAuthority, makeKey } from './authority.js';
import { countOf, edit, putTogether, replaceAt, takeApart, treeEdit } from './edits.js';

const key = await makeKey('ec-256');
const authority = await certifyAuthority();
const by = { reference: 'a', secret: 'a secret of some length' };
const kinds = {
  ir: certRequest({ key, subject: Name.of({ commonName: 'a' }) }),
  rr: revocationOf(authority.certificate, 4),
  certConf: confirmationOf(randomBytes(32), { status: 0 }),
  genm: sequence(sequence(oid('1.3.6.1.5.5.7.4.17')), sequence(oid('1.3.6.1.5.5.7.4.22'), sequence())),
} as const;
const documents = await Promise.all(
  Object.entries(kinds).map(async ([kind, content]) => message({ kind: kind as keyof typeof kinds, content, by })),
);

/** Everything that a server reads of a message. */
function readWhole(der: Uint8Array): CmpMessage {
  const read = readCmpMessage(der);
  const { kind, body, header } = read;
  if (header.protection) readMacScheme(header.protection);
  if (kind === 'ir' || kind === 'cr' || kind === 'kur') readCertRequests(body);
  if (kind === 'rr') readRevocations(body);
  if (kind === 'certConf') readConfirmations(body);
  if (kind === 'genm') for (const { value } of readInfos(body)) if (value) readCrlStatuses(value);
  return read;
}

/** Whatever else is thrown is a mistake here. */
function readsOrRefuses(der: Uint8Array): void {
  try {
    readWhole(der);
  } catch (error) {
    if (!(error instanceof X509Error)) throw error;
  }
}

describe('messages', () => {
  test.each(Object.keys(kinds).map((kind, at) => [kind, at] as const))('%s is read', (kind, at) => {
    const read = readCmpMessage(documents[at] ?? Buffer.alloc(0));
    expect(read.kind).toBe(kind);
    expect(read.header).toMatchObject({ version: 2, senderKeyId: Buffer.from('a') });
    expect(read.protection).toHaveLength(32);
  });

  test('whatever octets come, they are read or refused', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), readsOrRefuses), { numRuns: 500 });
  });

  test('a message with any change is read or refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...documents), edit, (der, change) => {
        readsOrRefuses(change(der));
      }),
      { numRuns: 1_000 },
    );
  });

  test('a message with any value replaced is read or refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...documents), fc.nat(), treeEdit, (der, at, change) => {
        const trees = takeApart(der) ?? [];
        readsOrRefuses(putTogether(replaceAt(trees, at % countOf(trees), change)));
      }),
      { numRuns: 1_000 },
    );
  });

  test('what a header has comes back', () => {
    const octets = fc.uint8Array({ minLength: 1, maxLength: 64 }).map((each) => Buffer.from(each));
    const optional = fc.option(octets, { nil: undefined });
    const name = fc.string({ minLength: 1, maxLength: 20 }).map((commonName) => Name.of({ commonName }));
    fc.assert(
      fc.property(name, optional, optional, optional, optional, (sender, id, nonce, other, keyId) => {
        const directory = { type: 'directoryName', name: sender } as const;
        const draft = { version: 3, sender: directory, recipient: directory, time: new Date(1_700_000_000_000) };
        const more = { transactionId: id, senderNonce: nonce, recipientNonce: other, senderKeyId: keyId };
        const der = encodeCmpMessage(encodeHeader({ ...draft, ...more }), encodeBody('pkiconf', nullValue), {});
        const { header, kind, protection } = readCmpMessage(der);
        expect(header).toMatchObject({ version: 3, time: draft.time, infos: [] });
        expect([header.transactionId, header.senderNonce, header.recipientNonce, header.senderKeyId]).toEqual([
          ...[id, nonce, other, keyId],
        ]);
        expect([kind, protection]).toEqual(['pkiconf', undefined]);
      }),
    );
  });

  test('a message is bounded in size, depth and number', () => {
    expect(() => readCmpMessage(Buffer.alloc(maxCmpBytes + 1))).toThrow(
      expect.objectContaining({ fault: 'too_large' }),
    );
    let deep: Buffer = nullValue;
    for (let level = 0; level < 100; level += 1) deep = sequence(deep);
    expect(() => readCmpMessage(deep)).toThrow(expect.objectContaining({ fault: 'too_large' }));
    const tiny = encodeList(
      0x30,
      Array.from({ length: 60_000 }, () => nullValue),
    );
    expect(() => readCmpMessage(tiny)).toThrow('more than 5000 values');
    const many = sequence(...Array.from({ length: 60 }, () => sequence(oid('1.2.3'))));
    expect(() => readInfos(readDer(many, 'infos', { maxBytes: many.length }))).toThrow(
      expect.objectContaining({ fault: 'too_large' }),
    );
  });
});

describe('MACs', () => {
  const algorithm = (scheme: MacScheme) => {
    const der = encodeMacScheme(scheme);
    return readMacScheme(readDer(der, 'algorithm', { maxBytes: der.length }));
  };
  const pbmac1: MacScheme = {
    ...{ kind: 'pbmac1', salt: randomBytes(16), iterations: 1_000, keyLength: 32, hash: 'sha512', mac: 'sha384' },
  };

  test.each([usualScheme(), pbmac1])('$kind comes back', (scheme) => {
    expect(algorithm(scheme)).toEqual(scheme);
  });

  test.each<[string, MacScheme, string]>([
    ['PBM with few repetitions', { ...usualScheme(), iterations: macIterations.pbm.least - 1 }, 'weak'],
    ['PBM with many repetitions', { ...usualScheme(), iterations: macIterations.pbm.most + 1 }, 'unsupported'],
    ['PBMAC1 with few repetitions', { ...pbmac1, iterations: macIterations.pbmac1.least - 1 }, 'weak'],
    ['PBMAC1 with many repetitions', { ...pbmac1, iterations: macIterations.pbmac1.most + 1 }, 'unsupported'],
    ['a short salt', { ...pbmac1, salt: randomBytes(7) }, 'weak'],
    ['a long salt', { ...usualScheme(), salt: randomBytes(65) }, 'unsupported'],
    ['a short key', { ...pbmac1, keyLength: 8 }, 'weak'],
  ])('%s is refused', (_, scheme, fault) => {
    expect(() => algorithm(scheme)).toThrow(expect.objectContaining({ fault }));
  });

  const named = (type: string) => sequence(oid(type), nullValue);
  const pbm = (owf: string, mac: string) =>
    sequence(
      oid('1.2.840.113533.7.66.13'),
      sequence(octetString(randomBytes(16)), named(owf), integer(500), named(mac)),
    );
  test.each([
    ['1.3.14.3.2.26', '1.2.840.113549.2.9'],
    ['1.2.840.113549.2.5', '1.2.840.113549.2.9'],
    ['2.16.840.1.101.3.4.2.1', '1.3.6.1.5.5.8.1.2'],
    ['2.16.840.1.101.3.4.2.1', '1.2.840.113549.2.7'],
    ['2.16.840.1.101.3.4.2.1', '1.3.6.1.5.5.8.1.1'],
  ])('%s with %s is weak', (owf, mac) => {
    const der = pbm(owf, mac);
    expect(() => readMacScheme(readDer(der, 'algorithm', { maxBytes: der.length }))).toThrow(
      expect.objectContaining({ fault: 'weak' }),
    );
  });

  test('PBKDF2 whose function is left out would use SHA-1', () => {
    const parameters = sequence(octetString(randomBytes(16)), integer(1_000), integer(32));
    const derivation = sequence(oid('1.2.840.113549.1.5.12'), parameters);
    const der = sequence(oid('1.2.840.113549.1.5.14'), sequence(derivation, named('1.2.840.113549.2.9')));
    expect(() => readMacScheme(readDer(der, 'algorithm', { maxBytes: der.length }))).toThrow(/SHA-1/);
  });

  test('a MAC depends on everything that it is made of', async () => {
    const scheme = usualScheme();
    const secret = Buffer.from('secret');
    const first = await macOf(scheme, secret, Buffer.from('a'));
    const others = await Promise.all([
      macOf(scheme, secret, Buffer.from('b')),
      macOf(scheme, Buffer.from('other'), Buffer.from('a')),
      macOf({ ...scheme, iterations: 501 }, secret, Buffer.from('a')),
      macOf({ ...scheme, salt: randomBytes(16) }, secret, Buffer.from('a')),
    ]);
    for (const other of others) expect(other.equals(first)).toBe(false);
  });
});
