import { readdirSync, readFileSync } from 'node:fs';
import { isEnumType, isInterfaceType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { protocolCodes } from '../../src/gateway/graphql/protocol-codes.js';
import { resolvers } from '../../src/gateway/resolvers.js';
import { buildApiSchema } from '../../src/gateway/schema.js';
import { payload } from '../../src/platform/graphql/payload.js';
import { isProblemCode, problemCodes, rowOf } from '../../src/platform/problem-catalogue/catalogue.js';
import { item, passing, problem, ProblemError, problemOf } from '../../src/platform/problems.js';

const schema = buildApiSchema(resolvers);
const inPayloads = problemCodes.filter((code) => rowOf(code).type);

describe('the catalogue and the schema', () => {
  test('name the same types of problems', () => {
    const type = schema.getType('Problem');
    const shown = isInterfaceType(type) ? schema.getPossibleTypes(type).map(({ name }) => name) : [];
    const named = new Set(problemCodes.map((code) => rowOf(code).type).filter((each) => each !== undefined));
    expect(shown.toSorted()).toEqual([...named].toSorted());
  });

  test('have the same codes in payloads, and none of those that never stand there', () => {
    const type = schema.getType('ProblemCode');
    const shown = isEnumType(type) ? type.getValues().map(({ name }) => name) : [];
    expect(shown).toEqual(inPayloads);
    for (const code of ['INTERNAL', 'BODY_TOO_LARGE', 'MALFORMED_BODY', 'UNSUPPORTED_MEDIA_TYPE', 'UNAUTHENTICATED'])
      expect(shown).not.toContain(code);
  });

  test('lead nobody to a code that is nowhere', () => {
    const nowhere = problemCodes.filter((code) => {
      const { type, inErrors, rest } = rowOf(code);
      return !type && !inErrors && rest === 'none';
    });
    expect(nowhere).toEqual([]);
  });
});

describe('the guide', () => {
  const guide = readFileSync(new URL('../../docs/problems.md', import.meta.url), 'utf8');

  test('lists every code and every type', () => {
    for (const code of [...problemCodes, ...Object.keys(protocolCodes)]) expect(guide).toContain(`| \`${code}\` |`);
    for (const code of inPayloads) expect(guide).toContain(`| \`${rowOf(code).type ?? ''}\` |`);
  });

  test('lists whatever else the gateway says in errors[]', () => {
    const folder = new URL('../../src/gateway/', import.meta.url);
    for (const room of ['graphql', 'execution', 'subscriptions', 'admission']) {
      for (const file of readdirSync(new URL(`${room}/`, folder))) {
        const source = readFileSync(new URL(`${room}/${file}`, folder), 'utf8');
        for (const [, code = ''] of source.matchAll(/(?:code: |, )'([A-Z]+_[A-Z_]+)'/g))
          expect(isProblemCode(code) || code in protocolCodes, `${code} of ${file}`).toBe(true);
      }
    }
  });
});

describe('a payload', () => {
  test.each([
    [problem('NAME_TAKEN'), { __typename: 'GenericProblem', code: 'NAME_TAKEN' }],
    [problem('INVALID_INPUT', 'no', ['tags'], item(2)), { __typename: 'InputProblem', index: 2, field: ['tags'] }],
    [problem('INVALID_INPUT', 'no', ['tags'], item(-1)), { __typename: 'InputProblem', field: ['tags'] }],
    [problem('INVALID_INPUT', 'no', ['revoked', '3', 'serial']), { __typename: 'InputProblem', index: 3 }],
    [problem('INVALID_INPUT', 'no', ['days'], passing(9, 8)), { __typename: 'InputProblem', limit: 8 }],
    [problem('CONTENT_TOO_LARGE', 'no', [], { facts: { limit: 5 } }), { __typename: 'LimitProblem', limit: 5 }],
    [
      problem('SERIAL_STALE', undefined, ['serial'], { facts: { currentSerial: 4n } }),
      { __typename: 'StateConflictProblem', currentSerial: 4n },
    ],
  ])('shows %s as the type of its code', async (thrown, shown) => {
    const { thing, problems } = await payload('thing', () => Promise.reject(thrown));
    expect(thing).toBeNull();
    expect(problems).toEqual([expect.objectContaining(shown)]);
  });

  test('shows no limit where the value passes none', async () => {
    const { problems } = await payload('thing', () =>
      Promise.reject(problem('INVALID_INPUT', 'no', ['days'], passing(0, 8))),
    );
    expect(problems[0]).not.toHaveProperty('limit');
  });

  test.each(problemCodes.filter((code) => !rowOf(code).type))('leaves %s to errors[]', async (code) => {
    const several = new ProblemError(problemOf('NAME_TAKEN'), problemOf(code));
    for (const error of [problem(code), several])
      await expect(payload('thing', () => Promise.reject(error))).rejects.toBe(error);
  });
});
