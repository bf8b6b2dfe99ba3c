import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
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

async function tokenWith(name: string, policy: string): Promise<string> {
  await ask('PUT', `sys/policies/acl/${name}`, { policy });
  const { body } = await ask('POST', 'auth/token/create', { policies: [name] });
  return z.object({ auth: z.object({ client_token: z.string() }) }).parse(body).auth.client_token;
}

describe('a mount that is moved', () => {
  test('is at its new path, and who moved it may ask', async () => {
    await ask('POST', 'sys/mounts/before', { type: 'pki' });
    await ask('POST', 'before/roles/web', { allow_any_name: true });
    const moved = await ask('POST', 'sys/remount', { from: 'before/', to: 'after/all' });
    expect(moved.status).toBe(200);
    const { migration_id: id, data } = z
      .object({ migration_id: z.uuid(), data: z.object({ migration_id: z.string() }) })
      .parse(moved.body);
    expect(data.migration_id).toBe(id);
    expect(await ask('GET', `sys/remount/status/${id}`)).toMatchObject({
      status: 200,
      body: {
        data: {
          migration_id: id,
          migration_info: { source_mount: 'before/', target_mount: 'after/all/', status: 'success' },
        },
      },
    });
    expect((await ask('GET', 'after/all/roles/web')).status).toBe(200);
    expect((await ask('GET', 'before/roles/web')).status).toBe(404);
    const looking = await tokenWith('status', 'path "sys/remount/status/*" { capabilities = ["read"] }');
    expect((await ask('GET', `sys/remount/status/${id}`, undefined, looking)).status).toBe(200);
    const other = await tokenWith('other', 'path "sys/remount" { capabilities = ["update", "sudo"] }');
    expect((await ask('GET', `sys/remount/status/${id}`, undefined, other)).status).toBe(403);
  });

  test.each([
    [{ from: 'pki' }, 400, "both 'from' and 'to' path must be specified as a string"],
    [{ from: 'pki', to: '' }, 400, "both 'from' and 'to' path must be specified as a string"],
    [{ from: 'pki ', to: 'x' }, 400, "'from' path cannot contain trailing whitespace"],
    [{ from: 'pki', to: ' x' }, 400, "'to' path cannot contain trailing whitespace"],
    [{ from: 'sys', to: 'x' }, 400, 'cannot remount "sys/"'],
    [{ from: 'auth/token', to: 'x' }, 400, 'cannot remount "auth/token/"'],
    [{ from: 'pki', to: 'sys/x' }, 400, 'cannot remount to destination sys/x/'],
    [{ from: 'pki', to: 'auth' }, 400, 'cannot remount to destination auth/'],
    [{ from: 'nowhere', to: 'x' }, 404, 'no handler for route "nowhere". route entry not found.'],
    [{ from: 'pki', to: 'taken' }, 400, 'path already in use at "taken/"'],
  ])('%j: %d %s', async (body, status, text) => {
    await ask('POST', 'sys/mounts/taken', { type: 'pki' });
    expect(await ask('POST', 'sys/remount', body)).toMatchObject({ status, body: { errors: [text] } });
  });

  test('is moved only with sudo', async () => {
    const token = await tokenWith('moving', 'path "sys/remount" { capabilities = ["update"] }');
    for (const from of ['pki', 'nowhere'])
      expect(await ask('POST', 'sys/remount', { from, to: 'stolen' }, token)).toMatchObject({
        status: 403,
        body: { errors: ['permission denied'] },
      });
  });

  test('a move that never was is not found', async () => {
    expect(await ask('GET', 'sys/remount/status/nothing')).toMatchObject({ status: 404, body: { errors: [] } });
  });
});

describe('ways to sign in and audit devices', () => {
  const shown = { type: 'token', description: 'token based credentials', config: { token_type: 'default-service' } };

  test('are read', async () => {
    expect((await ask('GET', 'sys/auth')).body).toMatchObject({ data: { 'token/': shown }, 'token/': shown });
    expect((await ask('GET', 'sys/auth/token')).body).toMatchObject({ data: shown });
    expect((await ask('GET', 'sys/auth/token/tune')).body).toMatchObject({
      data: { default_lease_ttl: 2_764_800, max_lease_ttl: 2_764_800, token_type: 'default-service' },
    });
    expect(await ask('GET', 'sys/audit')).toMatchObject({ status: 200, body: { data: {} } });
  });

  test.each([
    ['GET', 'sys/auth/userpass', undefined, 400, 'No auth engine at userpass/'],
    ['POST', 'sys/auth/more', { type: 'ldap' }, 400, 'plugin not found in the catalog: ldap'],
    ['POST', 'sys/auth/more', { type: 'token' }, 400, 'token credential backend cannot be instantiated'],
    ['POST', 'sys/auth/more', {}, 400, 'backend type must be specified as a string'],
    ['POST', 'sys/auth/token/tune', { max_lease_ttl: '1h' }, 400, 'the lifetimes of tokens cannot be tuned'],
    ['DELETE', 'sys/auth/token', undefined, 400, 'token credential backend cannot be disabled'],
    [
      'PUT',
      'sys/audit/file',
      { type: 'file' },
      400,
      'cannot enable audit device via API; use declarative, config-based audit device management instead',
    ],
  ])('%s %s %j: %d %s', async (method, path, body, status, text) => {
    expect(await ask(method, path, body)).toMatchObject({ status, body: { errors: [text] } });
  });

  test.each(['sys/auth/userpass', 'sys/audit/file'])('what is not there is deleted: %s', async (path) => {
    expect(await ask('DELETE', path)).toMatchObject({ status: 204, body: null });
  });

  test.each([
    ['GET', 'sys/auth'],
    ['GET', 'sys/auth/token'],
    ['GET', 'sys/auth/userpass'],
    ['GET', 'sys/audit'],
    ['POST', 'sys/auth/userpass'],
    ['DELETE', 'sys/auth/token'],
    ['DELETE', 'sys/audit/file'],
  ])('%s %s is for those who may', async (method, path) => {
    const token = await tokenWith('nothing', 'path "x" { capabilities = ["read"] }');
    expect((await ask(method, path, method === 'POST' ? { type: 'token' } : undefined, token)).status).toBe(403);
  });
});
