import { describe, expect, test } from 'vitest';
import { pagedAnswer, pagingOf } from '../../../../src/gateway/rest/vault/list-paging.js';

describe('what is asked of a list', () => {
  test.each([
    // query                            after  limit
    [{}, null, null],
    [{ after: 'b', limit: '2' }, 'b', 2],
    [{ after: '', limit: '' }, null, null],
    [{ limit: '0' }, null, null],
    [{ limit: '-1' }, null, null],
    [{ limit: '+3' }, null, 3],
    [{ limit: '9223372036854775807' }, null, 2 ** 31 - 1],
    [{ limit: '-9223372036854775808' }, null, null],
    [{ after: ['a', 'b'] }, 'b', null],
  ])('%j', (query, after, limit) => {
    expect(pagingOf(query)).toEqual({ after, limit });
  });

  test.each(['many', '1.5', '1e3', '9223372036854775808', '99999999999999999999', '+', ' 1'])(
    'a limit of %j is none',
    (limit) => {
      expect(() => pagingOf({ limit })).toThrow('error converting input for field "limit"');
    },
  );
});

describe('a part of a short list', () => {
  const known = (key: string) => ({ name: `name of ${key}` });
  const answer = { data: { keys: ['c', 'a', 'b'], key_info: { a: known('a'), b: known('b'), c: known('c') } } };

  test.each([
    // after  limit  keys
    ['a', null, ['b', 'c']],
    [null, 2, ['a', 'b']],
    ['aa', 1, ['b']],
    ['b', 5, ['c']],
  ])('after %j, %j of them', (after, limit, keys) => {
    expect(pagedAnswer(answer, { after, limit })?.data).toEqual({
      keys,
      key_info: Object.fromEntries(keys.map((key) => [key, known(key)])),
    });
  });

  test('is the whole in its own order, where nothing is said', () => {
    expect(pagedAnswer(answer, { after: null, limit: null })).toBe(answer);
  });

  test('is not there after the last', () => {
    expect(() => pagedAnswer(answer, { after: 'c', limit: null })).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    );
  });

  test('has two names where the list has', () => {
    const policies = { data: { keys: ['a', 'root'], policies: ['a', 'root'] } };
    expect(pagedAnswer(policies, { after: 'a', limit: null })?.data).toEqual({ keys: ['root'], policies: ['root'] });
  });
});
