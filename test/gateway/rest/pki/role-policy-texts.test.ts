import { afterAll, beforeAll, expect, test } from 'vitest';
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

const path = 'pki/roles/policies';
async function ask(method: string, headers: Readonly<Record<string, string>>, body?: object) {
  const merge = method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {};
  const answer = await live.vault(method, path, body, { ...headers, ...merge });
  expect(answer.status).toBe(200);
  const { data = {} } = answer.body as { data?: Readonly<Record<string, unknown>> };
  return data['policy_identifiers'];
}

/** What the provider sends for blocks `policy_identifier`: a text. */
const blocks = JSON.stringify([
  { cps: 'https://a.example', notice: 'hi', oid: '1.3.6.1.4.1.7.8' },
  { cps: '', notice: '', oid: '1.3.6.1.4.1.7.9' },
]);
const details = '{"oid":"1.3.6.1.4.1.7.8","cps":"https://a.example","notice":"hi"}';
const asWritten = [details, '{"oid":"1.3.6.1.4.1.7.9"}'];
const usual = [details, '1.3.6.1.4.1.7.9'];

// The provider takes JSON for blocks, and anything else for identifiers alone.
test('a plan of terraform after an apply has no policy to change', async () => {
  expect(await ask('POST', ofGo(), { policy_identifiers: blocks })).toEqual(usual);
  expect(await ask('GET', ofGo())).toEqual(asWritten);
  expect(await ask('GET', ofVault())).toEqual(usual);
});

test('a patch of something else keeps them, and other policies replace them', async () => {
  await ask('POST', ofGo(), { policy_identifiers: blocks });
  await ask('PATCH', ofGo(), { ttl: 60 });
  expect(await ask('GET', ofGo())).toEqual(asWritten);
  await ask('PATCH', ofVault(), { policy_identifiers: ['1.3.6.1.4.1.7.9'] });
  expect(await ask('GET', ofGo())).toEqual(['1.3.6.1.4.1.7.9']);
  await ask('POST', ofGo(), { policy_identifiers: blocks });
  await ask('POST', ofGo(), {});
  expect(await ask('GET', ofGo())).toEqual([]);
});

test.each([
  ['1.2.3,1.2.4', ['1.2.3', '1.2.4']],
  [
    ['1.2.3', ' 1.2.4 '],
    ['1.2.3', '1.2.4'],
  ],
  ['["1.2.3", "1.2.4"]', ['1.2.3', '1.2.4']],
  ['{"oid": "1.2.3"}', ['{"oid":"1.2.3"}']],
  [
    [' {"oid": "1.2.3", "cps": null}', '1.2.4'],
    ['{"oid":"1.2.3"}', '1.2.4'],
  ],
  [[{ oid: '1.2.3' }], ['{"oid":"1.2.3"}']],
])('%j is read as %j', async (policies, read) => {
  await ask('POST', ofGo(), { policy_identifiers: policies });
  expect(await ask('GET', ofGo())).toEqual(read);
});

test.each(['{', '[1]', [1], '[[{"oid": "1.2.3"}]]', { oid: 5 }])('%j is refused', async (policies) => {
  const answer = await live.vault('POST', path, { policy_identifiers: policies }, ofGo());
  expect(answer.status).toBe(400);
});
