import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

/** One more than a page of the schema has. */
const many = Array.from({ length: 101 }, (_, index) => `n${String(index).padStart(3, '0')}`);

async function keysAt(path: string): Promise<unknown> {
  const { body } = await live.vault('GET', `${path}?list=true`);
  return body;
}

async function page(query: string, token: string | null = live.rootToken): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) };
  const response = await fetch(`${live.base}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
  return response.json();
}

test('keys, more than a page has, with the default among them', async () => {
  const uuids: string[] = [];
  for (const name of many) {
    const { body } = await live.vault('POST', 'pki/keys/generate/internal', { key_type: 'ec', key_name: name });
    uuids.push(String(field(body, 'data', 'key_id')));
  }
  const listed = await keysAt('pki/keys');
  expect(field(listed, 'data', 'keys')).toEqual(uuids.toSorted());
  expect(Object.fromEntries(entriesOf(field(listed, 'data', 'key_info')))).toEqual(
    Object.fromEntries(many.map((key_name, index) => [uuids[index], { key_name, is_default: index === 0 }])),
  );
  expect(await page('{ issuerKeys(first: 100) { totalCount nodes { name } pageInfo { hasNextPage } } }')).toMatchObject(
    {
      data: {
        issuerKeys: {
          totalCount: 101,
          nodes: many.slice(0, 100).map((name) => ({ name })),
          pageInfo: { hasNextPage: true },
        },
      },
    },
  );
  expect(await page('{ issuerKeys(last: 2) { nodes { name isDefault } } }')).toMatchObject({
    data: { issuerKeys: { nodes: many.slice(-2).map((name) => ({ name, isDefault: false })) } },
  });
});

test('issuers, for callers without a token too', async () => {
  for (const name of ['root-a', 'root-b', 'root-c'])
    await live.vault('POST', 'pki/root/generate/internal', { common_name: name, issuer_name: name, key_type: 'ec' });
  const first = await page(
    '{ issuers(first: 2) { totalCount nodes { name } pageInfo { hasNextPage endCursor } } }',
    null,
  );
  expect(first).toMatchObject({
    data: {
      issuers: { totalCount: 3, nodes: [{ name: 'root-a' }, { name: 'root-b' }], pageInfo: { hasNextPage: true } },
    },
  });
  const after = JSON.stringify(field(first, 'data', 'issuers', 'pageInfo', 'endCursor'));
  expect(await page(`{ issuers(first: 2, after: ${after}) { nodes { name isDefault } } }`, null)).toMatchObject({
    data: { issuers: { nodes: [{ name: 'root-c', isDefault: false }] } },
  });
  for (const [token, code] of [
    [null, 'UNAUTHENTICATED'],
    [live.rootToken, 'MOUNT_NOT_FOUND'],
  ] as const)
    expect(await page('{ issuers(mount: "nowhere") { nodes { name } } }', token)).toMatchObject({
      errors: [{ extensions: { code } }],
    });
  const listed = await live.vault('GET', 'pki/issuers?list=true', undefined, {});
  expect(entriesOf(field(listed.body, 'data', 'key_info')).map(([, value]) => value)).toMatchObject(
    ['root-a', 'root-b', 'root-c'].map((issuer_name) => ({ issuer_name })),
  );
});

test('an authority that is moved stays in its place in the list', async () => {
  const list = (args: string) => page(`{ mounts(${args}) { nodes { path } pageInfo { endCursor } } }`);
  for (const name of ['x', 'y', 'z']) await live.vault('POST', `sys/mounts/${name}`, { type: 'pki' });
  const first = await list('first: 2');
  expect(field(first, 'data', 'mounts', 'nodes')).toEqual([{ path: 'pki' }, { path: 'x' }]);
  expect(
    await page(
      'mutation { moveMount(input: { mount: { path: "x" }, path: "zz" }) { mount { path } problems { code } } }',
    ),
  ).toMatchObject({ data: { moveMount: { mount: { path: 'zz' }, problems: [] } } });
  const after = JSON.stringify(field(first, 'data', 'mounts', 'pageInfo', 'endCursor'));
  expect(field(await list(`first: 9, after: ${after}`), 'data', 'mounts', 'nodes')).toEqual([
    { path: 'y' },
    { path: 'z' },
  ]);
  for (const name of ['zz', 'y', 'z']) await live.vault('DELETE', `sys/mounts/${name}`);
});

test('a chain of issuers by pages, as the operator wrote it', async () => {
  const names = ['root-c', 'root-a', 'root-b'];
  await live.vault('POST', 'pki/issuer/root-c', { issuer_name: 'root-c', manual_chain: names.join() });
  const query = (args: string) =>
    page(
      `{ issuer(reference: "root-c") { manualChain(${args}) { totalCount nodes { name } pageInfo { endCursor } } } }`,
    );
  const first = await query('first: 2');
  expect(first).toMatchObject({
    data: { issuer: { manualChain: { totalCount: 3, nodes: [{ name: 'root-c' }, { name: 'root-a' }] } } },
  });
  const after = JSON.stringify(field(first, 'data', 'issuer', 'manualChain', 'pageInfo', 'endCursor'));
  expect(await query(`after: ${after}`)).toMatchObject({
    data: { issuer: { manualChain: { nodes: [{ name: 'root-b' }] } } },
  });
  const { body } = await live.vault('GET', 'pki/issuer/root-c');
  expect(field(body, 'data', 'manual_chain')).toHaveLength(3);
});

test('mounts, more than a page has', async () => {
  for (const name of many) await live.vault('POST', `sys/mounts/${name}`, { type: 'pki' });
  const { body } = await live.vault('GET', 'sys/mounts');
  expect(entriesOf(field(body, 'data')).map(([name]) => name)).toEqual([...many, 'pki'].map((path) => `${path}/`));
  const shown = await live.vault('GET', 'sys/internal/ui/mounts');
  expect(entriesOf(field(shown.body, 'data', 'secret')).map(([name]) => name)).toEqual(
    [...many, 'pki'].map((path) => `${path}/`),
  );
  for (const list of ['mounts', 'visibleMounts'])
    expect(await page(`{ ${list}(first: 2) { totalCount nodes { path } pageInfo { hasNextPage } } }`)).toMatchObject({
      data: {
        [list]: { totalCount: 102, nodes: [{ path: 'pki' }, { path: 'n000' }], pageInfo: { hasNextPage: true } },
      },
    });
});

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** What lies in a document. */
function field(document: unknown, ...names: readonly string[]): unknown {
  return names.reduce<unknown>((at, name) => entriesOf(at).find(([key]) => key === name)?.[1], document);
}
