import { expect, test } from 'vitest';
import { RandomOctets } from '../../src/platform/random-octets.js';

test('all octets come, about equally often, however many are drawn at once', () => {
  const octets = new RandomOctets();
  const counts = new Map<number, number>();
  for (let drawn = 0; drawn < 256_000; drawn += 1) {
    const octet = octets.next();
    counts.set(octet, (counts.get(octet) ?? 0) + 1);
  }
  expect([...counts.keys()].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 256 }, (_, octet) => octet));
  // 1,000 of each are expected, with a standard deviation of 32.
  for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(250);
});

test('none is given twice: no stretch comes again, within what is drawn at once or after it', () => {
  const octets = new RandomOctets();
  const stretches = Array.from({ length: 2_000 }, () => Array.from({ length: 8 }, () => octets.next()).join(' '));
  expect(new Set(stretches).size).toBe(2_000);
});
