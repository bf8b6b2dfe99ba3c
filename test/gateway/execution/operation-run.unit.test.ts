import { request } from 'node:http';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Ctx, Mutation, Query, Resolver, Arg } from 'type-graphql';
import { z } from 'zod';
import { digestOf } from '../../../src/gateway/graphql/documents.js';
import { jsonApi } from '../../../src/gateway/rest/terraform/json-api.js';
import { separated } from '../../../src/gateway/rest/operation-documents.js';
import { get } from '../../../src/gateway/rest/terraform/route.js';
import type { RestTable } from '../../../src/gateway/rest/terraform/route.js';
import { buildApiSchema } from '../../../src/gateway/schema.js';
import { NodeResolver } from '../../../src/platform/graphql/node.js';
import { gate } from '../../gate.js';
import { BoatResolver, boatOperations, boatRoutes, caller, runGateway, operation } from '../fixture.js';
import type { BoatContext, Running } from '../fixture.js';
import { eventually } from '../../eventually.js';

let lock = gate();
/** What resolvers did, in order. */
let done: string[] = [];

@Resolver()
class LockResolver {
  /** Reads a service before and after somebody has taken his time. */
  @Query(() => String)
  async passage(@Ctx() context: BoatContext): Promise<string> {
    done.push(`enters ${context.harbour.name}`);
    await lock.opened;
    done.push('gate opened');
    const { name } = context.harbour;
    done.push(`leaves ${name}`);
    return name;
  }

  @Mutation(() => String)
  async lift(@Arg('name', () => String) name: string, @Ctx() context: BoatContext): Promise<string> {
    done.push(`lifts ${name}`);
    await lock.opened;
    done.push(`${name} in ${context.harbour.name}`);
    return name;
  }
}

const passageRoutes: RestTable = {
  ...{ prefix: '/gate', dialect: jsonApi, operations: 'boats' },
  routes: [
    get(
      '/passage',
      operation<{ passage: string }, object>('Passage'),
      () => ({}),
      (data) => data,
    ),
  ],
};

const schema = buildApiSchema([NodeResolver, BoatResolver, LockResolver]);
let running: Running;

async function start(settings: Parameters<typeof runGateway>[0]): Promise<Running> {
  lock = gate();
  done = [];
  const operations = () => separated(`${boatOperations} query Passage { passage }`);
  const more = { schema, rest: [boatRoutes, passageRoutes], operations };
  running = await runGateway(settings, more);
  return running;
}
afterEach(async () => {
  lock.open();
  await running.gateway.close();
});

const ask = async (query: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${running.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-service-token': 'good', ...headers },
    body: JSON.stringify({ query }),
  });
  return response.json();
};

/** Asks, and hangs up when the resolver has been entered. @param query an operation, or a path */
async function leave(query: string): Promise<void> {
  const asksPath = query.startsWith('/');
  const headers = { 'x-service-token': 'good', ...(!asksPath && { 'content-type': 'application/json' }) };
  const outgoing = request(`${running.url}${asksPath ? query : '/graphql'}`, {
    method: asksPath ? 'GET' : 'POST',
    headers,
  });
  outgoing.on('error', () => undefined);
  outgoing.end(asksPath ? undefined : JSON.stringify({ query }));
  await vi.waitFor(() => expect(done).toHaveLength(1), eventually);
  outgoing.destroy();
}

describe('an operation that nobody waits for any more', () => {
  test('a query that takes too long finds no service to go on with', async () => {
    await start({ operationTimeout: 100 });
    expect(await ask('{ passage }')).toMatchObject({ errors: [{ extensions: { code: 'LIMIT_EXCEEDED' } }] });
    lock.open();
    await vi.waitFor(() => expect(done).toContain('gate opened'), eventually);
    expect(done).toEqual(['enters Rotterdam', 'gate opened']);
  });

  test('a mutation ends what it has begun, and begins nothing more', async () => {
    await start({ operationTimeout: 100 });
    const answer = await ask('mutation { one: lift(name: "one") two: lift(name: "two") }');
    expect(answer).toMatchObject({ errors: [{ extensions: { code: 'LIMIT_EXCEEDED' } }] });
    lock.open();
    await vi.waitFor(() => expect(done).toContain('one in Rotterdam'), eventually);
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toEqual(['lifts one', 'one in Rotterdam']);
  });

  test.each([
    ['{ passage }', ['enters Rotterdam', 'gate opened']],
    ['/gate/passage', ['enters Rotterdam', 'gate opened']],
    ['mutation { one: lift(name: "one") two: lift(name: "two") }', ['lifts one', 'one in Rotterdam']],
  ])('the same when its caller hangs up: %s', async (query, expected) => {
    await start({});
    await leave(query);
    await vi.waitFor(async () => {
      const { body } = await running.deps.metrics.render();
      expect(body).toContain('outcome="errors"');
    }, eventually);
    lock.open();
    await vi.waitFor(() => expect(done).toContain(expected[1]), eventually);
    await new Promise((resolve) => setImmediate(resolve));
    expect(done).toEqual(expected);
    expect(running.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});

describe('the log of slow operations', () => {
  const slow = () =>
    running.logged
      .filter((line) => line.includes('slow operation'))
      .map((line) => z.record(z.string(), z.unknown()).parse(JSON.parse(line)));

  test('says which, how long and whose, never what was sent', async () => {
    await start({ slowOperation: 1 });
    const query = 'mutation Lift { lift(name: "Titanic") }';
    const answer = ask(query, { 'x-request-id': 'slow-1' });
    await vi.waitFor(() => expect(done).toHaveLength(1), eventually);
    await new Promise((resolve) => setTimeout(resolve, 5));
    lock.open();
    await answer;
    const [line = {}, ...more] = slow();
    expect(more).toEqual([]);
    // Where statements are followed, it says how many there were.
    const { ms, time, statements = 0, databaseMs = 0, ...said } = line;
    expect([typeof ms, typeof time, statements, databaseMs]).toEqual(['number', 'string', 0, 0]);
    expect(said).toEqual({
      ...{ level: 40, msg: 'slow operation', operation: 'Lift', type: 'mutation', document: digestOf(query) },
      ...{ outcome: 'ok', caller: caller.userId, requestId: 'slow-1' },
    });
    expect(running.logged.join('')).not.toContain('Titanic');
  });

  test('REST operations are in it', async () => {
    await start({ slowOperation: 1, operationTimeout: 100 });
    await fetch(`${running.url}/api/v2/slow`, { headers: { 'x-service-token': 'good', 'x-request-id': 'slow-2' } });
    expect(slow()).toMatchObject([{ operation: 'Slow', type: 'query', outcome: 'errors', requestId: 'slow-2' }]);
  });

  test.each([[null], [60_000]])('is empty where it is off, or nothing is as slow: %j', async (slowOperation) => {
    await start({ slowOperation });
    lock.open();
    expect(await ask('{ passage }')).toMatchObject({ data: { passage: 'Rotterdam' } });
    expect(slow()).toEqual([]);
  });
});
