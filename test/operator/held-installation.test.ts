import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdInstallation } from '../../src/operator/held-installation.js';
import { readConfig } from '../../src/settings/config.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'trustate-held-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const at = (name: string) => path.join(folder, name);
const settings = (data: string, database?: string) =>
  readConfig({
    TRUSTATE_DATA_DIR: at(data),
    ...(database !== undefined && { TRUSTATE_DATABASE_URL: `file:${at(database)}` }),
  });

test.each([
  // the first server's data folder and database, the second one's
  ['a', undefined, 'b', 'a/trustate.db'],
  ['b', 'a/trustate.db', 'a', undefined],
  ['a', 'shared.db', 'b', 'shared.db'],
  ['a', 'c/trustate.db', 'b', 'c/trustate.db'],
  ['a', 'a/other.db', 'b', 'a/other.db'],
  ['a', undefined, 'b', 'link/trustate.db'],
  ['a', 'shared.db', 'b', 'linked.db'],
])('of two servers with one database, one holds it: %s %s, then %s %s', (data, database, otherData, otherDatabase) => {
  mkdirSync(at('c'));
  mkdirSync(at('a'));
  symlinkSync('a', at('link'));
  writeFileSync(at('shared.db'), '');
  symlinkSync('shared.db', at('linked.db'));
  const first = holdInstallation(settings(data, database));
  const second = () => holdInstallation(settings(otherData, otherDatabase));
  expect(second).toThrow(/in use by another Trustate server/);
  first.close();
  second().close();
});

test.each([
  ['a', undefined, 'b', undefined],
  ['a', 'one.db', 'b', 'other.db'],
  ['a', undefined, 'b', 'a/other.db'],
])('servers with databases of their own do not mind each other: %s %s and %s %s', (data, database, other, others) => {
  const held = [holdInstallation(settings(data, database)), holdInstallation(settings(other, others))];
  for (const each of held) each.close();
});

test('a data folder behind a link has its own database', () => {
  mkdirSync(at('a'));
  symlinkSync('a', at('link'));
  holdInstallation(settings('link', 'a/trustate.db')).close();
});

test('where no lock can be made, the database says what is wrong', () => {
  holdInstallation(settings('a', 'nowhere/x.db')).close();
});

test('a lock that is there and cannot be taken is told', () => {
  mkdirSync(at('x.db-lock'));
  expect(() => holdInstallation(settings('a', 'x.db'))).toThrow(/x\.db-lock, which says .* cannot be locked: /);
});
