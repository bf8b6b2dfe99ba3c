import { getNamedType, isAbstractType, isCompositeType, isNonNullType, isNullableType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lookupNames } from '../../../src/platform/graphql/lookup.js';
import { openInstallation, schema } from './installation.js';
import type { Installation } from './installation.js';

const queries = Object.values(schema.getQueryType()?.getFields() ?? {});

/** Queries for one object that is always there, or that is made by asking: they answer errors that name the argument. */
const computed: Readonly<Record<string, string>> = {
  me: 'the account of the token',
  ownToken: 'the token itself',
  compareStateVersions: 'made of two versions',
  explainCelIssuance: 'made of what would be asked for',
  explainIssuance: 'made of what would be asked for',
  node: 'a lookup by any id: what loads it answers null',
};

describe('a query for one object', () => {
  const single = queries.filter(
    ({ name, type }) =>
      isCompositeType(isNonNullType(type) ? type.ofType : type) &&
      !/(?:Connection|Page)$/.test(getNamedType(type).name) &&
      !(name in computed),
  );

  test.each(single.map((field) => [field.name, field] as const))('%s is a lookup', (name, { type }) => {
    expect(isNullableType(type) && !isAbstractType(getNamedType(type))).toBe(true);
    expect(lookupNames()).toContain(name);
  });
});

describe('a lookup', () => {
  let world: Installation;
  let outsider: string;
  beforeAll(async () => {
    world = await openInstallation();
    const made =
      'mutation { createUser(input: { username: "olga", email: "olga@example.com" }) { problems { code } } }';
    await world.say(made, {});
    const token = 'mutation { createUserToken(input: { user: "olga" }) { issued { text } } }';
    const { data } = await world.say(token, {});
    outsider = /"text":"([^"]+)"/.exec(JSON.stringify(data))?.[1] ?? '';
    await world.say(
      'mutation { createOrganization(input: { name: "acme", email: "a@example.com" }) { problems { code } } }',
      {},
    );
  });
  afterAll(() => world.end());

  test('that finds nothing leaves the others of its document as they are', async () => {
    const query = '{ a: organization(name: "acme") { name } b: organization(name: "none") { name } }';
    expect(await world.say(query, {})).toMatchObject({ data: { a: { name: 'acme' }, b: null }, errors: [] });
  });

  test('answers the same for what is hidden as for what is missing', async () => {
    const query = '{ a: organization(name: "acme") { id } b: organization(name: "none") { id } }';
    expect(await world.say(query, {}, outsider)).toMatchObject({ data: { a: null, b: null }, errors: [] });
  });

  test('that is refused is recorded, though its answer is null', async () => {
    const { data } = await world.say('{ organization(name: "acme") { id } }', {});
    const id = /org-\w+/.exec(JSON.stringify(data))?.[0];
    await world.audit.flush();
    const before = await world.client.auditRecord.count({ where: { outcome: 'denied' } });
    const query = '{ organizationToken(organization: "acme") { id } policy(name: "default") { name } }';
    expect(await world.say(query, {}, outsider)).toMatchObject({
      data: { organizationToken: null, policy: null },
      errors: [],
    });
    await world.audit.flush();
    const records = await world.client.auditRecord.findMany({ where: { outcome: 'denied' }, skip: before });
    expect(records.map(({ action, problem, targetId }) => [action, problem, targetId])).toContainEqual([
      'token.manage-organization',
      'NOT_FOUND',
      id,
    ]);
  });

  test('without a token is an error', async () => {
    expect(await world.say('{ organization(name: "acme") { id } }', {}, '')).toMatchObject({
      errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
    });
  });
});
