import { describe, expect, test } from 'vitest';
import {
  checkedTags,
  effectiveTags,
  keyFault,
  requireTagCount,
  valueFault,
} from '../../../src/state/tags/tag-rules.js';

describe('rules', () => {
  test.each([
    ['env', true],
    ['team:net-1_a', true],
    ['größe', true],
    ['a b', true],
    ['', false],
    [' ', false],
    ['semi;colon', false],
    ['a,b', false],
    ['k'.repeat(255), true],
    ['k'.repeat(256), false],
  ])('the key %j is allowed: %s', (key, allowed) => {
    expect(keyFault(key) === null).toBe(allowed);
  });

  test.each([
    ['', true],
    ['prod/eu', true],
    ['line\nbreak', false],
    ['v'.repeat(256), false],
  ])('the value %j is allowed: %s', (value, allowed) => {
    expect(valueFault(value) === null).toBe(allowed);
  });

  test('of a key said twice, the last value counts', () => {
    expect(checkedTags([{ key: 'a', value: '1' }, { key: 'b' }, { key: 'a', value: '2' }], [])).toEqual([
      { key: 'a', value: '2' },
      { key: 'b', value: '' },
    ]);
  });

  test('own tags hide those of the project', () => {
    const own = [{ key: 'b', value: 'own' }];
    const ofProject = [
      { key: 'b', value: 'project' },
      { key: 'a', value: 'project' },
    ];
    expect(effectiveTags(own, ofProject, new Set())).toEqual([
      { key: 'a', value: 'project', inheritedFrom: 'project' },
      { key: 'b', value: 'own', inheritedFrom: null },
    ]);
    const fixed = effectiveTags([...own, { key: 'c', value: 'own' }], ofProject, new Set(['b', 'c', 'd']));
    expect(fixed).toEqual([
      { key: 'a', value: 'project', inheritedFrom: 'project' },
      { key: 'b', value: 'project', inheritedFrom: 'project' },
      { key: 'c', value: 'own', inheritedFrom: null },
    ]);
  });
});

describe('what is wrong with a tag', () => {
  const tooLong = 'is too long (maximum is 255 characters)';
  test.each([
    // key            value             fault
    ['', '', "Tag key can't be blank"],
    [' \t', '', "Tag key can't be blank"],
    ['k'.repeat(256), '', `Tag key ${tooLong}`],
    ['a;b', '', 'Tag key "a;b" has characters that tags do not allow'],
    ['a', 'v'.repeat(256), `Tag value ${tooLong}`],
    ['a', 'b\nc', 'Tag value "b\\nc" has characters that tags do not allow'],
    // Of both, the key's comes first.
    ['a;b', 'b\nc', 'Tag key "a;b" has characters that tags do not allow'],
  ])('%.20j, %.20j: %s', (key, value, message) => {
    const refused: unknown = expect.objectContaining({ code: 'INVALID_INPUT', message, field: ['tags'] });
    expect(() => checkedTags([{ key: 'fine' }, { key, value }], ['tags'])).toThrow(refused);
  });

  test.each(['a_b', 'a.b', 'a:b', 'a/b', 'a=b', 'a+b', 'a@b', 'a-b', 'a b', 'é1'])('%s is allowed', (text) => {
    expect([keyFault(text), valueFault(text)]).toEqual([null, null]);
  });

  test('the longest value', () => {
    expect(valueFault('v'.repeat(255))).toBeNull();
  });

  test('an object carries a hundred', () => {
    const many = (count: number) => Array.from({ length: count }, (_, at) => ({ key: `k${at}` }));
    expect(checkedTags(many(100), ['tags'])).toHaveLength(100);
    // A key that is said twice counts once.
    expect(checkedTags([...many(100), { key: 'k0' }], ['tags'])).toHaveLength(100);
    const refused: unknown = expect.objectContaining({
      ...{ code: 'INVALID_INPUT', message: 'At most 100 tags are allowed', field: ['tags'] },
    });
    expect(() => checkedTags(many(101), ['tags'])).toThrow(refused);
    expect(() => {
      requireTagCount(101, ['tags']);
    }).toThrow(refused);
  });

  test('tags are in the order of their keys, whoever binds them', () => {
    const flat = (key: string) => ({ key, value: '' });
    const keys = effectiveTags([flat('c'), flat('a')], [flat('d'), flat('b')], new Set()).map(({ key }) => key);
    expect(keys).toEqual(['a', 'b', 'c', 'd']);
  });
});
