import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SealError } from '../../../src/platform/seal/seal-error.js';
import { isWrapPurpose, sealPurposes } from '../../../src/platform/seal/sealed-places.js';
import { Seal, SEAL_OVERHEAD_BYTES } from '../../../src/platform/seal/seal.js';

const oldKey = Buffer.alloc(32, 1);
const newKey = Buffer.alloc(32, 2);
const seal = new Seal({ current: newKey, earlier: [] });
const purposes = fc.constantFrom(...sealPurposes.filter(isWrapPurpose));

function reasonOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof SealError) return error.reason;
    throw error;
  }
  return 'opened';
}

test('what was wrapped opens under the same purpose and context', () => {
  fc.assert(
    fc.property(purposes, fc.string(), fc.uint8Array({ maxLength: 300 }), (purpose, context, plaintext) => {
      const sealed = seal.wrap(purpose, plaintext, context);
      expect(sealed).toHaveLength(plaintext.length + SEAL_OVERHEAD_BYTES);
      expect(seal.unwrap(purpose, sealed, context)).toEqual(Buffer.from(plaintext));
    }),
  );
});

test('wrapping twice gives different bytes', () => {
  expect(seal.wrap('issuer-key', Buffer.from('k'))).not.toEqual(seal.wrap('issuer-key', Buffer.from('k')));
});

describe('what does not open', () => {
  const sealed = seal.wrap('issuer-key', Buffer.from('secret'), 'row-1');

  test.each<[string, () => unknown, string]>([
    ['another purpose', () => seal.unwrap('object', sealed, 'row-1'), 'tampered'],
    ['another context', () => seal.unwrap('issuer-key', sealed, 'row-2'), 'tampered'],
    ['nothing', () => seal.unwrap('issuer-key', Buffer.alloc(0), 'row-1'), 'truncated'],
    ['too short', () => seal.unwrap('issuer-key', sealed.subarray(0, SEAL_OVERHEAD_BYTES - 1), 'row-1'), 'truncated'],
    ['cut by one', () => seal.unwrap('issuer-key', sealed.subarray(0, -1), 'row-1'), 'tampered'],
    [
      'a later form',
      () => seal.unwrap('issuer-key', Buffer.concat([Buffer.of(9), sealed.subarray(1)])),
      'unknown-form',
    ],
    [
      'another master key',
      () => new Seal({ current: oldKey, earlier: [] }).unwrap('issuer-key', sealed),
      'wrong-master-key',
    ],
  ])('%s', (_, open, reason) => {
    expect(reasonOf(open)).toBe(reason);
  });

  test('any flipped bit', () => {
    fc.assert(
      fc.property(fc.nat(sealed.length * 8 - 1), (bit) => {
        const damaged = Buffer.from(sealed);
        damaged[bit >> 3]! ^= 1 << (bit & 7);
        const reason = bit < 8 ? 'unknown-form' : bit < 9 * 8 ? 'wrong-master-key' : 'tampered';
        expect(reasonOf(() => seal.unwrap('issuer-key', damaged, 'row-1'))).toBe(reason);
      }),
    );
  });

  test('a wrong master key is named, with those that there are', () => {
    const other = new Seal({ current: oldKey, earlier: [] });
    expect(() => other.unwrap('issuer-key', sealed, 'row-1')).toThrow(
      `Sealed issuer-key needs the master key ${seal.keyId}; configured: ${other.keyId}`,
    );
  });
});

test('after a rotation the earlier key still opens, and new seals use the new key', () => {
  const before = new Seal({ current: oldKey, earlier: [] });
  const after = new Seal({ current: newKey, earlier: [oldKey] });
  const sealed = before.wrap('object', Buffer.from('k'), 'o');

  expect(after.unwrap('object', sealed, 'o').toString()).toBe('k');
  expect(after.isOutdated(sealed)).toBe(true);
  expect(after.isOutdated(after.wrap('object', Buffer.from('k'), 'o'))).toBe(false);
  expect(reasonOf(() => before.unwrap('object', after.wrap('object', Buffer.from('k'), 'o'), 'o'))).toBe(
    'wrong-master-key',
  );
});

describe('signing', () => {
  test('keys differ by purpose and master key, and stay the same otherwise', () => {
    const again = new Seal({ current: Buffer.from(newKey), earlier: [oldKey] });
    expect(seal.signingKey('upload')).toHaveLength(32);
    expect(again.signingKey('upload')).toEqual(seal.signingKey('upload'));
    expect(seal.signingKey('download')).not.toEqual(seal.signingKey('upload'));
    expect(new Seal({ current: oldKey, earlier: [] }).signingKey('upload')).not.toEqual(seal.signingKey('upload'));
  });

  test('a signature holds for its data, over a rotation, and names its key', () => {
    const mac = seal.hmac('audit-chain', 'end 1');
    expect(seal.hmacKeyId('audit-chain', 'end 1', mac)).toBe(seal.keyId);
    expect(seal.hmacKeyId('audit-chain', 'end 2', mac)).toBeNull();
    expect(seal.hmacKeyId('audit-chain', 'end 1', mac.subarray(1))).toBeNull();
    const rotated = new Seal({ current: randomBytes(32), earlier: [newKey] });
    expect(rotated.hmacKeyId('audit-chain', 'end 1', mac)).toBe(seal.keyId);
    expect(new Seal({ current: oldKey, earlier: [] }).hmacKeyId('audit-chain', 'end 1', mac)).toBeNull();
  });
});

test.each([0, 16, 31, 33])('a master key of %i bytes is refused', (length) => {
  expect(reasonOf(() => new Seal({ current: Buffer.alloc(length), earlier: [] }))).toBe('bad-master-key');
});
