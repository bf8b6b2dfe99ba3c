import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
let workspace: string;
let path: string;

const resource = z.object({ id: z.string(), attributes: z.record(z.string(), z.unknown()) });
const one = (answer: { body: unknown }) => z.looseObject({ data: resource }).parse(answer.body).data;
const many = (answer: { body: unknown }) => z.looseObject({ data: z.array(resource) }).parse(answer.body).data;
const document = (attributes: object, more: object = {}) => ({ data: { type: 'vars', attributes, ...more } });
const detail = (status: string, text: string, pointer?: string) => ({
  status: Number(status),
  body: { errors: [{ status, detail: text, ...(pointer !== undefined && { source: { pointer } }) }] },
});

async function workspaceNamed(name: string): Promise<string> {
  return one(await live.call('POST', '/organizations/various/workspaces', { data: { attributes: { name } } })).id;
}

beforeAll(async () => {
  live = await openLive();
  const attributes = { name: 'various', email: 'ops@example.com' };
  expect(await live.call('POST', '/organizations', { data: { attributes } })).toMatchObject({ status: 201 });
  workspace = await workspaceNamed('net');
  path = `/workspaces/${workspace}/vars`;
});
afterAll(() => live.close());

describe('variables of a workspace', () => {
  test('are documents as clients know them', async () => {
    const made = await live.call('POST', path, document({ key: 'name', value: 'hello', category: 'terraform' }));
    const { id } = one(made);
    expect(made).toMatchObject({
      status: 201,
      body: {
        data: {
          type: 'vars',
          attributes: {
            ...{ key: 'name', value: 'hello', description: '', category: 'terraform', hcl: false, sensitive: false },
            'version-id': expect.stringMatching(/^[0-9a-f]{36}$/) as unknown,
          },
          relationships: {
            configurable: {
              data: { id: workspace, type: 'workspaces' },
              links: { related: '/api/v2/organizations/various/workspaces/net' },
            },
          },
          links: { self: `/api/v2${path}/${id}` },
        },
      },
    });
    expect((await live.call('GET', `${path}/${id}`)).body).toEqual(made.body);
    expect(many(await live.call('GET', path))).toEqual([one(made)]);
    expect(await live.call('GET', `/workspaces/${workspace}`)).toMatchObject({
      body: { data: { relationships: { vars: { data: [{ id, type: 'vars' }] } } } },
    });
    expect((await live.call('DELETE', `${path}/${id}`)).status).toBe(204);
    expect(await live.call('GET', `${path}/${id}`)).toMatchObject({ status: 404 });
    expect(await live.call('DELETE', `${path}/${id}`)).toMatchObject({ status: 404 });
  });

  test('what is sensitive is null in every answer', async () => {
    const made = await live.call('POST', path, document({ key: 'S', value: 'hush', category: 'env', sensitive: true }));
    const { id } = one(made);
    const answers = [
      made,
      await live.call('GET', `${path}/${id}`),
      await live.call('GET', path),
      await live.call('PATCH', `${path}/${id}`, document({ value: 'hush 2' })),
      // As somebody sends it back who has read it.
      await live.call('PATCH', `${path}/${id}`, document({ value: null, sensitive: true, description: 'd' })),
    ];
    for (const { body } of answers) expect(JSON.stringify(body)).not.toContain('hush');
    expect(one(await live.call('GET', `${path}/${id}`)).attributes).toMatchObject({ value: null, description: 'd' });
    expect(await live.call('PATCH', `${path}/${id}`, document({ sensitive: false }))).toMatchObject(
      detail('422', 'sensitive can only be set to false together with a new value', '/data/attributes/sensitive'),
    );
    const shown = await live.call('PATCH', `${path}/${id}`, document({ sensitive: false, value: 'open' }));
    expect(one(shown).attributes).toMatchObject({ value: 'open', sensitive: false });
  });

  test.each<[object, string, string]>([
    [{ value: 'v', category: 'env' }, 'data.attributes.key is missing', '/data/attributes/key'],
    [{ key: '', category: 'env' }, "Key can't be blank", '/data/attributes/key'],
    [{ key: 'k' }, 'data.attributes.category is missing', '/data/attributes/category'],
    [
      { key: 'k', category: 'policy-set' },
      'data.attributes.category must be one of terraform, env',
      '/data/attributes/category',
    ],
    [{ key: 'k', category: 'env', value: 7 }, 'data.attributes.value must be text', '/data/attributes/value'],
    [{ key: 'k', category: 'env', hcl: 'yes' }, 'data.attributes.hcl must be true or false', '/data/attributes/hcl'],
    [
      { key: 'k', category: 'env', value: 'v'.repeat(262_145) },
      'value must have at most 262144 bytes',
      '/data/attributes/value',
    ],
  ])('%.70j is refused', async (attributes, text, pointer) => {
    expect(await live.call('POST', path, document(attributes))).toMatchObject(detail('422', text, pointer));
  });

  test('a key is taken once in a category', async () => {
    expect((await live.call('POST', path, document({ key: 'twice', category: 'env' }))).status).toBe(201);
    expect(await live.call('POST', path, document({ key: 'twice', category: 'env' }))).toMatchObject(
      detail('422', 'Key has already been taken', '/data/attributes/key'),
    );
    expect((await live.call('POST', path, document({ key: 'twice', category: 'terraform' }))).status).toBe(201);
  });

  test('a variable is at the path of its own workspace alone', async () => {
    const { id } = one(await live.call('POST', path, document({ key: 'own', category: 'env' })));
    const other = `/workspaces/${await workspaceNamed('other')}/vars/${id}`;
    expect((await live.call('GET', other)).status).toBe(404);
    expect((await live.call('PATCH', other, document({ value: 'x' }))).status).toBe(404);
    expect((await live.call('DELETE', other)).status).toBe(404);
    expect((await live.call('GET', '/workspaces/ws-1111111111111111/vars')).status).toBe(404);
    expect((await live.call('GET', `${path}/${id}`)).status).toBe(200);
  });

  test('are all in one list, by key', async () => {
    const id = await workspaceNamed('long');
    const keys = Array.from({ length: 130 }, (_, index) => `key_${String(index).padStart(3, '0')}`);
    for (const key of keys.toReversed()) {
      await live.call('POST', `/workspaces/${id}/vars`, document({ key, category: 'terraform', value: key }));
    }
    const listed = many(await live.call('GET', `/workspaces/${id}/vars`));
    expect(listed.map(({ attributes }) => attributes['value'])).toEqual(keys);
  });
});

describe('the older paths', () => {
  const filter = '?filter[organization][name]=various&filter[workspace][name]=old';

  test('make, list, change and delete', async () => {
    const id = await workspaceNamed('old');
    const relationships = { workspace: { data: { id, type: 'workspaces' } } };
    const made = one(await live.call('POST', '/vars', document({ key: 'a', category: 'env' }, { relationships })));
    const names = { filter: { organization: { name: 'various' }, workspace: { name: 'old' } } };
    await live.call('POST', '/vars', { ...document({ key: 'b', category: 'env' }), ...names });
    expect(many(await live.call('GET', `/vars${filter}`)).map(({ attributes }) => attributes['key'])).toEqual([
      ...['a', 'b'],
    ]);
    const changed = await live.call('PATCH', `/vars/${made.id}`, document({ value: 'v' }));
    expect(one(changed).attributes).toMatchObject({ key: 'a', value: 'v' });
    expect((await live.call('DELETE', `/vars/${made.id}`)).status).toBe(204);
    expect(many(await live.call('GET', `/vars${filter}`))).toHaveLength(1);
  });

  test('say what is missing', async () => {
    expect(await live.call('GET', '/vars?filter[organization][name]=various')).toMatchObject({
      status: 400,
      body: {
        errors: [{ detail: 'filter[workspace][name] is missing', source: { parameter: 'filter[workspace][name]' } }],
      },
    });
    expect(await live.call('POST', '/vars', document({ key: 'a', category: 'env' }))).toMatchObject({ status: 422 });
    expect((await live.call('GET', '/vars?filter[organization][name]=various&filter[workspace][name]=no')).status).toBe(
      404,
    );
  });
});
