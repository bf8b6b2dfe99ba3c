import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SqlParameter } from '../../../src/platform/database/engine.js';
import { leaseKeys, leasePaths } from '../../../src/pki/revocation/lease-list.js';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';

let world: PkiWorld;
const paths = ['a-b/issue/web', 'a/issue/Web', 'a/issue/web', 'a/issue/web-1', 'a/sign/web', 'a/issue', 'ab/issue/w'];
beforeAll(async () => {
  world = await openPkiWorld();
  const mount = await world.mounts.create(world.operator, 'leases', {});
  const now = world.clock.now();
  const rows = paths.flatMap((path) =>
    ['a', 'B', 'c'].map((name) => ({
      ...{ id: `${path}/${name}`, path, mountId: mount.id, serialNumber: '01' },
      ...{ issuedAt: now, expiresAt: new Date(now.getTime() + 3_600_000) },
    })),
  );
  await world.client.lease.createMany({ data: rows });
});
afterAll(() => world.close());

const all = async (prefix: string, size: number): Promise<string[]> => {
  const found: string[] = [];
  for (let after: string | null = null; ;) {
    const page: readonly string[] = await leaseKeys(world.database, prefix, { size, after });
    found.push(...page);
    if (page.length < size) return found;
    after = page.at(-1) ?? null;
  }
};

test('a prefix ends where a part of a path ends, however the database sorts', async () => {
  const below = async (prefix: string) => {
    const found: string[] = [];
    for await (const path of leasePaths(world.database, prefix)) found.push(path);
    return found;
  };
  expect(await below('a')).toEqual(['a/issue', 'a/issue/Web', 'a/issue/web-1', 'a/issue/web', 'a/sign/web']);
  expect(await below('a/issue/web')).toEqual(['a/issue/web']);
  expect(await below('a/iss')).toEqual([]);
  expect((await below('')).length).toBe(paths.length);
});

test.each([1, 2, 3, 100])('the parts below a prefix come once each, by pages of %d', async (size) => {
  expect(await all('', size)).toEqual(['a-b/', 'a/', 'ab/']);
  const below = await all('a/issue', size);
  expect(below.slice(0, 3)).toEqual(['Web/', 'web-1/', 'web/']);
  expect(below.slice(3).sort()).toEqual(['B', 'a', 'c']);
  expect((await all('a/issue/web', size)).sort()).toEqual(['B', 'a', 'c']);
  expect(await all('a/none', size)).toEqual([]);
});

test('each part takes one look at the index of paths', async () => {
  const postgresql = world.database.provider === 'postgresql';
  const looks: string[] = [];
  const counted = {
    ...{ client: world.database.client, provider: world.database.provider },
    readSql: (sql: string, parameters?: readonly SqlParameter[]) => {
      looks.push(sql);
      return world.database.readSql(sql, parameters);
    },
  };
  expect(await leaseKeys(counted, '', { size: 2, after: null })).toEqual(['a-b/', 'a/']);
  expect(looks).toHaveLength(2);
  const [look = ''] = looks;
  if (postgresql) await world.client.$executeRaw`ANALYZE "Lease"`;
  const explain = postgresql ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
  const plan = await world.database.transaction(async (tx) => {
    if (postgresql) await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
    return tx.$queryRawUnsafe(`${explain} ${look.replace('?', "'a/'")}`);
  });
  expect(inspect(plan)).toContain('Lease_below_idx');
});
