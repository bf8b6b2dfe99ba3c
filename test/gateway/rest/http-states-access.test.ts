import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { basic, fresh, information, openHttpStates, state } from './http-states-live.js';
import type { HttpStatesForTests } from './http-states-live.js';

let http: HttpStatesForTests;
beforeAll(async () => {
  http = await openHttpStates();
});
afterAll(() => http.close());

describe('who may do it', () => {
  test('needs a token as the password, or as elsewhere; before a state is read', async () => {
    const place = fresh();
    await http.call('POST', place, { body: state(1) });
    for (const [method, path] of [
      ['GET', ''],
      ['POST', ''],
      ['DELETE', ''],
      ['LOCK', ''],
      ['UNLOCK', ''],
      ['POST', '/lock'],
      ['DELETE', '/lock'],
    ] as const) {
      const body = method === 'GET' ? {} : { body: '{}' };
      for (const token of [null, '', 'bad']) {
        expect([method, path, token, (await http.call(method, `${place}${path}`, { token, ...body })).status]).toEqual([
          method,
          path,
          token,
          401,
        ]);
      }
    }
    const bearer = { authorization: `Bearer ${http.live.rootToken}` };
    expect((await http.call('GET', place, { token: null, headers: bearer })).status).toBe(200);
    for (const bad of ['Basic', 'Basic ???', `Basic ${Buffer.from(http.live.rootToken).toString('base64')}`]) {
      expect((await http.call('GET', place, { token: null, headers: { authorization: bad } })).status).toBe(401);
    }
    // RFC 9110 §11.6.1
    const challenged = await fetch(`${http.live.base}/http/v1/${place}`);
    expect(challenged.headers.get('www-authenticate')).toBe('Basic realm="Trustate", charset="UTF-8"');
    // Nowhere else is a password a token.
    const response = await fetch(`${http.live.base}/api/v2/account/details`, {
      headers: { authorization: basic(http.live.rootToken) },
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBeNull();
  });

  test('without a valid token the answer comes before the state', async () => {
    const { hostname, port } = new URL(http.live.base);
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const headers = { 'content-length': 900_000, authorization: basic('bad') };
      const sending = request({ hostname, port, method: 'POST', path: `/http/v1/${fresh()}`, headers });
      sending.once('response', ({ statusCode }) => {
        resolve(statusCode);
        sending.destroy();
      });
      sending.once('error', reject);
      // Nothing of the announced state is sent.
      sending.flushHeaders();
    });
    expect(status).toBe(401);
  });

  test('what a caller may not see looks as if it did not exist', async () => {
    const place = fresh();
    await http.call('POST', place, { body: state(1) });
    const username = `eve-${randomUUID().slice(0, 8)}`;
    const made = z.object({ payload: z.object({ issued: z.object({ text: z.string() }) }) });
    await http.graphql(
      z.unknown(),
      'mutation ($input: CreateUserInput!) { createUser(input: $input) { problems { code } } }',
      {
        input: { username, email: `${username}@example.com` },
      },
    );
    const { payload } = await http.graphql(
      made,
      `
        mutation ($input: CreateUserTokenInput!) {
          payload: createUserToken(input: $input) {
            issued {
              text
            }
          }
        }
      `,
      { input: { user: username, description: 'http' } },
    );
    const token = payload.issued.text;
    const body = JSON.stringify(information());
    for (const [method, sent] of [
      ['GET', {}],
      ['POST', { body: state(2) }],
      ['DELETE', {}],
      ['LOCK', { body }],
      ['UNLOCK', { body }],
    ] as const) {
      const hidden = await http.call(method, place, { token, ...sent });
      const missing = await http.call(method, fresh(), { token, ...sent });
      expect([method, hidden.status, hidden.json]).toEqual([method, 404, missing.json]);
    }
    expect((await http.call('GET', place)).text).toBe(state(1));
  });
});
