import { expect, test } from 'vitest';
import { byId, ofEach, owning } from '../../../src/platform/graphql/by-id.js';

test('the owner of a row is that row, or a conflict if both were deleted since', async () => {
  const organizations = byId((ids: string[]) =>
    Promise.resolve(ids.filter((id) => id === 'org-a').map((id) => ({ id }))),
  );
  await expect(owning(organizations, 'org-a')).resolves.toEqual({ id: 'org-a' });
  await expect(owning(organizations, 'org-b')).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('each owner has its rows in their order, and no row is looked at for every owner', () => {
  const rows = Array.from({ length: 30 }, (_, n) => ({ n, owner: n % 3 === 0 ? null : `o-${n % 3}` }));
  let looked = 0;
  const lists = ofEach(['o-2', 'o-none', 'o-1'], rows, ({ owner }) => {
    looked += 1;
    return owner;
  });
  const numbers = (rest: number) => rows.map(({ n }) => n).filter((n) => n % 3 === rest);
  expect(lists.map((list) => list.map(({ n }) => n))).toEqual([numbers(2), [], numbers(1)]);
  expect(looked).toBe(rows.length);
});
