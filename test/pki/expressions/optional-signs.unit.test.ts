import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Evaluator } from '../../../src/pki/expressions/evaluate.js';
import { withoutOptionalSigns } from '../../../src/pki/expressions/optional-signs.js';
import type { ProgramInput } from '../../../src/pki/expressions/program.js';

const evaluator = new Evaluator();
const input: ProgramInput = {
  request: { common_name: 'a.example.com', list: ['b', 'a'], map: { x: 'y' }, nothing: null },
  now: 0,
  entityId: '',
  entityInfo: null,
};
const run = (expression: string) => evaluator.run({ variables: [], expression }, input);

// What cel-go 0.28.1, which OpenBao 2.6.2 has, answers.
describe('a sign for an optional value means what cel-go means', () => {
  test.each([
    ["request.?common_name.orValue('none')", 'a.example.com'],
    ["request . ? // so far\n common_name . orValue('none')", 'a.example.com'],
    ["request.?missing.orValue('none')", 'none'],
    ["request.?map.x.orValue('none')", 'y'],
    ["request.?map.z.orValue('none')", 'none'],
    ["(request.?map).x.orValue('none')", 'y'],
    ["request.?a.b.c.d[?3].e.hasValue() ? 'yes' : 'no'", 'no'],
    ["request[?'common_name'].orValue('none')", 'a.example.com'],
    ["request[?request.?missing.orValue('common_name')].orValue('none')", 'a.example.com'],
    ["request.list[?0].orValue('none')", 'b'],
    ["request.list[?5].orValue('none')", 'none'],
    ["request.list[?-1].orValue('none')", 'none'],
    ["request.?list[0].orValue('none')", 'b'],
    ["request.?missing[0].orValue('none')", 'none'],
    ["[request][?0].?map.x.orValue('none')", 'y'],
    ["optional.of({'c': 'd'}).?c.orValue('none')", 'd'],
    ["optional.none()[?'c'].orValue('none')", 'none'],
    ["dyn('x').?size.orValue('none')", 'none'],
    ["dyn(1)[?0].orValue('none')", 'none'],
    ["{1: 'a'}[?dyn(1.0)].orValue('none')", 'a'],
    ["request.?nothing.optMap(v, 'null').orValue('none')", 'null'],
    ["has(request.nothing) && 'nothing' in request ? 'yes' : 'no'", 'yes'],
    ["has(request.?map.x) ? 'yes' : 'no'", 'yes'],
    ["has(request.?map.z) ? 'yes' : 'no'", 'no'],
    ["[?request.?common_name, 'b', ?request.?missing,].join(',')", 'a.example.com,b'],
    ["[?true ? optional.of('a') : optional.none(), 'b'].join(',')", 'a,b'],
    ["{?'a': request.?common_name, 'b': 'c'}.size() == 2 ? 'yes' : 'no'", 'yes'],
    ["{?'a': request.?missing, 'b': 'c'}.size() == 1 ? 'yes' : 'no'", 'yes'],
    ["{?true ? 'a' : 'b': optional.of('v')}['a']", 'v'],
    ["{'x': true ? 'a' : 'b', ?'y': optional.of(true ? 'c' : 'd')}['y']", 'c'],
    ["request.list.map(i, {?'a': optional.of(i)}).map(m, m.?a.orValue('')).join(',')", 'b,a'],
    ["type(request.?common_name) == optional_type ? 'yes' : 'no'", 'yes'],
    [`'a.?b' + "[?" + r'.?' + '''{?'''`, 'a.?b[?.?{?'],
    ["[true?'a':'b'][0]", 'a'],
    ["{'a': true?'b':'c'}['a']", 'b'],
  ])('%s is %s', (expression, text) => {
    expect(evaluator.faultsOf({ variables: [], expression })).toEqual([]);
    expect(run(expression)).toEqual({ kind: 'refused', reason: text });
  });

  test('a field of a message is left out', () => {
    const expression =
      'ValidationOutput{?issuer_ref: request.?issuer, ?key_type: optional.of("ec"), ?key_bits: request.?bits, ?use_pss: request.?pss, ?warnings: request.?list, ' +
      '?template: optional.none(), ?subject_key_id: request.?id}';
    expect(evaluator.faultsOf({ variables: [], expression })).toEqual([]);
    expect(run(expression)).toEqual({ kind: 'allowed', output: '{"warnings":["b","a"],"key_type":"ec"}' });
    const unknown = { variables: [], expression: 'ValidationOutput{?nope: request.?issuer}' };
    expect(evaluator.faultsOf(unknown)).toMatchObject([{ message: 'there is no field nope of ValidationOutput' }]);
  });

  test.each([
    ['has(request.?map)', /invalid argument to has\(\) macro/],
    ["request.?('a')", /before no name/],
    ['request.?', /expecting|end of input|found/],
    ['[?]', /has no meaning here/],
    ['request.list[?]', /has no meaning here/],
    ["size(?'a')", /found|expecting/],
    ['request.?common_name()', /has no meaning here/],
    ['request.__optional_a', /names with __optional_ are taken/],
    ['__optional_(1)', /names with __optional_ are taken/],
    ["[?'a']", /not an optional/],
    ["{?'a': 'b'}", /not an optional/],
    ["dyn([1])[?'a']", /unsupported index type/],
    ['dyn({})[?[]]', /unsupported key type/],
    ["{?'a': optional.of('b'), ?'a': optional.of('c')}", /repeated key/],
  ])('%s fails', (expression, message) => {
    const fault = { message: expect.stringMatching(message) as string };
    expect(run(expression)).toMatchObject({ kind: 'failed', fault });
  });
});

describe('any text', () => {
  const parts = fc.constantFrom(
    ...[
      '.',
      '?',
      '[',
      ']',
      '{',
      '}',
      '(',
      ')',
      ',',
      ':',
      ' ',
      '\n',
      '//',
      "'",
      '"',
      "'''",
      'r"',
      '\\',
      'a',
      'in',
      'T',
      '1',
      '1.5',
      '-',
    ],
  );
  const text = fc.array(parts, { maxLength: 60 }).map((each) => each.join(''));

  test('without the sign stays as it is', () => {
    fc.assert(fc.property(text, (each) => withoutOptionalSigns(each.replaceAll('?', '')) === each.replaceAll('?', '')));
  });

  test('with it has an answer, and nothing but the signs is taken away', () => {
    fc.assert(
      fc.property(text, (each) => {
        let written: string;
        try {
          written = withoutOptionalSigns(each);
        } catch (error) {
          return error instanceof Error && error.message.includes('before no name');
        }
        const bare = (one: string) => one.replace(/__optional_\(?|[?)]/g, '');
        return bare(written) === bare(each) && run(each).kind !== 'allowed';
      }),
    );
  });

  test('in a string is left alone', () => {
    fc.assert(
      fc.property(fc.string(), (each) => {
        const quoted = JSON.stringify(each);
        return (
          withoutOptionalSigns(`${quoted} + a.?b`) === `${quoted} + a.__optional_b` || each.includes('__optional_')
        );
      }),
    );
  });
});
