import { getIntrospectionQuery } from 'graphql';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { defaultLimits } from '../../../src/gateway/execution/limits.js';
import { aborted, runGateway, slowlyAsked } from '../fixture.js';
import type { Running } from '../fixture.js';
import { eventually } from '../../eventually.js';

let running: Running;
beforeAll(async () => {
  running = await runGateway();
});
afterAll(() => running.gateway.close());

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Without `extensions`. */
  readonly body: {
    readonly data?: unknown;
    readonly errors?: readonly { message: string; extensions?: Record<string, unknown> }[];
  };
  readonly extensions: unknown;
}

async function ask(
  query: string,
  {
    variables,
    token = 'good',
    ...more
  }: { variables?: object; token?: string | null; at?: Running; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await fetch(`${(more.at ?? running).url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...more.headers,
    },
    body: JSON.stringify({ query, variables }),
  });
  const { extensions, ...body } = (await response.json()) as Answer['body'] & { extensions?: unknown };
  return { status: response.status, headers: response.headers, body, extensions };
}

describe('the audits of GraphQL over HTTP', () => {
  const audits = serverAudits({
    url: () => `${running.url}/graphql`,
    fetchFn: (url: string, init: RequestInit = {}) =>
      fetch(url, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), authorization: 'Bearer good' },
      }),
  });
  test('there are 61', () => {
    expect(audits).toHaveLength(61);
  });
  test.each(audits.map((audit) => [audit.id, audit.name, audit] as const))('%s %s', async (_id, _name, audit) => {
    const result = await audit.fn();
    expect(result, 'reason' in result ? result.reason : '').toMatchObject({ status: 'ok' });
  });
});

describe('running', () => {
  test('the context carries the slices of the domains and the address of the request', async () => {
    expect((await ask('{ harbour }')).body).toEqual({ data: { harbour: `Rotterdam ${running.url}` } });
  });

  test('the answer is the same each time an operation runs', async () => {
    const query =
      'query Read($id: ID!, $more: Boolean!) { boat(id: $id) { name ...L @include(if: $more) } node(id: $id) { __typename id ... on Boat { length } } } fragment L on Boat { length }';
    const answers = new Set<string>();
    for (let time = 0; time < 12; time += 1) {
      const { body } = await ask(query, { variables: { id: 'boat-3', more: true } });
      answers.add(JSON.stringify(body));
    }
    expect([...answers]).toEqual([
      '{"data":{"boat":{"name":"Boat 3","length":3},"node":{"__typename":"Boat","id":"boat-3","length":3}}}',
    ]);
    expect((await ask(query, { variables: { id: 'boat-3', more: false } })).body).toMatchObject({
      data: { boat: { name: 'Boat 3' } },
    });
  });

  test('wrong variables are refused each time', async () => {
    for (let time = 0; time < 12; time += 1) {
      const { body } = await ask('query Q($n: Int!) { boats(first: $n) { totalCount } }', { variables: { n: 'x' } });
      expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
      expect(body).not.toHaveProperty('data');
    }
  });

  test.each([
    ['an argument', 'query Q($v: ID = "boat-3") { boat(id: $v) { name } }', 'id'],
    ['a condition', 'query Q($v: Boolean = true) { boat(id: "boat-3") { name @include(if: $v) } }', 'if'],
    ['a condition at the top', 'query Q($v: Boolean = true) { boat(id: "boat-3") @skip(if: $v) { name } }', 'if'],
  ])('null instead of the default is refused in %s as a mistake of the caller', async (_where, query, name) => {
    const message = `Argument "${name}" of non-null type "${name === 'id' ? 'ID' : 'Boolean'}!" must not be null.`;
    for (let time = 0; time < 6; time += 1) {
      const { errors } = (await ask(query, { variables: { v: null } })).body;
      expect(errors).toMatchObject([{ message, extensions: { code: 'BAD_USER_INPUT' } }]);
    }
  });

  test('of many mistakes the first ones are told, and that there are more', async () => {
    const unknown = Array.from({ length: 30 }, (_, at) => `unknown${at}`);
    const { body } = await ask(`{ ${unknown.join(' ')} }`);
    expect(body.errors).toHaveLength(21);
    expect(body.errors?.at(-1)).toEqual({
      message: 'The document has more errors than those listed: the rest was not checked',
      extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
    });
    const input = Object.fromEntries(unknown.map((name) => [name, 1]));
    const launch = 'mutation ($input: LaunchInput!) { launch(input: $input) { problems { code } } }';
    for (let time = 0; time < 12; time += 1) {
      const { errors = [] } = (await ask(launch, { variables: { input } })).body;
      expect(errors.length).toBeGreaterThan(20);
      expect(new Set(errors.map(({ extensions }) => extensions?.['code']))).toEqual(new Set(['BAD_USER_INPUT']));
      expect(JSON.stringify(errors)).not.toContain('aborted');
    }
  });

  test('a problem is in the payload', async () => {
    const launch =
      'mutation($name: String!) { launch(input: { name: $name }) { boat { name length } problems { code message field } } }';
    expect((await ask(launch, { variables: { name: 'Titanic' } })).body).toEqual({
      data: {
        launch: {
          boat: null,
          problems: [{ code: 'NAME_TAKEN', message: 'Name has already been taken', field: ['name'] }],
        },
      },
    });
    expect((await ask(launch, { variables: { name: 'Vasa' } })).body).toEqual({
      data: { launch: { boat: { name: 'Vasa', length: -1 }, problems: [] } },
    });
  });

  test('an answer says what it cost', async () => {
    const { extensions } = await ask('{ boat(id: "boat-3") { name tug { name } } fleet { name } }');
    expect(extensions).toEqual({ cost: { asked: 12, spent: 21, left: null } });
  });

  test('who has spent the budget of a minute waits', async () => {
    const at = await runGateway({ costBudget: 100 });
    const first = await ask('{ fleet { name } boat(id: "boat-3") { name } }', { at });
    expect(first.extensions).toEqual({ cost: { asked: 11, spent: 21, left: 79 } });
    const { status, headers, body } = await ask('{ fleet { tows { name } } }', { at });
    expect(status).toBe(429);
    // 100 a minute come back meanwhile, however long the second request took to arrive.
    const left = Number(body.errors?.[0]?.extensions?.['left']);
    expect(left).toBeGreaterThanOrEqual(79);
    expect(left).toBeLessThan(100);
    const retryAfter = Number(headers.get('retry-after'));
    expect(Math.abs(retryAfter - (100 - left) * 0.6)).toBeLessThanOrEqual(1);
    expect(body.errors).toEqual([
      {
        message: `The operation costs 110 and ${left} are left; try again in ${retryAfter} s`,
        extensions: { code: 'LIMIT_EXCEEDED', limit: 'budget', asked: 110, left, retryAfter },
      },
    ]);
    await at.gateway.close();
  });

  test('an operation that takes too long is stopped', async () => {
    const quick = await runGateway({ operationTimeout: 50 });
    const { body } = await ask('{ slow }', { at: quick });
    expect(body.errors?.[0]).toMatchObject({
      message: 'The operation took longer than 0.05 s',
      extensions: { code: 'LIMIT_EXCEEDED' },
    });
    expect(aborted.at(-1)).toContain('took longer');
    await quick.gateway.close();
  });

  test('a caller that goes away stops what it asked for', async () => {
    const controller = new AbortController();
    const [before, begun] = [aborted.length, slowlyAsked.count];
    const request = fetch(`${running.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ slow }"}',
      signal: controller.signal,
    });
    const refused = expect(request).rejects.toThrow();
    await expect.poll(() => slowlyAsked.count).toBeGreaterThan(begun);
    controller.abort();
    await refused;
    await vi.waitFor(() => {
      expect(aborted.slice(before)).toEqual(['ProblemError: The caller closed the connection']);
    }, eventually);
  });
});

describe('errors', () => {
  test('what is ours is masked, and logged with its stack', async () => {
    const { body, headers } = await ask('{ leak }', { headers: { 'x-request-id': 'req-7' } });
    expect(headers.get('x-request-id')).toBe('req-7');
    expect(body).toMatchObject({
      errors: [
        {
          message: "Something went wrong on our side; the request's id is req-7",
          path: ['leak'],
          extensions: { code: 'INTERNAL', requestId: 'req-7' },
        },
      ],
    });
    expect(JSON.stringify(body)).not.toContain('hunter2');
    expect(running.logged.join('')).toMatch(/fixture\.ts.*"requestId":"req-7"/);
  });
  test('a problem outside of a payload keeps its code and field', async () => {
    expect((await ask('{ wrong }')).body.errors).toMatchObject([
      { message: 'speed must be slow', extensions: { code: 'INVALID_PARAMETER', field: ['speed'] } },
    ]);
  });
  test.each([
    ['bad', 401],
    ['', 401],
  ])('the token %j is refused', async (token, status) => {
    const answer = await ask('{ harbour }', { token });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
  });
  test('without a token, what needs a caller says so', async () => {
    expect((await ask('{ boat(id: "boat-1") { id } }', { token: null })).body.errors?.[0]?.extensions).toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });
  test.each([
    ['good', true],
    [null, false],
  ])('token %j: fields are suggested: %s', async (token, suggested) => {
    const message = (await ask('{ harbor }', { token })).body.errors?.[0]?.message ?? '';
    expect(message).toContain('Cannot query field "harbor"');
    expect(message.includes('harbour')).toBe(suggested);
  });
  test.each([
    ['not JSON', '{', 400],
    ['nested too deeply', `{"query":"{ harbour }","variables":{"x":${'['.repeat(30_000)}${']'.repeat(30_000)}}}`, 400],
    ['a batch', '[{"query":"{ harbour }"}]', 400],
    ['over the body limit', JSON.stringify({ query: '{ harbour }', pad: 'x'.repeat(200_000) }), 413],
  ])('a body that is %s', async (_name, body, status) => {
    const response = await fetch(`${running.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: expect.any(String) as string } }] });
  });
  test('a form of another site is refused', async () => {
    const response = await fetch(`${running.url}/graphql?query={harbour}`);
    expect(response.status).toBe(400);
  });
  test.each(['authorization', 'x-service-token', 'x-vault-token'])(
    'no form sends %s: it may ask by GET',
    async (name) => {
      const headers = { [name]: name === 'authorization' ? 'Bearer good' : 'good' };
      const response = await fetch(`${running.url}/graphql?query={harbour}`, { headers });
      expect(await response.json()).toMatchObject({ data: { harbour: expect.any(String) as string } });
    },
  );
});

describe('methods that /graphql does not have', () => {
  const sent = JSON.stringify({ query: '{ harbour }' });
  test.each([
    ['PUT', 'application/json', sent],
    ['PUT', 'text/plain', 'text'],
    ['PATCH', 'application/json', sent],
    ['DELETE', 'application/json', undefined],
    ['DELETE', 'application/json', '{'],
  ])('%s with %s %j', async (method, type, body) => {
    const headers = { 'content-type': type, authorization: 'Bearer good' };
    const answer = await fetch(`${running.url}/graphql`, { method, headers, ...(body !== undefined && { body }) });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, POST');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toEqual({
      errors: [{ message: 'Send GET or POST', extensions: { code: 'UNSUPPORTED_OPERATION' } }],
    });
  });

  test.each(['OPTIONS', 'HEAD'])('%s', async (method) => {
    const answer = await fetch(`${running.url}/graphql`, { method, headers: { authorization: 'Bearer good' } });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, POST');
  });
});

describe('limits', () => {
  const nested = (depth: number) => `{ boat(id: "x") { ${'tug { '.repeat(depth)} id ${'} '.repeat(depth)} } }`;
  test.each([
    ['tokens', `{ ${'harbour '.repeat(5_001)} }`],
    // A parser keeps each, and counts none.
    ['tokens', `${'#\n'.repeat(5_001)}{ harbour }`],
    ['depth', nested(17)],
    // Within the limit of tokens, and too deep to be parsed.
    ['depth', '{a'.repeat(2_400)],
    ['depth', `{ boat(id: ${'['.repeat(4_900)}`],
    // A carriage return alone ends a comment.
    ['depth', `# boats\r${'{a'.repeat(2_400)}`],
    ['depth', `# boats\r{ boat(id: ${'['.repeat(4_900)}`],
    ['aliases', `{ ${Array.from({ length: 101 }, (_, index) => `a${index}: harbour`).join(' ')} }`],
    [
      'aliases',
      `{ ${'...A '.repeat(11)} } fragment A on Query { ${Array.from({ length: 10 }, (_, index) => `a${index}: harbour`).join(' ')} }`,
    ],
    ['name', `{ ${'a'.repeat(256)}: harbour }`],
    ['operations', Array.from({ length: 51 }, (_, index) => `query Q${index} { harbour }`).join(' ')],
    ['directives', `{ harbour ${'@include(if: true) '.repeat(101)} }`],
    ['directives', `{ ${'...A '.repeat(11)} } fragment A on Query { ${'harbour @include(if: true) '.repeat(10)} }`],
    [
      'depth',
      `{ boat(id: "x") { ...F0 } } ${Array.from({ length: 16 }, (_, index) => `fragment F${index} on Boat { tug { ...F${index + 1} } }`).join(' ')} fragment F16 on Boat { id }`,
    ],
    // Each fragment holds the next one twice.
    [
      'fields',
      `{ boat(id: "x") { ...F0 } } ${Array.from({ length: 12 }, (_, index) => `fragment F${index} on Boat { tug { ...F${index + 1} } tug { ...F${index + 1} } }`).join(' ')} fragment F12 on Boat { id }`,
    ],
    ['cost', '{ boats(first: 100) { nodes { tows { tows { tug { tug { id } } } } } } }'],
    ['cost', 'query($n: Int = 100) { boats(first: $n) { nodes { tows { tows { tug { tug { id } } } } } } }'],
  ])('%s', async (limit, query) => {
    const { body } = await ask(query);
    expect(body.errors).toMatchObject([{ extensions: { code: 'LIMIT_EXCEEDED', limit } }]);
    expect(body).not.toHaveProperty('data');
  });
  test('text: what the answer holds of it is paid for, and too much is not sent; of a mutation, what fits', async () => {
    const name = 'R'.repeat(5_000);
    const slices = { harbour: () => ({ name }) };
    const at = await runGateway({ costBudget: 10_000, limits: { ...defaultLimits, text: 12_000 } }, { slices });
    try {
      expect(await ask('{ a: harbour b: harbour }', { at })).toMatchObject({ extensions: { cost: { spent: 2 } } });
      const { body } = await ask('{ a: harbour b: harbour c: harbour }', { at });
      expect(body.errors).toMatchObject([{ extensions: { code: 'LIMIT_EXCEEDED', limit: 'text', most: 12_000 } }]);
      expect(body).not.toHaveProperty('data');
      const input = { name: name.repeat(3) };
      const query = 'mutation($input: LaunchInput!) { launch(input: $input) { boat { name } problems { code } } }';
      const launched = await ask(query, { at, variables: { input } });
      expect(launched.body.data).toEqual({ launch: { boat: null, problems: [] } });
      expect(launched.body.errors).toMatchObject([
        { path: ['launch', 'boat'], extensions: { code: 'LIMIT_EXCEEDED', limit: 'text', most: 12_000 } },
      ]);
    } finally {
      await at.gateway.close();
    }
  });
  test('a smaller page of the same costs less', async () => {
    const query = 'query($n: Int) { boats(first: $n) { nodes { tows { tows { tug { tug { id } } } } } } }';
    expect((await ask(query, { variables: { n: 10 } })).body).not.toHaveProperty('errors');
  });
  test('fragments that hold each other are a validation error', async () => {
    const { body } = await ask(
      '{ fleet { ...A } } fragment A on Boat { tug { ...B } } fragment B on Boat { tug { ...A } }',
    );
    expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED' });
  });
});

describe('introspection', () => {
  test.each([
    ['authenticated', 'good', undefined],
    ['authenticated', null, 'UNAUTHENTICATED'],
    ['nobody', 'good', 'GRAPHQL_VALIDATION_FAILED'],
  ] as const)('for %s, with the token %j', async (introspection, token, code) => {
    const at = await runGateway({ introspection });
    const { body } = await ask(getIntrospectionQuery(), { at, token });
    expect(body.errors?.[0]?.extensions?.['code']).toBe(code);
    expect('data' in body).toBe(code === undefined);
    await at.gateway.close();
  });
});
