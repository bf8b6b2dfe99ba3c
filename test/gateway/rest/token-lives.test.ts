import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
  const attributes = { name: 'limited', email: 'ops@example.com' };
  expect(await live.call('POST', '/organizations', { data: { attributes } })).toMatchObject({ status: 201 });
});
afterAll(() => live.close());

const organization = '/organizations/limited';
const path = `${organization}/token-ttl-policies`;
const twoYears = 63_113_904_000;
const hour = 3_600_000;

const set = (...policies: unknown[]) =>
  live.call('PATCH', path, {
    data: { type: 'organization-token-ttl-policies', attributes: { 'token-ttl-policies': policies } },
  });
const policy = (kind: string, milliseconds: unknown) => ({ 'token-type': kind, 'max-ttl-ms': milliseconds });
const enable = (value: boolean | null) =>
  live.call('PATCH', organization, { data: { attributes: { 'max-ttl-enabled': value } } });
const shown = (...policies: [string, number][]) => ({
  status: 200,
  body: { data: policies.map(([kind, ms]) => ({ attributes: policy(kind, ms) })) },
});

test('the policies of an organization, two years each until somebody sets them', async () => {
  const read = await live.call('GET', path);
  expect(read).toMatchObject(
    shown(['organization', twoYears], ['team', twoYears], ['user', twoYears], ['audit_trails', twoYears]),
  );
  expect(read.body).toMatchObject({
    data: [
      {
        id: expect.stringMatching(/^org-.*-organization$/) as string,
        type: 'organization-token-ttl-policies',
        attributes: { 'created-at': expect.stringMatching(/Z$/) as string },
      },
      {},
      {},
      {},
    ],
  });
  const changed = shown(['organization', twoYears], ['team', hour], ['user', twoYears], ['audit_trails', 24 * hour]);
  expect(await set(policy('team', hour), policy('audit_trails', 24 * hour))).toMatchObject(changed);
  expect(await set()).toMatchObject(changed);
  expect(await live.call('GET', path)).toMatchObject(changed);
});

test.each<[string, unknown, string]>([
  ['another kind', policy('agent', hour), '/data/attributes/token-ttl-policies/0/token-type'],
  ['the dash of other documents', policy('audit-trails', hour), '/data/attributes/token-ttl-policies/0/token-type'],
  ['text', policy('team', '1h'), '/data/attributes/token-ttl-policies/0/max-ttl-ms'],
  ['no time', policy('team', 0), '/data/attributes/token-ttl-policies/0/max-ttl-ms'],
  ['less than no time', policy('team', -1000), '/data/attributes/token-ttl-policies/0/max-ttl-ms'],
  ['a part of a second', policy('team', hour + 1), '/data/attributes/token-ttl-policies/0/max-ttl-ms'],
  ['less than a minute', policy('team', 59_000), '/data/attributes/token-ttl-policies'],
  ['more than ten years', policy('team', 315_360_001_000), '/data/attributes/token-ttl-policies'],
  ['nothing', {}, '/data/attributes/token-ttl-policies/0/token-type'],
  ['no policy', 'team', '/data/attributes/token-ttl-policies'],
])('%s is refused, and nothing changes', async (_, given, pointer) => {
  const before = (await live.call('GET', path)).body;
  const { status, body } = await set(given);
  expect({ status, body }).toMatchObject({ status: 422 });
  expect(JSON.stringify(body)).toContain(`"pointer":"${pointer}"`);
  expect((await live.call('GET', path)).body).toEqual(before);
});

test('count where the organization enables them', async () => {
  await set(policy('organization', hour));
  const token = `${organization}/authentication-token`;
  const made = async (expiry: string | null) =>
    live.call('POST', token, { data: { type: 'authentication-tokens', attributes: { 'expired-at': expiry } } });
  expect((await made(null)).body).toMatchObject({ data: { attributes: { 'expired-at': null } } });
  expect(await enable(true)).toMatchObject({
    status: 200,
    body: { data: { attributes: { 'max-ttl-enabled': true } } },
  });
  const before = Date.now();
  const { body } = await made(null);
  const { data } = body as { data: { attributes: { 'expired-at': string; token: string } } };
  const end = new Date(data.attributes['expired-at']).getTime();
  expect(end).toBeGreaterThanOrEqual(before + hour);
  expect(end).toBeLessThanOrEqual(Date.now() + hour);
  expect(await live.call('GET', organization, undefined, data.attributes.token)).toMatchObject({ status: 200 });
  expect(await made(new Date(Date.now() + 2 * hour).toISOString())).toMatchObject({
    status: 422,
    body: { errors: [{ source: { pointer: '/data/attributes/expired-at' } }] },
  });
  expect(await enable(null)).toMatchObject({ body: { data: { attributes: { 'max-ttl-enabled': false } } } });
});

test('are for owners to change, and for members to see', async () => {
  await set(policy('organization', 2 * hour));
  const { body } = await live.call('POST', `${organization}/authentication-token`);
  const { token } = (body as { data: { attributes: { token: string } } }).data.attributes;
  expect(await live.call('GET', path, undefined, token)).toMatchObject({ status: 200 });
  const document = { data: { attributes: { 'token-ttl-policies': [policy('team', 2 * hour)] } } };
  expect(await live.call('PATCH', path, document, token)).toMatchObject({ status: 404 });
  await live.call('POST', '/organizations', { data: { attributes: { name: 'other', email: 'a@example.com' } } });
  expect(await live.call('GET', '/organizations/other/token-ttl-policies', undefined, token)).toMatchObject({
    status: 404,
  });
});

test('end tokens of before earlier, and their documents say when', async () => {
  await enable(false);
  await set(policy('organization', hour), policy('team', 2 * hour));
  const { body: team } = await live.call('POST', `${organization}/teams`, { data: { attributes: { name: 'elders' } } });
  const { id } = (team as { data: { id: string } }).data;
  const paths = [`${organization}/authentication-token`, `/teams/${id}/authentication-token`];
  const ends = async (path: string) => {
    const { body } = await live.call('GET', path);
    const { attributes } = (body as { data: { attributes: { 'created-at': string; 'expired-at': string | null } } })
      .data;
    const end = attributes['expired-at'];
    return end === null ? null : Date.parse(end) - Date.parse(attributes['created-at']);
  };
  for (const path of paths) {
    const attributes = { 'expired-at': null };
    await live.call('POST', path, { data: { type: 'authentication-tokens', attributes } });
  }
  expect(await Promise.all(paths.map(ends))).toEqual([null, null]);
  await enable(true);
  expect(await Promise.all(paths.map(ends))).toEqual([hour, 2 * hour]);
  const list = (await live.call('GET', `${organization}/team-tokens`)).body as {
    data: readonly { attributes: { 'expired-at': string | null } }[];
  };
  expect(list.data.map(({ attributes }) => attributes['expired-at'] === null)).toEqual([false]);
  await enable(false);
  expect(await Promise.all(paths.map(ends))).toEqual([null, null]);
});
