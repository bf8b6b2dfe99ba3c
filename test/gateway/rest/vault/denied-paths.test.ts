import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { VaultRoute } from '../../../../src/gateway/rest/vault/route.js';
import { pkiRoutes } from '../../../../src/gateway/rest/vault/routes.js';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

/*
 * What a policy denies is denied at the path that is called, whatever path or field its operation asks policies about: every route of the tables is called by
 * somebody who may do everything except at that one path, and by somebody who may do everything there except what the call does. A new route is called by itself.
 */

/** Routes that answer in spite of a rule at their path, and why. */
const open: Readonly<Record<string, string>> = {
  'read sys/internal/specs/openapi': 'which paths there are, for any caller, as in OpenBao',
};
/** Routes that go by another capability than that of their method, and why. */
const otherCapability: Readonly<Record<string, string>> = {
  'update auth/token/lookup-self': 'a read that takes a body',
  'read sys/policy': 'a list, also without asking for one',
  'read auth/token/lookup': 'of the token that is sent, as by POST',
};

let live: Live;
const place: Record<string, string> = {
  ref: 'first',
  role: 'web',
  name: 'web',
  path: 'userpass',
  exported: 'internal',
};
beforeAll(async () => {
  live = await openLive();
  const root = { common_name: 'root', key_type: 'ec', issuer_name: 'first', key_name: 'first', ttl: '24h' };
  await live.vault('POST', 'pki/root/generate/internal', root);
  await live.vault('POST', 'pki/roles/web', { allow_any_name: true, key_type: 'ec', ttl: '1h' });
  await live.vault('POST', 'sys/policies/acl/web', { policy: 'path "x" { capabilities = ["read"] }' });
  await live.vault('POST', 'sys/auth/userpass', { type: 'userpass' });
  const issued = await live.vault('POST', 'pki/issue/web', { common_name: 'a.example.com' });
  place['serial'] = z.object({ data: z.object({ serial_number: z.string() }) }).parse(issued.body).data.serial_number;
});
afterAll(() => live.close());

const capabilities = ['create', 'read', 'update', 'patch', 'delete', 'list', 'sudo'];
const methods = { read: 'GET', list: 'GET', update: 'POST', patch: 'PATCH', delete: 'DELETE' } as const;
const tokenShape = z.object({ auth: z.object({ client_token: z.string() }) });

let policies = 0;
async function tokenWith(rules: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const name = `p-${++policies}`;
  const path = Object.fromEntries(Object.entries(rules).map(([at, held]) => [at, { capabilities: held }]));
  const { status } = await live.vault('PUT', `sys/policies/acl/${name}`, { policy: JSON.stringify({ path }) });
  expect(status).toBe(204);
  const { body } = await live.vault('POST', 'auth/token/create', { policies: [name], no_default_policy: true });
  return tokenShape.parse(body).auth.client_token;
}

const concrete = (path: string): string => path.replaceAll(/[:*](\w+)\??/g, (_, name: string) => place[name] ?? 'none');

async function statusOf({ verb }: VaultRoute, path: string, token: string): Promise<number> {
  const type = verb === 'patch' ? 'application/merge-patch+json' : 'application/json';
  const body = verb === 'update' || verb === 'patch' ? {} : undefined;
  const headers = { 'x-vault-token': token, 'content-type': type };
  return (await live.vault(methods[verb], verb === 'list' ? `${path}?list=true` : path, body, headers)).status;
}

const rows = [
  ...pkiRoutes.system.map((route) => ({ route, pattern: route.path })),
  ...pkiRoutes.mount.map((route) => ({ route, pattern: `pki/${route.path}` })),
]
  .filter(({ route: { anonymous, ownToken } }) => !anonymous && !ownToken)
  .map(({ route, pattern }) => ({ route, pattern, name: `${route.verb} ${pattern}` }));

const ruleOf = ({ verb }: VaultRoute, path: string): string => (verb === 'list' ? `${path}/` : path);

/** Of somebody who may do everything at every path except this. */
const without = new Map<string, Promise<string>>();
function tokenWithout(verb: string): Promise<string> {
  const held = capabilities.filter((each) => each !== verb);
  const rules = rows.map(({ route, pattern }) => [ruleOf(route, concrete(pattern)), held] as const);
  const token = without.get(verb) ?? tokenWith(Object.fromEntries(rules));
  without.set(verb, token);
  return token;
}

describe('a route', () => {
  test.each(rows.filter(({ name }) => !(name in open)))('$name', async ({ route, pattern, name }) => {
    const path = concrete(pattern);
    const denied = await tokenWith({ '*': capabilities, [ruleOf(route, path)]: ['deny'] });
    expect(await statusOf(route, path, denied), 'in spite of a deny').toBe(403);
    if (name in otherCapability) return;
    expect(await statusOf(route, path, await tokenWithout(route.verb)), `without ${route.verb}`).toBe(403);
  });

  test('is one of the tables where it is an exception', () => {
    const names = new Set(rows.map(({ name }) => name));
    expect([...Object.keys(open), ...Object.keys(otherCapability)].filter((name) => !names.has(name))).toEqual([]);
  });
});

test('the list of policies is denied at the older path with and without its slash', async () => {
  for (const rule of ['sys/policy', 'sys/policy/']) {
    const token = await tokenWith({ '*': capabilities, [rule]: ['deny'] });
    expect((await live.vault('GET', 'sys/policy?list=true', undefined, { 'x-vault-token': token })).status).toBe(403);
  }
  const allowed = await tokenWith({ '*': capabilities });
  for (const path of ['sys/policy?list=true', 'sys/policy/web', 'sys/auth/userpass'])
    expect((await live.vault('GET', path, undefined, { 'x-vault-token': allowed })).status, path).toBe(200);
});
