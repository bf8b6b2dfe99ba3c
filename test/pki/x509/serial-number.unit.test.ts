import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bareSerial,
  encodeSerialNumber,
  parseSerialNumber,
  randomSerialNumber,
  serialNumberBytes,
  serialNumberOf,
  serialOfBare,
  X509Error,
} from '../../../src/pki/x509/index.js';

/** What the text of a magnitude is, said in another way. */
const textOf = (magnitude: Uint8Array): string => {
  const hex = Buffer.from(magnitude)
    .toString('hex')
    .replace(/^(?:00)+(?=..)/, '');
  return (hex === '' ? '00' : hex).match(/../g)?.join(':') ?? '';
};

const magnitudes = fc.uint8Array({ minLength: 1, maxLength: 33 }).filter(([first = 0]) => first < 0x80);

describe('a serial number from octets', () => {
  test('is their hex, octet by octet, without leading zeros', () => {
    fc.assert(
      fc.property(magnitudes, (magnitude) => {
        const serial = serialNumberOf(magnitude);
        expect(serial).toBe(textOf(magnitude));
        expect(bareSerial(serial)).toBe(textOf(magnitude).replaceAll(':', ''));
      }),
    );
  });

  test('gives the octets back, and is read again from each form', () => {
    fc.assert(
      fc.property(magnitudes, (magnitude) => {
        const serial = serialNumberOf(magnitude);
        expect(serialNumberBytes(serial).toString('hex')).toBe(bareSerial(serial));
        expect(serialNumberOf(serialNumberBytes(serial))).toBe(serial);
        expect(serialOfBare(bareSerial(serial))).toBe(serial);
        expect(parseSerialNumber(serial.toUpperCase())).toBe(serial);
        expect(parseSerialNumber(serial.replaceAll(':', '-'))).toBe(serial);
      }),
    );
  });

  test.each([
    [[0], '00', '020100'],
    [[0, 0], '00', '020100'],
    [[0, 1], '01', '020101'],
    [[0x7f], '7f', '02017f'],
    [[0x80], '80', '02020080'],
    [[0x0a, 0x9f, 0xf9], '0a:9f:f9', '02030a9ff9'],
  ])('%j: %s, encoded %s', (magnitude, text, der) => {
    const serial = serialNumberOf(Uint8Array.from(magnitude));
    expect(serial).toBe(text);
    expect(encodeSerialNumber(serial).toString('hex')).toBe(der);
  });

  test('of more than 33 octets is refused', () => {
    expect(() => serialNumberOf(new Uint8Array(34).fill(1))).toThrow('more than 33 octets');
    expect(() => serialNumberOf(new Uint8Array(33).fill(0x80))).toThrow('more than 33 octets');
  });
});

describe('the octets of what is in a column', () => {
  test.each([
    ['0a9ff9', '0a9ff9'],
    ['0A9FF9', '0a9ff9'],
    ['aFFa', 'affa'],
  ])('%s: %s', (bare, hex) => {
    expect(serialNumberBytes(serialOfBare(bare)).toString('hex')).toBe(hex);
  });

  test.each([
    ['', 'its length'],
    ['a', 'its length'],
    ['0a9', 'its length'],
    ['0g', 'a hex digit'],
    ['/0', 'a hex digit'],
    [':0', 'a hex digit'],
    ['@0', 'a hex digit'],
    ['0`', 'a hex digit'],
    ['\u00100', 'a hex digit'],
    ['0a:9f', 'its length'],
    ['0a9:', 'a hex digit'],
  ])('%j is refused', (bare, what) => {
    const read = () => serialNumberBytes(serialOfBare(bare));
    expect(read).toThrow(X509Error);
    expect(read).toThrow(what);
  });
});

test('new ones are positive, have at most 20 octets, and are all different', () => {
  const made = Array.from({ length: 2_000 }, () => randomSerialNumber());
  expect(new Set(made).size).toBe(2_000);
  for (const serial of made) {
    const bytes = serialNumberBytes(serial);
    expect(bytes.length).toBeLessThanOrEqual(20);
    if (bytes.length === 20) expect(bytes[0]).toBeLessThan(0x80);
  }
  expect(made.filter((serial) => serialNumberBytes(serial).length === 20).length).toBeGreaterThan(1_900);
});
