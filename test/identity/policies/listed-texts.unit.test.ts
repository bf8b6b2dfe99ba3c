import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { fitsGlob, ListedTexts, mostWithin } from '../../../src/identity/policies/listed-texts.js';
import { ParameterLimits } from '../../../src/identity/policies/parameters.js';
import { readPolicy } from '../../../src/identity/policies/policy-text.js';

describe('the texts of a list', () => {
  /** Few letters, so that texts begin, end and hold each other; with one that has two units, and halves of it. */
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '*', '\u{1f600}', '\ud83d', '\ude00'), maxLength: 5 });

  test('fit what one of them fits', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), text, (listed, item) => {
        expect(new ListedTexts(listed).fits(item)).toBe(listed.some((each) => fitsGlob(each, item)));
      }),
      { numRuns: 5_000 },
    );
  });

  test('fit what one of them fits when many are looked for anywhere', () => {
    const many = fc.array(text, { minLength: 20, maxLength: 40 });
    fc.assert(
      fc.property(
        many,
        fc.string({ unit: fc.constantFrom('a', 'b', '*', '\ud83d'), maxLength: 12 }),
        (listed, item) => {
          const within = listed
            .map((each) => `*c${each}*`)
            .concat(listed.filter((each) => each.length > 2).map((each) => `*${each}*`));
          expect(new ListedTexts(within).fits(item)).toBe(within.some((each) => fitsGlob(each, item)));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test('are not looked for one by one in many items or in one long text, however many policies list them', () => {
    const within = Array.from({ length: 3_000 }, (_, number) => `*-${number}-*`);
    const rules = Array.from({ length: 30 }, (_, policy) =>
      within.slice(policy * mostWithin, (policy + 1) * mostWithin),
    );
    const limits = ParameterLimits.of(rules.map((names) => ({ allowedParameters: { names } })));
    const looked = vi.spyOn(String.prototype, 'includes');
    const names = Array.from({ length: 1_000 }, (_, number) => `host-${number}-a`);
    const long = 'x'.repeat(100_000);
    const permitted = [names, [...names, 'host-x-a'], `${long}-2999-`, long].map((value) =>
      limits?.permit([{ name: 'names', value }]),
    );
    const times = looked.mock.calls.length;
    looked.mockRestore();
    expect(permitted).toEqual([true, false, true, false]);
    // Each of a thousand items, for each of three thousand texts, were millions.
    expect(times).toBeLessThan(100_000);
  });

  test('are placed in no tree for a short value', () => {
    const rules = Array.from({ length: 8 }, (_, policy) => ({
      allowedParameters: { names: Array.from({ length: 100 }, (_, number) => `*-${policy}-${number}-*`) },
    }));
    const limits = ParameterLimits.of(rules);
    const placed = vi.spyOn(Map.prototype, 'set');
    const permitted = ['www.example.com', 'a-7-99-b'].map((value) => limits?.permit([{ name: 'names', value }]));
    const times = placed.mock.calls.length;
    placed.mockRestore();
    expect(permitted).toEqual([false, true]);
    expect(times).toBeLessThan(800);
  });

  test('are found where they are too long for the tree', () => {
    const long = Array.from({ length: 40 }, (_, number) => `${'y'.repeat(4_000)}${number}-`);
    const texts = new ListedTexts(
      [...long, ...Array.from({ length: 40 }, (_, at) => `-${at}-`)].map((each) => `*${each}*`),
    );
    const filler = 'z'.repeat(200_000);
    expect([filler, `${filler}${long[39]}`, `${filler}-39-`, 'z', '-0-'].map((each) => texts.fits(each))).toEqual([
      ...[false, true, true, false, true],
    ]);
  });

  test('are looked up, not tried one by one', () => {
    const listed = Array.from({ length: 3_000 }, (_, number) => `host-${String(number).padStart(4, '0')}-*`);
    const texts = new ListedTexts(listed);
    const compared = vi.spyOn(String.prototype, 'startsWith');
    const fitting = [texts.fits('host-2999-a'), texts.fits('host-3000-a')];
    const times = compared.mock.calls.length;
    compared.mockRestore();
    expect([fitting, times]).toEqual([[true, false], 2]);
  });
});

test('a policy with many texts to be looked for anywhere is refused when it is written', () => {
  const policy = (count: number, glob: (number: number) => string) => {
    const values = JSON.stringify(Array.from({ length: count }, (_, number) => glob(number)));
    return `path "pki/issue/web" { capabilities = ["update"] allowed_parameters = { "alt_names" = ${values} } }`;
  };
  expect(() => readPolicy(policy(mostWithin + 1, (number) => `*-${number}-*`))).toThrow(
    'allowed_parameters: "alt_names" has more than 100 values with a "*" at both ends',
  );
  for (const [count, glob] of [
    [mostWithin, (number: number) => `*-${number}-*`],
    [3_000, (number: number) => `${number}-*`],
    [3_000, (number: number) => `*-${number}`],
  ] as const)
    expect(readPolicy(policy(count, glob))).toHaveLength(1);
});
