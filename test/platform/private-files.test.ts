import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyDatabase } from '../../src/operator/files.js';
import { openDataFolder } from '../../src/platform/data-folder.js';
import { openWriter } from '../../src/platform/database/sqlite/connection.js';
import { tighten } from '../../src/platform/private-files.js';

let base: string;
let mask: number;
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'trustate-private-'));
  // Nothing is taken away: what is private is so because it was asked for.
  mask = process.umask(0);
});
afterEach(() => {
  process.umask(mask);
  rmSync(base, { recursive: true });
});

const modeOf = (...parts: readonly string[]) => (statSync(path.join(base, ...parts)).mode & 0o777).toString(8);

test('a database, the files beside it, and a copy of it are for their owner alone, whatever the mask', async () => {
  const file = path.join(base, 'trustate.db');
  const { driver } = openWriter(file);
  driver.exec('CREATE TABLE t (v TEXT)');
  expect(['', '-wal', '-shm'].map((suffix) => modeOf(`trustate.db${suffix}`))).toEqual(['600', '600', '600']);
  await copyDatabase(file, path.join(base, 'copy.db'));
  expect(modeOf('copy.db')).toBe('600');
  driver.close();
});

test('so are a data folder and what taking it leaves there', () => {
  const folder = openDataFolder(path.join(base, 'data'));
  expect(['.', 'server.lock', 'server.pid'].map((name) => modeOf('data', name))).toEqual(['700', '600', '600']);
  folder.close();
});

test('what an earlier start left open is closed, and what is for everybody stays as it is', () => {
  for (const name of ['tls', 'objects/ab', 'objects/temporary']) {
    mkdirSync(path.join(base, name), { recursive: true, mode: 0o755 });
  }
  chmodSync(base, 0o755);
  const files = ['trustate.db', 'trustate.db-wal', 'trustate.db-told-0a1b2c3d4e5f6071', 'seal.key', 'root-token'];
  files.push('tls/server.key', 'ca.pem');
  for (const name of files) writeFileSync(path.join(base, name), '', { mode: 0o644 });
  const places = { dataFolder: base, database: path.join(base, 'trustate.db'), objects: path.join(base, 'objects') };
  expect(tighten(places)).toEqual([]);
  const seen = ['.', 'tls', 'objects', 'objects/ab', 'objects/temporary', ...files];
  expect(Object.fromEntries(seen.map((name) => [name, modeOf(name)]))).toEqual({
    ...{ '.': '700', tls: '700', objects: '700' },
    ...{ 'objects/ab': '700', 'objects/temporary': '700' },
    ...{ 'trustate.db': '600', 'trustate.db-wal': '600', 'trustate.db-told-0a1b2c3d4e5f6071': '600' },
    ...{ 'seal.key': '600', 'root-token': '600' },
    ...{ 'tls/server.key': '600', 'ca.pem': '644' },
  });
});

test('a folder that everybody shares is left alone and mentioned; what is not there is no trouble', () => {
  const shared = path.join(base, 'shared');
  mkdirSync(shared);
  chmodSync(shared, 0o1777);
  expect(tighten({ dataFolder: shared, database: null, objects: null })).toEqual([
    `${shared} is a folder that everybody shares: others can see what it holds`,
  ]);
  expect(modeOf('shared')).toBe('777');
  symlinkSync(path.join(base, 'nowhere'), path.join(base, 'objects'));
  expect(tighten({ dataFolder: path.join(base, 'a/b'), database: null, objects: path.join(base, 'objects') })).toEqual(
    [],
  );
});

test('a database and objects that settings give other names are no strangers in the data folder', () => {
  mkdirSync(path.join(base, 'kept/ab'), { recursive: true, mode: 0o755 });
  chmodSync(base, 0o755);
  for (const name of ['prod.sqlite', 'prod.sqlite-wal', 'prod.sqlite-reserve'])
    writeFileSync(path.join(base, name), '', { mode: 0o644 });
  const places = { dataFolder: base, database: path.join(base, 'prod.sqlite'), objects: path.join(base, 'kept') };
  expect(tighten(places)).toEqual([]);
  expect(['.', 'kept', 'prod.sqlite-wal'].map((name) => modeOf(name))).toEqual(['700', '700', '600']);
});

test('a folder that is somebody else’s too stays open, and so does what is no file', () => {
  for (const name of ['tls', 'objects']) mkdirSync(path.join(base, name), { mode: 0o755 });
  chmodSync(base, 0o755);
  const files = ['passwd', 'group', 'hosts', 'fstab', 'tls/openssl.cnf', 'objects/report', 'seal.key'];
  for (const name of files) writeFileSync(path.join(base, name), '', { mode: 0o644 });
  const pipe = path.join(base, 'trustate.db');
  execFileSync('mkfifo', ['-m', '0644', pipe]);
  const told = (where: string, names: string) =>
    `${where} holds what is not Trustate's (${names}), so it stays open to others: give Trustate a folder of its own, or run chmod 700`;
  const [tls, objects] = [path.join(base, 'tls'), path.join(base, 'objects')];
  expect(tighten({ dataFolder: base, database: pipe, objects })).toEqual([
    told(base, 'fstab, group, hosts and 1 more'),
    told(tls, 'openssl.cnf'),
    told(objects, 'report'),
  ]);
  expect(['.', 'tls', 'objects', 'trustate.db', 'seal.key'].map((name) => modeOf(name))).toEqual([
    ...['755', '755', '755', '644', '600'],
  ]);
});

test('what cannot be looked at is not said to be open', () => {
  const round = path.join(base, 'round');
  symlinkSync(round, round);
  expect(tighten({ dataFolder: base, database: round, objects: null })).toEqual([
    `${round} cannot be looked at: its links lead round in a circle`,
  ]);
});
