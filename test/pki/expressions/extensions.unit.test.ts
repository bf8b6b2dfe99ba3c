import { describe, expect, test } from 'vitest';
import { Evaluator } from '../../../src/pki/expressions/evaluate.js';
import type { ProgramInput } from '../../../src/pki/expressions/program.js';

const evaluator = new Evaluator();
const input: ProgramInput = {
  request: { common_name: 'a.example.com', list: ['b', 'a', 'b'] },
  now: Date.parse('2026-03-01T12:00:00Z'),
  entityId: '',
  entityInfo: null,
};
const run = (expression: string) => evaluator.run({ variables: [], expression }, input);

// What OpenBao 2.6.2 answers, asked with the same programs.
describe('an extension gives what cel-go gives', () => {
  test.each([
    ["[1, 2, 3, 4].slice(1, 3) == [2, 3] ? 'yes' : 'no'", 'yes'],
    ["[[1], [2, [3]]].flatten() == [1, 2, [3]] ? 'yes' : 'no'", 'yes'],
    ["[[1], [2, [3]]].flatten(2) == [1, 2, 3] ? 'yes' : 'no'", 'yes'],
    ["request.list.sort().join(',')", 'a,b,b'],
    ["[3, 1, 2].sort() == [1, 2, 3] ? 'yes' : 'no'", 'yes'],
    ["[duration('2s'), duration('1s')].sort()[0] == duration('1s') ? 'yes' : 'no'", 'yes'],
    ["[true, false].sort() == [false, true] ? 'yes' : 'no'", 'yes'],
    ["['aaa', 'b', 'cc'].sortBy(e, size(e)).join(',')", 'b,cc,aaa'],
    ["request.list.distinct().join(',')", 'b,a'],
    ["[1, 2.0, 1.0, 2u].distinct().size() == 2 ? 'yes' : 'no'", 'yes'],
    ["request.list.reverse().join(',')", 'b,a,b'],
    ["lists.range(3) == [0, 1, 2] ? 'yes' : 'no'", 'yes'],
    ["lists.range(0) == [] ? 'yes' : 'no'", 'yes'],
    ["['x', 'y'].first().value() + ['x', 'y'].last().value()", 'xy'],
    ["[].first().hasValue() ? 'yes' : 'no'", 'no'],
    ["sets.contains([1, 2, 3], [2u, 3.0]) ? 'yes' : 'no'", 'yes'],
    ["sets.contains(['a'], ['a', 'b']) ? 'yes' : 'no'", 'no'],
    ["sets.equivalent(['a', 'b', 'b'], ['b', 'a']) ? 'yes' : 'no'", 'yes'],
    ["sets.intersects([1, 2], [2, 3]) ? 'yes' : 'no'", 'yes'],
    ["sets.intersects([[1, {'k': 2}]], [[1.0, {'k': 2u}]]) ? 'yes' : 'no'", 'yes'],
    ["sets.intersects([], []) ? 'yes' : 'no'", 'no'],
    ["sets.contains([], []) ? 'yes' : 'no'", 'yes'],
    ['string(math.greatest(1, 3, 2))', '3'],
    ['string(math.least(1.5, 3, 2u))', '1.5'],
    ['string(math.greatest([1, 9, 2]))', '9'],
    ['string(math.greatest(7))', '7'],
    ['string(math.least(-1, -2.5))', '-2.5'],
    ['string(math.ceil(1.2)) + string(math.floor(1.8)) + string(math.trunc(-1.8))', '21-1'],
    ['string(math.round(-1.5)) + string(math.round(2.5))', '-23'],
    ['string(math.abs(-5)) + string(math.abs(2.5)) + string(math.abs(3u))', '52.53'],
    ['string(math.sign(-5)) + string(math.sign(0.0)) + string(math.sign(3u))', '-101'],
    ["math.isNaN(0.0 / 0.0) && math.isInf(1.0 / 0.0) && math.isFinite(1.0) ? 'yes' : 'no'", 'yes'],
    ['string(math.bitAnd(12, 10)) + string(math.bitOr(12u, 10u)) + string(math.bitXor(12, 10))', '8146'],
    ['string(math.bitNot(1))', '-2'],
    ['string(math.bitNot(0u))', '18446744073709551615'],
    ['string(math.bitShiftLeft(1, 4)) + string(math.bitShiftLeft(1, 64))', '160'],
    ['string(math.bitShiftRight(-1024, 3))', '2305843009213693824'],
    ['string(math.bitShiftRight(1024u, 3))', '128'],
    ['string(math.sqrt(16.0))', '4'],
    ["regex.replace('foo bar', '(fo)o', '\\\\1a')", 'foa bar'],
    ["regex.replace('banana', 'a', 'x', 2)", 'bxnxna'],
    ["regex.replace('banana', 'a', 'x', 0)", 'banana'],
    ["regex.replace('banana', 'a', 'x', -1)", 'bxnxnx'],
    ["regex.extract('host-12', 'host-([0-9]+)').value()", '12'],
    ["regex.extract('HELLO', '(?i)hello').value()", 'HELLO'],
    ["regex.extract('nothing', '[0-9]+').orValue('none')", 'none'],
    ["regex.extractAll('id:1 id:22', 'id:([0-9]+)').join(',')", '1,22'],
    ["regex.extractAll('a1b2', '[0-9]').join(',')", '1,2'],
    ["optional.of('x').hasValue() ? 'yes' : 'no'", 'yes'],
    ["optional.none().hasValue() ? 'yes' : 'no'", 'no'],
    ["optional.ofNonZeroValue('').orValue('zero')", 'zero'],
    ["optional.ofNonZeroValue([]).hasValue() ? 'yes' : 'no'", 'no'],
    ["optional.none().or(optional.of('b')).value()", 'b'],
    ["optional.of('a').or(optional.of('b')).value()", 'a'],
    ["optional.of('a').optMap(v, v + '!').value()", 'a!'],
    ["optional.none().optMap(v, v + '!').orValue('none')", 'none'],
    ["optional.of('a').optFlatMap(v, optional.of(v + v)).value()", 'aa'],
    ["optional.of(1) == optional.of(dyn(1.0)) ? 'yes' : 'no'", 'yes'],
    ["[optional.of(1), optional.of(1.0)].map(o, type(o.value()) == int ? 'int' : 'double').join(',')", 'int,double'],
    ["optional.of(1) == optional.of(2) ? 'yes' : 'no'", 'no'],
    ["optional.none() == optional.none() ? 'yes' : 'no'", 'yes'],
    ["optional.of('') == optional.none() ? 'yes' : 'no'", 'no'],
    ["optional.unwrap([optional.of('a'), optional.none(), optional.of('b')]).join(',')", 'a,b'],
    ["[optional.of('a'), optional.none()].unwrapOpt().join(',')", 'a'],
  ])('%s is %s', (expression, text) => {
    expect(evaluator.faultsOf({ variables: [], expression })).toEqual([]);
    expect(run(expression)).toEqual({ kind: 'refused', reason: text });
  });

  test.each([
    ['[1, 2].slice(1, 3)', /length 2/],
    ['[1, 2].slice(-1, 1)', /negative/],
    ['[1, 2].slice(2, 1)', /less than or equal/],
    ['[[1]].flatten(-1)', /non-negative/],
    ["[1, 'a'].sort()", /no order/],
    ['[{}].sort()', /no order/],
    ["math.greatest('a')", /no matching overload|only numbers/],
    ["math.greatest(1, 'a')", /only numbers/],
    ['math.greatest([])', /at least one/],
    ['math.bitShiftLeft(1, -1)', /negative offset: -1/],
    ['math.abs(-9223372036854775807 - 1)', /overflow/],
    ["regex.extract('a', '(a)(b)?')", /more than one capturing group/],
    ["regex.extract('a', '(')", /regex is invalid/],
    ["regex.replace('a', 'a', '\\\\1')", /references group 1/],
    ["regex.replace('a', 'a', '\\\\x')", /invalid replacement string/],
    ['optional.none().value()', /optional.none\(\) dereference/],
    ['optional.of(1).or(1)', /no matching overload/],
    ['optional.unwrap([1])', /not an optional/],
    ['lists.range(1000000)', /at most 100000 items/],
    [`optional_type{value: '"kept"'}.value()`, /dereference/],
  ])('%s fails', (expression, message) => {
    const fault = { message: expect.stringMatching(message) as string };
    expect(run(expression)).toMatchObject({ kind: 'failed', fault });
  });
});

test('an optional of an earlier run is none of a later one', () => {
  expect(run("optional.of('kept').value()")).toMatchObject({ reason: 'kept' });
  expect(run(`optional_type{value: '"kept"'}.value()`)).toMatchObject({ kind: 'failed' });
});

test('macros in each other are bounded', () => {
  const nested = (depth: number): string => (depth === 0 ? "optional.of('a')" : `${nested(depth - 1)}.optMap(v, v)`);
  expect(run(`${nested(3)}.value()`)).toMatchObject({ reason: 'a' });
  expect(evaluator.faultsOf({ variables: [], expression: nested(20) })).toMatchObject([
    { message: expect.stringContaining('in each other') as string },
  ]);
  expect(evaluator.faultsOf({ variables: [], expression: "optional.of(1).optMap('v', 1)" })).toMatchObject([
    { message: expect.stringContaining('name of a variable') as string },
  ]);
});
