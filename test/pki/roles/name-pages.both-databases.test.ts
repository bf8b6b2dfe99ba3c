import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIssuanceWorld } from '../issuance/world.js';
import type { IssuanceWorld } from '../issuance/world.js';

/** In an order that differs from database to database: of bytes, or of a language. */
const names = ['b', 'B', 'a', 'A', 'a-b', 'a.b', 'ab', '_x', 'Z', '10', '9'];

let world: IssuanceWorld;
let all: readonly string[];
beforeAll(async () => {
  world = await openIssuanceWorld();
  await world.simple();
  for (const name of names) await world.role(name, { key_type: 'ec' });
  all = await page(100, null);
});
afterAll(() => world.end());

const page = (size: number, after: string | null) => world.roles.names(world.rootCaller, 'pki', { size, after });

test('a page that has room has all of them', () => {
  expect([...all].sort()).toEqual([...names].sort());
});

test.each([1, 2, 3, 4, names.length])('in pages of %i each is there once, in the same order', async (size) => {
  const seen: string[] = [];
  for (let after: string | null = null; ;) {
    const values = await page(size, after);
    seen.push(...values);
    if (values.length < size) break;
    after = values.at(-1) ?? null;
  }
  expect(seen).toEqual(all);
});

test('nothing of another mount', async () => {
  await world.mount('other');
  await world.role('c', { key_type: 'ec' }, 'other');
  expect(await page(100, null)).toEqual(all);
  expect(await world.roles.names(world.rootCaller, 'other', { size: 100, after: 'b' })).toEqual(['c']);
});
