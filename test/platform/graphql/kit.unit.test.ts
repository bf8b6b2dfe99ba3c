import 'reflect-metadata';
import { graphql, printSchema } from 'graphql';
import { Arg, Args, buildSchemaSync, Field, ID, Int, ObjectType, Query, Mutation, Resolver } from 'type-graphql';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import {
  ConnectionArgs,
  connectionType,
  mapConnection,
  pageAsked,
  type Connection,
} from '../../../src/platform/graphql/connection.js';
import { ascending, keyset, number } from '../../../src/platform/graphql/keyset.js';
import { keysetPage } from '../../../src/platform/graphql/keyset-prisma.js';
import { Node, nodeLoading, NodeResolver, type NodeContext } from '../../../src/platform/graphql/node.js';
import {
  numberedPage,
  NumberedPageArgs,
  numberedPageType,
  pageWindow,
} from '../../../src/platform/graphql/numbered-page.js';
import { payload, payloadType } from '../../../src/platform/graphql/payload.js';
import { problem } from '../../../src/platform/problems.js';

@ObjectType({ implements: Node, simpleResolvers: true, description: 'A boat.' })
class Boat extends Node {
  @Field(() => Int, { description: 'Its number.' })
  number!: number;
}

const BoatConnection = connectionType('Boat', () => Boat);
const BoatPage = numberedPageType('Boat', () => Boat);
const SinkBoatPayload = payloadType('SinkBoatPayload', 'boat', () => Boat);

const fleet = Array.from({ length: 7 }, (_, index) => ({ number: index }));
const toBoat = (row: { number: number }) => ({ id: `boat-${row.number}`, number: row.number });
const byNumber = keyset({ number: ascending(number) });
const count = vi.fn(() => fleet.length);

function list(args: ConnectionArgs) {
  return keysetPage(byNumber, pageAsked(args), {
    rows: ({ where, orderBy, take }) => {
      const holds = (row: { number: number }) =>
        where.AND.every((step) => {
          const bounds = 'OR' in step ? step.OR : [step];
          return bounds.some(({ number: bound }) => {
            if (typeof bound !== 'object') return bound === undefined || row.number === bound;
            const { lt = Infinity, lte = Infinity, gt = -Infinity, gte = -Infinity } = bound;
            return row.number < lt && row.number <= lte && row.number > gt && row.number >= gte;
          });
        });
      const rows = fleet.filter(holds);
      if (orderBy[0]?.number === 'desc') rows.reverse();
      return Promise.resolve(rows.slice(0, take));
    },
    count,
  });
}

@Resolver()
class BoatResolver {
  @Query(() => BoatConnection)
  async boats(@Args(() => ConnectionArgs) args: ConnectionArgs): Promise<Connection<object>> {
    return mapConnection(await list(args), toBoat);
  }

  @Query(() => BoatPage)
  boatPage(@Args(() => NumberedPageArgs) args: NumberedPageArgs) {
    const window = pageWindow(args);
    return numberedPage(fleet.slice(window.skip, window.skip + window.size).map(toBoat), window, fleet.length);
  }

  @Mutation(() => SinkBoatPayload)
  sinkBoat(@Arg('id', () => ID) id: string) {
    return payload('boat', () => {
      if (id === 'boat-9') throw problem('LIMIT_EXCEEDED');
      if (id !== 'boat-1') throw problem('NOT_FOUND', undefined, ['id']);
      return toBoat({ number: 1 });
    });
  }
}

let run: (source: string) => Promise<unknown>;
let sdl: string;
beforeAll(() => {
  const schema = buildSchemaSync({ resolvers: [NodeResolver, BoatResolver], validate: false });
  sdl = printSchema(schema);
  const nodes = nodeLoading([
    {
      boat: {
        type: 'Boat',
        load: (id: string) => {
          const row = fleet[Number(id.slice(5))];
          if (!row) throw problem('NOT_FOUND');
          return toBoat(row);
        },
      },
    },
  ]);
  const context: NodeContext = {
    signal: new AbortController().signal,
    whenEnded: () => () => undefined,
    baseUrl: 'https://x',
    node: (id) => nodes(id, context),
  };
  run = async (source) =>
    JSON.parse(JSON.stringify(await graphql({ schema, source, contextValue: context }))) as unknown;
});

describe('connections', () => {
  const page = async (args: string) => {
    const answer = await run(
      `{ boats${args} { edges { cursor } nodes { number } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
    );
    expect(answer).not.toHaveProperty('errors');
    const { boats } = (
      answer as { data: { boats: { nodes: { number: number }[]; pageInfo: Record<string, unknown> } } }
    ).data;
    return { numbers: boats.nodes.map((node) => node.number), info: boats.pageInfo };
  };

  test('walk forwards and backwards meet every row once', async () => {
    const seen: number[] = [];
    let args = '(first: 3)';
    for (;;) {
      const { numbers, info } = await page(args);
      seen.push(...numbers);
      if (info['hasNextPage'] !== true) break;
      args = `(first: 3, after: "${String(info['endCursor'])}")`;
    }
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6]);

    const back: number[] = [];
    args = '(last: 3)';
    for (;;) {
      const { numbers, info } = await page(args);
      back.unshift(...numbers);
      if (info['hasPreviousPage'] !== true) break;
      args = `(last: 3, before: "${String(info['startCursor'])}")`;
    }
    expect(back).toEqual(seen);
  });

  test.each([
    ['', [0, 1, 2, 3, 4, 5, 6]],
    ['(first: 0)', []],
    ['(first: 100)', [0, 1, 2, 3, 4, 5, 6]],
    ['(last: 100)', [0, 1, 2, 3, 4, 5, 6]],
  ])('boats%s', async (args, numbers) => {
    expect((await page(args)).numbers).toEqual(numbers);
  });

  test.each([
    ['(first: -1)', 'first must not be negative'],
    ['(last: -1)', 'last must not be negative'],
    ['(first: 101)', 'first must be at most 100'],
    ['(last: 2147483647)', 'last must be at most 100'],
    ['(first: 1, last: 1)', 'first and last cannot be given together'],
    ['(after: "nonsense")', 'after is not a cursor of this list'],
    ['(before: "WyJhIl0")', 'before is not a cursor of this list'],
  ])('boats%s is refused', async (args, message) => {
    expect(await run(`{ boats${args} { nodes { number } } }`)).toMatchObject({ errors: [{ message }] });
  });

  test('the total is counted only when asked for', async () => {
    count.mockClear();
    await run('{ boats { nodes { number } } }');
    expect(count).not.toHaveBeenCalled();
    expect(await run('{ boats { totalCount } }')).toEqual({ data: { boats: { totalCount: 7 } } });
    expect(count).toHaveBeenCalledOnce();
  });

  test('two-column keys give Prisma one range and its alternatives', async () => {
    const key = keyset({ weight: ascending(number), id: ascending(number) });
    const asked: unknown[] = [];
    const rows = (query: unknown) => {
      asked.push(query);
      return Promise.resolve([{ weight: 2, id: 7 }]);
    };
    const { edges } = await keysetPage(key, pageAsked({ first: 1 }), { rows, count });
    await keysetPage(key, pageAsked({ last: 1, before: edges[0]!.cursor }), { rows, count });
    expect(asked[1]).toEqual({
      where: { AND: [{ weight: { lte: 2 } }, { OR: [{ weight: { lt: 2 } }, { weight: 2, id: { lt: 7 } }] }] },
      orderBy: [{ weight: 'desc' }, { id: 'desc' }],
      take: 2,
    });
  });
});

test.each([
  ['', { currentPage: 1, pageSize: 20, prevPage: null, nextPage: null, totalPages: 1, totalCount: 7 }],
  ['(page: 2, pageSize: 3)', { currentPage: 2, pageSize: 3, prevPage: 1, nextPage: 3, totalPages: 3, totalCount: 7 }],
  ['(page: 9, pageSize: 3)', { currentPage: 9, pageSize: 3, prevPage: 8, nextPage: null, totalPages: 3 }],
  ['(pageSize: 101)', { pageSize: 100 }],
])('boatPage%s', async (args, pagination) => {
  const source = `{ boatPage${args} { pagination { currentPage pageSize prevPage nextPage totalPages totalCount } } }`;
  expect(await run(source)).toMatchObject({ data: { boatPage: { pagination } } });
});

test.each(['page', 'pageSize'])('%s: 0 is refused', async (name) => {
  expect(await run(`{ boatPage(${name}: 0) { items { number } } }`)).toMatchObject({
    errors: [{ message: `${name} must be at least 1` }],
  });
});

test('node and nodes find by the prefix of the id', async () => {
  const source =
    '{ node(id: "boat-3") { __typename id ... on Boat { number } } nodes(ids: ["boat-1", "boat-99", "x", "car-1"]) { id } }';
  expect(await run(source)).toEqual({
    data: { node: { __typename: 'Boat', id: 'boat-3', number: 3 }, nodes: [{ id: 'boat-1' }, null, null, null] },
  });
  const many = Array.from({ length: 101 }, () => '"boat-1"').join();
  expect(await run(`{ nodes(ids: [${many}]) { id } }`)).toMatchObject({ errors: [{ extensions: { field: ['ids'] } }] });
});

test('one prefix has one loader', () => {
  const loaders = { boat: { type: 'Boat', load: () => null } };
  expect(() => nodeLoading([loaders, loaders])).toThrow('two loaders for the ids that start with boat-');
});

describe('payloads', () => {
  const sink = (id: string) =>
    run(`mutation { sinkBoat(id: "${id}") { boat { number } problems { code message field } } }`);

  test('the object', async () => {
    expect(await sink('boat-1')).toEqual({ data: { sinkBoat: { boat: { number: 1 }, problems: [] } } });
  });
  test('what a caller can mend is a problem', async () => {
    expect(await sink('boat-2')).toMatchObject({
      data: { sinkBoat: { boat: null, problems: [{ code: 'NOT_FOUND', field: ['id'] }] } },
    });
  });
  test('limits are errors', async () => {
    expect(await sink('boat-9')).toMatchObject({ data: null, errors: [{ path: ['sinkBoat'] }] });
  });
});

test('what the helpers declare', () => {
  const bare = sdl.replaceAll(/"""[^]*?"""\n/g, '').replaceAll(/\s+/g, ' ');
  expect(bare).toContain(
    'type BoatConnection { edges: [BoatEdge!]! nodes: [Boat!]! pageInfo: PageInfo! totalCount: Int! }',
  );
  expect(bare).toContain('type SinkBoatPayload { boat: Boat problems: [Problem!]! }');
  expect(sdl).toContain('type Boat implements Node {');
  expect(sdl).toContain('items: [Boat!]!');
  expect(sdl).toContain('LOCK_REQUIRED');
});
