import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serverRoot } from '../e2e/harness/server.js';

/*
 * A clone whose packages are older than its list of them, and where npm does not work.
 */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'trustate-helped-'));
  cpSync(path.join(serverRoot, 'scripts'), path.join(folder, 'scripts'), { recursive: true });
  symlinkSync(path.join(serverRoot, 'node_modules'), path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const ran = (script: string, program: string, text: string, args: readonly string[]) => {
  mkdirSync(path.join(folder, path.dirname(program)), { recursive: true });
  writeFileSync(path.join(folder, program), text);
  const command = [path.join('scripts', script), ...args];
  return spawnSync(process.execPath, command, { cwd: folder, env: { PATH: folder }, encoding: 'utf8' });
};

test.each([
  ['bench.mjs', 'bench/main.ts'],
  ['torture.mjs', 'test/torture/main.ts'],
  ['fuzz.mjs', 'test/fuzz/main.ts'],
])('%s shows its help without installing anything', (script, program) => {
  const text = 'console.log(`the help: ${process.argv.slice(2).join()}` satisfies string);';
  for (const help of ['--help', '-h']) {
    const { status, stdout } = ran(script, program, text, ['--quick', help]);
    expect([status, stdout]).toEqual([0, `the help: --quick,${help}\n`]);
  }
});

test('whatever cannot be shown yet is installed first', () => {
  const { status, stdout, stderr } = ran('bench.mjs', 'bench/main.ts', "import 'not-there';", ['--help']);
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^npm run bench: /m);
});
