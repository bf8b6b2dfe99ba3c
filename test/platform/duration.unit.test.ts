import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDuration, parseDuration } from '../../src/platform/duration.js';

describe('durations', () => {
  test.each([
    [0, 0],
    [3600, 3600],
    [1.9, 1],
    ['', 0],
    ['3600', 3600],
    [' 90 ', 90],
    ['1h', 3600],
    ['1h30m', 5400],
    ['1.5h', 5400],
    ['0.1h', 360],
    ['90s', 90],
    ['1500ms', 1],
    ['30d', 2_592_000],
    ['1d12h', 129_600],
    ['768h', 2_764_800],
    ['+5m', 300],
    ['-1h', -3600],
    ['-5', -5],
    ['1µs', 0],
  ])('%j is %d seconds', (value, seconds) => {
    expect(parseDuration(value)).toBe(seconds);
  });

  test.each([
    ['h'],
    ['1h30'],
    ['1x'],
    ['30D'],
    ['1 h'],
    ['--1h'],
    ['1e3'],
    ['0x10'],
    ['forever'],
    ['.'],
    ['-'],
    ['1h\0'],
    ['9'.repeat(20)],
    ['9'.repeat(200)],
    ['1h'.repeat(60)],
    [NaN],
    [Infinity],
    [1e300],
    [null],
    [undefined],
    [true],
    [[1]],
    [{}],
  ])('%j is none', (value) => {
    expect(parseDuration(value)).toBeUndefined();
  });

  test.each([
    [0, '0s'],
    [59, '59s'],
    [90, '1m30s'],
    [3600, '1h0m0s'],
    [2_764_800, '768h0m0s'],
    [-60, '-1m0s'],
  ])('%d seconds are shown as %s, as Go shows them', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });

  test('what is shown is read back', () => {
    fc.assert(
      fc.property(fc.integer(), (seconds) => {
        expect(parseDuration(formatDuration(seconds))).toBe(seconds);
      }),
    );
  });

  test('reading never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.anything()), (value) => {
        const seconds = parseDuration(value);
        expect(seconds === undefined || Number.isSafeInteger(seconds)).toBe(true);
      }),
    );
  });
});
