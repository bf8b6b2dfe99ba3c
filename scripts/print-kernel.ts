// Prints src/state/content/kernel/module.ts: what AssemblyScript compiles of the folder `assembly` beside it; with --write, brings it up to date.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTAINERS, MAX_DEPTH, WINDOW, WINDOW_BYTES } from '../src/state/content/kernel/cells.js';

const folder = fileURLToPath(new URL('../src/state/content/kernel', import.meta.url));
const page = 65_536;
const pages = String(Math.ceil((WINDOW + WINDOW_BYTES + 16) / page));
if (CONTAINERS + MAX_DEPTH >= WINDOW) throw new Error('the containers reach into the window');

// As a program of its own: the types of its package change those of JavaScript for whoever imports them.
const compiler = fileURLToPath(import.meta.resolve('assemblyscript/bin/asc.js'));
const made = path.join(mkdtempSync(path.join(tmpdir(), 'trustate-kernel-')), 'scan.wasm');
execFileSync(
  process.execPath,
  [
    ...[compiler, 'assembly/scan.ts', '--outFile', made, '--runtime', 'stub', '--noAssert', '-O3', '--converge'],
    // One memory, which never grows.
    ...['--enable', 'simd', '--initialMemory', pages, '--maximumMemory', pages],
  ],
  { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] },
);
const compiled = readFileSync(made);
rmSync(path.dirname(made), { recursive: true });

const lines = compiled.toString('base64').match(/.{1,110}/g) ?? [];
const text = [
  '/** The folder `assembly`, compiled by scripts/print-kernel.ts, which the tests compare it with. */',
  'export const kernelModule = [',
  ...lines.map((line) => `  '${line}',`),
  "].join('');",
  '',
].join('\n');
if (process.argv.includes('--write')) writeFileSync(path.join(folder, 'module.ts'), text);
else process.stdout.write(text);
