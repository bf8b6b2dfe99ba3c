import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  listOf,
  oneOf,
  optional,
  readFields,
  record,
  required,
  small,
  text,
  truth,
  whole,
} from '../../../src/gateway/rest/fields.js';
import { dasherized, jsonApi } from '../../../src/gateway/rest/terraform/json-api.js';
import { problems } from '../../../src/platform/problems.js';
import type { ProblemCode } from '../../../src/platform/problems.js';

describe('the catalogue in this dialect', () => {
  const status = (code: ProblemCode, headers = {}) => jsonApi.problem([{ code, message: 'x' }], { headers }).status;

  test('every code has a status that is a string, and a title', () => {
    for (const code of Object.keys(problems) as ProblemCode[]) {
      expect(jsonApi.problem([{ code, message: 'what' }], { headers: {} }).body).toEqual({
        errors: [
          {
            status: expect.stringMatching(/^[45]\d\d$/) as string,
            title: expect.stringMatching(/^[A-Z]/) as string,
            detail: 'what',
          },
        ],
      });
    }
  });
  test.each<[ProblemCode, number]>([
    ['UNAUTHENTICATED', 401],
    ['NOT_FOUND', 404],
    ['TOKEN_KIND_REFUSED', 404],
    ['ALREADY_LOCKED', 409],
    ['NOT_LOCKED', 409],
    ['UNLOCK_HELD_BY_OTHER', 409],
    ['LOCK_REQUIRED', 409],
    ['LOCK_HELD_BY_OTHER', 409],
    ['MD5_CONFLICT', 409],
    ['LINEAGE_CONFLICT', 409],
    ['SERIAL_STALE', 412],
    ['INVALID_INPUT', 422],
    ['MISSING_INPUT', 422],
    ['INVALID_INCLUDE', 400],
    ['NOT_PROCESSED', 503],
    ['TRANSITION_NOT_ALLOWED', 400],
    ['CONTENT_UNAVAILABLE', 404],
    ['WORKSPACE_LOCKED', 409],
    ['WORKSPACE_MANAGES_RESOURCES', 409],
  ])('%s is %s', (code, expected) => {
    expect(status(code)).toBe(expected);
  });
  test.each([
    [{ 'terraform-version': '1.11.4' }, 400],
    [{ 'terraform-version': '1.10.0' }, 400],
    [{ 'terraform-version': '2.0.0' }, 400],
    [{ 'terraform-version': '1.9.8' }, 503],
    [{ 'terraform-version': '0.15.0' }, 503],
    [{ 'terraform-version': '1.11.0', 'user-agent': 'OpenTofu/1.11.0' }, 503],
    [{}, 400],
  ])('unlocking while the newest version is pending, for %j: %s', (headers, expected) => {
    expect(status('LATEST_VERSION_PENDING', headers)).toBe(expected);
    const { body } = jsonApi.problem([{ code: 'LATEST_VERSION_PENDING', message: 'x' }], { headers });
    expect(body).toMatchObject({ errors: [{ title: expected === 503 ? 'Service Unavailable' : 'Bad Request' }] });
  });
  test('pointers name what is no attribute', () => {
    const { body } = jsonApi.problem([{ code: 'INVALID_INPUT', message: 'x', field: ['runId'] }], {
      headers: {},
      pointers: { runId: '/data/relationships/run/data/id' },
    });
    expect(body).toMatchObject({ errors: [{ source: { pointer: '/data/relationships/run/data/id' } }] });
  });
});

test.each([
  ['vcsCommitSha', 'vcs-commit-sha'],
  ['detailed_type', 'detailed-type'],
  ['md5', 'md5'],
])('%s is %s', (name, expected) => {
  expect(dasherized(name)).toBe(expected);
});

test('a table of fields reads what fits and nothing else', () => {
  const table = {
    kind: required(oneOf('a', 'b'), 'data.kind'),
    on: optional(truth, 'data.on'),
    tags: optional(listOf(text), 'data.tags'),
    more: optional(record, 'data.more'),
    size: optional(whole, 'data.size'),
  };
  expect(readFields(table, { data: { kind: 'a', on: null, tags: ['x'], other: 1 } })).toEqual({
    kind: 'a',
    on: null,
    tags: ['x'],
  });
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      try {
        expect(['a', 'b']).toContain(readFields(table, body).kind);
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^(MISSING|INVALID)_INPUT$/) as string });
      }
    }),
  );
});

test.each([
  [0, true],
  [-(2 ** 31 - 1), true],
  [2 ** 31 - 1, true],
  [2 ** 31, false],
  [1.5, false],
  ['1', false],
])('%j is a number of 32 bits: %s', (value, taken) => {
  expect(small.read(value) === value).toBe(taken);
});
