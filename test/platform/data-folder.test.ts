import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isEmptyFolder, openDataFolder } from '../../src/platform/data-folder.js';
import { OperatorError } from '../../src/platform/operator-error.js';
import { shortLived } from '../short-lived.js';

let base: string;
beforeEach(() => {
  base = mkdtempSync(path.join(tmpdir(), 'trustate-folder-'));
});
afterEach(() => {
  rmSync(base, { recursive: true });
});

test('is made for its owner alone', () => {
  const folder = openDataFolder(path.join(base, 'a/b'));
  expect(statSync(folder.path).mode & 0o777).toBe(0o700);
  folder.close();
});

test('belongs to one at a time, and to the next after that', () => {
  const first = openDataFolder(base);
  expect(() => openDataFolder(base)).toThrow(
    new RegExp(`in use by another Trustate server \\(process ${process.pid}\\)`),
  );
  first.close();
  first.close();
  openDataFolder(base).close();
});

test('a killed process leaves no lock behind', async () => {
  const script = `
    const { openDataFolder } = await import(${JSON.stringify(new URL('../../src/platform/data-folder.ts', import.meta.url).href)});
    openDataFolder(${JSON.stringify(base)});
    console.log('locked');
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, [...shortLived, '--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  expect(() => openDataFolder(base)).toThrow(`(process ${holder.pid})`);
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const next = openDataFolder(base);
  expect(readFileSync(path.join(base, 'server.pid'), 'utf8')).toBe(`${process.pid}\n`);
  next.close();
});

test('a path that cannot be a folder is refused in one line', () => {
  const file = path.join(base, 'file');
  writeFileSync(file, '');
  for (const wrong of [file, path.join(file, 'below')]) {
    expect(() => openDataFolder(wrong)).toThrow(OperatorError);
    expect(() => openDataFolder(wrong)).toThrow(
      /^The data folder \S+ cannot be written to: [^\n]+ TRUSTATE_DATA_DIR [^\n]+$/,
    );
  }
});

test('is empty when missing or only taken', () => {
  expect(isEmptyFolder(path.join(base, 'missing'))).toBe(true);
  openDataFolder(base).close();
  expect(isEmptyFolder(base)).toBe(true);
  mkdirSync(path.join(base, 'objects'));
  expect(isEmptyFolder(base)).toBe(false);
  expect(readdirSync(base)).toContain('objects');
});
