import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openLive } from '../live.js';
import type { Live } from '../live.js';

let live: Live;
beforeAll(async () => {
  live = await openLive();
});
afterAll(() => live.close());

/** As another process of the server does it: this one has not heard of it. */
function deleteElsewhere(path: string): void {
  const database = new DatabaseSync(live.databaseFile);
  database.exec('PRAGMA foreign_keys = ON');
  expect(database.prepare('DELETE FROM "Mount" WHERE "path" = ?').run(path).changes).toBe(1);
  database.close();
}

describe('a mount that another process deleted', () => {
  // OpenBao: 403 without a token, 404 with one.
  test.each([
    ['GET', 'ca/pem'],
    ['GET', 'crl'],
    ['GET', 'ocsp/MDAw'],
    ['GET', 'cert/00:11'],
    ['GET', 'acme/directory'],
    ['GET', 'est/cacerts'],
    ['GET', 'scep?operation=GetCACaps'],
    ['POST', 'cmp'],
    ['GET', 'issuers?list=true'],
    ['GET', 'roles/web'],
  ])('is gone for the first caller without a token as for all others: %s %s', async (method, rest) => {
    const mount = `gone-${rest.replaceAll(/\W/g, '-')}`;
    expect((await live.vault('POST', `sys/mounts/${mount}`, { type: 'pki' })).status).toBeLessThan(300);
    const ask = (headers: Readonly<Record<string, string>> = {}) =>
      live.vault(method, `${mount}/${rest}`, method === 'POST' ? {} : undefined, headers);
    // Where the mount is, is known from here on.
    await fetch(`${live.base}/v1/${mount}/crl`);
    deleteElsewhere(mount);
    const refused = { status: 403, body: { errors: ['permission denied'] } };
    expect(await ask()).toMatchObject(refused);
    expect(await ask()).toMatchObject(refused);
    const path = `${mount}/${rest.replace(/\?.*/, '')}`;
    const errors = [`no handler for route "${path}". route entry not found.`];
    expect(await ask({ 'x-vault-token': live.rootToken })).toMatchObject({ status: 404, body: { errors } });
  });
});

describe('a mount that another process deleted is gone for the first caller with a token', () => {
  const asked = [
    ['LIST', 'issuers'],
    ['GET', 'issuers?list=true'],
    ['GET', 'roles/web'],
    ['GET', 'ca/pem'],
    ['GET', 'cert/00:11'],
    ['GET', 'est/cacerts'],
    ['GET', 'nonsense'],
    ['DELETE', 'issue/web'],
    ['POST', 'crl'],
    ['GET', 'issuers?help=1'],
    ['GET', 'roles/web?help=1'],
  ] as const;
  const answers = async (method: string, rest: string, token: string) => {
    const mount = `left-${method}-${rest.replaceAll(/\W/g, '-')}`.toLowerCase();
    expect((await live.vault('POST', `sys/mounts/${mount}`, { type: 'pki' })).status).toBeLessThan(300);
    await fetch(`${live.base}/v1/${mount}/crl`);
    deleteElsewhere(mount);
    const body = method === 'POST' ? {} : undefined;
    const ask = () => live.vault(method, `${mount}/${rest}`, body, { 'x-vault-token': token });
    const first = await ask();
    const later = await ask();
    const path = `${mount}/${rest.replace(/\?.*/, '')}`;
    return { path, answers: [first, later].map(({ status, body: said }) => [status, said]) };
  };

  test.each(asked)('who may do anything: %s %s', async (method, rest) => {
    const { path, answers: given } = await answers(method, rest, live.rootToken);
    const none = [404, { errors: [`no handler for route "${path}". route entry not found.`] }];
    expect(given).toEqual([none, none]);
  });

  test.each(asked)('who may do nothing there: %s %s', async (method, rest) => {
    const made = await live.vault('POST', 'auth/token/create', { policies: ['default'] });
    const { client_token: token } = (made.body as { auth: { client_token: string } }).auth;
    const denied = [403, { errors: ['permission denied'] }];
    expect((await answers(method, `${rest}${rest.includes('?') ? '&' : '?'}of=other`, token)).answers).toEqual([
      denied,
      denied,
    ]);
  });

  test('whose token is none: as at every path', async () => {
    const refused = [403, { errors: ['permission denied'] }];
    expect((await answers('GET', 'issuers?list=1', 'nobodys')).answers).toEqual([refused, refused]);
  });
});

test.each(['nowhere', 'nowhere/initialization'])('CMP at the path of no mount is not there: %s', async (rest) => {
  const response = await fetch(`${live.base}/.well-known/cmp/p/${rest}`, {
    method: 'POST',
    headers: { 'content-type': 'application/pkixcmp' },
    body: 'MA==',
  });
  expect([response.status, await response.json()]).toEqual([
    404,
    { errors: [expect.stringContaining('nowhere') as string] },
  ]);
});
