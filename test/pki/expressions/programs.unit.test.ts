import { describe, expect, test } from 'vitest';
import { Evaluator } from '../../../src/pki/expressions/evaluate.js';
import { knownVariables, programFaults, programLimits } from '../../../src/pki/expressions/program.js';
import type { ProgramInput } from '../../../src/pki/expressions/program.js';

const evaluator = new Evaluator();
const input: ProgramInput = {
  request: { common_name: 'a.example.com', ttl: '1h', count: 3, flag: true, list: ['x', 'y'], none: null },
  now: Date.parse('2026-03-01T12:00:00Z'),
  entityId: 'user-1',
  entityInfo: { ID: 'user-1', name: 'olga' },
};
const program = (expression: string, variables: readonly (readonly [string, string])[] = []) => ({
  expression,
  variables: variables.map(([name, text]) => ({ name, expression: text })),
});
const run = (
  expression: string,
  variables?: readonly (readonly [string, string])[],
  more: Partial<ProgramInput> = {},
) => evaluator.run(program(expression, variables), { ...input, ...more });

describe('an expression', () => {
  // Each is a text, which is what a program refuses with.
  test.each([
    ['request.common_name', 'a.example.com'],
    ['string(request.count + 1)', '4'],
    ["request.flag ? 'yes' : 'no'", 'yes'],
    ['request.list[1] + string(size(request.list))', 'y2'],
    ["has(request.common_name) && !has(request.other) ? 'a' : 'b'", 'a'],
    ["request.none == null ? 'null' : 'other'", 'null'],
    ['string(now)', '2026-03-01T12:00:00Z'],
    ['string(now + duration(request.ttl))', '2026-03-01T13:00:00Z'],
    ['string(use_csr)', 'false'],
    ['entity_id', 'user-1'],
    ['entity_info.name', 'olga'],
    ['client_token', ''],
    ['string(size(entity_groups))', '0'],
    ["request.common_name.endsWith('.example.com') ? 'ours' : 'not'", 'ours'],
    ["request.common_name.matches('^[a-z.]+$') ? 'fits' : 'not'", 'fits'],
    ["request.common_name.split('.')[0]", 'a'],
    ["['b', 'a'].exists(x, x == 'a') ? 'there' : 'not'", 'there'],
    ["request.list.map(x, x + '!').join(',')", 'x!,y!'],
    ["base64.encode(b'hello')", 'aGVsbG8='],
    ["string(base64.decode('aGVsbG8='))", 'hello'],
    ["string(bytes('é').size())", '2'],
    ["string(b'a' + b'b')", 'ab'],
    ["encode_json({'a': 1, 'b': [true, null]})", '{"a":1,"b":[true,null]}'],
    [`decode_json('{"k": ["v"]}').k[0]`, 'v'],
  ])('%s is %s', (expression, text) => {
    expect(run(expression)).toEqual({ kind: 'refused', reason: text });
  });

  test.each([
    ['foo@example.com', true],
    ['<foo@example.com>', true],
    ['Foo <foo@example.com>', true],
    ['<foo@example.com', false],
    ['invalid-email', false],
    ['user@domain..com', false],
    ['a@b@c', false],
    ['a\u0001@example.com', false],
    ['a@example.com\u007f', false],
    ['', false],
  ])('check_valid_email of %j is %s', (text, valid) => {
    const expression = `check_valid_email(${JSON.stringify(text)}) ? 'yes' : 'no'`;
    expect(run(expression)).toEqual({ kind: 'refused', reason: valid ? 'yes' : 'no' });
  });

  // cel-go, ext: Strings. Characters count, and not units of UTF-16.
  test.each([
    ["'é😀x'.charAt(1)", '😀'],
    ["'é😀'.charAt(2)", ''],
    ["'é😀x'.substring(2)", 'x'],
    ["'é😀x'.substring(1, 2)", '😀'],
    ["string('é😀x'.indexOf('x'))", '2'],
    ["string('x😀x'.indexOf('x', 1))", '2'],
    ["string('x😀x'.lastIndexOf('x'))", '2'],
    ["string('x😀x'.lastIndexOf('x', 1))", '0'],
    ["string('abc'.indexOf('z'))", '-1'],
    ["string('a'.indexOf('a', 1))", '-1'],
    ["string('abc'.lastIndexOf(''))", '3'],
    ["'a.b.c'.split('.', 2)[1]", 'b.c'],
    ["string(size('a.b.c'.split('.', 0)))", '0'],
    ["'a.b.c'.split('.', -1).join('|')", 'a|b|c'],
    ["'a😀'.split('').join('|')", 'a|😀'],
    ["'aaa'.replace('a', 'b', 2)", 'bba'],
    ["'aaa'.replace('a', 'b', -1)", 'bbb'],
    ["'aaa'.replace('a', 'b', 0)", 'aaa'],
    ["'abc'.replace('', 'x')", 'xaxbxcx'],
    ["'a'.replace('a', '$&$1')", '$&$1'],
    ["'a😀b'.reverse()", 'b😀a'],
  ])('%s is %s, as in OpenBao', (expression, text) => {
    expect(run(expression)).toEqual({ kind: 'refused', reason: text });
  });

  test.each(["'😀'.charAt(2)", "'😀'.substring(2)", "'abc'.substring(2, 1)", "'a'.indexOf('a', 2)", "'a'.charAt(-1)"])(
    '%s fails',
    (expression) => {
      expect(run(expression)).toMatchObject({ kind: 'failed', fault: { field: 'expression' } });
    },
  );

  // OpenBao: RFC 4648, padded or not; line breaks do not count.
  test.each([
    ['aGk', 'hi'],
    ['aGk=', 'hi'],
    ['aG\\nk=', 'hi'],
    ['', ''],
  ])('base64.decode of %j is %j', (text, decoded) => {
    expect(run(`string(base64.decode('${text}'))`)).toEqual({ kind: 'refused', reason: decoded });
  });

  test.each(['!!!', 'aGk!', '-_8=', 'a', 'aGVsbG8=aGVsbG8=', 'aGk==', 'aG=k'])('base64.decode of %j fails', (text) => {
    expect(run(`string(base64.decode('${text}'))`)).toMatchObject({
      kind: 'failed',
      fault: { message: 'base64.decode: the text is not Base64' },
    });
  });

  test('a refusal has no halves of characters, not where it is cut either', () => {
    expect(run('request.half', [], { request: { half: 'a\ud800b' } })).toEqual({ kind: 'refused', reason: 'a\ufffdb' });
    const result = run('request.long', [], { request: { long: `${'x'.repeat(programLimits.reason - 2)}😀😀` } });
    expect(result).toEqual({ kind: 'refused', reason: `${'x'.repeat(programLimits.reason - 2)}\ufffd…` });
  });

  test('sees the variables before it, and the signing request', () => {
    const steps = [
      ['name', 'parsed_csr.Subject.CommonName'],
      ['shout', 'name.upperAscii()'],
    ] as const;
    const parsedCsr = { Subject: { CommonName: 'from the csr' }, Raw: Buffer.from([1, 2]) };
    expect(run('shout + string(size(parsed_csr.Raw)) + string(use_csr)', steps, { parsedCsr })).toEqual({
      kind: 'refused',
      reason: 'FROM THE CSR2true',
    });
  });

  test.each([
    ['1 / 0', 'expression', /zero/],
    ['request.other', 'expression', /other/],
    ['nothing', 'expression', /unresolved/],
    ['toString', 'expression', /unresolved/],
    ['request.constructor', 'expression', /constructor/],
    ['request.__proto__', 'expression', /__proto__/],
    ['1', 'expression', /a number and not a ValidationOutput/],
    ['CertTemplate{}', 'expression', /a CertTemplate and not a ValidationOutput/],
    ['[1]', 'expression', /a list/],
    ["{'a': 1}", 'expression', /a map/],
    ['null', 'expression', /null/],
    ['parsed_csr.Subject', 'expression', /unresolved/],
    ["ValidationOutput{ warnings: ['" + 'x'.repeat(programLimits.output) + "'] }", 'expression', /more than 65536/],
  ])('%s fails', (expression, field, message) => {
    expect(run(expression.slice(0, 100_000))).toEqual({
      kind: 'failed',
      fault: { field, message: expect.stringMatching(message) as unknown },
    });
  });

  test('of a variable fails where it stands', () => {
    expect(
      run("'never'", [
        ['a', '1'],
        ['b', '1 / 0'],
      ]),
    ).toMatchObject({
      kind: 'failed',
      fault: { field: 'variables[1].expression' },
    });
  });

  test.each([
    ['false', null],
    ['true', null],
  ])('%s refuses without words', (expression, reason) => {
    expect(run(expression)).toEqual({ kind: 'refused', reason });
  });

  test('cannot make more octets than there is room for', () => {
    const doubled = Array.from({ length: 30 }, (_, at) =>
      at === 0 ? (['v0', "b'12345678'"] as const) : ([`v${at}`, `v${at - 1} + v${at - 1}`] as const),
    );
    expect(run("'done'", doubled)).toMatchObject({
      kind: 'failed',
      fault: { message: expect.stringMatching(/more than 4194304 octets/) as unknown },
    });
    // Each run has all of it again.
    expect(run("'done'", doubled.slice(0, 18))).toEqual({ kind: 'refused', reason: 'done' });
    expect(run("'done'", doubled.slice(0, 18))).toEqual({ kind: 'refused', reason: 'done' });
  });
});

describe('a program is not sound', () => {
  const faultsOf = (expression: string, variables?: readonly (readonly [string, string])[]) => {
    const asked = program(expression, variables);
    const seen = programFaults(asked);
    return seen.length > 0 ? seen : evaluator.faultsOf(asked);
  };

  test.each([
    ['with an expression that is none', '1 +', [], 'expression', /expecting|found/],
    ['without an expression', ' ', [], 'expression', /empty/],
    ['with an empty variable', "'a'", [['a', '']], 'variables[0].expression', /empty/],
    ['with a function that is not there', 'math.cosine(1, 2)', [], 'expression', /no function cosine/],
    ['with one inside', '[1].map(x, f(x))[0]', [], 'expression', /no function f/],
    ['with a message that is not there', 'Nothing{}', [], 'expression', /no message Nothing/],
    [
      'with a field that is not there',
      'ValidationOutput{ tmplate: null }',
      [],
      'expression',
      /no field tmplate of ValidationOutput/,
    ],
    ['with a variable that is not there', 'nothing', [], 'expression', /no variable nothing/],
    ['with one in a macro', '[1].all(x, x > y)', [['z', '1']], 'expression', /no variable y/],
    ['with a name that is no identifier', "'a'", [['a-b', '1']], 'variables[0].name', /not an identifier/],
    ['with a reserved name', "'a'", [['in', '1']], 'variables[0].name', /reserved/],
    ['with two underscores', "'a'", [['__a', '1']], 'variables[0].name', /underscores/],
    [
      'with a name twice',
      "'a'",
      [
        ['a', '1'],
        ['a', '2'],
      ],
      'variables[1].name',
      /already taken/,
    ],
    ['with a long name', "'a'", [['a'.repeat(65), '1']], 'variables[0].name', /64 characters/],
    ['with a long expression', `'${'x'.repeat(16_384)}'`, [], 'expression', /16384 characters/],
    ['with deep brackets', `${'('.repeat(65)}1${')'.repeat(65)}`, [], 'expression', /64 brackets/],
    [
      'that is long in all',
      "'a'",
      Array.from({ length: 5 }, (_, at) => [`v${at}`, `'${'x'.repeat(14_000)}'`] as const),
      '',
      /65536 characters/,
    ],
    [
      'with many variables',
      "'a'",
      Array.from({ length: 65 }, (_, at) => [`v${at}`, '1'] as const),
      'variables',
      /more than 64/,
    ],
  ] as const)('%s', (_what, expression, variables, field, message) => {
    expect(faultsOf(expression, variables)).toEqual([{ field, message: expect.stringMatching(message) as unknown }]);
  });

  test.each(knownVariables.map((name) => [name]))('with a variable %s', (name) => {
    expect(faultsOf("'a'", [[name, '1']])).toMatchObject([
      { field: 'variables[0].name', message: expect.stringMatching(/already taken/) as unknown },
    ]);
  });

  test('and every fault is told', () => {
    expect(
      faultsOf('1 +', [
        ['a', '2 +'],
        ['b', 'f()'],
      ]).map(({ field }) => field),
    ).toEqual(['variables[0].expression', 'variables[1].expression', 'expression']);
  });

  test.each([
    'request.a + string(now) + string(use_csr) + entity_id + client_token + string(parsed_csr == null)',
    "[1].map(x, {'k': x}).filter(y, y.k > 0).exists(z, z.k == 1) ? 'a' : 'b'",
    "type(1) == int && type(now) == google.protobuf.Timestamp ? 'a' : base64.encode(b'1')",
    'ValidationOutput{ template: CertTemplate{ KeyUsage: KeyUsage.KeyUsageCRLSign, ExtKeyUsage: [openbao.pki.ExtKeyUsage.ExtKeyUsageAny] } }',
  ])('but this is: %s', (expression) => {
    expect(faultsOf(expression)).toEqual([]);
  });

  test('nor is a step that names a later one at fault before it is taken', () => {
    expect(
      faultsOf('b', [
        ['a', 'b'],
        ['b', '1'],
      ]),
    ).toEqual([]);
  });

  test('but this is: with the messages by either name', () => {
    expect(faultsOf('ValidationOutput{ template: openbao.pki.CertTemplate{ Subject: PKIX.Name{} } }')).toEqual([]);
  });
});
