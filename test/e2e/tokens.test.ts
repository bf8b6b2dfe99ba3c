import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { exchange } from './harness/exchange.js';
import type { Answer } from './harness/exchange.js';
import { serverCommand, serverRoot } from './harness/server.js';
import { onSharedServer } from './harness/site.js';

const site = onSharedServer();
const run = promisify(execFile);

/** `trustate token …` on the folder of the running server. */
async function command(...args: string[]): Promise<string> {
  const env = { ...process.env, TRUSTATE_DATA_DIR: site.get.server.folder };
  return (await run(process.execPath, serverCommand('token', ...args), { cwd: serverRoot, env })).stdout;
}

const made = (output: string) => /[\w-]+\.atlasv1\.[\w-]+/.exec(output)?.[0] ?? '';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const json = { 'content-type': 'application/json' };

/** Every way in, with what it says to a token that is no good. */
const ways: readonly [name: string, ask: (token: string) => Promise<Answer>, refused: number][] = [
  [
    'REST of state',
    (token) => exchange(`${site.get.server.http}/api/v2/account/details`, { headers: bearer(token) }),
    401,
  ],
  [
    'GraphQL',
    (token) =>
      exchange(`${site.get.server.http}/graphql`, {
        method: 'POST',
        headers: { ...json, ...bearer(token) },
        body: '{"query":"{ me { username } }"}',
      }),
    401,
  ],
  [
    'REST of the authority',
    (token) => exchange(`${site.get.server.http}/v1/sys/mounts`, { headers: { 'x-vault-token': token } }),
    403,
  ],
  [
    'REST of the authority, about itself',
    (token) => exchange(`${site.get.server.http}/v1/auth/token/lookup-self`, { headers: { 'x-service-token': token } }),
    403,
  ],
];

describe('a token made on the command line', () => {
  test('is revoked by its own text', async () => {
    const token = made(await command('create', '--user', 'root'));
    await command('revoke', token);
    for (const [name, ask, refused] of ways) expect((await ask(token)).status, name).toBe(refused);
  });

  test('counts at once, is listed without its secret, and when it is revoked no interface takes it any more', async () => {
    const token = made(await command('create', '--user', 'root', '--description', 'of the command line'));
    for (const [name, ask] of ways) expect((await ask(token)).status, name).toBe(200);

    const listed = await command('list');
    expect(listed).toContain('of the command line');
    expect(listed).not.toContain(token.split('.').at(-1));
    const id =
      listed
        .split('\n')
        .find((line) => line.includes('of the command line'))
        ?.match(/at-\w+/)?.[0] ?? '';
    await command('revoke', id);
    for (const [name, ask, refused] of ways) expect((await ask(token)).status, name).toBe(refused);
  });
});

test('a token that has expired is taken by no interface', async () => {
  const soon = new Date(Date.now() + 5_000).toISOString();
  const answer = await exchange(`${site.get.server.http}/graphql`, {
    method: 'POST',
    headers: { ...json, ...bearer(site.get.server.token) },
    body: JSON.stringify({
      query: `mutation { createUserToken(input: { expiresAt: "${soon}" }) { issued { text } } }`,
    }),
  });
  const token = made(answer.text);
  expect(token, answer.text).not.toBe('');
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, Date.parse(soon) - Date.now()) + 50));
  for (const [name, ask, refused] of ways) expect((await ask(token)).status, name).toBe(refused);
});
