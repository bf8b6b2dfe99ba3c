import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

/** As clients of Vault's Go library do: terraform's provider, `bao`. */
const ofGo = () => ({ 'x-vault-token': live.rootToken, 'x-vault-request': 'true' });
const ofVault = () => ({ 'x-vault-token': live.rootToken });
const ofService = () => ({ 'x-service-token': live.rootToken });

const path = 'pki/roles/texts';
async function ask(method: string, headers: Readonly<Record<string, string>>, body?: object) {
  const merge = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {};
  const answer = await live.vault(method, path, body, { ...headers, ...merge });
  const { data = {} } = answer.body as { data?: Readonly<Record<string, unknown>> };
  return { ttl: data['ttl'], max_ttl: data['max_ttl'], not_before_duration: data['not_before_duration'] };
}

const texts = { ttl: '4320m', max_ttl: '30d', not_before_duration: '1m' };
const seconds = { ttl: 259_200, max_ttl: 2_592_000, not_before_duration: 60 };
beforeEach(async () => {
  await ask('POST', ofGo(), texts);
});

// The provider compares the first two with its configuration, and reads the third as a number of seconds.
test('a plan of terraform after an apply has nothing to change', async () => {
  const asWritten = { ...seconds, ttl: '4320m', max_ttl: '30d' };
  expect(await ask('GET', ofGo())).toEqual(asWritten);
  // The provider does not read what a write answers, and others validate it.
  expect(await ask('POST', ofGo(), texts)).toEqual(seconds);
  expect(await ask('GET', ofGo())).toEqual(asWritten);
});

test('every other client reads seconds', async () => {
  expect(await ask('GET', ofVault())).toEqual(seconds);
  expect(await ask('GET', ofService())).toEqual(seconds);
});

test('texts without a unit are numbers', async () => {
  await ask('POST', ofGo(), { ttl: '3600', max_ttl: 7200 });
  expect(await ask('GET', ofGo())).toMatchObject({ ttl: 3600, max_ttl: 7200 });
});

test('a patch of one duration keeps the text of the other', async () => {
  expect(await ask('PATCH', ofGo(), { ttl: '1h' })).toMatchObject({ ttl: 3600, max_ttl: 2_592_000 });
  expect(await ask('GET', ofGo())).toMatchObject({ ttl: '1h', max_ttl: '30d' });
  expect(await ask('PATCH', ofService(), { ttl: 60 })).toMatchObject({ ttl: 60, max_ttl: 2_592_000 });
  expect(await ask('GET', ofGo())).toMatchObject({ ttl: 60, max_ttl: '30d' });
  await ask('PATCH', ofGo(), { max_ttl: null });
  expect(await ask('GET', ofGo())).toMatchObject({ ttl: 60, max_ttl: 0 });
});

test('a text that GraphQL replaces is no longer shown', async () => {
  const query =
    'mutation ($ttl: Duration!) { updateRole(input: { role: { named: { mount: "pki", name: "texts" } }, ttl: $ttl }) { role { ttl } } }';
  const answer = await fetch(`${live.base}/graphql`, {
    method: 'POST',
    headers: { authorization: `Bearer ${live.rootToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { ttl: '2h' } }),
  });
  expect(await answer.json()).toMatchObject({ data: { updateRole: { role: { ttl: 'PT2H' } } } });
  expect(await ask('GET', ofGo())).toMatchObject({ ttl: 7200, max_ttl: '30d' });
});

test('a role that is written again has only the texts of that', async () => {
  await ask('POST', ofGo(), { ttl: '1h' });
  expect(await ask('GET', ofGo())).toMatchObject({ ttl: '1h', max_ttl: 0 });
});

test('a text that is no duration is refused, and nothing of it is kept', async () => {
  const { status } = await live.vault('POST', path, { ttl: 'for ever' }, ofGo());
  expect(status).toBe(400);
  expect(await ask('GET', ofGo())).toMatchObject({ ttl: '4320m' });
});
