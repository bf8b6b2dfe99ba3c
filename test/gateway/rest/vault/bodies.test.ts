import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

const large = { padding: 'x'.repeat(100_000) };

test('without a token large documents are refused, wherever they go', async () => {
  for (const path of ['auth/token/create', 'pki/issue/nobody', 'pki/ocsp', 'nowhere/at/all']) {
    expect(await live.vault('POST', path, large, {})).toMatchObject({
      status: 413,
      body: { errors: ['Without a valid token a request body may have at most 65536 bytes'] },
    });
  }
});

test('with a wrong one they are not read either', async () => {
  const headers = { 'x-vault-token': 'a-token-that-nobody-has' };
  expect(await live.vault('POST', 'pki/roles/large', large, headers)).toMatchObject({
    status: 403,
    body: { errors: ['permission denied'] },
  });
});

test('of many parameters that nobody knows the first are told, and how many there are besides', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`n${at}`, at]));
  const headers = { 'x-vault-token': live.rootToken };
  const { status, body } = await live.vault('POST', 'pki/roles/many', unknown, headers);
  expect(status).toBe(200);
  const [warning] = (body as { warnings: readonly string[] }).warnings.filter((text) => text.includes('ignored'));
  expect(warning).toMatch(/^Endpoint ignored these unrecognized parameters: \[n0 n1 n10 .* and 19900 more\]$/);
});

test('values are counted', async () => {
  const headers = { 'x-vault-token': live.rootToken };
  const many = { allowed_domains: Array.from({ length: 200_000 }, () => 1) };
  expect(await live.vault('POST', 'pki/roles/many', many, headers)).toMatchObject({
    status: 413,
    body: { errors: ['The request body holds more than 200000 values'] },
  });
});

test('of a deletion the body is not read', async () => {
  const headers = { 'x-vault-token': live.rootToken };
  await live.vault('POST', 'pki/roles/going', {}, headers);
  expect(await live.vault('DELETE', 'pki/roles/going', { ttl: {}, unknown: 1 }, headers)).toMatchObject({
    status: 204,
    body: null,
  });
});

// Vault reads JSON whatever the type says, and clients send what is none: `-H 'Content-Type: json'`, or a header that a proxy doubled.
test.each(['', 'json', 'application/json, application/json', 'application/', 'text/plain', 'application/json;'])(
  'a document of the type %j is read',
  async (type) => {
    const headers = { 'x-vault-token': live.rootToken, 'content-type': type };
    const { status, body } = await live.vault('POST', 'pki/roles/typed', { max_ttl: 3600 }, headers);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ data: expect.objectContaining({ max_ttl: 3600 }) as object }),
    ]);
    expect((await live.vault('PATCH', 'pki/roles/typed', { max_ttl: 60 }, headers)).status).toBe(415);
  },
);
