import { expect, test } from 'vitest';
import { HeldCrls } from '../../../src/pki/crls/held-crls.js';

const head = (number: bigint, more: { issuerId?: string; shard?: number; delta?: boolean } = {}) => ({
  ...{ id: `crl-${number}`, issuerId: 'iss-1', delta: false, number },
  ...more,
});
const octets = (length: number) => ({ length });

test('a CRL takes the place of the one before, and of nothing else', () => {
  const held = new HeldCrls<{ length: number }>();
  const [first, second] = [octets(4), octets(5)];
  held.set(head(1n), first);
  const others = [
    head(1n, { issuerId: 'iss-2' }),
    head(1n, { shard: 0 }),
    head(1n, { shard: 1 }),
    head(1n, { delta: true }),
  ];
  for (const other of others) expect([held.get(other), held.before(other)]).toEqual([undefined, undefined]);
  expect(held.get(head(1n))).toBe(first);
  expect([held.get(head(2n)), held.before(head(2n))]).toEqual([undefined, first]);
  held.set(head(2n), second);
  expect([held.get(head(1n)), held.get(head(2n))]).toEqual([undefined, second]);
});

test('one that was read slowly does not take the place of the one after it', () => {
  const held = new HeldCrls<{ length: number }>();
  held.set(head(2n), octets(5));
  held.set(head(1n), octets(4));
  expect(held.get(head(2n))).toEqual(octets(5));
  expect(held.get(head(1n))).toBeUndefined();
});

test('it holds no more than 64 MiB', () => {
  const held = new HeldCrls<{ length: number }>();
  const megabytes = (count: number) => octets(count * 1024 * 1024);
  for (const issuerId of ['iss-1', 'iss-2', 'iss-3']) held.set(head(1n, { issuerId }), megabytes(30));
  expect(held.get(head(1n, { issuerId: 'iss-1' }))).toBeUndefined();
  expect(held.get(head(1n, { issuerId: 'iss-3' }))).toEqual(megabytes(30));
  held.set(head(1n), megabytes(65));
  expect(held.get(head(1n))).toBeUndefined();
});
