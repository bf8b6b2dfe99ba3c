import { describe, expect, test } from 'vitest';
import { compared, resource, told, v4 } from './told.js';

describe('sensitive values', () => {
  const get = (value: string) => ({ type: 'get_attr', value });
  const index = (value: unknown) => ({ type: 'index', value: { value, type: typeof value } });

  test.each<[string, unknown[], unknown, unknown, unknown[]]>([
    ['a marked attribute', [get('p')], { p: 'secret-1' }, { p: 'secret-2' }, [['p', 'sensitive']]],
    [
      'inside a marked attribute',
      [get('p')],
      { p: { a: ['secret-1'] } },
      { p: { a: ['secret-2'] } },
      [['p.a.0', 'sensitive']],
    ],
    [
      'a marked key of a map',
      [get('m'), index('k')],
      { m: { k: 'secret-1', o: 1 } },
      { m: { k: 'secret-2', o: 2 } },
      [
        ['m.k', 'sensitive'],
        ['m.o', '1', '2'],
      ],
    ],
    [
      'a marked item of a list',
      [get('l'), index(1)],
      { l: [1, 'secret-1'] },
      { l: [2, 'secret-2'] },
      [
        ['l.0', '1', '2'],
        ['l.1', 'sensitive'],
      ],
    ],
    [
      'a value that holds a marked one',
      [get('b'), index(0), get('p')],
      { b: null },
      { b: [{ p: 'secret-1' }] },
      [['b', 'sensitive']],
    ],
    [
      'a value of a dynamic type',
      [get('d'), get('p')],
      { d: { type: 'x', value: { p: 'secret-1' } } },
      { d: { type: 'x', value: { p: 'secret-2' } } },
      [['d.value.p', 'sensitive']],
    ],
    [
      'a copy of a marked value',
      [get('p')],
      { p: 'secret-1', url: 'x', copy: 'c' },
      { p: 'secret-1', url: ['a', 'https://user:secret-1@host'], copy: 'secret-1' },
      [
        ['url', 'sensitive'],
        ['copy', 'sensitive'],
      ],
    ],
  ])('%s', async (_what, path, before, after, expected) => {
    for (const marked of ['before', 'after']) {
      const one = { attributes: before, sensitive_attributes: marked === 'before' ? [path] : [] };
      const other = { attributes: after, sensitive_attributes: marked === 'after' ? [path] : [] };
      // A copy is known as one only by the mark on a value that is there.
      const comparison = await compared(v4([resource('a', [one])]), v4([resource('a', [other])]));
      expect(told(comparison).changed).toEqual([['aws_x.a', ...expected]]);
      expect(JSON.stringify(comparison)).not.toContain('secret-');
    }
  });

  test.each([
    [{ o: { value: 's1', sensitive: true } }, { o: { value: 's2', sensitive: true } }],
    [{ o: { value: 's1' } }, { o: { value: 's1', sensitive: true } }],
    [{ o: { value: 's1', sensitive: true } }, { o: { value: 's2' } }],
    [{ o: { value: 's1', sensitive: true } }, {}],
    [{}, { o: { value: 's1', sensitive: true } }],
  ])('outputs %j, %j', async (before, after) => {
    const comparison = await compared(v4([], before), v4([], after));
    expect(Object.values(told(comparison).outputs).flat()).toEqual([['o', null, null]]);
    expect(JSON.stringify(comparison)).not.toMatch(/"\\?"?s\d/);
  });
});
