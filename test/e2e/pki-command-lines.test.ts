import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { authorityTools } from './harness/authority-tools.js';
import { onSharedServer } from './harness/site.js';

const { api, mount } = authorityTools(onSharedServer());

/** What the command lines send with every request. */
const headers = { 'x-vault-request': 'true', 'user-agent': 'a command line' };

const answer = z.looseObject({ lease_id: z.string().optional() });

/** Their `options` that are not given are null, their texts empty. */
const mounting = {
  type: 'pki',
  description: '',
  config: { options: null, default_lease_ttl: '', max_lease_ttl: '87600h', force_no_cache: false },
  ...{ local: false, seal_wrap: false, external_entropy_access: false, options: null },
};
const token = { policies: ['default'], ttl: '1h0m0s', explicit_max_ttl: '0s', period: '0s', display_name: 'token' };

let path: string;
beforeAll(async () => {
  path = await mount();
});

type Line = readonly [command: string, method: string, path: string, body: unknown, status: number, shown?: object];

const moved = { data: { migration_info: { source_mount: '@/', target_mount: 'there/', status: 'success' } } };

/** The binaries are not needed: what they send is known. `&` is a move, `@` is a mount, `$` a serial number, `%` a lease of an earlier line. */
const lines: readonly Line[] = [
  ['status', 'GET', 'sys/seal-status', undefined, 200, { sealed: false }],
  ['status, then', 'GET', 'sys/leader', undefined, 200, { ha_enabled: false }],
  ['login', 'GET', 'auth/token/lookup-self', undefined, 200, { data: { policies: ['root'] } }],
  ['secrets list', 'GET', 'sys/mounts', undefined, 200, { data: { 'pki/': { type: 'pki' } } }],
  ['secrets enable -path=cli', 'POST', 'sys/mounts/cli', mounting, 204],
  [
    'secrets tune -max-lease-ttl=8760h cli',
    'POST',
    'sys/mounts/cli/tune',
    { options: null, default_lease_ttl: '', max_lease_ttl: '8760h', force_no_cache: false },
    204,
  ],
  ['read sys/mounts/cli/tune', 'GET', 'sys/mounts/cli/tune', undefined, 200, { data: { max_lease_ttl: 31_536_000 } }],
  ['secrets disable cli', 'DELETE', 'sys/mounts/cli', undefined, 204],
  ['write @/root/generate/internal …', 'PUT', '@/root/generate/internal', { common_name: 'CLI', ttl: '8760h' }, 200],
  ['write -f @/root/rotate/internal', 'PUT', '@/root/rotate/internal', { common_name: 'Next' }, 200],
  ['write -f @/root/replace', 'PUT', '@/root/replace', null, 200],
  [
    'write @/roles/web …',
    'PUT',
    '@/roles/web',
    { allowed_domains: 'example.com', allow_subdomains: 'true', key_type: 'ec', max_ttl: '72h' },
    200,
    { data: { allowed_domains: ['example.com'], allow_subdomains: true, max_ttl: 259_200 } },
  ],
  ['list @/roles', 'GET', '@/roles?list=true', undefined, 200, { data: { keys: ['web'] } }],
  ['list @/roles, of old', 'LIST', '@/roles', undefined, 200, { data: { keys: ['web'] } }],
  ['read @/roles/web', 'GET', '@/roles/web', undefined, 200, { data: { key_type: 'ec' } }],
  ['patch @/roles/web …', 'PATCH', '@/roles/web', { generate_lease: 'true' }, 200],
  ['write @/issue/web …', 'PUT', '@/issue/web', { common_name: 'a.example.com' }, 200, { renewable: false }],
  ['read @/cert/$', 'GET', '@/cert/$', undefined, 200, { data: { revocation_time: 0 } }],
  ['lease lookup %', 'PUT', 'sys/leases/lookup', { lease_id: '%' }, 200, { data: { id: '%', renewable: false } }],
  ['lease revoke %', 'PUT', 'sys/leases/revoke/%', { sync: false }, 204],
  ['lease revoke %, again', 'PUT', 'sys/leases/revoke/%', { sync: false }, 204],
  ['write @/revoke serial_number=$', 'PUT', '@/revoke', { serial_number: '$' }, 200],
  ['read @/crl/rotate', 'GET', '@/crl/rotate', undefined, 200, { data: { success: true } }],
  ['read @/cert/ca', 'GET', '@/cert/ca', undefined, 200],
  ['pki, first', 'GET', 'sys/internal/ui/mounts/@', undefined, 200, { data: { type: 'pki', path: '@/' } }],
  ['patch @/issuer/default …', 'PATCH', '@/issuer/default', { issuer_name: 'cli' }, 200],
  ['list @/issuers', 'GET', '@/issuers?list=true', undefined, 200],
  ['delete @/roles/web', 'DELETE', '@/roles/web', undefined, 204],
  ['read @/roles/web, gone', 'GET', '@/roles/web', undefined, 404, { errors: [] }],
  ['policy write p', 'PUT', 'sys/policies/acl/p', { policy: 'path "x" { capabilities = ["read"] }' }, 204],
  ['policy read p', 'GET', 'sys/policies/acl/p', undefined, 200, { data: { name: 'p' } }],
  ['policy list', 'GET', 'sys/policies/acl?list=true', undefined, 200],
  ['policy delete p', 'DELETE', 'sys/policies/acl/p', undefined, 204],
  [
    'token create',
    'POST',
    'auth/token/create',
    { ...token, num_uses: 0, renewable: true, type: 'service', entity_alias: '' },
    200,
    { auth: { lease_duration: 3600, renewable: true } },
  ],
  ['token capabilities', 'POST', 'sys/capabilities-self', { path: '@/roles/web' }, 200, { capabilities: ['root'] }],
  ['secrets move @ there', 'POST', 'sys/remount', { from: '@', to: 'there' }, 200],
  ['secrets move @ there, then', 'GET', 'sys/remount/status/&', undefined, 200, moved],
  ['secrets move there @', 'POST', 'sys/remount', { from: 'there', to: '@' }, 200],
  ['auth list', 'GET', 'sys/auth', undefined, 200, { data: { 'token/': { type: 'token' } } }],
  ['audit list', 'GET', 'sys/audit', undefined, 200, { data: {} }],
];

describe('requests as the vault and bao command lines send them', () => {
  const remembered: Record<string, string> = {};
  const fill = (text: string) =>
    text.replaceAll(/[@$%&]/g, (mark) => ({ '@': path, ...remembered })[mark] ?? `no ${mark} yet`);
  const filled = (value: unknown): unknown => JSON.parse(fill(JSON.stringify(value)));

  for (const [command, method, at, body, status, shown] of lines)
    test(command, async () => {
      const patched = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {};
      const sent = body === undefined ? undefined : filled(body);
      const reply = await api().send(method, fill(at), sent, { ...headers, ...patched });
      expect(reply.status, reply.answer.text).toBe(status);
      if (status === 204) {
        expect(reply.answer.text).toBe('');
        return;
      }
      const document = answer.parse(JSON.parse(reply.answer.text));
      if (shown) expect(document).toMatchObject(z.looseObject({}).parse(filled(shown)));
      if (at === 'sys/remount') remembered['&'] = reply.text('migration_id');
      if (at === '@/issue/web') {
        remembered['$'] = reply.text('serial_number');
        remembered['%'] = document.lease_id ?? '';
      }
    });
});

describe('path-help', () => {
  const help = async (at: string) => {
    const { answer } = (await api().send('GET', `${at}?help=1`, undefined, headers)).expect(200);
    return JSON.parse(answer.text) as { help: string; see_also: null };
  };

  test('tells the methods and parameters of a path', async () => {
    const { help: text, see_also } = await help(`${path}/roles/anything`);
    expect(see_also).toBeNull();
    expect(text).toContain('Path: roles/:name\n');
    expect(text).toMatch(/\n\nPOST or PUT\n/);
    expect(text).toContain(
      '\n    allowed_domains (list): The allowed domains. Other fields say whether names may be equal to them or below them.\n',
    );
    expect(text).toContain('\n    max_ttl (duration): Longest time to live. 0 uses the limit of the mount.\n');
  });

  test('tells the paths of a mount', async () => {
    expect((await help(path)).help).toContain('\n    roles/:name: GET, POST or PUT, PATCH, DELETE\n');
  });

  test('does nothing else', async () => {
    const number = async () => (await api().as(null).send('GET', `${path}/crl`)).answer.bytes.toString('hex');
    const before = await number();
    await help(`${path}/crl/rotate`);
    expect(await number()).toBe(before);
  });

  test('is for those with a token, and for what is there', async () => {
    expect((await api().as(null).send('GET', `${path}/roles/x?help=1`)).refusal).toEqual({
      status: 403,
      text: 'permission denied',
    });
    expect((await api().send('GET', `${path}/nowhere?help=1`)).refusal).toEqual({
      status: 404,
      text: 'unsupported path',
    });
  });
});

test.each([
  ['X-Vault-Wrap-TTL', '60s', 200],
  ['X-Vault-Wrap-TTL', '0s', 200],
  ['X-Vault-Namespace', 'team/', 404],
  ['X-Vault-Namespace', 'root/', 200],
  ['X-Vault-Policy-Override', 'true', 200],
])('the header %s: %s answers %i', async (name, value, status) => {
  expect((await api().send('GET', 'sys/mounts', undefined, { ...headers, [name]: value })).status).toBe(status);
});
