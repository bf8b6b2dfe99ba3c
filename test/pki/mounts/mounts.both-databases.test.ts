import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPkiWorld } from '../world.js';
import type { PkiWorld } from '../world.js';
import { longestMountPath, mountOf } from '../../../src/pki/mounts/mount-path.js';
import { pageAsked } from '../../../src/platform/graphql/connection.js';
import { refusal } from '../../state/world.js';

const deepest = `${'a/'.repeat((longestMountPath - 2) / 2)}ab`;

/** How paths of mounts are looked up. Jobs of the world read beside. */
const lookups = /^SELECT "path" FROM "Mount" WHERE /;

let world: PkiWorld;
/** The statements of this form that are read from now on. */
function statementsLike(form: RegExp) {
  const { mock } = vi.spyOn(world.database, 'readSql');
  return () => mock.calls.flatMap(([sql, parameters]) => (form.test(sql) ? [{ parameters }] : []));
}

beforeAll(async () => {
  world = await openPkiWorld();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => world.close());

describe('the first start', () => {
  test('makes `pki`, and not again when it was deleted', async () => {
    expect((await world.mounts.all()).map(({ path }) => path)).toEqual(['pki']);
    await world.mounts.delete(world.operator, 'pki');
    await world.service.start();
    expect(await world.mounts.all()).toEqual([]);
    expect(await refusal(world.authorities.byPath('pki'))).toMatchObject({
      code: 'MOUNT_NOT_FOUND',
      message: 'no handler for route "pki". route entry not found.',
    });
    await world.mounts.create(world.operator, 'pki', {});
  });
});

describe('paths', () => {
  test.each([
    ['/team-a/', 'team-a'],
    ['deep/er/ca', 'deep/er/ca'],
  ])('%s is mounted at %s', async (path, at) => {
    expect((await world.mounts.create(world.operator, path, {})).path).toBe(at);
    expect((await world.authorities.byPath(path)).mount.path).toBe(at);
    expect(await world.authorities.longest(`${at}/issue/web`)).toBe(at);
  });

  test.each([
    ['', 'INVALID_INPUT'],
    ['sys/ca', 'INVALID_INPUT'],
    ['auth', 'INVALID_INPUT'],
    ['a b', 'INVALID_INPUT'],
    ['a//b', 'INVALID_INPUT'],
    ['../pki', 'INVALID_INPUT'],
    ['ä', 'INVALID_INPUT'],
    ['pki', 'PATH_IN_USE'],
    ['pki/int', 'PATH_IN_USE'],
    ['deep', 'PATH_IN_USE'],
  ])('%s is refused with %s', async (path, code) => {
    expect((await refusal(world.mounts.create(world.operator, path, {}))).code).toBe(code);
  });

  test.each([
    ['pki/issue/web', 'pki'],
    ['pki', 'pki'],
    ['/pki/', 'pki'],
    ['pki-two/ca', 'pki-two'],
    ['pkix/ca', null],
    ['', null],
    ['team/a/ca', 'team/a'],
    ['team/ca', null],
    [`${deepest}/crl`, deepest],
    [`${deepest}x/crl`, null],
  ])('%s belongs to %j', (path, expected) => {
    expect(mountOf(path, new Set(['pki', 'pki-two', 'team/a', deepest]))).toBe(expected);
  });

  test('are looked up, however many mounts there are and however long a path is', () => {
    let looked = 0;
    const mounts = { has: (path: string) => ((looked += 1), path === 'team/m-9999') };
    expect(mountOf('team/m-9999/issue/web', mounts)).toBe('team/m-9999');
    expect(looked).toBe(3);
    looked = 0;
    expect(mountOf('a/'.repeat(50_000), mounts)).toBeNull();
    expect(looked).toBe(longestMountPath / 2);
  });

  test('of mounts that were not asked for before are found without reading the others', async () => {
    const { authorities } = world;
    const looked = statementsLike(lookups);
    const all = vi.spyOn(authorities, 'paths');
    authorities.forget('none');
    const asked = () =>
      Promise.all(['deep/er/ca/crl', 'team-a/ca', 'no/where'].map((path) => authorities.longest(path)));
    expect(await asked()).toEqual(['deep/er/ca', 'team-a', null]);
    expect(looked()).toHaveLength(3);
    expect(await asked()).toEqual(['deep/er/ca', 'team-a', null]);
    expect(looked()).toHaveLength(4);
    expect(all).not.toHaveBeenCalled();
  });
});

test('limits look up the paths of all who ask together by one reading at a time, and no other mounts', async () => {
  const { authorities } = world;
  authorities.forget('none');
  const looked = statementsLike(lookups);
  const asked = () => Promise.all(Array.from({ length: 100 }, () => authorities.longestTogether('no/where/crl')));
  expect(new Set(await asked())).toEqual(new Set([null]));
  expect(looked().map(({ parameters }) => new Set(parameters))).toEqual([new Set(['no/where/crl', 'no/where', 'no'])]);
  expect(await authorities.longestTogether('pki/crl')).toBe('pki');
  expect(looked()).toHaveLength(2);
  // One that was seen is known.
  expect(await authorities.longestTogether('pki/crl')).toBe('pki');
  expect(looked()).toHaveLength(2);

  // What was asked before a mount was made does not answer for it.
  const before = authorities.longestTogether('just/made/crl');
  await world.mounts.create(world.operator, 'just/made', {});
  expect(await authorities.longest('just/made/crl')).toBe('just/made');
  await before;
});

test('mounts are searched by a part of their path, page by page, without reading the others', async () => {
  const made = [];
  for (const path of ['Sought-a', 'x_y/sought-b', 'soughtc', 'nothing'])
    made.push(await world.mounts.create(world.operator, path, {}));
  // Of one moment: the id tells them apart.
  const all = made
    .slice(0, 3)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ path }) => path);
  const found = async (search: string, page: Parameters<typeof pageAsked>[0] = { first: 100 }) => {
    const { nodes, pageInfo, count } = await world.mounts.list(world.operator, pageAsked(page), search);
    const total = Number(typeof count === 'function' ? await count() : count);
    return { paths: nodes.map(({ path }) => path), total, pageInfo };
  };
  expect(await found('SOUGHT')).toMatchObject({ paths: all, total: 3 });
  expect(await found('_Y/s')).toMatchObject({ paths: ['x_y/sought-b'], total: 1 });
  for (const none of ['%', 'sought_', '\0', 'so\\ught', 'ü'.repeat(10_000)])
    expect(await found(none), none).toMatchObject({ paths: [], total: 0 });

  const read = vi.spyOn(world.database, 'readSql');
  const first = await found('sought', { first: 2 });
  const list = read.mock.calls.findIndex(([sql]) => /^SELECT .* FROM "Mount" .* LIMIT 3$/.test(sql));
  expect(first).toMatchObject({ paths: all.slice(0, 2), total: 3, pageInfo: { hasNextPage: true } });
  expect(await read.mock.results[list]?.value).toHaveLength(3);
  const second = await found('sought', { first: 2, after: first.pageInfo.endCursor });
  expect(second).toMatchObject({ paths: all.slice(2), total: 3, pageInfo: { hasNextPage: false } });
  expect(await found('sought', { last: 2, before: second.pageInfo.startCursor })).toMatchObject({
    paths: all.slice(0, 2),
  });
});

describe('tuning', () => {
  test('times to live are those of the certificates, the system’s where nothing is said', async () => {
    await world.mounts.create(world.operator, 'tuned', { maxLeaseTtl: 3600, description: 'x' });
    expect((await world.authorities.byPath('tuned')).mount.engine).toEqual({ defaultTtl: 3600, maxTtl: 3600 });
    await world.mounts.tune(world.operator, 'tuned', { maxLeaseTtl: 0, defaultLeaseTtl: 60 });
    expect((await world.authorities.byPath('tuned')).mount.engine).toEqual({ defaultTtl: 60, maxTtl: 2_764_800 });
    const row = await world.mounts.tune(world.operator, 'tuned', { tuning: { listingVisibility: 'unauth' } });
    expect(row.description).toBe('x');
    expect(JSON.parse(row.tuning)).toMatchObject({ listingVisibility: 'unauth', local: false });
  });

  test.each([
    [{ maxLeaseTtl: -1 }],
    [{ defaultLeaseTtl: 1e15 }],
    [{ defaultLeaseTtl: 100, maxLeaseTtl: 10 }],
    [{ maxLeaseTtl: 1.5 }],
  ])('%j is refused', async (settings) => {
    expect((await refusal(world.mounts.tune(world.operator, 'tuned', settings))).code).toBe('INVALID_INPUT');
  });

  test('what is usual and more than what is allowed is told by the names of fields', async () => {
    const settings = { defaultLeaseTtl: 100, maxLeaseTtl: 10 };
    await expect(world.mounts.tune(world.operator, 'tuned', settings)).rejects.toMatchObject({
      problems: [{ inGraphql: 'maxLeaseTtl of 10s would be less than defaultLeaseTtl of 100s' }],
    });
  });
});

test('a move takes everything along; a deletion too', async () => {
  await world.mounts.create(world.operator, 'old', {});
  const { issuer } = await world.roots.generate(world.operator, 'old', 'internal', { commonName: 'R', keyType: 'ec' });
  await world.mounts.move(world.operator, 'old', 'new/place');
  expect(world.policies.asked).toContain('update+sudo sys/remount');
  expect((await refusal(world.authorities.byPath('old'))).code).toBe('MOUNT_NOT_FOUND');
  expect(await world.authorities.longest('old/ca')).toBeNull();
  expect((await world.authorities.byPath('new/place')).defaultIssuer?.id).toBe(issuer.id);
  expect((await refusal(world.mounts.move(world.operator, 'new/place', 'pki'))).code).toBe('PATH_IN_USE');
  await world.mounts.delete(world.operator, 'new/place');
  expect(await world.client.issuer.findUnique({ where: { id: issuer.id } })).toBeNull();
  expect(await world.client.issuerKey.count({ where: { id: issuer.keyId ?? '' } })).toBe(0);
});

test('deleting what is not there is done already', async () => {
  expect(await world.mounts.delete(world.operator, 'never/was')).toBeNull();
});

test('of two mounts that want to be above each other at the same time, one is there', async () => {
  const { mounts, operator } = world;
  await mounts.create(operator, 'elsewhere', {});
  const outcomesOf = async (work: readonly Promise<unknown>[]) =>
    (await Promise.allSettled(work)).map(({ status }) => status).sort();
  const one = ['fulfilled', 'rejected'];
  for (let pair = 0; pair < 10; pair++) {
    const paths = [`above-${pair}`, `above-${pair}/below`];
    expect(await outcomesOf(paths.map((path) => mounts.create(operator, path, {})))).toEqual(one);
    const moved = [
      mounts.move(operator, 'elsewhere', `moved-${pair}`),
      mounts.create(operator, `moved-${pair}/below`, {}),
    ];
    expect(await outcomesOf(moved)).toEqual(one);
    const { path } = await world.client.mount.findFirstOrThrow({
      where: { OR: [{ path: 'elsewhere' }, { path: `moved-${pair}` }] },
    });
    if (path !== 'elsewhere') await mounts.move(operator, path, 'elsewhere');
  }
});

test('policies are asked first: what is mounted where is not for everybody', async () => {
  world.policies.refusing = (path) => path.startsWith('secret');
  expect((await refusal(world.keys.place(world.operator, 'secret'))).message).toBe('refused by the test');
  expect((await refusal(world.mounts.create(world.operator, 'other', { maxLeaseTtl: -1 }))).code).toBe('INVALID_INPUT');
  world.policies.refusing = () => false;
});

test('who moves a mount may ask for it for a month', async () => {
  await world.mounts.create(world.operator, 'here', {});
  const { move, mount } = await world.mounts.move(world.operator, 'here', 'there');
  expect(mount.path).toBe('there');
  const asked = () => world.mounts.movedBy(world.operator, move.id);
  expect(await asked()).toMatchObject({ id: move.id, source: 'here', target: 'there' });
  expect(world.policies.asked).toContain(`read sys/remount/status/${move.id}`);
  const month = 31 * 86_400_000;
  await world.client.mountMove.update({
    where: { id: move.id },
    data: { movedAt: new Date(world.clock.now().getTime() - month) },
  });
  await world.mounts.move(world.operator, 'there', 'here');
  expect((await refusal(asked())).code).toBe('NOT_FOUND');
});
