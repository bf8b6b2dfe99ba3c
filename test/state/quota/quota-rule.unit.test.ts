import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isFar, quotaOf, withoutLimit } from '../../../src/state/quota/quota-rule.js';
import { storedBytesOf, storedBytesSql } from '../../../src/state/quota/stored-bytes.js';

test.each([
  // own          of the installation   what holds
  [null, null, null],
  [null, 10n, 10n],
  [null, 0n, 0n],
  [withoutLimit, null, null],
  [withoutLimit, 10n, null],
  [0n, 10n, 0n],
  [20n, 10n, 20n],
  [20n, null, 20n],
])('own %s, of the installation %s: %s', (own, installation, holds) => {
  expect(quotaOf(own, installation)).toBe(holds);
});

const nothing = { contentObjectId: null, size: 0n, jsonObjectId: null, jsonSize: null, outputsSize: 0n };
test.each([
  ['one that waits', {}, 0n],
  ['one that waits with outputs', { outputsSize: 3n }, 3n],
  ['content', { contentObjectId: 'a', size: 7n }, 7n],
  [
    'content, JSON form and outputs',
    { contentObjectId: 'a', size: 7n, jsonObjectId: 'b', jsonSize: 5n, outputsSize: 3n },
    15n,
  ],
  ['content that is gone, whose size is still shown', { size: 7n, jsonSize: 5n }, 0n],
])('%s: %o is %s bytes', (_what, columns, bytes) => {
  expect(storedBytesOf({ ...nothing, ...columns })).toBe(bytes);
});

test('the same is said in SQL', () => {
  expect(storedBytesSql('v').replaceAll(/\s+/g, ' ')).toBe(
    'CASE WHEN v."contentObjectId" IS NULL THEN 0 ELSE v."size" END ' +
      '+ CASE WHEN v."jsonObjectId" IS NULL THEN 0 ELSE COALESCE(v."jsonSize", 0) END + v."outputsSize"',
  );
});

describe('far from the quota', () => {
  test.each([
    // used by all, with what is added   added   far
    [0n, 1n, true],
    [71_680n, 10n, true],
    [71_681n, 10n, false],
    [100n, 11n, false],
    [81_920n, 1n, false],
  ])('of 81920: %s with %s of them new: %s', (used, added, far) => {
    expect(isFar(81_920n, used, added)).toBe(far);
  });

  test('a thousand that do not see one another stay within it', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 60n }),
        fc.bigInt({ min: 0n, max: 2n ** 60n }),
        fc.array(fc.bigInt({ min: 0n, max: 2n ** 50n }), { maxLength: 1_024 }),
        (quota, kept, contents) => {
          let all = kept;
          let some = false;
          for (const content of contents) {
            if (!isFar(quota, kept + content, content)) continue;
            all += content;
            some = true;
          }
          if (some) expect(all).toBeLessThanOrEqual(quota);
        },
      ),
    );
    const quota = 8_192n * 1_000n;
    const most = (quota * 7n) / 8n;
    expect(isFar(quota, most, 1_000n)).toBe(true);
    expect(most - 1_000n + 1_024n * 1_000n).toBeLessThanOrEqual(quota);
  });
});
