import { readFileSync } from 'node:fs';
import { composeServices } from '@apollo/composition';
import { getStitchedSchemaFromSupergraphSdl } from '@graphql-tools/federation';
import { buildSchema, graphql, Kind, parse } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { entities } from '../../../src/composition/entities.js';
import { openInstallation } from './installation.js';
import type { Installation } from './installation.js';

/** A company's catalogue of services: another subgraph, which names what is here by what people know of it. */
const catalogTypes = `
  type Query { services(first: Int!): [Service!]!  node(id: ID!): Service }
  type Service @key(fields: "id") { id: ID! workspace: Workspace certificate: Certificate! mount: Mount! }
  type Workspace @key(fields: "organizationName name") { organizationName: String! name: String! services: [Service!]! }
  type Certificate @key(fields: "mountPath serialNumber", resolvable: false) { mountPath: String! serialNumber: SerialNumber! }
  type Mount @key(fields: "path") { path: String! contact: String! }
  type PageInfo @shareable { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
  scalar SerialNumber
`;
const link = 'extend schema @link(url: "https://specs.apollo.dev/federation/v2.0", import: ["@key", "@shareable"])';

/** The catalogue as a server: what a framework for subgraphs writes from its schema. */
const catalog = buildSchema(`
  directive @key(fields: String!, resolvable: Boolean) repeatable on OBJECT
  directive @shareable on OBJECT
  scalar _Any
  union _Entity = Service | Workspace | Mount
  ${catalogTypes}
  extend type Query { _entities(representations: [_Any!]!): [_Entity]! }
`);
interface Service {
  readonly id: string;
  readonly workspace: object;
  readonly certificate: {
    readonly __typename: 'Certificate';
    readonly mountPath: string;
    readonly serialNumber: string;
  };
  readonly mount: object;
}
const services: Service[] = [];
const numberOf = (at: number) => services[at]?.certificate.serialNumber;
const workspaceOf = (organizationName: string, name: string) => ({
  __typename: 'Workspace',
  organizationName,
  name,
  services: () => services.filter(({ id }) => name === `net-${id}`),
});
const mountOf = (path: string) => ({ __typename: 'Mount', path, contact: `owners of ${path}` });
const named = z.union([
  z.looseObject({ __typename: z.literal('Workspace'), organizationName: z.string(), name: z.string() }),
  z.looseObject({ __typename: z.literal('Mount'), path: z.string() }),
]);
const catalogRoot = {
  services: ({ first }: { readonly first: number }) => services.slice(0, first),
  _entities: ({ representations }: { readonly representations: readonly unknown[] }) =>
    named
      .array()
      .parse(representations)
      .map((one) => (one.__typename === 'Mount' ? mountOf(one.path) : workspaceOf(one.organizationName, one.name))),
};

const requestShape = z.object({ query: z.string(), variables: z.record(z.string(), z.unknown()).optional() });
async function fetchFromCatalog(_url: string, options?: RequestInit): Promise<Response> {
  const { query, variables } = requestShape.parse(JSON.parse(z.string().parse(options?.body)));
  const done = await graphql({ schema: catalog, source: query, rootValue: catalogRoot, variableValues: variables });
  return new Response(JSON.stringify(done), { headers: { 'content-type': 'application/json' } });
}

/** What the router knows of its caller. */
const contextShape = z.object({ token: z.string() });

const guide = readFileSync(new URL('../../../docs/federation.md', import.meta.url), 'utf8');

let world: Installation;
let supergraph: GraphQLSchema;
let sdl: string;
const token = { root: '', owner: '', stranger: '' };
const most = 20;

const answered = z.looseObject({
  data: z.unknown(),
  errors: z.array(z.looseObject({ message: z.string() })).default([]),
});

beforeAll(async () => {
  world = await openInstallation({ federation: true, introspection: 'authenticated', entities });
  const root = await world.root();
  const { roots, roles, celRoles, issuance } = world.pki;
  await roots.generate(root, 'pki', 'internal', { keyType: 'ec', commonName: 'Root', ttl: 400 * 86_400 });
  await roles.write(root, { mount: 'pki', name: 'web' }, { allowAnyName: true, keyType: 'ec' });
  await celRoles.write(root, { mount: 'pki', name: 'web' }, { variables: [], expression: "'none'" });
  for (let at = 0; at < most; at += 1) {
    const name = `net-${at}`;
    await world.services.workspaces.create(world.owner, world.organization, { name });
    const commonName = `${name}.example.com`;
    const { serialNumber } = await issuance.issue(root, { mount: 'pki', role: 'web' }, { commonName });
    services.push({
      id: `${at}`,
      workspace: workspaceOf(world.organization, name),
      certificate: { __typename: 'Certificate', mountPath: 'pki', serialNumber },
      mount: mountOf('pki'),
    });
  }
  token.root = world.rootToken;
  token.owner = await world.token({ userId: world.ownerId });
  token.stranger = await world.token({ userId: await world.user({ username: 'stranger' }) });
  const { data } = await world.ask('{ _service { sdl } }');
  sdl = z.object({ _service: z.object({ sdl: z.string() }) }).parse(data)._service.sdl;
  const composed = composeServices([
    { name: 'trustate', url: world.address, typeDefs: parse(sdl) },
    { name: 'catalog', url: 'http://catalog.example/graphql', typeDefs: parse(link + catalogTypes) },
  ]);
  expect(composed.errors ?? []).toEqual([]);
  supergraph = getStitchedSchemaFromSupergraphSdl({
    supergraphSdl: composed.supergraphSdl ?? '',
    httpExecutorOpts: ({ name }) =>
      name.toLowerCase() === 'catalog'
        ? { fetch: fetchFromCatalog }
        : { headers: (request) => ({ authorization: `Bearer ${contextShape.parse(request?.context).token}` }) },
  });
});
afterAll(() => world.end());

/** Through the router, as a caller whose token it passes on. */
async function routed(query: string, who: keyof typeof token) {
  let answer: unknown;
  const reads = await world.reads(async () => {
    answer = await graphql({ schema: supergraph, source: query, contextValue: { token: token[who] } });
  });
  return { ...answered.parse(JSON.parse(JSON.stringify(answer))), reads };
}

const everything = (first: number) => `{ services(first: ${first}) {
  id
  workspace { id name locked services { id } }
  certificate { commonName serialNumber }
  mount { description contact }
} }`;

describe('through a router', () => {
  test('objects that the other subgraph names are completed here, and what is here there', async () => {
    const { data, errors } = await routed(everything(2), 'root');
    expect(errors).toEqual([]);
    expect(data).toMatchObject({
      services: [0, 1].map((at) => ({
        id: `${at}`,
        workspace: { name: `net-${at}`, locked: false, services: [{ id: `${at}` }] },
        certificate: { commonName: `net-${at}.example.com` },
        mount: { description: 'Certificate authority', contact: 'owners of pki' },
      })),
    });
  });
  test('all of a request are read together', async () => {
    await routed(everything(1), 'root');
    const few = await routed(everything(2), 'root');
    const many = await routed(everything(most), 'root');
    expect(many.errors).toEqual([]);
    expect(few.reads.length).toBeGreaterThan(0);
    expect(many.reads.length).toBe(few.reads.length);
  });
  test('a caller sees what it may see here', async () => {
    const query = '{ services(first: 1) { id workspace { name locked } certificate { commonName } } }';
    expect((await routed(query, 'stranger')).data).toEqual({
      services: [{ id: '0', workspace: null, certificate: { commonName: 'net-0.example.com' } }],
    });
  });
  test('lists of the two are asked for in one query', async () => {
    const query = `{ services(first: 1) { id } workspaces(organization: "${world.organization}", first: 1) {
      nodes { name services { id } } pageInfo { hasNextPage } } }`;
    const { data, errors } = await routed(query, 'owner');
    expect(errors).toEqual([]);
    expect(data).toMatchObject({
      services: [{ id: '0' }],
      workspaces: { nodes: [{ services: [{ id: '0' }] }], pageInfo: { hasNextPage: true } },
    });
  });
});

const entitiesQuery = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
  __typename
  ... on Organization { name }
  ... on User { username }
  ... on Workspace { name }
  ... on Project { name }
  ... on Mount { path }
  ... on Issuer { uuid }
  ... on Role { name }
  ... on CelRole { name }
  ... on Certificate { serialNumber }
} }`;
const asked = (representations: readonly unknown[], who: string = token.owner) =>
  world.say(entitiesQuery, { representations }, who);

describe('_entities', () => {
  /** One of each type, by its natural key. */
  const keys = () => {
    const organizationName = world.organization;
    return [
      { __typename: 'Organization', name: organizationName },
      { __typename: 'User', username: 'olga' },
      { __typename: 'Workspace', organizationName, name: 'net-0' },
      { __typename: 'Project', organizationName, name: 'Default Project' },
      { __typename: 'Mount', path: 'pki' },
      { __typename: 'Issuer', mountPath: 'pki', uuid: issuer },
      { __typename: 'Role', mountPath: 'pki', name: 'web' },
      { __typename: 'CelRole', mountPath: 'pki', name: 'web' },
      {
        __typename: 'Certificate',
        mountPath: 'pki',
        serialNumber: numberOf(0),
      },
    ];
  };
  let issuer: string;
  beforeAll(async () => {
    const shape = z.object({ issuers: z.object({ nodes: z.tuple([z.object({ uuid: z.string() })]) }) });
    const { data } = await world.ask('{ issuers { nodes { uuid } } }');
    issuer = shape.parse(data).issuers.nodes[0].uuid;
  });

  test('finds each type by its natural key', async () => {
    const { data, errors } = await asked(keys(), world.rootToken);
    expect(errors).toEqual([]);
    expect(data).toMatchObject({
      _entities: keys().map(({ __typename, ...key }) => {
        const shown = Object.entries(key).filter(([name]) => name !== 'organizationName' && name !== 'mountPath');
        return { __typename, ...Object.fromEntries(shown) };
      }),
    });
    expect(new Set(keys().map(({ __typename }) => __typename))).toEqual(new Set(Object.keys(entities)));
  });
  test('the example of docs/federation.md is one to compose with', () => {
    const example = /```graphqls\n(.*?)```/s.exec(guide)?.[1] ?? '';
    const { errors = [] } = composeServices([
      { name: 'trustate', url: world.address, typeDefs: parse(sdl) },
      { name: 'example', url: 'http://example.example/graphql', typeDefs: parse(example) },
    ]);
    expect(errors).toEqual([]);
    expect(example).toContain('extend schema');
  });
  test('docs/federation.md lists these keys', () => {
    const rows = [...guide.matchAll(/^\| `(\w+)` \| `([\w ]+)` \|/gm)].map(([, type, key]) => [type, key]);
    const inCode = Object.entries(entities).flatMap(([type, ofType]) =>
      ofType.map(({ fields }) => [type, fields.join(' ')]),
    );
    expect(rows).toEqual(inCode);
  });
  test('answers a stranger as if there were nothing, but for what every account may read', async () => {
    const { data, errors } = await asked(keys(), token.stranger);
    expect(errors).toEqual([]);
    expect(data).toEqual({
      _entities: keys().map(({ __typename }) =>
        __typename === 'Certificate' ? { __typename, serialNumber: numberOf(0) } : null,
      ),
    });
  });
  test('reads as much for what a stranger may not see as for what does not exist', async () => {
    const absent: Readonly<Record<string, object>> = {
      Organization: { name: 'absent' },
      User: { username: 'absent' },
      Workspace: { name: 'absent' },
      Project: { name: 'absent' },
      Mount: { path: 'absent' },
      Issuer: { uuid: '00000000-0000-4000-8000-000000000000' },
      Role: { name: 'absent' },
      CelRole: { name: 'absent' },
    };
    const readsOf = async (key: object) => {
      let data: unknown;
      const reads = await world.reads(async () => {
        data = (await asked([key], token.stranger)).data;
      });
      expect(data).toEqual({ _entities: [null] });
      return reads;
    };
    await readsOf({ __typename: 'Workspace', organizationName: world.organization, name: 'net-0' });
    const unseen = keys().filter(({ __typename }) => __typename in absent);
    for (const key of unseen) {
      const reads = await readsOf(key);
      expect([key, await readsOf({ ...key, ...absent[key.__typename] })]).toEqual([key, reads]);
    }
    expect(unseen.map(({ __typename }) => __typename)).toEqual(Object.keys(absent));
  });
  test('answers null, in its place, for what does not exist', async () => {
    const organizationName = world.organization;
    const { data, errors } = await asked(
      [
        { __typename: 'Workspace', id: 'ws-none' },
        { __typename: 'Workspace', id: 'prj-other' },
        { __typename: 'Workspace', organizationName, name: 'none' },
        { __typename: 'Workspace', organizationName: 'none', name: 'net-0' },
        { __typename: 'Workspace', organizationName, name: 'net-0' },
        { __typename: 'Workspace', organizationName, name: 'net\0' },
        { __typename: 'Mount', path: 'none' },
        { __typename: 'Issuer', mountPath: 'none', uuid: 'none' },
        { __typename: 'Certificate', mountPath: 'pki', serialNumber: 'no number' },
        { __typename: 'Certificate', mountPath: 'pki', serialNumber: '01:02' },
        { __typename: 'Organization', name: '' },
      ],
      world.rootToken,
    );
    expect(errors).toEqual([]);
    expect(data).toMatchObject({
      _entities: [null, null, null, null, { name: 'net-0' }, null, null, null, null, null, null],
    });
  });
  test.each<readonly [representation: unknown, message: string]>([
    ['Workspace', '__typename must name a type'],
    [null, 'Expected non-nullable type "_Any!" not to be null.'],
    [[], '__typename must name a type'],
    [{}, '__typename must name a type'],
    [{ __typename: 7, id: 'ws-1' }, '__typename must name a type'],
    [{ __typename: 'Query' }, '"Query" is no entity of this subgraph'],
    [{ __typename: 'toString', id: 'ws-1' }, '"toString" is no entity of this subgraph'],
    [{ __typename: 'Workspace' }, 'a Workspace is named by id, or by organizationName and name'],
    [{ __typename: 'Workspace', name: 'net-0' }, 'a Workspace is named by id, or by organizationName and name'],
    [{ __typename: 'Mount', path: ['pki'] }, 'a Mount is named by id, or by path'],
    [{ __typename: 'Tag', name: 'a' }, 'a Tag is named by id'],
  ])('refuses %j: %s', async (representation, message) => {
    const { errors } = await asked([representation]);
    expect(errors.map((error) => error.message).join()).toContain(message);
  });
  test('one that is wrong leaves the others', async () => {
    const { data, errors } = await asked([{ __typename: 'Query' }, ...keys().slice(2, 3)]);
    expect(data).toMatchObject({ _entities: [null, { name: 'net-0' }] });
    expect(errors).toMatchObject([
      {
        path: ['_entities', 0],
        extensions: { code: 'INVALID_PARAMETER', field: ['representations', '0', '__typename'] },
      },
    ]);
  });
  test('takes a thousand, and no more', async () => {
    const many = Array.from({ length: 1_001 }, () => ({ __typename: 'Mount', path: 'pki' }));
    expect((await asked(many.slice(1))).errors).toEqual([]);
    expect(await asked(many)).toMatchObject({
      data: null,
      errors: [{ extensions: { code: 'INVALID_PARAMETER', field: ['representations'] } }],
    });
  });
});

describe('_service', () => {
  test('is for callers with a token', async () => {
    const { data, errors } = await world.say('{ _service { sdl } }', {}, 'wrong');
    expect(data).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });
  test('names the keys of every type that has an id, and promises nothing for the whole supergraph', () => {
    expect(sdl).toContain('type Workspace implements Node @key(fields: "id") @key(fields: "organizationName name")');
    expect(sdl).toContain('type PageInfo @shareable');
    expect(sdl).not.toMatch(/^ {2}nodes?\(/m);
    const schema = parse(sdl);
    const types = schema.definitions.filter((one) => one.kind === Kind.OBJECT_TYPE_DEFINITION);
    const without = types.filter(
      ({ interfaces, directives }) =>
        interfaces?.some(({ name }) => name.value === 'Node') && !directives?.some(({ name }) => name.value === 'key'),
    );
    expect(without).toEqual([]);
  });
  test.each([
    ['nobody may read the schema', { federation: true, introspection: 'nobody' }],
    ['the server is no subgraph', {}],
  ] as const)('is refused where %s', async (_, settings) => {
    const other = await openInstallation({ entities, ...settings });
    const { data, errors } = await other.ask('{ _service { sdl } }');
    await other.end();
    expect(data).toBeNull();
    expect(errors).not.toEqual([]);
  });
});
