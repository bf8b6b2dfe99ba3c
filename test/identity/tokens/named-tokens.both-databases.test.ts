import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from '../../../src/identity/caller.js';
import { openWorld, origin } from '../world.js';
import type { World } from '../world.js';

let world: World;
let root: Caller;
beforeAll(async () => {
  world = await openWorld();
  root = await world.root();
});
afterAll(() => world.close());

const as = async (text: string): Promise<Caller> => {
  const caller = await world.authentication.authenticate(text, origin);
  if (!caller) throw new Error('the token is not accepted');
  return caller;
};
const lives = async (text: string) => (await world.authentication.authenticate(text, origin)) !== null;

test('accessors come by pages, without tokens that have ended or whose parents have', async () => {
  const parent = await world.serviceTokens.create(root, { ttl: 600 });
  const child = await world.serviceTokens.create(await as(parent.text), { ttl: 300 });
  const other = await world.serviceTokens.create(root, { ttl: 900 });
  const all = await world.namedTokens.accessors(root, { size: 100, after: null });
  expect(all).toEqual(
    expect.arrayContaining([root.tokenId, ...[parent, child, other].map(({ token }) => token.accessor)]),
  );
  const one = [];
  for (let after: string | null = null; ;) {
    const [accessor] = await world.namedTokens.accessors(root, { size: 1, after });
    if (accessor === undefined) break;
    one.push(accessor);
    after = accessor;
  }
  expect(one).toEqual(all);
  world.clock.advance(601_000);
  const left = await world.namedTokens.accessors(root, { size: 100, after: null });
  expect(left).not.toContain(parent.token.accessor);
  expect(left).not.toContain(child.token.accessor);
  expect(left).toContain(other.token.accessor);
});

test('a token that is revoked alone leaves its service tokens, and ends what else was made with it', async () => {
  const maker = await world.serviceTokens.create(root, { policies: ['root'] });
  const made = await as(maker.text);
  const service = await world.serviceTokens.create(made, { policies: ['default'] });
  const ofUser = await world.tokens.createForUser(made, null, {});
  await world.namedTokens.revokeAlone(root, maker.text);
  expect([await lives(maker.text), await lives(service.text), await lives(ofUser.text)]).toEqual([false, true, false]);
  // It belongs to nobody now.
  expect((await as(service.text)).entity).toBeUndefined();
});

test('the token of a suspended account is revoked, so that it does not come back with the account', async () => {
  const userId = await world.user();
  const text = await world.token({ userId });
  const accessor = (await as(text)).tokenId;
  const suspend = async (suspendedAt: Date | null) => {
    await world.client.user.update({ where: { id: userId }, data: { suspendedAt } });
    await world.turn();
  };
  await suspend(world.clock.now());
  await expect(world.namedTokens.lookUp(root, { accessor })).rejects.toMatchObject({
    problems: [{ code: 'ACCESSOR_NOT_FOUND' }],
  });
  expect(await world.namedTokens.revoke(root, { accessor })).toBe(accessor);
  await suspend(null);
  expect(await lives(text)).toBe(false);
  expect(await world.namedTokens.revoke(root, { accessor })).toBeNull();
});

test('two that revoke a token at the same time both succeed', async () => {
  const { text, token } = await world.serviceTokens.create(root, { ttl: 600 });
  const both = [{ token: text }, { accessor: token.accessor }].map((named) => world.namedTokens.revoke(root, named));
  await Promise.all(both);
  expect(await lives(text)).toBe(false);
});
