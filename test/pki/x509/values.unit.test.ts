import { describe, expect, test } from 'vitest';
import { cidrOctets, cidrText, commonAddress, ipOctets, ipText } from '../../../src/pki/x509/ip.js';
import { X509Error } from '../../../src/pki/x509/error.js';
import { readDer } from '../../../src/pki/x509/der-reader.js';
import {
  encodeSerialNumber,
  parseSerialNumber,
  randomSerialNumber,
  readSerialNumber,
  serialNumberOf,
} from '../../../src/pki/x509/serial-number.js';
import {
  encodeGeneralizedTime,
  encodeTime,
  endOfTime,
  parseGeneralizedTime,
  parseUtcTime,
} from '../../../src/pki/x509/time.js';

describe('times (RFC 5280 4.1.2.5)', () => {
  test.each([
    ['1950-01-01T00:00:00Z', '17', '500101000000Z'],
    ['1999-12-31T23:59:59.999Z', '17', '991231235959Z'],
    ['2049-12-31T23:59:59.999Z', '17', '491231235959Z'],
    ['2050-01-01T00:00:00Z', '18', '20500101000000Z'],
    ['1949-12-31T23:59:59Z', '18', '19491231235959Z'],
    ['9999-12-31T23:59:59Z', '18', '99991231235959Z'],
    ['0099-01-01T00:00:00Z', '18', '00990101000000Z'],
  ])('%s', (text, tag, content) => {
    const bytes = encodeTime(new Date(text));
    expect(bytes.subarray(0, 1).toString('hex')).toBe(tag);
    expect(bytes.subarray(2).toString()).toBe(content);
    const whole = new Date(text);
    whole.setUTCMilliseconds(0);
    expect(readDer(bytes, 'time', { maxBytes: 20 }).time()).toEqual(whole);
  });

  test.each([
    ['20240102030405Z', '2024-01-02T03:04:05Z'],
    ['00000101000000Z', '0000-01-01T00:00:00Z'],
    ['20240229000000Z', '2024-02-29T00:00:00Z'],
    ['20230229000000Z', undefined],
    ['20240101240000Z', undefined],
    ['20240101006000Z', undefined],
    ['20240101000060Z', undefined],
    ['20241301000000Z', undefined],
    ['20240100000000Z', undefined],
    ['x20240101000000Z', undefined],
    ['20240101000000Zx', undefined],
    ['20240101000000', undefined],
    ['', undefined],
  ])('%s is %s', (text, time) => {
    expect(parseGeneralizedTime(text)).toEqual(time === undefined ? undefined : new Date(time));
  });

  test.each([
    ['490101000000Z', 2049],
    ['500101000000Z', 1950],
    ['000101000000Z', 2000],
    ['991231235959Z', 1999],
    ['9912312359Z', undefined],
    ['xx0101000000Z', undefined],
  ])('%s is of %s', (text, year) => {
    expect(parseUtcTime(text)?.getUTCFullYear()).toBe(year);
  });

  test('the first moment that has an encoding, and the last', () => {
    const first = new Date(-62_167_219_200_000);
    expect(encodeTime(first).subarray(2).toString()).toBe('00000101000000Z');
    expect(
      encodeTime(new Date(endOfTime.getTime() + 999))
        .subarray(2)
        .toString(),
    ).toBe('99991231235959Z');
    for (const date of [new Date(first.getTime() - 1), new Date(endOfTime.getTime() + 1000), new Date(NaN)])
      expect(() => encodeTime(date)).toThrow(
        expect.objectContaining({ fault: 'invalid_value', message: 'time: not between the years 0 and 9999' }),
      );
    expect(encodeGeneralizedTime(first).toString()).toBe('\x18\x0f00000101000000Z');
  });

  test.each([new Date(NaN), new Date(endOfTime.getTime() + 1000), new Date('-000001-12-31T23:59:59Z')])(
    'no certificate can say %j',
    (date) => {
      expect(() => encodeTime(date)).toThrow(X509Error);
    },
  );
});

describe('serial numbers', () => {
  test('are random, positive, below 2^159, and what they encode to reads back', () => {
    const seen = new Set<string>();
    for (let n = 0; n < 2000; n++) {
      const serial = randomSerialNumber();
      seen.add(serial);
      expect(serial).toMatch(/^[0-9a-f]{2}(:[0-9a-f]{2}){0,19}$/);
      const bytes = encodeSerialNumber(serial);
      expect(bytes.length).toBeLessThanOrEqual(22);
      const read = readDer(bytes, 'serial', { maxBytes: 22 });
      expect(read.integerContent()[0]).toBeLessThan(0x80);
      expect(readSerialNumber(read)).toBe(serial);
    }
    expect(seen.size).toBe(2000);
  });

  test.each([
    ['0a:FF', '0a:ff'],
    ['0a-ff', '0a:ff'],
    ['aff0', 'af:f0'],
    ['a:f', '0a:0f'],
    ['00:80', '80'],
    ['7f:'.repeat(19) + '7f', '7f:'.repeat(19) + '7f'],
    ['0a:ff-0b', undefined],
    ['abc', undefined],
    ['', undefined],
    // Of others: zero, and what takes up to 33 octets.
    ['00', '00'],
    ['80:'.repeat(19) + '80', '80:'.repeat(19) + '80'],
    ['01:'.repeat(32) + '01', '01:'.repeat(32) + '01'],
    [':', undefined],
    ['0a:', undefined],
    ['zz', undefined],
    ['80:'.repeat(32) + '80', undefined],
    ['01:'.repeat(33) + '01', undefined],
  ])('"%s" is %s', (text, serial) => {
    expect(parseSerialNumber(text)).toBe(serial);
  });

  test.each([
    [new Uint8Array(20), '00'],
    [new Uint8Array(20).fill(0xff), 'ff:'.repeat(19) + 'ff'],
    [new Uint8Array(33).fill(1), '01:'.repeat(32) + '01'],
  ])('of the octets %j', (bytes, serial) => {
    expect(serialNumberOf(bytes)).toBe(serial);
  });

  test.each([[new Uint8Array(34).fill(1)], [new Uint8Array(33).fill(0xff)]])('not of these octets: %j', (bytes) => {
    expect(() => serialNumberOf(bytes)).toThrow(X509Error);
  });
});

describe('addresses', () => {
  test.each([
    ['192.0.2.7', 'c0000207', '192.0.2.7'],
    ['::', '0'.repeat(32), '::'],
    ['::1', '0'.repeat(31) + '1', '::1'],
    ['2001:DB8:0:0:1:0:0:1', '20010db8000000000001000000000001', '2001:db8::1:0:0:1'],
    ['2001:db8::', '20010db8' + '0'.repeat(24), '2001:db8::'],
    ['::ffff:192.0.2.7', '00000000000000000000ffffc0000207', '::ffff:c000:207'],
    ['1:0:3:4:5:6:7:8', '00010000000300040005000600070008', '1:0:3:4:5:6:7:8'],
  ])('%s', (text, octets, canonical) => {
    const bytes = ipOctets(text);
    expect(bytes?.toString('hex')).toBe(octets);
    expect(ipText(Buffer.from(octets, 'hex'))).toBe(canonical);
  });

  test.each(['', '1.2.3', '1.2.3.256', '01.2.3.4', '::1%eth0', ':::', 'localhost'])('"%s" is none', (text) => {
    expect(ipOctets(text)).toBeUndefined();
  });

  test.each([
    ['10.1.2.3/8', '0a000000ff000000', '10.0.0.0/8'],
    ['0.0.0.0/0', '0000000000000000', '0.0.0.0/0'],
    ['192.0.2.7/32', 'c0000207ffffffff', '192.0.2.7/32'],
    ['192.0.2.7/25', 'c0000200ffffff80', '192.0.2.0/25'],
    ['2001:db8::1/33', '20010db8' + '0'.repeat(24) + 'ffffffff80' + '0'.repeat(22), '2001:db8::/33'],
  ])('the range %s', (text, octets, canonical) => {
    expect(cidrOctets(text).toString('hex')).toBe(octets);
    expect(cidrText(Buffer.from(octets, 'hex'))).toBe(canonical);
  });

  test.each(['10.0.0.0', '10.0.0.0/33', '::/129', '10.0.0.0/8/8', 'x/8', '10.0.0.0/-1', '10.0.0.0/'])(
    '"%s" is no range',
    (text) => {
      expect(() => cidrOctets(text)).toThrow(X509Error);
    },
  );

  test.each([
    ['1:2:3:4:5:6:7.8.9.10', '0001000200030004000500060708090a', '1:2:3:4:5:6:708:90a'],
    ['1::', '00010000000000000000000000000000', '1::'],
    ['0:1::', '00000001000000000000000000000000', '0:1::'],
    ['1::2:0:0:3', '00010000000000000002000000000003', '1::2:0:0:3'],
    ['1:0:0:2::3', '00010000000000020000000000000003', '1:0:0:2::3'],
    ['::1.2.3.4', '00000000000000000000000001020304', '::102:304'],
    ['a:b:c:d:e:f:10:100', '000a000b000c000d000e000f00100100', 'a:b:c:d:e:f:10:100'],
  ])('%s in IPv6', (text, octets, canonical) => {
    expect(ipOctets(text)?.toString('hex')).toBe(octets);
    expect(ipText(Buffer.from(octets, 'hex'))).toBe(canonical);
  });

  test.each([0, 3, 5, 15, 17])('%i octets are no address', (count) => {
    expect(ipText(new Uint8Array(count))).toBeUndefined();
  });

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:C000:0207', '192.0.2.7'],
    ['::fffe:192.0.2.7', '::fffe:c000:207'],
    ['2001:DB8::0', '2001:db8::'],
    ['localhost', 'localhost'],
    ['', ''],
  ])('the common text of %s is %s', (text, common) => {
    expect(commonAddress(text)).toBe(common);
  });

  test.each(['0a000000ff00ff00', '0a0000000000ff00', '0a000000feff0000', '0a0000', '0a00000000ff'])(
    'the range %s has no CIDR notation',
    (octets) => {
      expect(cidrText(Buffer.from(octets, 'hex'))).toBeUndefined();
    },
  );

  test.each(['10.0.0.0/0x8', '10.0.0.0/ 8', '10.0.0.0/8 ', '10.0.0.0/0008', '::/0000'])(
    '"%s" is no range either',
    (text) => {
      expect(() => cidrOctets(text)).toThrow(`IP range: "${text}" is not in CIDR notation`);
    },
  );
});
