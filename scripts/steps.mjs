// What the scripts share: run a step and say how long it took, install, generate, build, each only when something changed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writePackage } from './client-package.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const at = (...parts) => path.join(root, ...parts);

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
 */
export function run(command, args = [], { quiet = false, tellsTime = quiet, env = {}, label = command } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      // There npm is a script of the shell. Of a program's own path and arguments, such as C:\Program Files, a shell would make several.
      shell: process.platform === 'win32' && !path.isAbsolute(command),
    });
    const began = Date.now();
    const chunks = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    const tick = tellsTime && setInterval(() => console.log(`    ${label}: still at it, ${seconds(began)}`), 15_000);
    const end = () => clearInterval(tick);
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

const stampedWith = (file, value) => existsSync(at(file)) && readFileSync(at(file), 'utf8').trim() === value;
function stamp(file, value) {
  mkdirSync(path.dirname(at(file)), { recursive: true });
  writeFileSync(at(file), `${value}\n`);
}

const installStamp = 'node_modules/.trustate-stamp';
/**
 * How much is prepared. `server`: what a server is built of and runs with. `products`: the package of the client is built too. `all`: what
 * test/package.json names is installed as well, and types are generated that only the compiler reads.
 */
const scopes = {
  server: { packages: 'server', client: false },
  products: { packages: 'server', client: true },
  all: { packages: 'all', client: true },
};

const stampOf = (packages) =>
  `${packages} ${hashOf('package.json', 'test/package.json', 'package-lock.json', '.npmrc')} node-${process.versions.modules}`;

/** Whoever has everything has what a server needs. */
const isInstalled = (packages) => [packages, 'all'].some((each) => stampedWith(installStamp, stampOf(each)));

function npm(label, args, env = {}) {
  const cli = process.env.npm_execpath ?? '';
  const [command, first] = cli.endsWith('npm-cli.js') ? [process.execPath, [cli]] : ['npm', []];
  return must(command, [...first, ...args, '--loglevel=error'], { quiet: true, label, env });
}

/** `npm ci` when the lock file is another than at the last install; what packages compile or link themselves is left to `nativeParts`. */
async function install({ packages }) {
  if (isInstalled(packages) && (await nativeProblem()) === null) return false;
  rmSync(at(installStamp), { force: true });
  // Development packages too, whatever NODE_ENV says: the build needs them.
  const ci = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];
  if (packages !== 'all') ci.push('--workspaces=false');
  // Versions are exact and their contents are checked, so what the cache of npm knows of a package is enough, unless it is from before that version.
  await npm('npm ci', [...ci, '--prefer-offline']).catch(() => npm('npm ci', ci));
}

const sqlite = '@photostructure/sqlite';

/** The packages whose install scripts package.json approves. */
function approved() {
  const { allowScripts } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  return Object.keys(allowScripts).filter((name) => existsSync(at('node_modules', name)));
}

/**
 * Runs the install scripts of those packages where they are needed: for tests, and where SQLite's package has no native part for the machine and
 * compiles one. Nothing before the first start of a server needs them.
 */
async function nativeParts({ packages }) {
  if (existsSync(at(installStamp))) return false;
  let problem = await nativeProblem();
  if (problem !== null || packages === 'all') {
    await npm('npm rebuild', ['rebuild', ...approved()]);
    problem = await nativeProblem();
  }
  if (problem !== null) {
    throw new StepError(
      `SQLite's native part (${sqlite}) does not load: ${problem}. It comes with the package for Linux, macOS and Windows on x64 and arm64. ` +
        `Elsewhere it is compiled: install python3, make and a C++ compiler (Debian: apt-get install python3 make g++), then run "npm rebuild ${sqlite}".`,
    );
  }
  stamp(installStamp, stampOf(packages));
}

/** Why SQLite's native part does not load, `null` when it does. In a process of its own: a wrong binary may end it. */
async function nativeProblem() {
  const { code, output } = await run(
    process.execPath,
    ['-e', `new (require('${sqlite}').DatabaseSync)(':memory:').close()`],
    {
      quiet: true,
      label: sqlite,
    },
  );
  if (code === 0) return null;
  return /Error: (.*)/.exec(output)?.[1] ?? `it ended with status ${code}`;
}

/** The files that are made from others and not checked in; scripts/generate.mjs skips what is up to date. */
async function generate({ packages }) {
  if (!existsSync(at('scripts/generate.mjs'))) return false;
  const args = ['scripts/generate.mjs', ...(packages === 'all' ? [] : ['--running'])];
  await must(process.execPath, args, { quiet: true, label: 'generate', env: prismaEnv });
}

/** Generation needs no engine; naming an executable keeps Prisma from fetching one. */
export const prismaEnv = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.env.PRISMA_SCHEMA_ENGINE_BINARY || process.execPath,
};

/** Everything that is installed, and nothing made of it. */
export async function installed() {
  await step('install packages ', () => install(scopes.all));
  await step('native parts ', () => nativeParts(scopes.all));
}

/**
 * Everything before a first start.
 * @param name one of `scopes`
 * @param beside needs what is built and no native part: it runs while those are still being made
 */
export async function prepare(name, beside = () => undefined) {
  const scope = scopes[name];
  await step('install packages ', () => install(scope));
  const [, made] = await Promise.all([
    step('native parts ', () => nativeParts(scope)),
    (async () => {
      await step('generate ', () => generate(scope));
      await step('build ', () => build(scope));
      return beside();
    })(),
  ]);
  return made;
}

/** Bundles into dist what Node runs and what browsers run, and writes the client's types, each when a source, or Node, is another than at the last build. */
async function build({ client }) {
  const parts = [bundleWith(bundles.server), bundleWith(bundles.playground)];
  if (client) parts.push(clientParts());
  const made = await Promise.all(parts);
  return made.includes(true);
}

const clientPackage = 'dist/client-package';

const bundles = {
  server: {
    name: 'server',
    config: 'scripts/server.vite.config.ts',
    sources: [
      ...['src', 'tsconfig.json', 'scripts/server.vite.config.ts', 'scripts/external-packages.mjs'],
      ...['scripts/fast-spreads.mjs', 'scripts/one-byte-sources.mjs'],
    ],
    made: 'dist/main.js',
    replaces: 'dist/chunks',
  },
  playground: {
    name: 'playground',
    config: 'playground/vite.config.ts',
    sources: ['playground', 'graphql/examples'],
    made: 'dist/playground/index.html',
  },
  client: {
    name: 'client',
    config: 'scripts/client.vite.config.ts',
    sources: ['src/client', 'scripts/client.vite.config.ts'],
    made: `${clientPackage}/es/index.js`,
  },
};

async function bundleWith({ name, config, sources, made, replaces }) {
  const file = `.cache/${name}-stamp`;
  // What Node 20 builds is written otherwise (fast-spreads.mjs).
  const wanted = `${hashOf(...sources, 'package-lock.json')} node-${process.versions.modules}`;
  if (stampedWith(file, wanted) && existsSync(at(made))) return false;
  rmSync(at(file), { force: true });
  if (replaces !== undefined) rmSync(at(replaces), { recursive: true, force: true });
  const args = [at('node_modules/vite/bin/vite.js'), 'build', '--config', config];
  await must(process.execPath, args, { quiet: true, label: `vite (${name})` });
  stamp(file, wanted);
  return true;
}

async function clientParts() {
  const bundled = await bundleWith(bundles.client);
  const described = await clientManifest();
  return bundled || described;
}

/** What stands in the package beside its code: types, its own package.json, README and licence. */
async function clientManifest() {
  const file = '.cache/client-types-stamp';
  const wanted = hashOf(
    'src/client',
    'scripts/client-package.mjs',
    'tsconfig.json',
    'tsconfig.client.json',
    'package.json',
  );
  if (stampedWith(file, wanted) && existsSync(at(clientPackage, 'package.json'))) return false;
  rmSync(at(file), { force: true });
  const compiler = at('node_modules/typescript/bin/tsc');
  await must(process.execPath, [compiler, '-p', 'tsconfig.client.json'], { quiet: true, label: 'tsc' });
  writePackage(root, at(clientPackage));
  stamp(file, wanted);
  return true;
}
