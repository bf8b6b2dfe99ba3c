import { describe, expect, test } from 'vitest';
import { requireEcKeyWithinCurve } from '../../../src/pki/x509/ec-private-key.js';
import {
  bitString,
  contextConstructed,
  encode,
  integer,
  nullValue,
  octetString,
  oid,
  sequence,
} from '../../../src/pki/x509/der-writer.js';
import { curveOids, keyOids } from '../../../src/pki/x509/oids.js';

interface Parts {
  readonly number: Buffer;
  readonly point?: Buffer;
  readonly curve?: Buffer;
  readonly version?: number;
  readonly more?: Buffer;
}

/** ECPrivateKey (RFC 5915 3). */
const sec1 = ({ number, point, curve, version = 1, more }: Parts) =>
  sequence(
    integer(version),
    octetString(number),
    ...(curve ? [encode(contextConstructed(0), curve)] : []),
    ...(point ? [encode(contextConstructed(1), bitString(point))] : []),
    ...(more ? [more] : []),
  );

/** PrivateKeyInfo (RFC 5208 5). */
const pkcs8 = (key: Buffer, ...algorithm: readonly Buffer[]) =>
  sequence(integer(0), sequence(...algorithm), octetString(key));

const ec = oid(keyOids.ec);
const looked = (der: Buffer, kind: 'sec1' | 'pkcs8') => () => {
  requireEcKeyWithinCurve(der, kind, 'it');
};
const bytes = (size: number, ...first: number[]) => Buffer.concat([Buffer.from(first), Buffer.alloc(size, 1)]);

// Called by itself: OpenSSL takes some of these, and what becomes of them in Node is why they are looked at.
describe.each([
  [224, 28],
  [256, 32],
  [384, 48],
  [521, 66],
] as const)('a private key of P-%i', (bits, size) => {
  const curve = oid(curveOids[bits]);
  const one = bytes(size);

  test.each<[string, Parts]>([
    ['alone', { number: one }],
    ['that is shorter', { number: bytes(size - 1) }],
    ['after zeros', { number: Buffer.concat([Buffer.alloc(3), one]) }],
    ['with an uncompressed point', { number: one, point: bytes(2 * size, 4) }],
    ['with a compressed point', { number: one, point: bytes(size, 2) }],
    ['with the other compressed point', { number: one, point: bytes(size, 3) }],
  ])('%s passes', (_, parts) => {
    expect(looked(sec1({ ...parts, curve }), 'sec1')).not.toThrow();
    expect(looked(pkcs8(sec1(parts), ec, curve), 'pkcs8')).not.toThrow();
    expect(looked(pkcs8(sec1({ ...parts, curve }), ec, curve), 'pkcs8')).not.toThrow();
  });

  const noPoint = 'a public key that is no point of its curve';
  test.each<[string, Parts, string]>([
    ['of another version', { number: one, version: 0 }, 'an EC private key of another version'],
    ['that is too long', { number: bytes(size + 1) }, 'a private key that is longer than its curve'],
    ['at infinity', { number: one, point: Buffer.alloc(1) }, noPoint],
    ['whose point is empty', { number: one, point: Buffer.alloc(0) }, noPoint],
    ['whose point is too short', { number: one, point: bytes(2 * size - 1, 4) }, noPoint],
    ['whose point is too long', { number: one, point: bytes(2 * size + 1, 4) }, noPoint],
    ['whose point is half of what it says', { number: one, point: bytes(size, 4) }, noPoint],
    ['whose compressed point is too short', { number: one, point: bytes(size - 1, 2) }, noPoint],
    ['whose compressed point is too long', { number: one, point: bytes(2 * size, 3) }, noPoint],
    ['whose point is hybrid', { number: one, point: bytes(2 * size, 6) }, noPoint],
    ['whose point has no form', { number: one, point: bytes(size, 1) }, noPoint],
    ['with more than its fields', { number: one, more: nullValue }, 'more than its type allows'],
  ])('%s is refused', (_, parts, message) => {
    expect(looked(sec1({ ...parts, curve }), 'sec1')).toThrow(
      expect.objectContaining({ fault: 'malformed', message: `it: ${message}` }),
    );
    expect(looked(pkcs8(sec1(parts), ec, curve), 'pkcs8')).toThrow(
      expect.objectContaining({ fault: 'malformed', message: `it private key: ${message}` }),
    );
  });

  test('of two curves is refused', () => {
    const other = oid(curveOids[bits === 224 ? 256 : 224]);
    expect(looked(pkcs8(sec1({ number: one, curve: other }), ec, curve), 'pkcs8')).toThrow(
      'it private key: two curves',
    );
  });

  test.each<[string, Buffer, 'sec1' | 'pkcs8', string]>([
    ['no curve', sec1({ number: one }), 'sec1', 'it: EC on a curve without a name'],
    [
      'explicit numbers',
      sec1({ number: one, curve: sequence(integer(1)) }),
      'sec1',
      'it: EC on a curve without a name',
    ],
    ['an unknown curve', sec1({ number: one, curve: oid('1.2.3') }), 'sec1', 'it: EC on 1.2.3'],
    ['no curve at all', pkcs8(sec1({ number: one }), ec), 'pkcs8', 'it private key: EC on a curve without a name'],
    [
      'a number for a curve',
      pkcs8(sec1({ number: one }), ec, integer(1)),
      'pkcs8',
      'it private key: EC on a curve without a name',
    ],
  ])('with %s is not supported', (_, der, kind, message) => {
    expect(looked(der, kind)).toThrow(expect.objectContaining({ fault: 'unsupported', message }));
  });
});

test('a key of another kind is not looked into', () => {
  expect(looked(pkcs8(Buffer.from('anything'), oid(keyOids.ed25519)), 'pkcs8')).not.toThrow();
});

test.each<[string, Buffer, 'sec1' | 'pkcs8', string]>([
  ['no sequence', nullValue, 'sec1', 'it: SEQUENCE expected, found tag 0x5'],
  ['no version', sequence(nullValue), 'sec1', 'it version: INTEGER expected, found tag 0x5'],
  ['no number', sequence(integer(1)), 'sec1', 'it: private key is missing'],
  [
    'parameters that are empty',
    sequence(integer(1), octetString(), encode(0xa0)),
    'sec1',
    'it parameters: exactly one value expected in a tag',
  ],
  [
    'a point that is empty',
    sequence(integer(1), octetString(), encode(0xa1)),
    'sec1',
    'it public key: exactly one value expected in a tag',
  ],
  ['no version around it', sequence(nullValue), 'pkcs8', 'it version: INTEGER expected, found tag 0x5'],
  ['no algorithm', sequence(integer(0)), 'pkcs8', 'it: algorithm is missing'],
  ['no kind', sequence(integer(0), sequence()), 'pkcs8', 'it algorithm: identifier is missing'],
  ['no key inside', sequence(integer(0), sequence(oid(keyOids.ec))), 'pkcs8', 'it: private key is missing'],
])('%s', (_, der, kind, message) => {
  expect(looked(der, kind)).toThrow(expect.objectContaining({ fault: 'malformed', message }));
});
