import 'reflect-metadata';
import { Writable } from 'node:stream';
import { Arg, Ctx, Field, ID, InputType, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import type { GraphQLSchema } from 'graphql';
import type { Caller } from '../../src/identity/caller.js';
import { systemClock } from '../../src/platform/clock.js';
import { connectionType } from '../../src/platform/graphql/connection.js';
import { Node, NodeResolver } from '../../src/platform/graphql/node.js';
import { payload, payloadType } from '../../src/platform/graphql/payload.js';
import {
  numberedPage,
  NumberedPageArgs,
  numberedPageType,
  pageWindow,
} from '../../src/platform/graphql/numbered-page.js';
import { ids } from '../../src/platform/ids.js';
import { createLog } from '../../src/platform/log/log.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { problem } from '../../src/platform/problems.js';
import type { GatewayContext } from '../../src/gateway/context.js';
import type { GatewaySettings } from '../../src/gateway/ports.js';
import { jsonApi, pageDocument, resourceDocument } from '../../src/gateway/rest/terraform/json-api.js';
import { optional, required, text, whole } from '../../src/gateway/rest/fields.js';
import { separated } from '../../src/gateway/rest/operation-documents.js';
import { constant, get, post } from '../../src/gateway/rest/terraform/route.js';
import type { RestTable } from '../../src/gateway/rest/terraform/route.js';
import { buildApiSchema } from '../../src/gateway/schema.js';
import { createGateway } from '../../src/gateway/gateway.js';
import type { Gateway, GatewayDeps } from '../../src/gateway/gateway.js';
import { Args } from 'type-graphql';
import type { Operation } from '../../src/gateway/rest/operation.js';

/** A schema of boats: small, with one of each thing that the gateway has to carry. */
export interface BoatContext extends GatewayContext {
  readonly harbour: { readonly name: string };
}

@ObjectType({ implements: Node, simpleResolvers: true, description: 'A boat.' })
export class Boat extends Node {
  @Field(() => String, { description: 'Its name.' })
  name!: string;
  @Field(() => Int, { description: 'Its length in feet.' })
  length!: number;
  @Field(() => Boat, { nullable: true, description: 'The boat that tows it.' })
  tug?: object;
  @Field(() => [Boat], { nullable: true, description: 'What it tows.' })
  tows?: object[];
}

@InputType()
class LaunchInput {
  @Field(() => String)
  name!: string;
  @Field(() => Int, { nullable: true })
  length?: number | null;
}

export const BoatConnection = connectionType('Boat', () => Boat);
export const BoatPage = numberedPageType('Boat', () => Boat);
const LaunchPayload = payloadType('LaunchPayload', 'boat', () => Boat);

export const boats = Array.from({ length: 45 }, (_, index) => ({
  id: `boat-${index}`,
  name: `Boat ${index}`,
  length: index,
}));

@Resolver()
export class BoatResolver {
  @Query(() => Boat, { nullable: true })
  boat(@Arg('id', () => ID) id: string, @Ctx() context: BoatContext) {
    if (!context.caller) throw problem('UNAUTHENTICATED');
    return boats.find((boat) => boat.id === id) ?? null;
  }

  @Query(() => [Boat])
  fleet() {
    return boats.slice(0, 20);
  }

  @Query(() => BoatConnection)
  boats(@Arg('first', () => Int, { nullable: true }) first?: number) {
    return { edges: [], nodes: [], pageInfo: {}, count: () => first ?? 0 };
  }

  @Query(() => BoatPage)
  boatPage(@Args(() => NumberedPageArgs) args: NumberedPageArgs) {
    const window = pageWindow(args);
    return numberedPage(boats.slice(window.skip, window.skip + window.size), window, boats.length);
  }

  @Query(() => String)
  harbour(@Ctx() context: BoatContext) {
    return `${context.harbour.name} ${context.baseUrl}`;
  }

  @Query(() => String)
  leak(): string {
    throw new Error('password=hunter2');
  }

  @Query(() => String)
  wrong(): string {
    throw problem('INVALID_PARAMETER', 'speed must be slow', ['speed']);
  }

  @Query(() => String)
  slow(@Ctx() { signal }: BoatContext): Promise<string> {
    slowlyAsked.count += 1;
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        aborted.push(String(signal.reason));
        reject(new Error('stopped'));
      });
    });
  }

  @Mutation(() => LaunchPayload)
  launch(@Arg('input', () => LaunchInput) input: LaunchInput, @Ctx() { caller }: BoatContext) {
    return payload('boat', () => {
      if (!caller) throw problem('UNAUTHENTICATED');
      if (input.name === 'Titanic') throw problem('NAME_TAKEN', undefined, ['name']);
      return { id: 'boat-new', name: input.name, length: input.length ?? -1 };
    });
  }
}

/** How often `slow` has begun. */
export const slowlyAsked = { count: 0 };
/** Why `slow` was stopped. */
export const aborted: string[] = [];

/** An operation of a schema that a test makes up: nobody generates its types. */
export const operation = <Data extends object, Variables extends object>(name: string): Operation<Data, Variables> => ({
  name,
});

interface BoatData {
  readonly id: string;
  readonly name: string;
  readonly length: number;
}
const resource = ({ id, name, length }: BoatData) => ({ id, type: 'boats', attributes: { name, length } });

export const boatRoutes: RestTable = {
  prefix: '/api/v2',
  dialect: jsonApi,
  operations: 'boats',
  routes: [
    constant('GET', '/ping', null, { anonymous: true }),
    get(
      '/boats/:boat_id',
      operation<{ boat: BoatData | null }, { id: string; includeTug: boolean; includeTugTows: boolean }>('ReadBoat'),
      ({ params, include }) => ({ id: params.boat_id, ...include }),
      ({ boat }, { url }) => {
        if (!boat) throw problem('NOT_FOUND');
        return url.includes('include')
          ? { ...resourceDocument(resource(boat)), meta: boat }
          : resourceDocument(resource(boat));
      },
      { include: ['tug', 'tug.tows'] },
    ),
    get(
      '/boats',
      operation<
        { boatPage: { items: BoatData[]; pagination: Parameters<typeof pageDocument>[1] } },
        { page: number; pageSize: number }
      >('ListBoats'),
      ({ page }) => ({ ...page }),
      ({ boatPage }, request) => pageDocument(boatPage.items.map(resource), boatPage.pagination, request),
    ),
    post(
      '/boats',
      operation<{ launch: { boat: BoatData } }, { input: { name: string; length?: number | null } }>('LaunchBoat'),
      ({ fields }) => ({
        input: fields({
          name: required(text, 'data.attributes.name'),
          length: optional(whole, 'data.attributes.length'),
        }),
      }),
      ({ launch }) => resourceDocument(resource(launch.boat)),
      { status: 201 },
    ),
    get(
      '/leak',
      operation<{ leak: string }, object>('Leak'),
      () => ({}),
      (data) => data,
    ),
    get(
      '/slow',
      operation<{ slow: string }, object>('Slow'),
      () => ({}),
      (data) => data,
    ),
  ],
};

export const boatOperations = `
  fragment B on Boat { id name length }
  query ReadBoat($id: ID!, $includeTug: Boolean!, $includeTugTows: Boolean!) {
    boat(id: $id) { ...B tug @include(if: $includeTug) { ...B ...Towed @include(if: $includeTugTows) } }
  }
  fragment Towed on Boat { tows { ...B } }
  query ListBoats($page: Int, $pageSize: Int) {
    boatPage(page: $page, pageSize: $pageSize) {
      items { ...B }
      pagination { currentPage pageSize prevPage nextPage totalPages totalCount }
    }
  }
  mutation LaunchBoat($input: LaunchInput!) { launch(input: $input) { boat { ...B } problems { code message field } } }
  query Leak { leak }
  query Slow { slow }
`;

let built: GraphQLSchema | undefined;
const fixtureSchema = () => (built ??= buildApiSchema([NodeResolver, BoatResolver]));

export const caller = {
  kind: 'user',
  tokenId: ids.token.make(),
  userId: ids.user.make(),
  username: 'ada',
  siteAdmin: false,
  narrowed: false,
  bound: false,
  policies: ['default'],
  organizations: new Map(),
} as const;

export interface Running {
  readonly gateway: Gateway;
  readonly url: string;
  readonly logged: string[];
  readonly deps: GatewayDeps;
}

/** A gateway over the boats on a free port. The token `good` is Ada's. */
export async function runGateway(
  settings: Partial<GatewaySettings> = {},
  more: Partial<GatewayDeps> = {},
  /** For routes beside the boats'. */
  mount: (gateway: Gateway) => void = () => undefined,
): Promise<Running> {
  const logged: string[] = [];
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString());
      done();
    },
  });
  const deps = {
    settings: {
      maxBodySize: 200_000,
      requestTimeout: 10_000,
      operationTimeout: 5_000,
      introspection: 'authenticated',
      costBudget: null,
      ...settings,
    },
    log: createLog({ level: 'info', readable: false, to }),
    metrics: new Metrics({ process: false }),
    clock: systemClock,
    authenticate: (token, origin) =>
      Promise.resolve(
        token === 'good' ? ({ ...caller, epoch: '0', origin } satisfies Caller & { epoch: string }) : null,
      ),
    schema: fixtureSchema(),
    slices: { harbour: () => ({ name: 'Rotterdam' }) },
    nodes: [{ boat: { type: 'Boat', load: (id: string) => boats.find((boat) => boat.id === id) ?? null } }],
    rest: [boatRoutes],
    ready: [{ name: 'database', check: () => Promise.resolve() }],
    operations: () => separated(boatOperations),
    ...more,
  } satisfies GatewayDeps & { operations: () => ReturnType<typeof separated> };
  const gateway = await createGateway(deps);
  mount(gateway);
  const { http } = await gateway.listen({ host: '127.0.0.1', httpPort: 0, https: null });
  return { gateway, url: `http://127.0.0.1:${http!.port}`, logged, deps };
}
