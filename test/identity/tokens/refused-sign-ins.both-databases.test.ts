import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { revokeTokens } from '../../../src/identity/tokens/token.store.js';
import { openWorld, origin } from '../world.js';
import type { World } from '../world.js';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
afterEach(() => world.client.auditRecord.deleteMany({ where: { action: 'sign-in' } }));

const secret = 'x'.repeat(43);
const present = (text: string, remoteAddress = origin.remoteAddress) =>
  world.authentication.authenticate(text, { ...origin, remoteAddress });

async function recorded() {
  await world.refusedSignIns.flush();
  const rows = await world.client.auditRecord.findMany({ where: { action: 'sign-in' }, orderBy: { id: 'asc' } });
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details ?? '{}') as unknown }));
}

async function userToken(data: { expiresAt?: Date } = {}) {
  const userId = await world.user();
  const text = await world.token({ userId }, data);
  return { text, id: `at-${text.slice(0, 16)}`, userId };
}

test('says who, from where and why, and nothing of the secret', async () => {
  expect(await present(`nobodyknowsthis1.atlasv1.${secret}`)).toBeNull();
  const [row, ...more] = await recorded();
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    outcome: 'denied',
    problem: 'UNAUTHENTICATED',
    actorKind: 'anonymous',
    tokenId: 'at-nobodyknowsthis1',
    targetId: 'at-nobodyknowsthis1',
    organizationId: null,
    remoteAddress: origin.remoteAddress,
    requestId: origin.requestId,
    details: { count: 1, reasons: { unknown: 1 } },
  });
  expect(JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
    secret,
  );
});

test.each<[reason: string, text: () => Promise<string>]>([
  ['malformed', () => Promise.resolve('short')],
  ['malformed', () => Promise.resolve('')],
  ['wrong-secret', async () => `${(await userToken()).text.slice(0, 16)}.atlasv1.${secret}`],
  [
    'revoked',
    async () => {
      const { text, id } = await userToken();
      await world.database.transaction((tx) => revokeTokens(tx, { id }, world.clock.now()));
      return text;
    },
  ],
  ['expired', async () => (await userToken({ expiresAt: new Date(world.clock.now().getTime() - 1) })).text],
  [
    'no-holder',
    async () => {
      const { text, userId } = await userToken();
      await world.client.user.update({ where: { id: userId }, data: { suspendedAt: world.clock.now() } });
      return text;
    },
  ],
])('knows the reason: %s', async (reason, text) => {
  await present(await text());
  expect((await recorded()).map(({ details }) => details)).toEqual([{ count: 1, reasons: { [reason]: 1 } }]);
});

test('what an operator may have chosen as a token, or typed by mistake, leaves nothing that could be guessed from', async () => {
  await present('my-mail-password-1');
  expect(await recorded()).toMatchObject([{ tokenId: null, targetId: 'none', details: { reasons: { unknown: 1 } } }]);
});

test('many of one network are one record, many networks a hundred and one', async () => {
  for (let n = 0; n < 300; n += 1) {
    await present('short', `2001:db8:0:1::${n.toString(16)}`);
    await present('short', `198.51.${n >> 8}.${n & 255}`);
  }
  const rows = await recorded();
  expect(rows).toHaveLength(101);
  expect(rows[0]?.details).toMatchObject({ count: 300 });
  expect(rows.at(-1)).toMatchObject({ remoteAddress: null, details: { count: 201, from: 'other addresses' } });
});

test('what could not be written is written later', async () => {
  const write = world.audit.deniedTogether.bind(world.audit);
  world.audit.deniedTogether = () => Promise.reject(new Error('disk full'));
  await present('short');
  await expect(world.refusedSignIns.flush()).rejects.toThrow('disk full');
  world.audit.deniedTogether = write;
  await present('short');
  expect(await recorded()).toMatchObject([{ details: { count: 2 } }]);
});
