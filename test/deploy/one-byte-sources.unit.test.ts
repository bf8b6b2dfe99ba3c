import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inOneByte } from '../../scripts/one-byte-sources.mjs';

const isAscii = (code: string) => !/[^\0-\x7f]/.test(code);

test.each([
  "'a … b'",
  "'é'.length",
  '/^[à-ü]$/i.test("É")',
  '`–${"→"}•`',
  String.raw`'\…'`,
  String.raw`'\\…'`,
  "'😀'.length",
  '/^[–—]+$/.test("–—")',
  String.raw`/\…/.test("…")`,
  '/^[😀-😂]$/u.test("😁")',
  '(() => { const ſ = 1; return ſ; })()',
  'JSON.parse(\'{"…": "é"}\')["…"]',
])('%s means the same in ASCII', (code) => {
  const narrow = inOneByte(code);
  expect(isAscii(narrow)).toBe(true);
  expect(runInNewContext(narrow)).toEqual(runInNewContext(code));
});

test('every text is the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const narrow = inOneByte(JSON.stringify(text));
      expect(isAscii(narrow)).toBe(true);
      expect(JSON.parse(narrow)).toBe(text);
    }),
  );
});
