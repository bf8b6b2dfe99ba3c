import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { mostMounts } from '../../../../src/gateway/rest/vault/openapi.js';
import { pkiRoutes } from '../../../../src/gateway/rest/vault/routes.js';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

const as = (token: string) => ({ 'x-vault-token': token });
const ask = (method: string, path: string, body?: object, token: string = live.rootToken) =>
  live.vault(method, path, body, as(token));

const specification = 'sys/internal/specs/openapi';
const generic = `${specification}?generic_mount_paths=true`;

const named = z.object({ name: z.string(), in: z.string(), required: z.boolean().optional() });
const operationShape = z.object({ operationId: z.string(), parameters: z.array(named).optional() }).loose();
const documentShape = z.object({
  openapi: z.string(),
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(
    z.string(),
    z.object({
      parameters: z.array(named).optional(),
      get: operationShape.optional(),
      post: operationShape.optional(),
      patch: operationShape.optional(),
      delete: operationShape.optional(),
    }),
  ),
  components: z.object({ schemas: z.record(z.string(), z.looseObject({})) }),
});

async function documentAt(path: string, token?: string) {
  const { status, body } = await ask('GET', path, undefined, token);
  expect(status).toBe(200);
  return { body: z.record(z.string(), z.unknown()).parse(body), ...documentShape.parse(body) };
}
type Read = Awaited<ReturnType<typeof documentAt>>;

const operationsOf = ({ paths }: Read) =>
  Object.values(paths).flatMap(({ get, post, patch, delete: removal }) =>
    [get, post, patch, removal].filter((each) => each !== undefined),
  );

describe('the OpenAPI document', () => {
  test.each([
    ['of the mounts', specification],
    ['of any mount', generic],
  ])('%s is valid', async (_what, path) => {
    await ask('POST', 'sys/mounts/team/web.pki', { type: 'pki' });
    const read = await documentAt(path);
    expect(await new Validator().validate(read.body)).toMatchObject({ valid: true });
    const ids = operationsOf(read).map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, schema] of JSON.stringify(read.body).matchAll(/#\/components\/schemas\/(\w+)/g))
      expect(Object.keys(read.components.schemas)).toContain(schema);
  });

  test('names each part of a path that varies', async () => {
    const { paths } = await documentAt(generic);
    for (const [path, { parameters = [] }] of Object.entries(paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect([path, parameters.filter((each) => each.in === 'path').map(({ name }) => name)]).toEqual([path, inPath]);
    }
  });

  test.each([
    ...['issuer/{issuer_ref}', 'issuer/{issuer_ref}/sign/{role}', 'key/{key_ref}', 'roles/{name}', 'cert/{serial}'],
    ...['root/generate/{exported}', 'root/rotate/{exported}', 'intermediate/generate/{exported}'],
    ...['issuers/generate/root/{exported}', 'issuers/generate/intermediate/{exported}'],
  ])('names %s as OpenBao does', async (path) => {
    const { paths } = await documentAt(specification);
    expect(Object.keys(paths)).toContain(`/pki/${path}`);
  });

  test('names the leases in paths as OpenBao does, as those of bodies have their name', async () => {
    const { paths } = await documentAt(specification);
    for (const what of ['renew', 'revoke']) expect(Object.keys(paths)).toContain(`/sys/leases/${what}/{url_lease_id}`);
  });

  test('has every route but itself, with its parameters', async () => {
    const { paths, components } = await documentAt(generic);
    const unnamed = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');
    const shapes = Object.fromEntries(Object.entries(paths).map(([path, item]) => [unnamed(path), item]));
    const methods = { read: 'get', list: 'get', update: 'post', patch: 'patch', delete: 'delete' } as const;
    const spelled = (path: string) => path.replaceAll(/[:*]\w+\??/g, '{}');
    for (const { path, verb } of pkiRoutes.mount) expect(shapes[`/{}/${spelled(path)}`]?.[methods[verb]]).toBeDefined();
    for (const { path, verb } of pkiRoutes.system)
      if (path !== specification) expect(shapes[`/${spelled(path)}`]?.[methods[verb]]).toBeDefined();
    expect(paths['/{pki_mount_path}/sign-verbatim']?.post).toBeDefined();
    expect(paths['/{pki_mount_path}/issue/{role}']).toMatchObject({
      post: {
        operationId: 'pki-update-issue-role',
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/PkiIssueRoleRequest' } } },
        },
      },
    });
    expect(components.schemas['PkiIssueRoleRequest']).toMatchObject({
      properties: {
        common_name: { type: 'string' },
        ttl: { type: 'string', format: 'duration' },
        ip_sans: { type: 'array', items: { type: 'string' } },
        exclude_cn_from_sans: { type: 'boolean' },
      },
    });
    expect(paths['/{pki_mount_path}/roles']?.get?.parameters).toContainEqual(
      expect.objectContaining({ name: 'list', in: 'query', required: true }),
    );
  });

  test('has the mounts that its reader sees, and is for readers with a token', async () => {
    await ask('POST', 'sys/mounts/seen', { type: 'pki' });
    await ask('POST', 'sys/mounts/unseen', { type: 'pki' });
    await ask('PUT', 'sys/policies/acl/one', { policy: 'path "seen/issue/web" { capabilities = ["update"] }' });
    const { body } = await ask('POST', 'auth/token/create', { policies: ['one'] });
    const token = z.object({ auth: z.object({ client_token: z.string() }) }).parse(body).auth.client_token;
    const { paths, servers } = await documentAt(specification, token);
    expect(Object.keys(paths)).toContain('/seen/issue/{role}');
    expect(Object.keys(paths).filter((path) => /^\/(?:unseen|\{)/.test(path))).toEqual([]);
    expect(servers[0]?.url).toMatch(/\/v1$/);
    expect((await live.vault('GET', specification, undefined, {})).status).toBe(403);
  });

  test('describes any mount instead of very many', async () => {
    for (let number = 0; number <= mostMounts; number++)
      await ask('POST', `sys/mounts/many-${number}`, { type: 'pki' });
    const { paths } = await documentAt(specification);
    expect(Object.keys(paths)).toContain('/{pki_mount_path}/issue/{role}');
    expect(Object.keys(paths).filter((path) => path.startsWith('/many'))).toEqual([]);
  });
});
