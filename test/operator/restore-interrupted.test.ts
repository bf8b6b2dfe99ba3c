import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { backup } from '../../src/operator/backup/backup.js';
import { restore } from '../../src/operator/backup/restore.js';
import { UnfinishedRestore } from '../../src/operator/backup/unfinished-restore.js';
import { holdInstallation } from '../../src/operator/held-installation.js';
import { openDataFolder } from '../../src/platform/data-folder.js';
import { SqliteDatabase } from '../../src/platform/database/sqlite/driver.js';
import { readConfig } from '../../src/settings/config.js';
import { serverCommand, serverRoot } from '../e2e/harness/server.js';
import { scratchFolder } from '../platform/database/scratch.js';
import { command } from './command.js';

const clock = { now: () => new Date() };
const objects = 600;

async function backupOf(row: string): Promise<string> {
  const data = path.join(scratchFolder(), 'data');
  for (let one = 0; one < objects; one += 1) {
    const folder = path.join(data, 'objects', (one % 8).toString(16).padStart(2, '0'));
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, `object${one}`), `object ${one} of ${row}`);
  }
  const database = new SqliteDatabase(path.join(data, 'trustate.db'));
  database.exec(`CREATE TABLE t (v TEXT); INSERT INTO t VALUES ('${row}')`);
  database.close();
  const folder = path.join(scratchFolder(), 'backup');
  await backup(readConfig({ TRUSTATE_DATA_DIR: data }), folder, { includeKeys: false, clock });
  return folder;
}

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];

/** A restore in a process of its own, killed once so many objects are there. */
async function killed(folder: string, into: string): Promise<void> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(TRUSTATE_|VITEST|NODE_OPTIONS)/.test(name));
  for (;;) {
    const child = spawn(process.execPath, serverCommand('restore', folder), {
      cwd: serverRoot,
      env: { ...Object.fromEntries(inherited), TRUSTATE_DATA_DIR: into },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    while (child.exitCode === null && filesIn(path.join(into, 'objects')).length < objects / 4)
      await new Promise((resolve) => setTimeout(resolve, 1));
    child.kill('SIGKILL');
    await ended;
    if (child.signalCode === 'SIGKILL' && !existsSync(path.join(into, 'trustate.db'))) return;
    // On a busy machine it may end before it is killed.
    rmSync(into, { recursive: true });
  }
}

test('a restore that was killed is begun again by the same command, and nothing else uses its data folder', async () => {
  const [folder, other] = [await backupOf('a'), await backupOf('b')];
  const into = path.join(scratchFolder(), 'data');
  await killed(folder, into);
  expect(() => openDataFolder(into)).toThrow(/holds an unfinished restore: run the same "trustate restore" again/);
  expect((await command({ TRUSTATE_DATA_DIR: into }, 'doctor')).out).toMatch(
    /data folder +failed .*unfinished restore/,
  );
  expect((await command({ TRUSTATE_DATA_DIR: into }, 'serve')).err).toMatch(/holds an unfinished restore/);
  await expect(restore(readConfig({ TRUSTATE_DATA_DIR: into }), other, { clock })).rejects.toThrow(/another backup/);
  // What is there elsewhere is not a part of it.
  const database = path.join(scratchFolder(), 'in-use.db');
  writeFileSync(database, 'of somebody');
  const elsewhere = { TRUSTATE_DATA_DIR: into, TRUSTATE_DATABASE_URL: pathToFileURL(database).href };
  await expect(restore(readConfig(elsewhere), folder, { clock })).rejects.toThrow(/with other settings/);

  const again = await command({ TRUSTATE_DATA_DIR: into }, 'restore', folder);
  expect(again.status).toBe(0);
  expect(again.err).toContain('going on with an unfinished restore');
  expect(filesIn(path.join(into, 'objects'))).toHaveLength(objects);
  openDataFolder(into).close();
  expect(filesIn(into)).not.toContain('restore.unfinished');
});

test('a restore that fails leaves its data folder as empty as it was', async () => {
  const folder = await backupOf('a');
  const into = path.join(scratchFolder(), 'data');
  const file = path.join(scratchFolder(), 'a-file');
  writeFileSync(file, '');
  const nowhere = pathToFileURL(path.join(file, 'trustate.db')).href;
  const wrong = readConfig({ TRUSTATE_DATA_DIR: into, TRUSTATE_DATABASE_URL: nowhere });
  await expect(restore(wrong, folder, { clock })).rejects.toThrow();
  expect(readdirSync(into)).toEqual(['server.lock']);
  await restore(readConfig({ TRUSTATE_DATA_DIR: into }), folder, { clock });
});

test('what a server left that could not start is not in the way of a restore', async () => {
  const into = path.join(scratchFolder(), 'data');
  const database = path.join(into, 'my.db');
  const config = readConfig({ TRUSTATE_DATA_DIR: into, TRUSTATE_DATABASE_URL: pathToFileURL(database).href });
  holdInstallation(config).close();
  expect(existsSync(`${database}-lock`)).toBe(true);
  await restore(config, await backupOf('a'), { clock });
  expect(existsSync(database)).toBe(true);
});

/** What a restore leaves that is killed before its first file. @returns its mark */
async function begun(environment: Readonly<Record<string, string>>, folder: string): Promise<string> {
  const config = readConfig(environment);
  const manifest = readFileSync(path.join(folder, 'manifest.json'));
  mkdirSync(config.dataDir);
  await UnfinishedRestore.of(config, createHash('sha256').update(manifest).digest('hex').slice(0, 32)).begin();
  return path.join(config.dataDir, 'restore.unfinished');
}

test('a restore that is begun again replaces no database that is elsewhere, and no objects that are as they should be', async () => {
  const folder = await backupOf('a');
  const [into, elsewhere] = [path.join(scratchFolder(), 'data'), scratchFolder()];
  const database = path.join(elsewhere, 'x.db');
  const environment = { TRUSTATE_DATA_DIR: into, TRUSTATE_DATABASE_URL: pathToFileURL(database).href };
  await begun(environment, folder);
  writeFileSync(database, 'of somebody else');
  await expect(restore(readConfig(environment), folder, { clock })).rejects.toThrow(/There is a database .* already/);
  expect(readFileSync(database, 'utf8')).toBe('of somebody else');
  rmSync(database);
  await restore(readConfig(environment), folder, { clock });
  expect(filesIn(into)).not.toContain('restore.unfinished');
});

test('a mark that was cut short is none', async () => {
  const folder = await backupOf('a');
  const environment = { TRUSTATE_DATA_DIR: path.join(scratchFolder(), 'data') };
  const mark = await begun(environment, folder);
  writeFileSync(mark, readFileSync(mark).subarray(0, 10));
  const told: string[] = [];
  await restore(readConfig(environment), folder, { clock, tell: (line) => told.push(line) });
  expect(told.join()).not.toContain('going on');
});

test('a second attempt that fails leaves the mark where the objects of the first one are', async () => {
  const folder = await backupOf('a');
  const [into, objectsElsewhere] = [path.join(scratchFolder(), 'data'), scratchFolder()];
  const place = path.join(scratchFolder(), 'place');
  const environment = {
    TRUSTATE_DATA_DIR: into,
    TRUSTATE_OBJECT_STORE: pathToFileURL(objectsElsewhere).href,
    TRUSTATE_DATABASE_URL: pathToFileURL(path.join(place, 'x.db')).href,
  };
  const mark = await begun(environment, folder);
  cpSync(path.join(folder, 'objects'), objectsElsewhere, { recursive: true });
  // A folder for the database cannot be made there.
  writeFileSync(place, '');
  await expect(restore(readConfig(environment), folder, { clock })).rejects.toThrow();
  expect(existsSync(mark)).toBe(true);
  rmSync(place);
  await restore(readConfig(environment), folder, { clock });
  expect(filesIn(place)).toEqual(['x.db']);
});
