import 'reflect-metadata';
import { graphql, printSchema } from 'graphql';
import { Arg, Field, ID, InputType, ObjectType, Query, Resolver } from 'type-graphql';
import { describe, expect, test } from 'vitest';
import { buildApiSchema } from '../../../src/gateway/schema.js';
import { Lookup } from '../../../src/platform/graphql/lookup.js';
import { oneGiven, OneOf } from '../../../src/platform/graphql/one-of.js';
import { OrderDirectionEnum } from '../../../src/platform/graphql/order.js';
import type { OrderDirection } from '../../../src/platform/graphql/order.js';
import { problem, ProblemError, problems } from '../../../src/platform/problems.js';
import type { ProblemCode } from '../../../src/platform/problems.js';

@ObjectType({ simpleResolvers: true })
class Boat {
  @Field(() => ID)
  id!: string;
}

@InputType()
class BoatName {
  @Field(() => String)
  harbour!: string;
  @Field(() => String)
  name!: string;
}

@OneOf('BoatRef', 'Names a boat.')
class BoatRefType {
  @Field(() => ID, { nullable: true })
  id?: string;
  @Field(() => BoatName, { nullable: true })
  named?: BoatName;
}

@InputType()
class BoatOrder {
  @Field(() => OrderDirectionEnum)
  direction!: OrderDirection;
}

const isCode = (id: string): id is ProblemCode => id in problems;

@Resolver()
class BoatResolver {
  @Lookup(() => Boat, { description: 'A boat, by its id.' })
  boat(@Arg('id', () => ID) id: string) {
    if (isCode(id)) throw problem(id);
    if (id === 'both')
      throw new ProblemError({ code: 'NOT_FOUND', message: 'a' }, { code: 'UNAVAILABLE', message: 'b' });
    return Promise.resolve({ id });
  }

  @Lookup(() => Boat, { description: 'The same, when it has time.' })
  async laterBoat(@Arg('id', () => ID) id: string) {
    await Promise.resolve();
    return this.boat(id);
  }

  @Query(() => String)
  named(@Arg('boat', () => BoatRefType) { id, named }: BoatRefType) {
    return oneGiven(id, named && `${named.name} of ${named.harbour}`);
  }

  @Query(() => String)
  sorted(
    @Arg('orderBy', () => BoatOrder, { defaultValue: { direction: 'DESC' } satisfies BoatOrder }) {
      direction,
    }: BoatOrder,
  ) {
    return direction;
  }
}

const schema = buildApiSchema([BoatResolver]);
const ask = (source: string, contextValue: object = {}, variableValues: Record<string, unknown> = {}) =>
  graphql({ schema, source, contextValue, variableValues });

describe('a lookup', () => {
  test.each(['boat', 'laterBoat'])('%s is nullable, and says so', (name) => {
    const field = schema.getQueryType()?.getFields()[name];
    expect(String(field?.type)).toBe('Boat');
    expect(field?.description).toMatch(/Null if it does not exist or you may not see it\.$/);
  });

  const absent = new Set<string>([
    ...['NOT_FOUND', 'TOKEN_KIND_REFUSED', 'PERMISSION_DENIED', 'MOUNT_NOT_FOUND', 'ISSUER_NOT_FOUND'],
    ...['KEY_NOT_FOUND', 'UNKNOWN_ROLE', 'CERTIFICATE_NOT_FOUND', 'LEASE_NOT_FOUND'],
    ...['TOKEN_NOT_FOUND', 'ACCESSOR_NOT_FOUND', 'WRAPPING_TOKEN_INVALID'],
  ]);
  test.each(Object.keys(problems))('that fails with %s', async (code) => {
    for (const field of ['boat', 'laterBoat']) {
      const query = `{ it: ${field}(id: "${code}") { id } other: ${field}(id: "1") { id } }`;
      const { data, errors } = await ask(query);
      expect(data).toEqual({ it: null, other: { id: '1' } });
      expect(errors?.map(({ path }) => path)).toEqual(absent.has(code) ? undefined : [['it']]);
      const told = await ask(query, { reasons: 'told' });
      expect(told.errors?.map(({ originalError }) => originalError)).toMatchObject([{ code }]);
    }
  });

  test('is an error where one of several problems is no absence', async () => {
    expect((await ask('{ boat(id: "both") { id } }')).errors).toHaveLength(1);
  });
});

describe('an input of which one field is given', () => {
  test('says so in the schema', () => {
    expect(printSchema(schema)).toContain('input BoatRef @oneOf {');
  });

  test.each([
    [{ id: '1' }, '1'],
    [{ named: { harbour: 'Bergen', name: 'Fram' } }, 'Fram of Bergen'],
    [{}, /exactly one key/i],
    [{ id: null }, /must be non-null/i],
    [{ id: '1', named: { harbour: 'Bergen', name: 'Fram' } }, /exactly one key/i],
    [{ named: { harbour: 'Bergen' } }, /name/],
  ] as const)('%j', async (boat, answer) => {
    const byVariable = await ask('query ($boat: BoatRef!) { named(boat: $boat) }', {}, { boat });
    const literal = JSON.stringify(boat).replaceAll(/"(\w+)":/g, '$1:');
    for (const { data, errors } of [byVariable, await ask(`{ named(boat: ${literal}) }`)]) {
      if (typeof answer === 'string') expect({ data, errors }).toEqual({ data: { named: answer }, errors: undefined });
      else expect(errors?.[0]?.message).toMatch(answer);
    }
  });
});

test('an order that nobody gives is the one of the schema', async () => {
  expect((await ask('{ sorted up: sorted(orderBy: { direction: ASC }) }')).data).toEqual({ sorted: 'DESC', up: 'ASC' });
});
