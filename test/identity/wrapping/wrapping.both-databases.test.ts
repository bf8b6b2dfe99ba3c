import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pino from 'pino';
import type { Caller } from '../../../src/identity/caller.js';
import { createIdentity } from '../../../src/identity/module.js';
import { EndedTokens } from '../../../src/identity/tokens/ended-tokens.js';
import { pageAsked } from '../../../src/platform/graphql/connection.js';
import { openDatabase } from '../../../src/platform/database/database.js';
import { Seal } from '../../../src/platform/seal/seal.js';
import { openWorld, origin } from '../world.js';
import type { World } from '../world.js';

let world: World;
let root: Caller;
beforeAll(async () => {
  world = await openWorld();
  root = await world.root();
});
afterAll(() => world.close());

const nobody = { caller: null, origin };
const secret = JSON.stringify({ data: { private_key: 'the secret of a key' } });
const wrap = (ttl = 60, caller = root) => world.wrapping.wrap(caller, { answer: secret, path: 'pki/issue/web', ttl });
const gone = { code: 'WRAPPING_TOKEN_INVALID' };
const rows = (accessor: string) => world.client.wrappedAnswer.count({ where: { id: accessor } });

test('an answer is taken once, and by no other token', async () => {
  const { token, accessor, ...info } = await wrap();
  expect(info).toMatchObject({ ttl: 60, path: 'pki/issue/web', createdAt: world.clock.now(), wrappedAccessor: null });
  expect(await world.wrapping.lookUp(token)).toEqual({
    ttl: 60,
    path: 'pki/issue/web',
    createdAt: world.clock.now(),
  });
  const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  for (const other of [forged, world.rootToken, 'short', ''])
    await expect(world.wrapping.unwrap(nobody, other)).rejects.toMatchObject(gone);
  expect(await world.wrapping.unwrap(nobody, token)).toBe(secret);
  await expect(world.wrapping.unwrap(nobody, token)).rejects.toMatchObject(gone);
  await expect(world.wrapping.lookUp(token)).rejects.toMatchObject(gone);
  expect(await rows(accessor)).toBe(0);
});

test('of many that ask at the same moment, on two servers, one gets it', async () => {
  const elsewhere = await openDatabase({ url: world.url });
  try {
    const seal = new Seal({ current: Buffer.alloc(32, 7), earlier: [] });
    const other = createIdentity({ database: elsewhere, clock: world.clock, seal, failed: () => undefined });
    for (let round = 0; round < 5; round += 1) {
      const { token } = await wrap();
      const all = await Promise.allSettled(
        Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? world : other).wrapping.unwrap(nobody, token)),
      );
      const taken = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      expect(taken).toEqual([secret]);
      for (const each of all) if (each.status === 'rejected') expect(each.reason).toMatchObject(gone);
    }
  } finally {
    await elsewhere.close();
  }
});

test('it is sealed where it waits, and opens only in its place', async () => {
  const [first, second] = [await wrap(), await wrap()];
  const read = (id: string) => world.client.wrappedAnswer.findUniqueOrThrow({ where: { id } });
  const { sealedAnswer } = await read(first.accessor);
  expect(Buffer.from(sealedAnswer).includes('secret')).toBe(false);
  expect(
    JSON.stringify(await world.client.token.findUnique({ where: { id: first.accessor } }), textOfBig),
  ).not.toContain(first.token.split('.')[2]);
  await world.client.wrappedAnswer.update({ where: { id: second.accessor }, data: { sealedAnswer } });
  await expect(world.wrapping.unwrap(nobody, second.token)).rejects.toThrow();
});

const textOfBig = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

test('it is gone when its time is over, and deleted', async () => {
  const { token, accessor } = await wrap(60);
  const longer = await wrap(3600);
  world.clock.advance(60_000);
  await expect(world.wrapping.unwrap(nobody, token)).rejects.toMatchObject(gone);
  await expect(world.wrapping.rewrap(nobody, token)).rejects.toMatchObject(gone);
  world.clock.advance(1);
  const ended = new EndedTokens({ ...world, log: pino({ level: 'silent' }) });
  await ended.run(new AbortController().signal);
  expect(await world.client.token.count({ where: { id: accessor } })).toBe(0);
  expect(await rows(accessor)).toBe(0);
  expect(await world.wrapping.unwrap(nobody, longer.token)).toBe(secret);
});

test('batch tokens are deleted a day after their end, and other tokens are kept', async () => {
  const batch = await world.serviceTokens.create(root, { type: 'batch', policies: ['default'], ttl: 60 });
  const service = await world.serviceTokens.create(root, { policies: ['default'], ttl: 60 });
  const id = `at-${batch.text.split('.')[0] ?? ''}`;
  const ended = new EndedTokens({ ...world, log: pino({ level: 'silent' }) });
  const kept = async () => {
    await ended.run(new AbortController().signal);
    return world.client.token.count({ where: { id: { in: [id, service.token.accessor] } } });
  };
  world.clock.advance(61_000);
  expect(await kept()).toBe(2);
  world.clock.advance(86_400_000);
  expect(await kept()).toBe(1);
});

test('it is wrapped again with the time that it had', async () => {
  const { token } = await wrap(600);
  world.clock.advance(500_000);
  const again = await world.wrapping.rewrap(nobody, token);
  expect(again).toMatchObject({ ttl: 600, path: 'pki/issue/web', createdAt: world.clock.now() });
  await expect(world.wrapping.unwrap(nobody, token)).rejects.toMatchObject(gone);
  world.clock.advance(599_000);
  expect(await world.wrapping.unwrap(nobody, again.token)).toBe(secret);
});

test('it outlives the token that wrapped it, but not the account', async () => {
  const userId = await world.user();
  const text = await world.token({ userId });
  const caller = await world.authentication.authenticate(text, origin);
  if (!caller) throw new Error('the token is not accepted');
  const [first, second] = [await wrap(600, caller), await wrap(600, caller)];
  await world.tokens.revoke(caller, caller.tokenId);
  expect(await world.wrapping.unwrap(nobody, first.token)).toBe(secret);
  await world.client.user.update({ where: { id: userId }, data: { suspendedAt: world.clock.now() } });
  await expect(world.wrapping.unwrap(nobody, second.token)).rejects.toMatchObject(gone);
});

test('its token is revoked by its accessor, with what waits for it', async () => {
  const { token, accessor } = await wrap();
  expect(await world.namedTokens.lookUp(root, { accessor })).toMatchObject({
    policies: ['response-wrapping'],
    usesLeft: 1,
    orphan: true,
  });
  expect(await world.namedTokens.revoke(root, { accessor })).toBe(accessor);
  await expect(world.wrapping.unwrap(nobody, token)).rejects.toMatchObject(gone);
  expect(await rows(accessor)).toBe(0);
});

test('its token is no token of a caller', async () => {
  const { token, accessor } = await wrap();
  expect(await world.authentication.authenticate(token, origin)).toBeNull();
  const mine = await world.tokens.listOfUser(root, null, pageAsked({ first: 100 }));
  expect(JSON.stringify(mine.edges.map(({ node }) => node.id))).not.toContain(accessor);
});

describe('a token for a number of uses', () => {
  test('takes one with each request, on all servers together', async () => {
    const { text } = await world.serviceTokens.create(root, { policies: ['default'], numUses: 5 });
    const tries = Array.from({ length: 12 }, () => world.authentication.authenticate(text, origin));
    expect((await Promise.all(tries)).filter((caller) => caller !== null).length).toBe(5);
    expect(await world.authentication.authenticate(text, origin)).toBeNull();
  });

  test('counts as ended when it is used up', async () => {
    const { text, token } = await world.serviceTokens.create(root, { policies: ['default'], numUses: 1 });
    expect(await world.tokenEnds.among([token.accessor])).toEqual(new Set());
    await world.authentication.authenticate(text, origin);
    expect(await world.tokenEnds.among([token.accessor])).toEqual(new Set([token.accessor]));
    await expect(world.namedTokens.lookUp(root, { accessor: token.accessor })).rejects.toMatchObject({
      code: 'ACCESSOR_NOT_FOUND',
    });
  });

  test.each([
    ['a number of uses', { numUses: 9 }],
    ['batch', { type: 'batch', policies: ['making'] }],
  ] as const)('creates no other by any path: %s', async (_name, input) => {
    await world.policies.write(root, 'making', 'path "auth/token/create*" { capabilities = ["update", "sudo"] }');
    const { text } = await world.serviceTokens.create(root, { ...input, ttl: 60 });
    const caller = await world.authentication.authenticate(text, origin);
    if (!caller) throw new Error('the token is not accepted');
    const refused = { code: 'INVALID_INPUT' };
    await expect(world.serviceTokens.create(caller, { policies: ['default'] })).rejects.toMatchObject(refused);
    await expect(world.serviceTokens.create(caller, {}, 'create-orphan')).rejects.toMatchObject(refused);
    await expect(world.tokens.createForUser(caller, null, {})).rejects.toMatchObject({
      code: expect.stringMatching(/INVALID_INPUT|TOKEN_KIND_REFUSED|NOT_FOUND/) as unknown,
    });
  });
});
