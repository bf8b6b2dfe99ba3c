import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { scratchFolder } from '../../platform/database/scratch.js';
import { exchange } from '../harness/exchange.js';
import { fencesOf, guides } from '../harness/guide.js';
import { withServer } from '../harness/site.js';

const run = promisify(execFile);
const stand = fileURLToPath(new URL('../harness/vault-command.mjs', import.meta.url));
const site = withServer();

/** The commands of a guide that begin with `vault`, without those that sign in. */
const commandsOf = (guide: string): readonly string[] =>
  fencesOf(guide)
    .filter(({ text }) => text.startsWith('vault '))
    .map(({ text }) => text.replaceAll(/^vault login .*\n/gm, ''));

/** Their own tests run these: they take an external service, or clients of ACME. */
const elsewhere = ['acme.md', 'external-policy.md'];
/** Makes what the others begin with. */
const first = 'http-surface.md';
const others = guides.filter((guide) => guide !== first && !elsewhere.includes(guide) && commandsOf(guide).length > 0);

/** Runs commands as a reader's shell does, in a folder with the certificates that the guides name. @returns what they print */
async function shell(commands: string): Promise<string> {
  const { server } = site.get;
  const folder = scratchFolder();
  writeFileSync(path.join(folder, 'vault'), `#!/bin/sh\nexec '${process.execPath}' '${stand}' "$@"\n`, { mode: 0o755 });
  const issuer = await exchange(`${server.http}/v1/pki/ca/pem`);
  for (const name of ['issuer.pem', 'maker.pem', 'ca.pem']) writeFileSync(path.join(folder, name), issuer.text);
  const environment = { VAULT_ADDR: server.http, VAULT_TOKEN: server.token };
  const ran = await run('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: folder,
    env: { ...process.env, ...environment, PATH: `${folder}:${process.env['PATH'] ?? ''}` },
  });
  return ran.stdout.trim();
}

beforeAll(async () => {
  // SCEP needs an issuer with an RSA key.
  const commands = commandsOf(first).map((text) => text.replace('key_type=ec ttl=87600h', 'key_type=rsa ttl=87600h'));
  await shell(commands.join(''));
  const { root, server } = site.get;
  (await root.send('POST', `${server.http}/v1/sys/mounts/devices`, { type: 'pki' })).expect(204);
});

test('there are guides with commands for vault', () => {
  expect(others).toEqual(expect.arrayContaining(['cmp.md', 'est.md', 'scep.md', 'sign-in.md']));
});

test.each(others)('the commands for vault of docs/%s, one after another, do what they are for', async (guide) => {
  await shell(commandsOf(guide).join(''));
});

test('and what they configured is there', async () => {
  const { root, server } = site.get;
  const config = async (where: string) => {
    const answer = await root.send('GET', `${server.http}/v1/${where}`);
    return JSON.stringify(answer.expect(200).json);
  };
  for (const where of ['pki/config/est', 'pki/config/scep', 'devices/config/cmp'])
    expect(await config(where)).toMatch(/"accessor":"auth_[a-z]+_[0-9a-f]+"/);
  expect(await config('sys/policies/acl/scep')).toContain('pki/scep/pkiclient.exe');
  expect(await config('sys/policies/acl/enroll')).toContain('est/simplereenroll');
});
