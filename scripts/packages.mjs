// Which packages are installed, and how: as package-lock.json says, each time that it, or Node, is another one.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { at, hashOf, must, run, stamp, stampedWith, StepError } from './steps.mjs';

const installStamp = 'node_modules/.trustate-stamp';

/** What npm reads of this folder. */
export const manifests = [
  'package.json',
  'test/package.json',
  'playground/package.json',
  'package-lock.json',
  '.npmrc',
];

const stampOf = (packages) => `${packages} ${hashOf(...manifests)} node-${process.versions.modules}`;

/**
 * @param packages `server`: what package.json names, of which a server is built and with which it runs. `all`: what `test` and `playground` name
 *   too. Whoever has everything has what a server needs.
 */
export const isInstalled = (packages) => [packages, 'all'].some((each) => stampedWith(installStamp, stampOf(each)));

function npm(label, args, options = {}) {
  const cli = process.env.npm_execpath ?? '';
  const [command, first] = cli.endsWith('npm-cli.js') ? [process.execPath, [cli]] : ['npm', []];
  return must(command, [...first, ...args, '--loglevel=error'], { quiet: true, label, ...options });
}

/** @param which the workspaces, in words of npm */
export async function npmCi(which, options = {}) {
  // Development packages too, whatever NODE_ENV says: builds need them.
  const ci = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', ...which];
  // Versions are exact and their contents are checked, so what the cache of npm knows of a package is enough, unless it is from before that version.
  await npm('npm ci', [...ci, '--prefer-offline'], options).catch(() => npm('npm ci', ci, options));
}

/** `npm ci` when the lock file is another than at the last install; what packages compile or link themselves is left to `nativeParts`. */
export async function install({ packages }) {
  if (isInstalled(packages) && (await nativeProblem()) === null) return false;
  rmSync(at(installStamp), { force: true });
  await npmCi(packages === 'all' ? [] : ['--workspaces=false']);
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
export async function nativeParts({ packages }) {
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
