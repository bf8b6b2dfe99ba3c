import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Server, serverCommand, serverRoot } from './harness/server.js';

const file = 'trustate.db';
const logs = ['trustate.db-wal', 'trustate.db-shm'];
let server: Server;
const at = (name: string) => path.join(server.folder, name);

beforeAll(async () => {
  server = await Server.start();
  await server.terminate();
  copyFileSync(at(file), at('kept'));
});
afterAll(async () => {
  await server.stop();
});

/** What a command says where it fails. */
async function failure(...command: string[]): Promise<string> {
  const env = { ...process.env, TRUSTATE_DATA_DIR: server.folder, TRUSTATE_HTTP_PORT: '0', TRUSTATE_HTTPS_PORT: '0' };
  const run = promisify(execFile)(process.execPath, serverCommand(...command), { cwd: serverRoot, env });
  return run.then(
    () => '',
    (error: unknown) => (error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)),
  );
}

test('a server whose database is gone, empty or another refuses in one line, changes nothing, and starts when it is back', async () => {
  const notes = readdirSync(at('objects/notes'));
  expect(notes).toHaveLength(2);
  for (const name of logs) rmSync(at(name), { force: true });

  rmSync(at(file));
  expect(await failure('serve')).toMatch(
    /^trustate: The object store [^\n]+ is in use, but the database is new: [^\n]+\n$/,
  );
  expect(existsSync(at(file))).toBe(false);

  copyFileSync(at('kept'), at(file));
  truncateSync(at(file));
  expect(await failure('serve')).toMatch(/^trustate: The database [^\n]+ is empty \(0 bytes\), but [^\n]+\n$/);
  expect(statSync(at(file)).size).toBe(0);

  rmSync(at(file));
  expect(await failure('migrate', 'apply')).toBe('');
  expect(await failure('serve')).toMatch(
    /^trustate: The object store [^\n]+ belongs to another installation [^\n]+\n$/,
  );
  expect(readdirSync(at('objects/notes'))).toEqual(notes);

  renameSync(at('kept'), at(file));
  await server.restart();
  await server.terminate();
  expect(readdirSync(at('objects/notes'))).toHaveLength(2);
});

test.each([
  ['a folder that is missing', '/nowhere/t.db', /^trustate: the folder \/nowhere of the database does not exist\n$/],
  // Nobody may write there, whoever it is that runs the tests.
  [
    'a folder that nobody writes to',
    '/proc/t.db',
    /^trustate: the database \/proc\/t\.db cannot be opened: check that its folder exists, that [^\n]+\n$/,
  ],
])('a database in %s is not waited for: one line names it', async (_what, place, line) => {
  const data = mkdtempSync(path.join(tmpdir(), 'trustate-nowhere-'));
  const env = { ...process.env, TRUSTATE_DATA_DIR: data, TRUSTATE_DATABASE_URL: `file:${place}` };
  const run = promisify(execFile)(process.execPath, serverCommand('serve'), { cwd: serverRoot, env });
  await expect(run).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(line) as string });
  rmSync(data, { recursive: true });
});

test('an operator may take a store over for a new database', async () => {
  for (const name of [file, ...logs]) rmSync(at(name), { force: true });
  expect(await failure('objects', 'adopt')).toBe('');
  await server.restart();
  await server.terminate();
});
