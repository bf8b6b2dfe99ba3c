// Prints src/state/content/kernel/module.ts: what AssemblyScript compiles of the folder `assembly` beside it; with --write, brings it up to date.
import asc from 'assemblyscript/asc';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTAINERS, MAX_DEPTH, WINDOW, WINDOW_BYTES } from '../src/state/content/kernel/cells.js';

const folder = fileURLToPath(new URL('../src/state/content/kernel', import.meta.url));
const page = 65_536;
const pages = String(Math.ceil((WINDOW + WINDOW_BYTES + 16) / page));
if (CONTAINERS + MAX_DEPTH >= WINDOW) throw new Error('the containers reach into the window');

let compiled: Uint8Array | undefined;
let said = '';
const { error } = await asc.main(
  [
    ...['assembly/scan.ts', '--outFile', 'scan.wasm', '--runtime', 'stub', '--noAssert', '-O3', '--converge'],
    // One memory, which never grows.
    ...['--enable', 'simd', '--initialMemory', pages, '--maximumMemory', pages],
  ],
  {
    readFile: (name) => (name.includes('node_modules') ? null : read(path.join(folder, name))),
    writeFile: (_name, contents) => {
      compiled = Buffer.from(contents);
    },
    listFiles: () => [],
    stderr: { write: (text: Uint8Array | string) => (said += String(text)) },
  },
);
if (error || !compiled) throw new Error(`AssemblyScript compiled nothing: ${said}`, { cause: error });

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

const lines =
  Buffer.from(compiled)
    .toString('base64')
    .match(/.{1,110}/g) ?? [];
const text = [
  '/** The folder `assembly`, compiled by scripts/print-kernel.ts, which the tests compare it with. */',
  'export const kernelModule = [',
  ...lines.map((line) => `  '${line}',`),
  "].join('');",
  '',
].join('\n');
if (process.argv.includes('--write')) writeFileSync(path.join(folder, 'module.ts'), text);
else process.stdout.write(text);
