import fc from 'fast-check';
import { coerceInputValue, isObjectType } from 'graphql';
import type { GraphQLField, GraphQLInputType } from 'graphql';
import { buildSchemaSync, getMetadataStorage } from 'type-graphql';
import { afterAll, describe, expect, test } from 'vitest';
import { resolveDirectly } from '../../../src/gateway/execution/direct-resolvers.js';
import { resolvers } from '../../../src/gateway/resolvers.js';
import { applyAsWritten } from '../../../src/platform/graphql/as-written.js';
import { isRecord } from '../../../src/platform/is-record.js';
import { sentValue } from './sent-values.js';

type Field = GraphQLField<unknown, unknown>;

/** Makes every method of a resolver answer with its parameters. Returns what gives the methods back. */
function echoing(resolver: object): () => void {
  const prototype: unknown = Reflect.get(resolver, 'prototype');
  if (!isRecord(prototype)) throw new Error('a resolver is a class');
  const { constructor: _, ...methods } = Object.getOwnPropertyDescriptors(prototype);
  const value = (...given: unknown[]) => given;
  for (const [name, method] of Object.entries(methods)) Object.defineProperty(prototype, name, { ...method, value });
  return () => Object.defineProperties(prototype, methods);
}

const giveBack = resolvers.map(echoing);
afterAll(() => giveBack.forEach((give) => give()));

const schema = buildSchemaSync({
  ...{ resolvers: [...resolvers], validate: false, nullableByDefault: false, skipCheck: true },
  pubSub: {
    publish: () => undefined,
    subscribe: () => {
      throw new Error('nobody subscribes here');
    },
  },
});
const fields: readonly Field[] = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) => Object.values(type.getFields()));
const before = new Map(fields.map((field) => [field, field.resolve]));
resolveDirectly(schema, resolvers);
applyAsWritten(schema);
const direct = fields.filter((field) => field.resolve !== before.get(field));

const [root, context, info] = [{ is: 'root' }, { is: 'context' }, { is: 'info' }];
const answerOf = async (resolve: Field['resolve'], args: object): Promise<unknown> =>
  resolve && (await Reflect.apply(resolve, undefined, [root, args, context, info]));

function coerced(value: unknown, type: GraphQLInputType): { readonly value: unknown } | null {
  const mistakes: string[] = [];
  const meant: unknown = coerceInputValue(value, type, (_path, _value, { message }) => mistakes.push(message));
  return mistakes.length === 0 ? { value: meant } : null;
}

describe('a method that is called directly', () => {
  test('each mutation is, and each query without a class of arguments', () => {
    const { queries, mutations } = getMetadataStorage();
    const names = [...queries, ...mutations]
      .filter(({ target, params = [] }) => resolvers.includes(target) && !params.some(({ kind }) => kind === 'args'))
      .map(({ schemaName }) => schemaName);
    expect(names.length).toBeGreaterThan(100);
    const roots = [schema.getQueryType(), schema.getMutationType()].map((type) => type?.getFields() ?? {});
    const calledDirectly = (name: string) => roots.some(({ [name]: field }) => field && direct.includes(field));
    expect(names.filter((name) => !calledDirectly(name))).toEqual([]);
  });

  test('gets what type-graphql would give it', async () => {
    let called = 0;
    const property = fc.asyncProperty(fc.gen(), fc.constantFrom(...direct), async (g, field) => {
      const choose = (most: number) => g(fc.nat, { max: most - 1 });
      const args: Record<string, unknown> = {};
      for (const { name, type, defaultValue } of field.args) {
        const made = choose(4) === 0 ? null : coerced(sentValue(type, choose), type);
        if (made ?? defaultValue !== undefined) args[name] = made ? made.value : defaultValue;
      }
      if (Object.keys(args).length > 0) called += 1;
      const expected = await answerOf(before.get(field), args);
      const found = await answerOf(field.resolve, args);
      expect(found, field.name).toEqual(expected);
    });
    await fc.assert(property, { numRuns: 3000, endOnFailure: true });
    expect(called).toBeGreaterThan(500);
  });

  test('misses no method and no value of an input: their classes have none', () => {
    for (const { target, name } of getMetadataStorage().inputTypes) {
      const prototype: unknown = Reflect.get(target, 'prototype');
      expect(Object.getOwnPropertyNames(prototype), name).toEqual(['constructor']);
      const made: unknown = Reflect.construct(target, []);
      expect(
        Object.values(isRecord(made) ? made : { made }).filter((value) => value !== undefined),
        name,
      ).toEqual([]);
    }
  });
});
