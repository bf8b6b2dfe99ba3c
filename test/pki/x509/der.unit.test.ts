import fc from 'fast-check';
import forge from 'node-forge';
import { describe, expect, test } from 'vitest';
import { readDer } from '../../../src/pki/x509/der-reader.js';
import {
  bitString,
  encode,
  enumerated,
  integer,
  isOid,
  namedBits,
  octetString,
  oid,
  sequence,
  setOf,
  Tag,
  unsignedContent,
} from '../../../src/pki/x509/der-writer.js';
import { X509Error } from '../../../src/pki/x509/error.js';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const read = (text: string) => readDer(Buffer.from(text, 'hex'), 'test', { maxBytes: 1_000_000 });

describe('what is written is DER', () => {
  test.each([
    ['zero', integer(0), '020100'],
    ['an integer without a sign bit', integer(127), '02017f'],
    ['an integer that needs a leading zero', integer(128), '02020080'],
    ['a large integer', integer(2n ** 64n), '0209010000000000000000'],
    ['a magnitude with leading zeros', encode(Tag.integer, unsignedContent(Uint8Array.of(0, 0, 0, 1))), '020101'],
    ['a magnitude with a sign bit', encode(Tag.integer, unsignedContent(Uint8Array.of(0xff))), '020200ff'],
    ['an empty magnitude', encode(Tag.integer, unsignedContent(new Uint8Array())), '020100'],
    ['bit 0', namedBits([0]), '03020780'],
    ['bits 5 and 6', namedBits([6, 5]), '03020106'],
    ['bit 8, in a second octet', namedBits([8]), '0303070080'],
    ['bit 7, no bit unused', namedBits([7]), '03020001'],
    ['no bits', namedBits([]), '030100'],
    ['whole octets of bits', bitString(Uint8Array.of(1)), '03020001'],
    ['a reason', enumerated(9), '0a0109'],
    ['an identifier', oid('1.2.840.113549'), '06062a864886f70d'],
    ['an identifier under 2', oid('2.999.3'), '0603883703'],
    [
      'an identifier of large arcs',
      oid('2.25.340282366920938463463374607431768211455'),
      '06146983ffffffffffffffffffffffffffffffffff7f',
    ],
    ['a set, sorted', setOf(integer(3), integer(1), sequence()), '3108020101020103' + '3000'],
  ])('%s', (_, bytes, expected) => {
    expect(hex(bytes)).toBe(expected);
  });

  test.each([0, 1, 127, 128, 255, 256, 65_535, 65_536, 16_777_216])('lengths are minimal: %i octets', (size) => {
    const bytes = octetString(Buffer.alloc(size));
    const parsed = forge.asn1.fromDer(bytes.toString('latin1'));
    expect(forge.asn1.toDer(parsed).getBytes() === bytes.toString('latin1')).toBe(true);
  });

  test.each([
    '',
    '1',
    '3.1',
    '1.40',
    '0.40.1',
    '1.2.',
    '.1.2',
    '1..2',
    '1.02',
    '1.2.x',
    '-1.2',
    `1.2.${'9'.repeat(40)}`,
  ])('"%s" is no object identifier', (text) => {
    expect(isOid(text)).toBe(false);
    expect(() => oid(text)).toThrow(X509Error);
  });

  test.each([-1, 1.5, -1n, Number.NaN, 2 ** 60])('%s is not written as an integer', (value) => {
    expect(() => integer(value)).toThrow(X509Error);
  });
});

describe('what is read', () => {
  test('is what was written', () => {
    const arc = fc.bigInt({ min: 0n, max: 2n ** 120n });
    fc.assert(
      fc.property(arc, fc.array(arc, { maxLength: 2 }), fc.uint8Array({ maxLength: 300 }), (n, arcs, bytes) => {
        expect(read(hex(integer(n))).bigInteger(16)).toBe(n);
        const text = ['2', n, ...arcs].join('.');
        expect(read(hex(oid(text))).oid()).toBe(text);
        expect(read(hex(octetString(bytes))).octets()).toEqual(Buffer.from(bytes));
        expect(read(hex(bitString(bytes))).bitOctets()).toEqual(Buffer.from(bytes));
      }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 31 })), (bits) => {
        expect(read(hex(namedBits(bits))).namedBits()).toEqual([...bits].sort((a, b) => a - b));
      }),
    );
  });

  test.each([
    // what                                      bytes                 reading
    ['an indefinite length', '30800000', 'whole'],
    ['a length of more octets than needed', '30810100', 'whole'],
    ['a long form for a short length', '04820001aa', 'whole'],
    ['octets after the end', '300000', 'whole'],
    ['a value cut short', '0405aabb', 'whole'],
    ['nothing', '', 'whole'],
    ['one octet', '30', 'whole'],
    ['a huge length', '3084ffffffff', 'whole'],
    ['a length of 127 octets', '30ff' + '01'.repeat(127), 'whole'],
    ['an integer with a superfluous zero', '02020001', 'whole'],
    ['an integer with superfluous ones', '0202ff80', 'whole'],
    ['TRUE other than all ones', '010101', 'boolean'],
    ['BOOLEAN of two octets', '0102ffff', 'boolean'],
    ['an integer without octets', '0200', 'smallInteger'],
    ['a negative integer', '0201ff', 'smallInteger'],
    ['an integer beyond its place', '020800ffffffffffff', 'smallInteger'],
    ['another type', '0101ff', 'smallInteger'],
    ['a constructed octet string', '24030401aa', 'octets'],
    ['a primitive sequence', '1000', 'items'],
    ['an empty list', '3000', 'items'],
    ['trailing zero bits', '03020700', 'namedBits'],
    ['unused bits that are set', '030207ff', 'namedBits'],
    ['more than seven unused bits', '03020880', 'namedBits'],
    ['unused bits of no octet', '030101', 'namedBits'],
    ['a bit string without octets', '0300', 'namedBits'],
    ['an empty bit string', '0300', 'bitOctets'],
    ['bits that are not whole octets', '03020780', 'bitOctets'],
    ['an identifier without octets', '0600', 'oid'],
    ['an identifier that goes on', '060188', 'oid'],
    ['an identifier with padding', '06032a8001', 'oid'],
    ['NULL with content', '050100', 'nothing'],
    ['IA5 beyond ASCII', '160180', 'ascii'],
    ['UTF-8 that is none', '0c01ff', 'text'],
    ['an overlong UTF-8 form', '0c02c080', 'text'],
    ['a universal string cut short', '1c03000000', 'text'],
    ['a universal string beyond Unicode', '1c0400110000', 'text'],
    ['no string', '020101', 'text'],
    ['two values in a tag', 'a00405000500', 'inner'],
    ['a time with fractions', '18113230323430313031303030303030' + '2e355a', 'time'],
    ['a time without seconds', '170b' + Buffer.from('2401010000Z').toString('hex'), 'time'],
    ['a time with an offset', '1711' + Buffer.from('240101000000+0100').toString('hex'), 'time'],
    ['the 30th of February', '170d' + Buffer.from('240230000000Z').toString('hex'), 'time'],
  ] as const)('refuses %s', (_, bytes, reading) => {
    const attempt = () => {
      const value = read(bytes);
      if (reading === 'inner') value.inner(0xa0);
      else if (reading !== 'whole') value[reading]();
    };
    expect(attempt).toThrow(X509Error);
    expect(attempt).toThrow(expect.objectContaining({ fault: 'malformed', where: 'test' }));
  });

  test.each([
    ['0c03e282ac', '€'],
    ['1e0420ac0041', '€A'],
    ['1c04000020ac', '€'],
    ['1401e9', 'é'],
    ['130141', 'A'],
    ['1a0141', 'A'],
  ])('the string %s is %s', (bytes, text) => {
    expect(read(bytes).text()).toBe(text);
  });

  test.each([
    ['a [2] that would be an INTEGER with a superfluous zero', '8203000102'],
    ['a [2] that would be one with superfluous ones', '8202ff80'],
    ['an APPLICATION 2 and a PRIVATE 2', '3008' + '42020001' + 'c2020001'],
    ['a [30] of pairs of octets', '9e0400410042'],
    ['a BMPString beyond the first plane, and half a pair', '3008' + '1e04d83dde00' + '1e00'],
    ['a [0] and a [3], empty', '300480008300'],
    ['a constructed [2]', 'a203020101'],
  ])('%s is DER, and stays as it came', (_, bytes) => {
    expect(hex(read(bytes).encoded())).toBe(bytes);
  });

  test('any octets in any primitive value but an INTEGER stay as they came', () => {
    const identifier = fc.integer({ min: 0, max: 255 }).filter((tag) => (tag & 0x20) === 0 && tag !== Tag.integer);
    fc.assert(
      fc.property(identifier, fc.uint8Array({ maxLength: 150 }), (tag, content) => {
        const pairs = (tag & 0x1f) === Tag.bmpString ? content.subarray(content.length % 2) : content;
        const bytes = encode(tag, pairs);
        expect(readDer(bytes, 'test', { maxBytes: 1000 }).encoded()).toEqual(bytes);
      }),
    );
  });

  test('every part is encoded as it stands in its document, whatever is before it and above it', () => {
    const tags = fc.integer({ min: 0, max: 255 }).filter((tag) => (tag & 0x20) === 0 && (tag & 0x1f) !== Tag.bmpString);
    const sizes = fc.constantFrom(0, 1, 127, 128, 255, 256, 65_535, 65_536);
    const primitive = fc
      .tuple(tags, sizes)
      .map(([tag, size]) => (tag === Tag.integer ? integer(size) : encode(tag, Buffer.alloc(size, tag))));
    fc.assert(
      fc.property(fc.array(fc.array(primitive, { maxLength: 4 }), { maxLength: 4 }), (groups) => {
        const lists = groups.map((parts) => sequence(...parts));
        const document = sequence(...lists);
        const root = readDer(document, 'test', { maxBytes: document.length });
        const read = root.children();
        expect(root.encoded().equals(document)).toBe(true);
        expect(read.map((list) => hex(list.encoded()))).toEqual(lists.map(hex));
        expect(read.map((list) => list.children().map((part) => hex(part.encoded())))).toEqual(
          groups.map((parts) => parts.map(hex)),
        );
      }),
      { numRuns: 50 },
    );
  });

  test('is bounded in size and in depth', () => {
    const tooLarge = () => readDer(Buffer.alloc(101), 'test', { maxBytes: 100 });
    expect(tooLarge).toThrow(expect.objectContaining({ fault: 'too_large' }));
    let nested: Buffer = sequence();
    for (let depth = 0; depth < 10_000; depth++) nested = encode(Tag.sequence, nested);
    const tooDeep = () => readDer(nested, 'test', { maxBytes: nested.length });
    expect(tooDeep).toThrow(expect.objectContaining({ fault: 'too_large' }));
  });

  test('fields are read to the last one', () => {
    const fields = read('3006020101020102').fields();
    expect(fields.next('one').smallInteger()).toBe(1);
    expect(() => {
      fields.end();
    }).toThrow('more than its type allows');
    expect(fields.optional('flag', Tag.boolean)).toBeUndefined();
    expect(fields.next('two').smallInteger()).toBe(2);
    expect(() => fields.next('three')).toThrow('test: three is missing');
  });
});
