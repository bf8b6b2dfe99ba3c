import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fastPathRequest } from '../../../src/gateway/graphql/fast-path-requests.js';
import { runGateway } from '../fixture.js';
import type { Running } from '../fixture.js';

let running: Running;
beforeAll(async () => {
  running = await runGateway({ costBudget: 100_000, bounds: { failedSignIns: null } });
});
afterAll(() => running.gateway.close());

type Headers = Readonly<Record<string, string>>;
const jsonHeaders = { 'content-type': 'application/json' };

function ask(headers: Headers, body: string): Promise<{ status: number; headers: object; body: unknown }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${running.url}/graphql`, { method: 'POST', headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        expect(text.endsWith('\n')).toBe(true);
        const headers = { ...answer.headers, date: 'today', 'content-length': 'as long as the budget is' };
        resolve({ status: answer.statusCode ?? 0, headers, body: JSON.parse(text) as unknown });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const accepts = [
  undefined,
  '*/*',
  'application/json',
  'application/json, */*',
  'application/json, text/plain, */*',
  'application/json, multipart/mixed',
  'application/graphql-response+json',
  'application/graphql-response+json, application/json',
  'application/graphql-response+json,application/json;q=0.9',
  'application/graphql-response+json, application/json;q=0.9',
];

const bodies: Readonly<Record<string, object>> = {
  'an answer': { query: '{ fleet { name } }' },
  'variables and a name': {
    query: 'query A($id: ID!) { boat(id: $id) { name } } query B { harbour }',
    variables: { id: 'boat-3' },
    operationName: 'A',
  },
  'null for what may be left out': { query: '{ harbour }', variables: null, operationName: null },
  'a document that is none': { query: '{ harbour' },
  'a document that does not fit the schema': { query: '{ harbor }' },
  'a document over a limit': { query: `{ ${'harbour '.repeat(5_001)} }` },
  'no such operation': { query: 'query A { harbour } query B { harbour }', operationName: 'C' },
  'no word which operation': { query: 'query A { harbour } query B { harbour }' },
  'a wrong variable': { query: 'query Q($n: Int!) { boats(first: $n) { totalCount } }', variables: { n: 'x' } },
  'a missing variable': { query: 'query Q($n: Int!) { boats(first: $n) { totalCount } }' },
  'a problem in a payload': {
    query: 'mutation { launch(input: { name: "Titanic" }) { problems { code field } } }',
  },
  'a problem of a field': { query: '{ wrong }' },
  'a bug': { query: '{ leak }' },
  'reading the schema': { query: '{ __schema { queryType { name } } }' },
};

const tokens: Readonly<Record<string, Headers>> = {
  'a good token': { authorization: 'Bearer good' },
  'a bad token': { 'x-vault-token': 'bad' },
  'no token': {},
};

describe('a plain request is answered as Apollo answers it', () => {
  const cases = Object.entries(bodies).flatMap(([what, body]) =>
    Object.entries(tokens).map(([who, token]) => [what, who, body, token] as const),
  );
  test.each(cases)('%s, with %s', async (_what, _who, body, token) => {
    // Extensions are Apollo's to judge, also where there are none.
    const [plain, judged] = [JSON.stringify(body), JSON.stringify({ ...body, extensions: {} })];
    const common = { ...jsonHeaders, ...token, 'x-request-id': 'same' };
    const comparable = (answer: object) => JSON.stringify(answer).replace(/"left":\d+/, '"left":0');
    for (const accept of accepts) {
      const headers = { ...common, ...(accept && { accept }) };
      expect(comparable(await ask(headers, plain))).toBe(comparable(await ask(headers, judged)));
    }
  });
});

describe('what is plain', () => {
  const query = '{ harbour }';
  const plain = (body: unknown, headers: Headers = {}, method = 'POST') =>
    fastPathRequest({ method, headers: { ...jsonHeaders, ...headers }, body } as never) !== null;

  test.each(Object.entries(bodies))('%s', (_what, body) => {
    for (const accept of accepts) expect(plain(body, accept === undefined ? {} : { accept })).toBe(true);
  });
  test('a type with a charset', () => {
    expect(plain({ query }, { 'content-type': 'application/json; charset=utf-8' })).toBe(true);
  });
  test.each<[string, boolean]>([
    ['GET', plain({ query }, {}, 'GET')],
    ['a form, which a browser sends unasked', plain({ query }, { 'content-type': 'text/plain' })],
    ['a form that is called JSON too', plain({ query }, { 'content-type': 'text/plain; application/json' })],
    ['no type', plain({ query }, { 'content-type': '' })],
    ['a type that is weighed', plain({ query }, { accept: 'text/html, application/json;q=0.5' })],
    ['a stream', plain({ query }, { accept: 'text/event-stream' })],
    ['no body', plain(undefined)],
    ['a batch', plain([{ query }])],
    ['no document', plain({})],
    ['an empty document', plain({ query: '' })],
    ['a document that is no text', plain({ query: 1 })],
    ['variables that are a list', plain({ query, variables: [] })],
    ['variables that are text', plain({ query, variables: '{}' })],
    ['a name that is no text', plain({ query, operationName: 1 })],
    ['a document named by its hash', plain({ query, extensions: { persistedQuery: { version: 1 } } })],
  ])('not %s', (_what, isPlain) => {
    expect(isPlain).toBe(false);
  });
});
