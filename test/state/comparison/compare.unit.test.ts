import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareStates } from '../../../src/state/comparison/compare.js';
import type { ComparisonLimits } from '../../../src/state/comparison/comparison.js';
import { state } from '../states/index.js';
import { compared, nothing, open, resource, told, v4 } from './told.js';
import type { Instance } from './told.js';

describe('two states', () => {
  test.each(['v3.tfstate', 'v4-by-hand.tfstate', 'genuine-v4.tfstate'] as const)(
    '%s is equal to itself',
    async (name) => {
      expect(told(await compared(state(name), state(name)))).toEqual(nothing);
    },
  );

  test('written by terraform, before and after an apply', async () => {
    const comparison = await compared(state('genuine-v4.tfstate'), state('genuine-v4-later.tfstate'));
    const { changed, ...rest } = told(comparison);
    expect(rest).toEqual({
      resources: { added: [], removed: [], changed: ['terraform_data.n', 'terraform_data.map', 'terraform_data.one'] },
      added: ['terraform_data.n[2]'],
      removed: ['terraform_data.map["q\\"q"]'],
      outputs: {
        added: [],
        removed: [],
        changed: [
          ['plain', '"x"', '"y"'],
          ['sec', null, null],
        ],
      },
      truncated: false,
    });
    expect(changed).toEqual([
      [
        'terraform_data.one',
        ['input.value.list.1', 'sensitive'],
        ['input.value.password', 'sensitive'],
        ['output.value.list.1', 'sensitive'],
        ['output.value.password', 'sensitive'],
      ],
    ]);
    expect(JSON.stringify(comparison)).not.toContain('hunter');
  });

  test('instances by index key, module and deposed key', async () => {
    const before = v4([
      resource('a', [
        { index_key: 0, attributes: { n: 1 } },
        { index_key: '0', attributes: { n: 1 } },
      ]),
      resource('b', [{ attributes: {} }, { deposed: '0a', attributes: {} }]),
      resource('c', [{ attributes: {} }]),
      resource('m', [{ attributes: { n: 1 } }], { module: 'module.k["x.y"]' }),
    ]);
    const after = v4([
      resource('a', [
        { index_key: 0, attributes: { n: 1 } },
        { index_key: '0', attributes: { n: 2 } },
      ]),
      resource('b', [{ attributes: {} }, { deposed: '0b', attributes: {} }]),
      resource('m', [{ attributes: { n: 1 } }], { module: 'module.k["x.z"]' }),
      resource('d', [{ attributes: {} }, { deposed: '0c', attributes: {} }]),
    ]);
    expect(told(await compared(before, after))).toEqual({
      resources: {
        added: ['module.k["x.z"].aws_x.m', 'aws_x.d'],
        removed: ['aws_x.c', 'module.k["x.y"].aws_x.m'],
        changed: ['aws_x.b', 'aws_x.a'],
      },
      added: ['aws_x.b (deposed object 0b)', 'module.k["x.z"].aws_x.m', 'aws_x.d', 'aws_x.d (deposed object 0c)'],
      removed: ['aws_x.b (deposed object 0a)', 'aws_x.c', 'module.k["x.y"].aws_x.m'],
      changed: [['aws_x.a["0"]', ['n', '1', '2']]],
      outputs: { added: [], removed: [], changed: [] },
      truncated: false,
    });
  });

  test.each<[string, Instance, Instance, unknown[]]>([
    ['a scalar', { attributes: { a: 'x' } }, { attributes: { a: 'y' } }, [['a', '"x"', '"y"']]],
    ['the kind of a scalar', { attributes: { a: '1' } }, { attributes: { a: 1 } }, [['a', '"1"', '1']]],
    ['an attribute more', { attributes: {} }, { attributes: { a: [1] } }, [['a', null, '[1]']]],
    ['an attribute less', { attributes: { a: null } }, { attributes: {} }, [['a', 'null', null]]],
    [
      'inside lists and maps',
      { attributes: { a: [{ b: 1 }, 2] } },
      { attributes: { a: [{ b: 2 }] } },
      [
        ['a.0.b', '1', '2'],
        ['a.1', '2', null],
      ],
    ],
    ['tainted', { attributes: {} }, { attributes: {}, status: 'tainted' }, [['status', null, '"tainted"']]],
    [
      'flat attributes',
      { attributes_flat: { 'a.#': '1', 'a.0': 'x' } },
      { attributes_flat: { 'a.#': '1', 'a.0': 'y' } },
      [['a.0', '"x"', '"y"']],
    ],
  ])('differ in %s', async (_what, before, after, expected) => {
    const { changed } = told(await compared(v4([resource('a', [before])]), v4([resource('a', [after])])));
    expect(changed).toEqual([['aws_x.a', ...expected]]);
  });

  test.each<[string, Instance, Instance]>([
    ['the order of members', { attributes: { a: 1, b: { c: 2, d: 3 } } }, { attributes: { b: { d: 3, c: 2 }, a: 1 } }],
    ['what is no attribute', { attributes: {}, private: 'x', dependencies: ['a'] }, { attributes: {}, private: 'y' }],
    [
      'flat and typed forms of one value',
      { attributes_flat: { n: '1', 'l.#': '1', 'l.0': 'true' } },
      { attributes: { n: 1, l: [true], more: null } },
    ],
  ])('do not differ in %s', async (_what, before, after) => {
    expect(told(await compared(v4([resource('a', [before])]), v4([resource('a', [after])])))).toEqual(nothing);
  });

  test('every digit of a number counts', async () => {
    const text = (n: string) =>
      v4([resource('a', [{ attributes: { n: 'N' } }])], { o: { value: 'N', type: 'number' } }).replaceAll('"N"', n);
    const { changed, outputs } = told(await compared(text('12345678901234567890'), text('12345678901234567891')));
    expect(changed).toEqual([['aws_x.a', ['n', '12345678901234567890', '12345678901234567891']]]);
    expect(outputs['changed']).toEqual([['o', '12345678901234567890', '12345678901234567891']]);
  });

  test('the provider', async () => {
    const instances = [{ attributes: {} }];
    const after = v4([resource('a', instances, { provider: 'provider["other"]' })]);
    expect(told(await compared(v4([resource('a', instances)]), after)).changed).toEqual([
      ['aws_x.a', ['provider', '"provider[\\"aws\\"]"', '"provider[\\"other\\"]"']],
    ]);
  });

  test('members of resources in any order', async () => {
    const backwards = (text: string) =>
      text.replace(
        /\{"mode":(.*?),"instances":(.*)\}\]/,
        (_all, head: string, instances: string) => `{"instances":${instances},"mode":${head}}]`,
      );
    const before = v4([resource('a', [{ index_key: 1, attributes: { n: 1 } }])]);
    const after = v4([resource('a', [{ index_key: 1, attributes: { n: 2 } }])]);
    expect(backwards(after)).toContain('[{"instances"');
    expect(told(await compared(before, backwards(after))).changed).toEqual([['aws_x.a[1]', ['n', '1', '2']]]);
  });
});

test('outputs added, removed and changed, their types too', async () => {
  const before = {
    a: { value: 1, type: 'number' },
    b: { value: ['x'], type: ['list', 'string'] },
    c: { value: 1, type: 'number' },
  };
  const after = {
    b: { value: ['x'], type: ['set', 'string'] },
    c: { type: 'number', value: 1 },
    d: { value: null, type: 'string' },
  };
  const { outputs } = await compared(v4([], before), v4([], after));
  expect(outputs).toEqual({
    added: {
      total: 1,
      items: [{ name: 'd', sensitive: false, before: null, after: 'null', beforeType: null, afterType: '"string"' }],
    },
    removed: {
      total: 1,
      items: [{ name: 'a', sensitive: false, before: '1', after: null, beforeType: '"number"', afterType: null }],
    },
    changed: {
      total: 1,
      items: [
        {
          name: 'b',
          sensitive: false,
          before: '["x"]',
          after: '["x"]',
          beforeType: '["list","string"]',
          afterType: '["set","string"]',
        },
      ],
    },
  });
});

describe('formats 1 to 3', () => {
  test('changes of attributes', async () => {
    const after = state('v3.tfstate')
      .toString('utf8')
      .replace('"tags.k8s.io/role": "node"', '"tags.k8s.io/role": "master"')
      .replace('"tainted": true', '"tainted": false')
      .replace('"ports.1": "443"', '"ports.1": "8443"')
      .replace('"hunter2"', '"hunter3"');
    const comparison = await compared(state('v3.tfstate'), after);
    expect(told(comparison)).toMatchObject({
      changed: [
        ['aws_instance.web[0]', ['ports.1', '"443"', '"8443"'], ['tags.k8s.io/role', '"node"', '"master"']],
        ['aws_instance.web[1]', ['status', '"tainted"', null]],
      ],
      outputs: { changed: [['password', null, null]] },
    });
  });

  test('against the same state after an upgrade to format 4', async () => {
    const attributes = {
      id: 'i-0',
      ami: 'ami-1',
      ebs: [],
      ports: [80, 443],
      tags: { Name: 'web', 'k8s.io/role': 'node' },
      user_data: null,
    };
    const upgraded = v4([
      resource(
        'web',
        [
          { index_key: 0, attributes },
          { index_key: 1, status: 'tainted', attributes: { id: 'i-1', ami: 'ami-2' } },
        ],
        { type: 'aws_instance' },
      ),
    ]);
    const { changed, added, resources } = told(await compared(state('v3.tfstate'), upgraded));
    expect(changed).toEqual([['aws_instance.web[1]', ['ami', '"ami-1"', '"ami-2"']]]);
    expect(added).toEqual([]);
    expect(resources.removed).toEqual([
      'data.aws_ami.image',
      'null_resource.once',
      'module.net.module.sub.aws_vpc.main',
    ]);
  });
});

describe('limits', () => {
  const many = (n: number) =>
    v4(Array.from({ length: 20 }, (_, i) => resource(`r${i}`, [{ attributes: { n, big: `${n}`.repeat(50), m: n } }])));

  test.each<[Partial<ComparisonLimits>, number, number]>([
    // limits                entries shown, attributes of the first
    [{}, 20, 3],
    [{ entries: 5 }, 5, 3],
    [{ attributes: 2 }, 20, 2],
    [{ heldLength: 100 }, 20, 0],
  ])('%j', async (limits, shown, attributes) => {
    const { instances, resources, truncated } = await compared(many(1), many(2), limits);
    expect([instances.changed.total, instances.changed.items.length, resources.changed.total]).toEqual([20, shown, 20]);
    expect(instances.changed.items.at(-1)?.attributes).toHaveLength(attributes);
    expect(truncated).toBe(shown < 20 || attributes < 3);
  });

  test('of added and removed ones', async () => {
    const { instances, resources, truncated } = await compared(many(1), v4([]), { entries: 3 });
    expect([
      instances.removed.total,
      instances.removed.items.length,
      resources.removed.items.length,
      truncated,
    ]).toEqual([20, 3, 3, true]);
    const other = await compared(v4([]), many(1), { entries: 3 });
    expect([other.instances.added.total, other.instances.added.items.length, other.truncated]).toEqual([20, 3, true]);
  });

  test('of all values together', async () => {
    const { instances, truncated } = await compared(many(1), many(2), { toldLength: 300 });
    const told = instances.changed.items.flatMap(({ attributes }) =>
      attributes.flatMap(({ before, after }) => [before ?? '', after ?? '']),
    );
    const length = told.join('').length;
    expect(length).toBeGreaterThan(200);
    expect(length).toBeLessThanOrEqual(300);
    expect(instances.changed.items).toHaveLength(20);
    expect(truncated).toBe(true);
  });

  test('hold for twenty thousand resources that all changed', async () => {
    const count = 20_000;
    const of = (n: number) => v4(Array.from({ length: count }, (_, i) => resource(`r${i}`, [{ attributes: { n } }])));
    const { instances, resources, truncated } = await compared(of(1), of(2));
    const { changed } = instances;
    expect([changed.total, changed.items.length]).toEqual([count, 1_000]);
    expect([resources.changed.total, resources.changed.items.length]).toEqual([count, 1_000]);
    expect(truncated).toBe(true);
  });

  test('of a long value', async () => {
    const { instances, truncated } = await compared(many(1), many(2), { valueLength: 20 });
    expect(instances.changed.items[0]?.attributes.find(({ path }) => path[0] === 'big')).toMatchObject({
      before: null,
      after: null,
    });
    expect(truncated).toBe(true);
  });
});

test.each([
  ['nonsense', '{"version":4}', 'before', 'NOT_JSON'],
  ['{"version":4}', '{"version":9}', 'after', 'UNSUPPORTED_VERSION'],
  ['{"version":4}', '{"version":4,"resources":[{"instances":[{}]}]}', 'after', 'MALFORMED'],
])('%s, %s: %s is %s', async (before, after, side, code) => {
  expect(await compareStates(open(before), open(after))).toMatchObject({
    comparable: false,
    side,
    problems: [{ code }],
  });
});

test('swapping the states swaps the answer', async () => {
  const attributes = fc.dictionary(fc.constantFrom('a', 'b'), fc.jsonValue({ maxDepth: 2 }));
  const instances = fc.uniqueArray(fc.record({ index_key: fc.constantFrom('x', 'y.z', 'ü'), attributes }), {
    selector: (instance) => instance.index_key,
  });
  const states = fc
    .uniqueArray(fc.tuple(fc.constantFrom('r', 's', 't'), instances), { selector: ([name]) => name })
    .map((list) => v4(list.map(([name, all]) => resource(name, all))));
  await fc.assert(
    fc.asyncProperty(states, states, async (one, other) => {
      const [there, back] = [await compared(one, other), await compared(other, one)];
      const sorted = (list: readonly { address: string }[]) => list.map(({ address }) => address).sort();
      expect(sorted(there.instances.added.items)).toEqual(sorted(back.instances.removed.items));
      expect(sorted(there.instances.removed.items)).toEqual(sorted(back.instances.added.items));
      expect(sorted(there.instances.changed.items.map(({ object }) => object))).toEqual(
        sorted(back.instances.changed.items.map(({ object }) => object)),
      );
    }),
  );
});
