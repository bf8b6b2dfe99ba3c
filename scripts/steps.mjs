// What the scripts share: run a step and say how long it took, and know whether what it is made from has changed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
export const at = (...parts) => path.join(root, ...parts);

/** Lines of Node that run all our packages: major → least minor. */
const nodes = { 20: 19, 22: 12 };

/** A failure that is told in its own line, after what was printed; no stack. */
export class StepError extends Error {
  constructor(message, printed = '') {
    super(message);
    this.printed = printed;
  }
}

/** Ends the process with one line where the script fails. */
export async function main(script, body) {
  try {
    checkNode();
    await body();
  } catch (error) {
    if (error instanceof StepError) {
      const { message, printed } = error;
      process.stderr.write(printed === '' || printed.endsWith('\n') ? printed : `${printed}\n`);
      console.error(`${script}: ${message}`);
    } else console.error(error);
    process.exitCode = 1;
  }
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major >= 24 || minor >= (nodes[major] ?? Infinity)) return;
  throw new StepError(
    `Node 20.19+, 22.12+ or 24+ is needed, this is ${process.versions.node}. https://nodejs.org has one.`,
  );
}

export const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Says what is done, how long it took, and `up to date` where there was nothing to do. */
export async function step(name, work) {
  const began = Date.now();
  const did = await work();
  console.log(`  ${name.padEnd(28, '.')} ${did === false ? 'up to date' : seconds(began)}`);
}

/**
 * Runs a program of node_modules/.bin, npm, or a file of ours with this very Node; resolves with its exit code and output.
 * `quiet` keeps what it prints; of a long-running quiet program, unless `tellsTime` is false, it is said every 15 seconds that it still runs.
 * The abort of `stop` ends the program, and no other begins.
 */
export function run(command, args = [], options = {}) {
  const { quiet = false, tellsTime = quiet, env = {}, label = command, cwd = root, stop } = options;
  return new Promise((resolve, reject) => {
    stop?.throwIfAborted();
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      // There npm is a script of the shell. Of a program's own path and arguments, such as C:\Program Files, a shell would make several.
      shell: process.platform === 'win32' && !path.isAbsolute(command),
    });
    const began = Date.now();
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    const kill = () => child.kill();
    stop?.addEventListener('abort', kill, { once: true });
    const tick = tellsTime && setInterval(() => console.log(`    ${label}: still at it, ${seconds(began)}`), 15_000);
    const end = () => {
      clearInterval(tick);
      stop?.removeEventListener('abort', kill);
    };
    child.on('error', (error) => {
      end();
      reject(new StepError(`${command} could not be started: ${error.message}`));
    });
    child.on('close', (code, signal) => {
      end();
      resolve({ code: code ?? (signal ? 1 : 0), output: Buffer.concat(chunks).toString() });
    });
  });
}

/** As `run`, but a failure ends the script. Of several that run side by side, the first one that fails is told. */
export async function must(command, args, options = {}) {
  const { code, output } = await run(command, args, options);
  if (code === 0) return;
  throw new StepError(`${options.label ?? command} failed with status ${code}.`, output);
}

export const bin = (name) => at('node_modules', '.bin', name);

/** Hash over files and folders (all files below, by name and content); what is missing counts as missing. */
export function hashOf(...parts) {
  const hash = createHash('sha256');
  const add = (file) => {
    const full = at(file);
    if (!existsSync(full)) return void hash.update(`-${file}\0`);
    if (statSync(full).isDirectory()) {
      if (['node_modules', '.cache'].includes(path.basename(file))) return;
      for (const name of readdirSync(full).sort()) add(path.join(file, name));
    } else hash.update(`${file}\0`).update(readFileSync(full)).update('\0');
  };
  parts.forEach(add);
  return hash.digest('hex');
}

export const stampedWith = (file, value) => existsSync(at(file)) && readFileSync(at(file), 'utf8').trim() === value;
export function stamp(file, value) {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), `${value}\n`);
}

/** Generation needs no engine; naming an executable keeps Prisma from fetching one. */
export const prismaEnv = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY || process.execPath,
};
