import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serverCommand, serverRoot } from '../e2e/harness/server.js';
import { readConfig } from '../../src/settings/config.js';
import { backup } from '../../src/operator/backup/backup.js';
import { restore } from '../../src/operator/backup/restore.js';
import { SqliteDatabase } from '../../src/platform/database/sqlite/driver.js';

const objects = 1_000;

let base: string;
let data: string;
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'trustate-killed-'));
  data = path.join(base, 'data');
  for (let folder = 0; folder < 256; folder += 1)
    mkdirSync(path.join(data, 'objects', folder.toString(16).padStart(2, '0')), { recursive: true });
  for (let one = 0; one < objects; one += 1) {
    const folder = (one % 256).toString(16).padStart(2, '0');
    writeFileSync(path.join(data, 'objects', folder, `${folder}object${one}`), `object ${one}`);
  }
  const database = new SqliteDatabase(path.join(data, 'trustate.db'));
  database.exec("CREATE TABLE t (v TEXT); INSERT INTO t VALUES ('kept')");
  database.close();
});
afterEach(() => {
  rmSync(base, { recursive: true });
});

const config = () => readConfig({ TRUSTATE_DATA_DIR: data });
const systemClock = { now: () => new Date() };

function copied(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

/** A backup in a process of its own, killed once so many files of it are there. @returns whether it was killed */
async function killedAt(files: number, folder: string): Promise<boolean> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(TRUSTATE_|VITEST|NODE_OPTIONS)/.test(name));
  const child = spawn(process.execPath, serverCommand('backup', folder), {
    cwd: serverRoot,
    env: { ...Object.fromEntries(inherited), TRUSTATE_DATA_DIR: data },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  while (child.exitCode === null && copied(folder) < files) await new Promise((resolve) => setTimeout(resolve, 2));
  child.kill('SIGKILL');
  await ended;
  return child.signalCode === 'SIGKILL';
}

test('a backup that is killed anywhere leaves nothing that passes for one; it is taken up there, or the next one is whole elsewhere', async () => {
  for (const [index, files] of [1, 100, objects / 2].entries()) {
    const folder = path.join(base, `killed-${index}`);
    // On a busy machine it may end before it is killed: then it runs again.
    while (!(await killedAt(files, folder))) rmSync(folder, { recursive: true });
    expect(existsSync(path.join(folder, 'manifest.json'))).toBe(false);
    const target = readConfig({ TRUSTATE_DATA_DIR: path.join(base, `from-${index}`) });
    await expect(restore(target, folder, { clock: systemClock })).rejects.toThrow(/backup/);
  }
  const killed = path.join(base, 'killed-2');
  const there = copied(path.join(killed, 'objects'));
  const { objects: all, kept } = await backup(config(), killed, { includeKeys: false, clock: systemClock });
  expect(all).toBe(objects);
  // The one that was being written may be half.
  expect(kept).toBeGreaterThanOrEqual(there - 1);
  const target = readConfig({ TRUSTATE_DATA_DIR: path.join(base, 'taken-up') });
  await restore(target, killed, { clock: systemClock });
  const whole = path.join(base, 'whole');
  expect(await killedAt(Number.POSITIVE_INFINITY, whole)).toBe(false);
  await restore(readConfig({ TRUSTATE_DATA_DIR: path.join(base, 'restored') }), whole, { clock: systemClock });
  expect(copied(path.join(base, 'restored', 'objects'))).toBe(objects);
});
