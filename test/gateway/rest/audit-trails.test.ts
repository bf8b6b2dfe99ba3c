import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { data } from './data-in.js';
import { openLive } from './live.js';
import type { Live } from './live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

describe('the audit trail of an organization', () => {
  const path = '/organizations/trailed/authentication-token';
  const trail = '/organization/audit-trail';
  const secretOf = (made: { body: unknown }) => String(data(made).attributes['token']);
  let audit = '';
  let whole = '';
  beforeAll(async () => {
    const attributes = { name: 'trailed', email: 'ops@example.com' };
    await live.call('POST', '/organizations', { data: { type: 'organizations', attributes } });
    whole = secretOf(await live.call('POST', path));
    audit = secretOf(await live.call('POST', `${path}?token=audit-trails`));
  });
  afterAll(() => live.call('DELETE', '/organizations/trailed'));

  test('is read in the documented shape, newest first and by pages, with both tokens', async () => {
    const { status, body } = await live.call('GET', trail, undefined, audit);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: [
        {
          id: expect.stringMatching(/^\d+$/) as string,
          ...{ version: '0', type: 'Resource', timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string },
          auth: {
            accessor_id: expect.stringMatching(/^user-/) as string,
            ...{ description: 'root', type: 'Client', impersonator_id: null },
            organization_id: expect.stringMatching(/^org-/) as string,
          },
          request: { id: expect.stringMatching(/./) as string },
          resource: { type: 'token', action: 'create', meta: { description: '' } },
        },
        { resource: { type: 'token', action: 'create' } },
        { resource: { type: 'organization', action: 'create' } },
      ],
      pagination: { current_page: 1, prev_page: null, next_page: null, total_pages: 1, total_count: 3 },
    });
    expect((await live.call('GET', trail, undefined, whole)).body).toEqual(body);
    const second = await live.call('GET', `${trail}?page%5Bsize%5D=2&page%5Bnumber%5D=2`, undefined, audit);
    expect(second.body).toMatchObject({
      data: [{ resource: { type: 'organization' } }],
      pagination: { current_page: 2, prev_page: 1, next_page: null, total_pages: 2, total_count: 3 },
    });
    expect((await live.call('GET', `${trail}?since=2099-01-01T00:00:00Z`, undefined, audit)).body).toMatchObject({
      data: [],
    });
    expect(await live.call('GET', `${trail}?since=yesterday`, undefined, audit)).toMatchObject({ status: 400 });
  });

  test('is for no token of a user or a team', async () => {
    const team = data(
      await live.call('POST', '/organizations/trailed/teams', { data: { attributes: { name: 'watchers' } } }),
    ).id;
    const ofTeam = secretOf(await live.call('POST', `/teams/${team}/authentication-token`));
    for (const token of [live.rootToken, ofTeam]) {
      expect(await live.call('GET', trail, undefined, token)).toMatchObject({ status: 404 });
    }
  });

  test.each([
    ['GET', '/account/details'],
    ['GET', '/organizations/trailed'],
    ['GET', '/organizations/trailed/workspaces'],
    ['GET', '/organizations/trailed/teams'],
    ['GET', '/organizations/trailed/organization-memberships'],
    ['GET', path],
    ['POST', path],
    ['POST', `${path}?token=audit-trails`],
    ['DELETE', `${path}?token=audit-trails`],
    ['DELETE', '/organizations/trailed'],
    ['POST', '/organizations/trailed/workspaces', { data: { attributes: { name: 'net' } } }],
    ['POST', '/organizations', { data: { attributes: { name: 'another', email: 'a@example.com' } } }],
  ] as [string, string, object?][])('and its token does nothing else: %s %s', async (method, other, body) => {
    expect(await live.call(method, other, body, audit)).toMatchObject({ status: 404 });
  });

  test('nor below /v1', async () => {
    const headers = { 'x-vault-token': audit };
    for (const [method, other] of [
      ['GET', 'sys/mounts'],
      ['GET', 'sys/policies/acl?list=true'],
      ['POST', 'auth/token/create'],
    ] as const) {
      expect(await live.vault(method, other, method === 'POST' ? {} : undefined, headers)).toMatchObject({
        status: 403,
      });
    }
  });

  test('the two tokens replace and end only their own kind', async () => {
    const works = async (token: string) => (await live.call('GET', trail, undefined, token)).status === 200;
    const again = secretOf(await live.call('POST', `${path}?token=audit-trails`));
    expect([await works(whole), await works(audit), await works(again)]).toEqual([true, false, true]);
    const { id } = data(await live.call('GET', `${path}?token=audit-trails`));
    expect(again.startsWith(id.slice('at-'.length))).toBe(true);
    expect(data(await live.call('GET', path)).id).not.toBe(id);
    expect(await live.call('DELETE', path)).toMatchObject({ status: 204 });
    expect([await works(whole), await works(again)]).toEqual([false, true]);
    expect(await live.call('GET', path)).toMatchObject({ status: 404 });
    expect(await live.call('DELETE', `/authentication-tokens/${id}`)).toMatchObject({ status: 204 });
    expect(await works(again)).toBe(false);
    expect(await live.call('GET', `${path}?token=other`)).toMatchObject({ status: 400 });
  });
});
