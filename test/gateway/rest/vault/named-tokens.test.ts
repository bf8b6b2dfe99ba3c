import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

const as = (token: string) => ({ 'x-vault-token': token });
const auth = z.object({ auth: z.object({ client_token: z.string(), accessor: z.string() }) });

async function made(body: object = {}, by: string = live.rootToken) {
  const answer = await live.vault('POST', 'auth/token/create', { policies: ['default'], ttl: '1h', ...body }, as(by));
  const { client_token: token, accessor } = auth.parse(answer.body).auth;
  return { token, accessor };
}

/** A token that may do what the rules of these paths say. */
async function withRules(name: string, ...rules: readonly (readonly [path: string, ...capabilities: string[]])[]) {
  const path = Object.fromEntries(rules.map(([at, ...capabilities]) => [at, { capabilities }]));
  await live.vault('PUT', `sys/policies/acl/${name}`, { policy: JSON.stringify({ path }) });
  return made({ policies: [name] });
}

const ask = (method: string, path: string, body?: object, token: string = live.rootToken) =>
  live.vault(method, path, body, as(token));
const works = async (token: string) => (await ask('GET', 'auth/token/lookup-self', undefined, token)).status === 200;

describe('a token that is named', () => {
  test('by its text, shows itself', async () => {
    const { token, accessor } = await made({ meta: { team: 'web' }, display_name: 'ci' });
    const data = {
      id: token,
      accessor,
      policies: ['default'],
      meta: { team: 'web' },
      display_name: 'token-ci',
      path: 'auth/token/create',
      type: 'service',
      orphan: false,
      renewable: true,
      creation_ttl: 3600,
    };
    expect(await ask('POST', 'auth/token/lookup', { token })).toMatchObject({ status: 200, body: { data } });
  });

  test('by its accessor, shows everything but its text', async () => {
    const { accessor } = await made();
    const answer = await ask('POST', 'auth/token/lookup-accessor', { accessor });
    expect(answer).toMatchObject({ status: 200, body: { data: { id: '', accessor, policies: ['default'] } } });
    expect(JSON.stringify(answer.body)).not.toContain('atlasv1');
  });

  test.each(['GET', 'POST'])('by nothing, is the one of the request: %s', async (method) => {
    const answer = await ask(method, 'auth/token/lookup', method === 'GET' ? undefined : {});
    expect(answer).toMatchObject({ status: 200, body: { data: { id: live.rootToken, path: 'auth/token/root' } } });
  });

  test('gets again what it got the last time, if a renewal asks for nothing', async () => {
    const { token, accessor } = await made();
    const got = (seconds: number) => ({ status: 200, body: { auth: { lease_duration: seconds } } });
    expect(await ask('POST', 'auth/token/renew', { token })).toMatchObject(got(3600));
    expect(await ask('POST', 'auth/token/renew', { token, increment: '30m' })).toMatchObject(got(1800));
    expect(await ask('POST', 'auth/token/renew-accessor', { accessor })).toMatchObject(got(1800));
    expect(await ask('POST', 'auth/token/renew-self', {}, token)).toMatchObject(got(1800));
    const { data } = z
      .object({ data: z.looseObject({ creation_ttl: z.number() }) })
      .parse((await ask('POST', 'auth/token/lookup', { token })).body);
    expect(data.creation_ttl).toBe(3600);
  });

  test('is renewed, up to its end', async () => {
    const { token, accessor } = await made({ explicit_max_ttl: '2h' });
    const byText = await ask('POST', 'auth/token/renew', { token, increment: '90m' });
    expect(byText).toMatchObject({
      status: 200,
      body: { auth: { client_token: token, accessor, lease_duration: 5400, renewable: true }, warnings: null },
    });
    const byAccessor = await ask('PUT', 'auth/token/renew-accessor', { accessor, increment: '9h' });
    expect(byAccessor).toMatchObject({
      status: 200,
      body: { auth: { client_token: '', accessor }, warnings: [expect.stringContaining('effective max_ttl')] },
    });
  });

  test('is revoked with those that were made from it', async () => {
    const parent = await made({ policies: ['root'] });
    const child = await made({}, parent.token);
    expect(await ask('POST', 'auth/token/revoke', { token: parent.token })).toMatchObject({ status: 204, body: null });
    expect([await works(parent.token), await works(child.token)]).toEqual([false, false]);
    expect(await ask('POST', 'auth/token/revoke', { token: parent.token })).toMatchObject({ status: 204 });
  });

  test('is revoked by its accessor, and a second time with a warning', async () => {
    const { token, accessor } = await made();
    expect(await ask('POST', 'auth/token/revoke-accessor', { accessor })).toMatchObject({ status: 204 });
    expect(await works(token)).toBe(false);
    const warnings = ['No token found with this accessor'];
    expect(await ask('POST', 'auth/token/revoke-accessor', { accessor })).toMatchObject({
      status: 200,
      body: { warnings },
    });
  });

  test('is revoked alone: those that were made from it go on', async () => {
    const grandparent = await made({ policies: ['root'] });
    const parent = await made({ policies: ['root'] }, grandparent.token);
    const child = await made({}, parent.token);
    expect(await ask('POST', 'auth/token/revoke-orphan', { token: parent.token })).toMatchObject({ status: 204 });
    expect([await works(parent.token), await works(child.token)]).toEqual([false, true]);
    expect((await ask('POST', 'auth/token/lookup', { token: child.token })).body).toMatchObject({
      data: { orphan: true },
    });
    await ask('POST', 'auth/token/revoke', { token: grandparent.token });
    expect(await works(child.token)).toBe(true);
  });

  test('is listed by its accessor while it can be used', async () => {
    const [kept, gone, parent] = [await made(), await made(), await made({ policies: ['root'] })];
    const child = await made({}, parent.token);
    const listed = async () =>
      z
        .object({ data: z.object({ keys: z.array(z.string()) }) })
        .parse((await ask('LIST', 'auth/token/accessors')).body).data.keys;
    const accessors = [kept, gone, parent, child].map(({ accessor }) => accessor);
    expect(await listed()).toEqual(expect.arrayContaining(accessors));
    for (const { token } of [gone, parent]) await ask('POST', 'auth/token/revoke', { token });
    const left = await listed();
    expect(accessors.filter((accessor) => left.includes(accessor))).toEqual([kept.accessor]);
    expect(left).toEqual(left.toSorted());
    const page = await ask('LIST', `auth/token/accessors?limit=1&after=${left[0] ?? ''}`);
    expect(page.body).toMatchObject({ data: { keys: left.slice(1, 2) } });
  });
});

describe('what a token may do', () => {
  const paths = ['pki/issue/web', 'sys/mounts'];
  const may = { 'pki/issue/web': ['update'], 'sys/mounts': ['deny'] };

  test('is asked for by its text and by its accessor', async () => {
    const { token, accessor } = await made({ policies: ['pki-user'] });
    for (const [path, named] of [
      ['sys/capabilities', { token }],
      ['sys/capabilities-accessor', { accessor }],
    ] as const)
      expect(await ask('POST', path, { ...named, paths })).toMatchObject({ status: 200, body: { ...may, data: may } });
    const one = await ask('POST', 'sys/capabilities', { token, path: 'sys/mounts' });
    expect(one.body).toMatchObject({ capabilities: ['deny'], data: { 'sys/mounts': ['deny'] } });
    expect((await ask('POST', 'sys/capabilities', { token: live.rootToken, paths })).body).toMatchObject({
      data: { 'sys/mounts': ['root'] },
    });
  });
});

const unknown = 'abcdefghijklmnop.atlasv1.0123456789012345678901234567890123456789';
const accessor = 'at-abcdefghijklmnop';

describe('an error', () => {
  test.each([
    ['auth/token/lookup', { token: unknown }, 403, 'bad token'],
    ['auth/token/lookup', { token: 'x' }, 403, 'bad token'],
    ['auth/token/lookup-accessor', {}, 400, 'missing accessor'],
    ['auth/token/lookup-accessor', { accessor }, 400, 'invalid accessor'],
    ['auth/token/lookup-accessor', { accessor: 'x' }, 400, 'invalid accessor'],
    ['auth/token/renew', {}, 400, 'missing token ID'],
    ['auth/token/renew', { token: unknown }, 400, 'token not found'],
    ['auth/token/renew-accessor', {}, 400, 'missing accessor'],
    ['auth/token/renew-accessor', { accessor }, 400, 'invalid accessor'],
    ['auth/token/revoke', {}, 400, 'missing token ID'],
    ['auth/token/revoke-accessor', {}, 400, 'missing accessor'],
    ['auth/token/revoke-orphan', {}, 400, 'missing token ID'],
    ['auth/token/revoke-orphan', { token: unknown }, 400, 'token to revoke not found'],
    ['sys/capabilities', { paths: ['x'] }, 400, 'no token found'],
    ['sys/capabilities', { token: unknown, paths: ['x'] }, 400, 'invalid token'],
    ['sys/capabilities', { token: unknown }, 400, 'paths must be supplied'],
    ['sys/capabilities-accessor', { paths: ['x'] }, 400, 'missing accessor'],
    ['sys/capabilities-accessor', { accessor, paths: ['x'] }, 400, 'invalid accessor'],
    ['sys/capabilities-self', {}, 400, 'paths must be supplied'],
  ])('%s %j: %d %s', async (path, body, status, text) => {
    expect(await ask('POST', path, body)).toMatchObject({ status, body: { errors: [text] } });
  });

  test('a token that cannot be renewed says so', async () => {
    const { token, accessor: other } = await made({ renewable: false });
    const refused = { status: 400, body: { errors: ['lease is not renewable'] } };
    expect(await ask('POST', 'auth/token/renew', { token })).toMatchObject(refused);
    expect(await ask('POST', 'auth/token/renew-accessor', { accessor: other })).toMatchObject(refused);
    expect(await ask('POST', 'auth/token/renew', { token: live.rootToken })).toMatchObject(refused);
  });

  test('the secret of a token is compared, not only its place', async () => {
    const { token } = await made();
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    expect((await ask('POST', 'auth/token/lookup', { token: forged })).status).toBe(403);
    expect((await ask('POST', 'auth/token/revoke', { token: forged })).status).toBe(204);
    expect(await works(token)).toBe(true);
  });
});

describe('who may not', () => {
  const update = 'update';
  test.each([
    ['POST', 'auth/token/lookup', 'token'],
    ['POST', 'auth/token/lookup-accessor', 'accessor'],
    ['POST', 'auth/token/renew', 'token'],
    ['POST', 'auth/token/renew-accessor', 'accessor'],
    ['POST', 'auth/token/revoke', 'token'],
    ['POST', 'auth/token/revoke-accessor', 'accessor'],
    ['POST', 'auth/token/revoke-orphan', 'token'],
    ['LIST', 'auth/token/accessors', undefined],
    ['POST', 'sys/capabilities', 'token'],
    ['POST', 'sys/capabilities-accessor', 'accessor'],
  ] as const)('%s %s is refused without the right, for what is there as for what is not', async (method, path, by) => {
    const target = await made();
    const { token } = await made();
    for (const name of [target, { token: unknown, accessor }]) {
      const answer = await ask(method, path, by && { [by]: name[by], paths: ['x'] }, token);
      expect(answer).toMatchObject({ status: 403, body: { errors: ['permission denied'] } });
    }
    expect(await works(target.token)).toBe(true);
  });

  test('lists accessors only with sudo', async () => {
    const { token } = await withRules('listing', ['auth/token/accessors', 'list']);
    expect((await ask('LIST', 'auth/token/accessors', undefined, token)).status).toBe(403);
    const sudo = await withRules('listing-sudo', ['auth/token/accessors', 'list', 'sudo']);
    expect((await ask('LIST', 'auth/token/accessors', undefined, sudo.token)).status).toBe(200);
  });

  test('revokes alone only with sudo', async () => {
    const target = await made();
    const { token } = await withRules('orphaning', ['auth/token/revoke-orphan', update]);
    expect(await ask('POST', 'auth/token/revoke-orphan', { token: target.token }, token)).toMatchObject({
      status: 400,
      body: { errors: ['root or sudo privileges required to revoke and orphan'] },
    });
    expect(await works(target.token)).toBe(true);
    const sudo = await withRules('orphaning-sudo', ['auth/token/revoke-orphan', update, 'sudo']);
    expect(await ask('POST', 'auth/token/revoke-orphan', { token: target.token }, sudo.token)).toMatchObject({
      status: 204,
    });
    expect(await works(target.token)).toBe(false);
  });

  test('the right to one path is none to the other', async () => {
    const target = await made();
    const { token } = await withRules('by-accessor', ['auth/token/lookup-accessor', update]);
    const body = { accessor: target.accessor };
    expect((await ask('POST', 'auth/token/lookup-accessor', body, token)).status).toBe(200);
    expect((await ask('POST', 'auth/token/lookup', { token: target.token }, token)).status).toBe(403);
  });

  test('a rule that names accessors holds for GraphQL too', async () => {
    const [mine, other] = [await made(), await made()];
    const policy = `path "auth/token/revoke-accessor" { capabilities = ["update"] allowed_parameters = { accessor = ["${mine.accessor}"] } }`;
    await live.vault('PUT', 'sys/policies/acl/one-accessor', { policy });
    const { token } = await made({ policies: ['one-accessor'] });
    const revoke = async (asked: string): Promise<unknown> => {
      const query = `mutation { revokeServiceToken(input: { token: { accessor: "${asked}" } }) { deletedId problems { code } } }`;
      const response = await fetch(`${live.base}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query }),
      });
      return response.json();
    };
    expect(await revoke(other.accessor)).toMatchObject({
      data: { revokeServiceToken: { deletedId: null, problems: [{ code: 'PERMISSION_DENIED' }] } },
    });
    expect(await revoke(mine.accessor)).toMatchObject({
      data: { revokeServiceToken: { deletedId: mine.accessor, problems: [] } },
    });
  });
});
