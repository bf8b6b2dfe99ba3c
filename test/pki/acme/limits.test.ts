import { afterAll, beforeAll, expect, test } from 'vitest';
import { registeredIn, typeOf } from './asking.js';
import { openAcme } from './live.js';
import type { AcmeForTests } from './live.js';
import type { Answer, TestClient } from './client.js';

let acme: AcmeForTests;
beforeAll(async () => {
  acme = await openAcme({ TRUSTATE_ACME_ACCOUNTS_PER_HOUR: '4', TRUSTATE_ACME_NAMES_PER_HOUR: '6' });
});
afterAll(() => acme.close());

const told = (answer: Answer) => [answer.status, typeOf(answer), answer.body['detail']];
const tooMany = (what: string, most: number) => [
  ...[429, 'rateLimited', `too many ${what}: at most ${most} in an hour`],
];

async function boundTo(client: TestClient): Promise<Answer> {
  const key = (await acme.ask('POST', 'acme/new-eab')).body as { data: { id: string; key: string } };
  return client.register({ externalAccountBinding: client.binding(key.data.id, key.data.key) });
}

test('a stranger makes a few accounts, orders a few names, changes little, and hears when to come back', async () => {
  const first = await registeredIn(acme);
  const second = await registeredIn(acme);
  for (let n = 2; n < 4; n += 1) await registeredIn(acme);
  const further = await acme.client();
  const refused = await further.register();
  expect(told(refused)).toEqual(tooMany('new accounts from one address', 4));
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(900);
  // Who has an account finds it still.
  expect((await first.post(first.url('newAccount'), { onlyReturnExisting: true }, { withKey: true })).status).toBe(200);
  // Whoever was given a key is no stranger.
  expect((await boundTo(further)).status).toBe(201);

  expect((await first.order(['a.web.example', 'b.web.example'])).status).toBe(201);
  expect((await second.order(['c.web.example', 'd.web.example', 'e.web.example'])).status).toBe(201);
  const many = await second.order(['f.web.example', 'g.web.example']);
  expect(told(many)).toEqual(tooMany('names in orders and changes of accounts from one address', 6));
  expect(Number(many.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await first.post(first.kid ?? '', { contact: ['mailto:a@web.example'] })).status).toBe(200);
  const changed = await first.post(first.kid ?? '', { contact: ['mailto:b@web.example'] });
  expect(told(changed)).toEqual(tooMany('names in orders and changes of accounts from one address', 6));

  // What a role refuses takes nothing, and the end of an account is always possible.
  expect((await further.order(['elsewhere.example'])).status).toBe(201);
  expect((await first.post(first.kid ?? '', { status: 'deactivated' })).body).toMatchObject({ status: 'deactivated' });
});

test('an account with a key has what it may order in an hour, from wherever', async () => {
  const client = await acme.client();
  expect((await boundTo(client)).status).toBe(201);
  for (const name of ['a', 'b', 'c']) {
    const names = [`${name}1.web.example`, `${name}2.web.example`];
    expect((await client.order(names)).status).toBe(201);
  }
  expect(told(await client.order(['d.web.example']))).toEqual(tooMany('names in orders and changes of an account', 6));
});
