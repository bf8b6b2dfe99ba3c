import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { digestOf, readManifest, withNamedDocument } from '../../../src/gateway/graphql/documents.js';
import { OperatorError } from '../../../src/platform/operator-error.js';
import { runGateway } from '../fixture.js';
import type { Running } from '../fixture.js';

const read = 'query Read($id: ID!) { boat(id: $id) { name } }';
const fleet = '{ fleet { name } }';
const hash = digestOf(read);

async function post(
  at: Running,
  body: object,
  known = { authorization: 'Bearer good' } as object,
): Promise<{ status: number; data?: unknown; code?: unknown }> {
  const response = await fetch(`${at.url}/graphql`, {
    method: 'POST',
    headers: {
      ...known,
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
    },
    body: JSON.stringify(body),
  });
  const { data, errors } = (await response.json()) as {
    data?: unknown;
    errors?: { extensions: { code: unknown } }[];
  };
  return {
    status: response.status,
    ...(data !== undefined && { data }),
    ...(errors && { code: errors[0]?.extensions.code }),
  };
}

const variables = { id: 'boat-3' };
const named = (sha256Hash: string) => ({ extensions: { persistedQuery: { version: 1, sha256Hash } } });
const found = { status: 200, data: { boat: { name: 'Boat 3' } } };

describe('automatic persisted queries', () => {
  let at: Running;
  beforeAll(async () => {
    at = await runGateway();
  });
  afterAll(() => at.gateway.close());

  test('a document is asked for once, and named from then on', async () => {
    expect(await post(at, { variables, ...named(hash) })).toMatchObject({ code: 'PERSISTED_QUERY_NOT_FOUND' });
    expect(await post(at, { query: read, variables, ...named(hash) })).toEqual(found);
    expect(await post(at, { variables, ...named(hash) })).toEqual(found);
    expect(await post(at, { variables, documentId: `sha256:${hash}` })).toEqual(found);
    const url = new URL(`${at.url}/graphql`);
    url.searchParams.set('extensions', JSON.stringify(named(hash).extensions));
    url.searchParams.set('variables', JSON.stringify(variables));
    const got = await fetch(url, { headers: { authorization: 'Bearer good' } });
    expect(await got.json()).toMatchObject({ data: found.data });
  });

  test('what strangers send runs, and is remembered for nobody until somebody who is known sends it', async () => {
    const harbour = '{ harbour }';
    const own = named(digestOf(harbour));
    const stranger = (body: object) => post(at, body, {});
    const there = { status: 200, data: { harbour: `Rotterdam ${at.url}` } };
    expect(await stranger({ query: harbour, ...own })).toEqual(there);
    expect(await stranger(own)).toMatchObject({ code: 'PERSISTED_QUERY_NOT_FOUND' });
    expect(await stranger({ query: `{ ${'harbour '.repeat(300)} }`, ...named('x') })).toMatchObject({ status: 400 });
    expect(await post(at, { query: harbour, ...own })).toEqual(there);
    expect(await stranger(own)).toEqual(there);
    // Read by Apollo, and over the limits of strangers all the same.
    const long = encodeURIComponent(`{ ${'harbour '.repeat(300)} }`);
    const get = await fetch(`${at.url}/graphql?query=${long}`, { headers: { 'apollo-require-preflight': 'yes' } });
    expect(await get.json()).toMatchObject({ errors: [{ extensions: { code: 'LIMIT_EXCEEDED', limit: 'fields' } }] });
  });

  test('a document that does not have that hash is refused', async () => {
    expect(await post(at, { query: fleet, ...named(hash) })).toMatchObject({ status: 400 });
  });

  test('a document that cannot run is not remembered', async () => {
    const wrong = '{ ships }';
    expect(await post(at, { query: wrong, ...named(digestOf(wrong)) })).toMatchObject({
      code: 'GRAPHQL_VALIDATION_FAILED',
    });
    expect(await post(at, named(digestOf(wrong)))).toMatchObject({ code: 'PERSISTED_QUERY_NOT_FOUND' });
  });

  test('the hash of another document is refused, and so is another version of the protocol', async () => {
    const refused = { status: 400, code: 'BAD_REQUEST' };
    expect(await post(at, { query: read, ...named(digestOf(fleet)) })).toMatchObject(refused);
    const persistedQuery = { version: 2, sha256Hash: hash };
    expect(await post(at, { query: read, extensions: { persistedQuery } })).toMatchObject(refused);
  });
});

describe('with a manifest', () => {
  let at: Running;
  beforeAll(async () => {
    at = await runGateway({ trustedDocuments: new Map([[hash, read]]) });
  });
  afterAll(() => at.gateway.close());

  test.each([
    ['by its hash', named(hash)],
    ['by its id', { documentId: `sha256:${hash}` }],
    ['in full', { query: read }],
  ])('a document of it runs %s', async (_how, body) => {
    expect(await post(at, { variables, ...body })).toEqual(found);
  });

  test.each([
    ['another document', { query: fleet }, 'DOCUMENT_NOT_TRUSTED'],
    ['the same with a space more', { query: `${read} ` }, 'DOCUMENT_NOT_TRUSTED'],
    ['one that is no document', { query: '{' }, 'DOCUMENT_NOT_TRUSTED'],
    ['the schema', { query: '{ __schema { types { name } } }' }, 'DOCUMENT_NOT_TRUSTED'],
    ['another document with its hash', { query: fleet, ...named(digestOf(fleet)) }, 'DOCUMENT_NOT_TRUSTED'],
    ['an unknown hash', named(digestOf(fleet)), 'PERSISTED_QUERY_NOT_FOUND'],
  ])('%s does not', async (_what, body, code) => {
    expect(await post(at, body)).toMatchObject({ status: code === 'DOCUMENT_NOT_TRUSTED' ? 400 : 200, code });
    // Nor does asking teach it.
    expect(await post(at, body)).toMatchObject({ code });
  });

  test('one whose documents do not fit the schema keeps the server from starting', async () => {
    const wrong = '{ ships }';
    await expect(runGateway({ trustedDocuments: new Map([[digestOf(wrong), wrong]]) })).rejects.toThrow(
      `the trusted document ${digestOf(wrong)} cannot run: Cannot query field "ships"`,
    );
  });
});

describe('reading a manifest', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'manifest-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });
  const file = (content: string) => {
    const name = path.join(folder, `${digestOf(content).slice(0, 8)}.json`);
    writeFileSync(name, content);
    return name;
  };

  test.each([
    ['codegen', { [hash]: read }],
    [
      "Apollo's tools",
      {
        format: 'apollo-persisted-query-manifest',
        version: 1,
        operations: [{ id: hash, body: read, name: 'Read', type: 'query' }],
      },
    ],
  ])('as %s writes it', async (_who, manifest) => {
    expect(await readManifest(file(JSON.stringify(manifest)))).toEqual(new Map([[hash, read]]));
  });

  test.each([
    ['text', 'hello', 'cannot be read as a manifest'],
    ['a list', '[]', 'cannot be read as a manifest'],
    ['a number for a document', '{"a":1}', 'cannot be read as a manifest'],
    ['another hash', JSON.stringify({ [digestOf('x')]: read }), 'is not the SHA-256 of its document'],
  ])('%s is none', async (_what, content, words) => {
    const reading = readManifest(file(content));
    await expect(reading).rejects.toThrow(OperatorError);
    await expect(reading).rejects.toThrow(words);
  });

  test('one that is not there', async () => {
    await expect(readManifest(path.join(folder, 'absent.json'))).rejects.toThrow(
      /The file \/.*\/absent\.json of TRUSTATE_TRUSTED_DOCUMENTS cannot be read: no such file or folder\.$/,
    );
  });
});

test.each([
  ['text'],
  [null],
  [{ query: fleet, documentId: `sha256:${hash}` }],
  [{ documentId: 'md5:1' }],
  [{ documentId: 3 }],
])('%j is left as it is', (body) => {
  expect(withNamedDocument(body)).toBe(body);
});
