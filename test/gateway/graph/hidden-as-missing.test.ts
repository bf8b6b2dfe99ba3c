import { readFileSync } from 'node:fs';
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { GraphQLInputField, GraphQLInputType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { foundOrganization } from '../../../src/identity/organizations/found.js';
import { rootRights } from '../../../src/pki/resolvers.js';
import { isRecord } from '../../../src/platform/is-record.js';
import { stateRoutes } from '../../../src/gateway/rest/terraform/routes.js';
import { Growth } from './growth.js';
import { kindOf, rowsOf } from './hidden-kinds.js';
import type { Kind } from './hidden-kinds.js';
import { openInstallation, schema } from './installation.js';
import type { Installation } from './installation.js';

/*
 * What a caller does not see is answered like what is not there. Callers with rights of their own name, in each place of each mutation, query and REST path where an id or a
 * name can stand, something that is hidden from them, and then something that does not exist: the answers are the same, and nothing of others has changed. The operations
 * are those of the schema and of the table of routes; an id whose kind is not known here fails. Strangers are in audited.test.ts.
 */

/** What only REST may say in an input is not in the public one. */
const shown = buildSchema(readFileSync('graphql/schema.graphql', 'utf8'));
const mutations = Object.values(shown.getMutationType()?.getFields() ?? {}).filter(({ name }) => !(name in rootRights));
const queries = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ name }) => !(name in rootRights));

interface Place {
  /** Names of fields; of a list, its only item. */
  readonly path: readonly string[];
  readonly kind: Kind;
}

/** Where ids and names can stand in an input. */
function placesIn(operation: string, type: GraphQLInputType, path: readonly string[] = []): Place[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return [];
  return Object.values(named.getFields()).flatMap((field): Place[] => {
    const here = [...path, field.name];
    const kind = kindOf(operation, named.name, field.name);
    if (kind) return [{ path: here, kind }];
    return path.length < 3 ? placesIn(operation, field.type, here) : [];
  });
}

let world: Installation;
const tokens = new Map<string, string>();
const owned = new Map<string, Record<Kind, readonly string[]>>();
const hidden = new Map<string, Record<Kind, readonly string[]>>();

beforeAll(async () => {
  world = await openInstallation({ rest: [stateRoutes] });
  const growth = await Growth.begin(world);
  await growth.to(2);
  const { client, organizationId } = world;
  const space = await client.workspace.findFirstOrThrow({ where: { name: 'space-0' } });
  const project = await client.project.findFirstOrThrow({ where: { name: 'project-0' } });
  const founder = await world.user({ username: 'founder' });
  const elsewhere = await world.database.transaction((tx) =>
    foundOrganization(tx, { name: 'elsewhere', email: 'a@b.example', founder, now: world.clock.now() }),
  );
  tokens.set('founder', await world.token({ userId: founder }));
  const person = async (username: string, team: string) => {
    const userId = await world.user({ username });
    await world.member(organizationId, userId, team);
    tokens.set(username, await world.token({ userId }));
  };
  const administrators = await world.team(organizationId, { name: 'administrators' });
  await world.onWorkspace(administrators, space.id, { access: 'admin', stateVersions: 'write' });
  await person('administrator', administrators);
  const managers = await world.team(organizationId, { name: 'managers' });
  await world.onProject(managers, project.id, 'admin');
  await person('manager', managers);
  await world.turn();
  const { services } = world;
  const caller = await world.caller({ userId: founder });
  await services.workspaces.create(caller, 'elsewhere', { name: 'own', tags: [{ key: 'own', value: '' }] });
  await services.variableSets.create(caller, 'elsewhere', { name: 'own' });
  await world.quiet();

  const others = await rowsOf(world, organizationId);
  owned.set('founder', await rowsOf(world, elsewhere));
  hidden.set('founder', others);
  for (const who of ['administrator', 'manager']) {
    const seen = await seenBy(who, Object.values(others).flat());
    const parted = (keep: boolean) => (ids: readonly string[]) => ids.filter((id) => seen.has(id) === keep);
    owned.set(who, { ...eachOf(others, parted(true)), organizationName: others.organizationName });
    hidden.set(who, { ...eachOf(others, parted(false)), organizationName: [], workspaceName: [] });
  }
});
afterAll(() => world.end());

const eachOf = (
  rows: Record<Kind, readonly string[]>,
  part: (ids: readonly string[]) => readonly string[],
): Record<Kind, readonly string[]> => ({
  ...rows,
  ...Object.fromEntries(Object.entries(rows).map(([kind, ids]) => [kind, part(ids)])),
});

const nodesShape = z.object({ nodes: z.array(z.object({ id: z.string() }).nullable()) });
async function seenBy(who: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for (let at = 0; at < ids.length; at += 100) {
    const query = `{ nodes(ids: ${JSON.stringify(ids.slice(at, at + 100))}) { id } }`;
    const { data } = await world.say(query, {}, tokens.get(who));
    for (const node of nodesShape.parse(data).nodes) if (node) seen.add(node.id);
  }
  return seen;
}

/** Of the same form, so that it could exist. */
const missing = (text: string): string => `${text.slice(0, -3)}zzz`;

/** A value that a field takes, of what the caller has where it is an id. */
function valueOf(
  operation: string,
  parent: string,
  field: GraphQLInputField,
  own: Record<Kind, readonly string[]>,
): unknown {
  const type = isNonNullType(field.type) ? field.type.ofType : field.type;
  const kind = kindOf(operation, parent, field.name);
  const named = getNamedType(type);
  const one = (): unknown => {
    if (kind) return own[kind][0] ?? 'none';
    if (isEnumType(named)) return named.getValues()[0]?.name;
    if (isInputObjectType(named)) return inputOf(operation, named, own);
    const plain: Readonly<Record<string, unknown>> = { Boolean: true, Int: 1, BigInt: '5', Duration: 'PT1H', JSON: {} };
    const texts: Readonly<Record<string, string>> = {
      ...{ email: 'a@b.example', url: 'http://127.0.0.1:1/', md5: 'd41d8cd98f00b204e9800998ecf8427e' },
    };
    return plain[named.name] ?? texts[field.name] ?? 'made';
  };
  return isListType(type) ? [one()] : one();
}

/** What an input needs; of a reference the first way to name it. */
function inputOf(
  operation: string,
  type: GraphQLInputType,
  own: Record<Kind, readonly string[]>,
): Record<string, unknown> {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return {};
  const fields = Object.values(named.getFields());
  const needed = named.isOneOf
    ? fields.slice(0, 1)
    : fields.filter((field) => isNonNullType(field.type) && field.defaultValue === undefined);
  return Object.fromEntries(needed.map((field) => [field.name, valueOf(operation, named.name, field, own)]));
}

/** The input with a text at a place; what can be named in one way only is then named so. */
function withText(
  { operation, own }: Naming,
  { type, input, path: [name = '', ...rest] }: { type: GraphQLInputType; input: unknown; path: readonly string[] },
  text: string,
): object {
  const named = getNamedType(type);
  const field = isInputObjectType(named) ? named.getFields()[name] : undefined;
  if (!field || !isInputObjectType(named)) throw new Error(`there is no ${name}`);
  const list = isListType(isNonNullType(field.type) ? field.type.ofType : field.type);
  const before = isRecord(input) ? input[name] : undefined;
  const first: unknown = Array.isArray(before) ? before[0] : before;
  const inner = { type: field.type, input: first ?? inputOf(operation, field.type, own), path: rest };
  const value = rest.length === 0 ? text : withText({ operation, own }, inner, text);
  return { ...(!named.isOneOf && isRecord(input) && input), [name]: list ? [value] : value };
}

interface Naming {
  readonly operation: string;
  readonly own: Record<Kind, readonly string[]>;
}

/** A selection of nothing but types, which each object has. */
function typesOf(type: object): string {
  if (!isObjectType(type)) return '';
  return Object.values(type.getFields())
    .filter(({ name }) => name !== 'problems')
    .map(({ name, type: shown }) => (isObjectType(getNamedType(shown)) ? `${name} { __typename }` : name))
    .join(' ');
}

const callers = ['founder', 'administrator', 'manager'] as const;

describe('a mutation', () => {
  test('has no id of a kind that is unknown here', () => {
    const unknown = mutations.flatMap(({ name, args: [input] }) => (input ? unknownIn(name, input.type) : []));
    expect(unknown).toEqual([]);
  });

  describe.each(callers)('of the %s', (who) => {
    test('is answered the same for what is hidden and what is missing', async () => {
      const [own, others] = [owned.get(who)!, hidden.get(who)!];
      const before = who === 'founder' ? await everythingOf() : '';
      const told: string[] = [];
      for (const { name, args, type } of mutations) {
        const input = args[0]!;
        for (const { path, kind } of placesIn(name, input.type)) {
          const [text] = others[kind];
          if (text === undefined) continue;
          const payload = getNamedType(type);
          const query = `mutation ($input: ${input.type.toString()}) { it: ${name}(input: $input) { ${typesOf(payload)} problems { __typename code message field } } }`;
          const ask = async (named: string) => {
            const whole = { type: input.type, input: inputOf(name, input.type, own), path };
            const variables = { input: withText({ operation: name, own }, whole, named) };
            const { data, errors } = await world.say(query, variables, tokens.get(who));
            // It got as far as its service.
            expect(errors, `${name} ${path.join('.')}`).toEqual([]);
            return JSON.stringify(data).replaceAll(named, '…');
          };
          const [asHidden, asMissing] = [await ask(text), await ask(missing(text))];
          if (asHidden !== asMissing) told.push(`${name} ${path.join('.')}: ${asHidden}, but ${asMissing}`);
        }
      }
      expect(told).toEqual([]);
      if (who === 'founder') expect(await everythingOf()).toBe(before);
    });
  });
});

function unknownIn(operation: string, type: GraphQLInputType): string[] {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return [];
  return Object.values(named.getFields()).flatMap((field) => {
    if (kindOf(operation, named.name, field.name)) return [];
    const of = getNamedType(field.type);
    return of.name === 'ID' ? [`${operation} ${named.name}.${field.name}`] : unknownIn(operation, of);
  });
}

/** All that belongs to the organization that the founder of another one has no part in. */
async function everythingOf(): Promise<string> {
  const { client, organizationId } = world;
  const inOrganization = { where: { organizationId } };
  const inWorkspace = { where: { workspace: { organizationId } } };
  const rows = await Promise.all([
    client.workspace.findMany(inOrganization),
    client.project.findMany(inOrganization),
    client.team.findMany(inOrganization),
    client.tag.findMany(inOrganization),
    client.variableSet.findMany(inOrganization),
    client.organizationMembership.findMany(inOrganization),
    client.run.findMany(inWorkspace),
    client.teamWorkspaceAccess.findMany(inWorkspace),
    client.variable.findMany(inWorkspace),
    client.organization.findMany({ where: { id: organizationId } }),
  ]);
  return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}

test.each(callers)('a query of the %s is answered the same for what is hidden and what is missing', async (who) => {
  const [own, others] = [owned.get(who)!, hidden.get(who)!];
  const told: string[] = [];
  for (const { name, args, type } of queries) {
    for (const arg of args) {
      const kind = kindOf(name, 'Query', arg.name);
      const [text] = kind ? others[kind] : [];
      if (text === undefined) continue;
      const rest = args.filter((each) => each !== arg && isNonNullType(each.type) && each.defaultValue === undefined);
      const given = Object.fromEntries(
        rest.map((each) => {
          const of = kindOf(name, 'Query', each.name);
          return [each.name, of ? (own[of][0] ?? 'none') : getNamedType(each.type).name === 'Int' ? 1 : 'made'];
        }),
      );
      const list = isListType(isNonNullType(arg.type) ? arg.type.ofType : arg.type);
      const declared = [arg, ...rest].map((each) => `$${each.name}: ${each.type.toString()}`).join(', ');
      const passed = [arg, ...rest].map((each) => `${each.name}: $${each.name}`).join(', ');
      const shape = isObjectType(getNamedType(type)) || getNamedType(type).name === 'Node' ? '{ __typename }' : '';
      const ask = async (named: string) => {
        const variables = { ...given, [arg.name]: list ? [named] : named };
        const answer = await world.say(
          `query (${declared}) { it: ${name}(${passed}) ${shape} }`,
          variables,
          tokens.get(who),
        );
        const said = JSON.stringify({ data: answer.data, errors: answer.errors });
        expect(said).not.toMatch(/GRAPHQL_|BAD_USER_INPUT/);
        return said.replaceAll(named, '…');
      };
      const [asHidden, asMissing] = [await ask(text), await ask(missing(text))];
      if (asHidden !== asMissing) told.push(`${name} ${arg.name}: ${asHidden}, but ${asMissing}`);
    }
  }
  expect(told).toEqual([]);
});

test.each(callers)('a path of REST of the %s is answered the same', async (who) => {
  const [own, others] = [owned.get(who)!, hidden.get(who)!];
  const told: string[] = [];
  for (const { method, path, include = [] } of stateRoutes.routes) {
    const names = [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? []);
    for (const name of names) {
      const kind = kindOf('', path.split('/')[1] ?? '', name);
      expect(kind, `${path} ${name}`).not.toBeNull();
      const [text] = kind ? others[kind] : [];
      if (text === undefined) continue;
      const ask = async (named: string) => {
        const filled = path.replaceAll(/:(\w+)/g, (_, each: string) => {
          const of = kindOf('', path.split('/')[1] ?? '', each);
          return each === name ? named : ((of && own[of][0]) ?? 'none');
        });
        const asked = method === 'GET' && include.length > 0 ? `?include=${include.join(',')}` : '';
        const response = await fetch(`${world.address.replace('/graphql', '/api/v2')}${filled}${asked}`, {
          method,
          headers: { authorization: `Bearer ${tokens.get(who) ?? ''}`, 'content-type': 'application/vnd.api+json' },
          ...(!['GET', 'DELETE'].includes(method) && { body: '{"data":{"type":"x","attributes":{}}}' }),
        });
        const headers = [...response.headers].filter(
          ([each]) => !/^(?:date|x-request-id|content-length|ratelimit)/.test(each),
        );
        return JSON.stringify([response.status, headers, await response.text()]).replaceAll(named, '…');
      };
      const [asHidden, asMissing] = [await ask(text), await ask(missing(text))];
      if (asHidden !== asMissing) told.push(`${method} ${path} ${name}: ${asHidden}, but ${asMissing}`);
    }
  }
  expect(told).toEqual([]);
});
