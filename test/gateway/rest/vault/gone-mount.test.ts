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
