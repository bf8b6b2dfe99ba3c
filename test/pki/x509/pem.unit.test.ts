import { expect, test } from 'vitest';
import { decodePem, decodePemBlock, encodePem, pemLength, pemPieces } from '../../../src/pki/x509/index.js';

const piece = 48 * 4096;

test.each([0, 1, 2, 3, 47, 48, 49, 96, piece - 1, piece, piece + 1, 2 * piece + 50])(
  'a PEM text of %i octets is the same in pieces, and as long as it was said to be',
  (octets) => {
    const whole = Buffer.alloc(octets + 10, 'octets');
    // Part of a larger one, as what comes from a database is.
    const der = whole.subarray(10);
    for (const lineEnd of ['\n', '\\n']) {
      const text = Buffer.concat([...pemPieces('X509 CRL', der, lineEnd)]).toString();
      expect(text === encodePem('X509 CRL', der).replaceAll('\n', lineEnd)).toBe(true);
      expect(pemLength('X509 CRL', octets, lineEnd)).toBe(text.length);
    }
  },
);

const block = (body: string, label = 'A') => `-----BEGIN ${label}-----${body}-----END ${label}-----`;

test.each<[string, string, string[]]>([
  ['lines of any end', block('\nYWJj\r\nZGVm\n'), ['abcdef']],
  ['one line', block('YWJj'), ['abc']],
  ['spaces and tabs', block(' YW \t Jj '), ['abc']],
  ['padding of one', block('YWI='), ['ab']],
  ['padding of two', block('YQ=='), ['a']],
  ['text around it', `before\n${block('YQ==')}\nafter`, ['a']],
  ['one after the other', block('YQ==') + block('Yg==', 'B'), ['a', 'b']],
  ['headers (RFC 1421)', block('\nName: value\n\nYWJj\n'), ['abc']],
  ['headers that go on', block('\nName: value\n more\n\tof it\nOther: 1\r\n\nYWJj\n'), ['abc']],
  ['a header after the empty line of another block', block('\nA: b\n\nYQ==\n') + block('\nYg==\n'), ['a', 'b']],
  ['a label of 63 characters', block('YQ==', 'L'.repeat(63)), ['a']],
  ['digits and hyphens', block('YQ==', 'X509 CRL-2'), ['a']],
])('a PEM text with %s is read', (_, text, bodies) => {
  expect(decodePem(text).map(({ der }) => der.toString())).toEqual(bodies);
});

test.each<[string, string, string, string]>([
  ['nothing', '', 'malformed', 'it: no PEM block'],
  ['an empty body', block(''), 'malformed', 'it: the body of A is not base64'],
  ['three signs of padding', block('YQ==='), 'malformed', 'it: the body of A is not base64'],
  ['padding within', block('YQ==YQ=='), 'malformed', 'it: the body of A is not base64'],
  ['something before', block('!YQ=='), 'malformed', 'it: the body of A is not base64'],
  ['something after', block('YQ==!'), 'malformed', 'it: the body of A is not base64'],
  ['a header without an empty line', block('\nA: b\nYQ==\n'), 'malformed', 'it: the body of A is not base64'],
  ['an end of another block', '-----BEGIN A-----YQ==-----END B-----', 'malformed', 'it: a PEM block that does not end'],
  ['an end before its begin', '-----END A----------BEGIN A-----YQ==', 'malformed', 'it: a PEM block that does not end'],
  ['no end of its label', '-----BEGIN A', 'malformed', 'it: a PEM block that does not end'],
  ['an empty label', block('YQ==', ''), 'malformed', 'it: a PEM block that does not end'],
  ['a label of 64 characters', block('YQ==', 'L'.repeat(64)), 'malformed', 'it: a PEM block that does not end'],
  ['a label that begins with a space', block('YQ==', ' A'), 'malformed', 'it: a PEM block that does not end'],
  ['a small letter', block('YQ==', 'Aa'), 'malformed', 'it: a PEM block that does not end'],
  ['encryption', block('\nProc-Type: 4,ENCRYPTED\n\nYQ==\n'), 'unsupported', 'it: an encrypted A'],
  ['encryption in small letters', block('\nX: y\nproc-type: 4\n\nYQ==\n'), 'unsupported', 'it: an encrypted A'],
])('a PEM text with %s is refused', (_, text, fault, message) => {
  expect(() => decodePem(text, 'it')).toThrow(expect.objectContaining({ fault, message }));
});

test('the first block of one of several labels is taken', () => {
  const text = block('YQ==', 'A') + block('Yg==', 'B') + block('Yw==', 'C');
  expect(decodePemBlock(text, ['C', 'B'], 'it').toString()).toBe('b');
  expect(() => decodePemBlock(text, ['D', 'E'], 'it')).toThrow('it: no D or E block');
});

test('a PEM text has 64 columns and ends with a line end', () => {
  expect(encodePem('A', Buffer.alloc(0))).toBe('-----BEGIN A-----\n-----END A-----\n');
  expect(encodePem('A', Buffer.alloc(48))).toBe(`-----BEGIN A-----\n${'A'.repeat(64)}\n-----END A-----\n`);
  expect(encodePem('A', Buffer.alloc(49))).toBe(`-----BEGIN A-----\n${'A'.repeat(64)}\nAA==\n-----END A-----\n`);
});
