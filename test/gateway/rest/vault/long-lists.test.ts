import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SqliteDatabase } from '../../../../src/platform/database/sqlite/driver.js';
import { mostValues } from '../../../../src/platform/graphql/values.js';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

const folder = mkdtempSync(join(tmpdir(), 'trustate-long-lists-'));
const file = join(folder, 'lists.db');

/** One more than two pages of the schema. */
const many = 2 * mostValues + 1;
const digits = Array.from({ length: many }, (_, number) => number.toString(16).padStart(8, '0'));
const serials = digits.map((text) => (text.match(/../g) ?? []).join(':'));
const names = digits.map((text) => `role-${text}`);

let live: Live;
beforeAll(async () => {
  live = await openLive({ TRUSTATE_DATABASE_URL: `file:${file}` });
  fill();
});
afterAll(async () => {
  await live.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Backwards, so that their order is nobody's but the list's. */
function fill(): void {
  const database = new SqliteDatabase(file);
  const { id: mountId } = z.object({ id: z.string() }).parse(database.prepare('SELECT id FROM Mount').row());
  const now = new Date().toISOString();
  const row = (table: string, columns: readonly string[]) => {
    const places = columns.map(() => '?').join();
    return database.prepare(`INSERT INTO "${table}" (${columns.join()}) VALUES (${places})`);
  };
  const role = row('Role', ['id', 'mountId', 'name', 'definition', 'createdAt', 'updatedAt']);
  const policy = row('AclPolicy', ['name', 'text', 'rules', 'createdAt', 'updatedAt']);
  const key = row('AcmeEabKey', ['id', 'mountId', 'directory', 'sealedKey', 'createdAt']);
  const times = ['notBefore', 'notAfter', 'issuedAt'];
  const certificate = row('Certificate', ['id', 'mountId', 'serialNumber', 'certificate', 'indexed', ...times]);
  const revocation = row('Revocation', [
    ...['id', 'mountId', 'issuerId', 'serialNumber', 'ordinal', 'revokedAt', 'notAfter'],
  ]);
  database.immediately(() => {
    for (const [at, text] of [...digits.entries()].reverse()) {
      role.run(`role-${text}`, mountId, `role-${text}`, '{}', now, now);
      certificate.run(`crt-${text}`, mountId, text, Buffer.alloc(1), 1, now, now, now);
      policy.run(`policy-${text}`, '', '[]', now, now);
      key.run(`key-${text}`, mountId, '', Buffer.alloc(1), now);
      revocation.run(`rev-${text}`, mountId, 'iss-1', text, at + 1, now, now);
    }
  });
  database.close();
}

describe.each([
  // path           all, in order
  ['certs', serials],
  ['certs/revoked', serials],
  ['roles', names],
])('%s, more than pages have', (path, all) => {
  test('REST has them whole, in order', async () => {
    const { status, body } = await live.vault('GET', `pki/${path}?list=true`);
    expect(status).toBe(200);
    expect(z.object({ data: z.object({ keys: z.array(z.string()) }) }).parse(body).data.keys).toEqual(all);
  });

  // OpenBao: `after` need not be there, `limit` counts from 1; less is no limit.
  test.each([
    // parameters                                                  from   to
    ['limit=3', 0, 3],
    [`after=${String(all[2])}&limit=2`, 3, 5],
    [`after=${String(all[many - 3])}`, many - 2, many],
    [`limit=${mostValues + 1}`, 0, mostValues + 1],
    [`after=${String(all[0])}&limit=${2 * mostValues}`, 1, many],
    ['limit=0', 0, many],
    ['after=&limit=-1', 0, many],
  ])('REST has a part of it: %s', async (parameters, from, to) => {
    const { status, body } = await live.vault('GET', `pki/${path}?list=true&${parameters}`);
    expect(status).toBe(200);
    expect(z.object({ data: z.object({ keys: z.array(z.string()) }) }).parse(body).data.keys).toEqual(
      all.slice(from, to),
    );
  });

  test('REST has nothing after the last, and no limit that is no number', async () => {
    const last = `pki/${path}?list=true&after=${String(all.at(-1))}`;
    expect((await live.vault('GET', last)).status).toBe(404);
    expect(await live.vault('GET', `pki/${path}?list=true&limit=many`)).toMatchObject({
      status: 400,
      body: { errors: ['Field validation failed: error converting input for field "limit": expected a whole number'] },
    });
  });
});

const listOf = (data: z.ZodRawShape) => z.object({ data: z.object(data) });
const texts = z.array(z.string());

test('policies are listed with `root` in its place, and in part', async () => {
  const all = ['default', 'pki-operator', 'pki-user', ...digits.map((text) => `policy-${text}`), 'root'];
  const at = async (query: string) => (await live.vault('GET', `sys/policies/acl?list=true${query}`)).body;
  expect(await at('')).toMatchObject({ data: { keys: all } });
  expect(await at('&limit=2')).toMatchObject({ data: { keys: all.slice(0, 2) } });
  expect(await at(`&after=${String(all.at(-3))}`)).toMatchObject({ data: { keys: all.slice(-2) } });
  expect(await at(`&after=policy-zzz&limit=5`)).toMatchObject({ data: { keys: ['root'] } });
  // On the path of older clients they have two names.
  for (const path of ['sys/policy', 'sys/policy?list=true']) {
    const { data } = listOf({ keys: texts, policies: texts }).parse((await live.vault('GET', path)).body);
    expect(data).toEqual({ keys: all, policies: all });
  }
  const part = await live.vault('GET', `sys/policy?list=true&after=pki-user&limit=1`);
  expect(part.body).toMatchObject({ data: { keys: [all[3]], policies: [all[3]] } });
});

test('keys for accounts of ACME are listed with what is known of each, and in part', async () => {
  const all = digits.map((text) => `key-${text}`);
  const at = async (query: string) => {
    const { body } = await live.vault('GET', `pki/eab?list=true${query}`);
    return listOf({ keys: texts, key_info: z.record(z.string(), z.object({ key_type: z.literal('hs') })) }).parse(body);
  };
  for (const [query, from, to] of [
    ['', 0, many],
    ['&limit=3', 0, 3],
    [`&after=${String(all[2])}&limit=${mostValues + 2}`, 3, mostValues + 5],
  ] as const) {
    const { data } = await at(query);
    expect(data['keys']).toEqual(all.slice(from, to));
    expect(Object.keys(z.object({}).loose().parse(data['key_info'])).sort()).toEqual(all.slice(from, to));
  }
});

test.each(['00:00:00:02', '00000002', '00-00-00-02', '00:00:00:02:ff'])(
  'a serial number is a place in the list however it is written, and whether it is there or not: %s',
  async (after) => {
    const { body } = await live.vault('GET', `pki/certs?list=true&limit=1&after=${after}`);
    expect(body).toMatchObject({ data: { keys: [serials[3]] } });
  },
);
