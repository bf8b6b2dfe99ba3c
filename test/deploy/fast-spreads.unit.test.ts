import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withFastSpreads } from '../../scripts/fast-spreads.mjs';

const first = '__proto__: Object.prototype, ';

test.each([
  ['a = { ...b, c }', `a = { ${first}...b, c }`],
  ['a = { ...b, ...c }', `a = { ${first}...b, ...c }`],
  ['a = {...{ ...b, c }, d: {...e, f}}', `a = {${first}...{ ${first}...b, c }, d: {${first}...e, f}}`],
  ['a = { // why\n  ...b,\n  c }', `a = { // why\n  ${first}...b,\n  c }`],
  ['f({ ...b && { c }, "…": 1 })', `f({ ${first}...b && { c }, "…": 1 })`],
  ['a = ["😀", { ...b, c }]', `a = ["😀", { ${first}...b, c }]`],
])('%j begins otherwise', (code, written) => {
  expect(withFastSpreads(code)).toBe(written);
});

test.each([
  ...['a = { ...b }', 'a = { c, ...b }', 'a = [...b, c]', 'f(...b, c)'],
  ...['({ ...a } = b)', '"{ ...b, c }"', '/{ ...b, c }/', '`{ ...b, c }`'],
])('%j stays', (code) => {
  expect(withFastSpreads(code)).toBe(code);
});

// Only a getter has another place: the one where it is written, and in V8 otherwise one behind the members that follow it.
test('every object has the members that it had, in their order, and its prototype', () => {
  const named = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', '__proto__'), fc.integer());
  const member = fc.oneof(
    fc.constantFrom('a: 1', 'b: 2', '["__proto__"]: 3', '...null', '..."text"', '...[5]'),
    named.map((spread) => `...JSON.parse(${JSON.stringify(JSON.stringify(spread))})`),
  );
  fc.assert(
    // The compiler refuses a name that is written twice.
    fc.property(fc.uniqueArray(member), (members) => {
      const code = `(() => {
        const made = { ${members.join(', ')} };
        return JSON.stringify([Object.entries(made), Object.getPrototypeOf(made) === Object.prototype]);
      })()`;
      expect(runInNewContext(withFastSpreads(code))).toBe(runInNewContext(code));
    }),
  );
});
