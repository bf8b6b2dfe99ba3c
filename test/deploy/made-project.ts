import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serverRoot } from '../e2e/harness/server.js';
import { nobody } from '../platform/database/postgres-programs.js';

/** In place of npm: notes what it is asked for, and installs what is below. `HANG` or `FAIL` names the step that does so; `packages` and `build` of a server, and `page`, hang until there is a file `go`. */
const npm = `
const fs = require('node:fs'), path = require('node:path');
const args = process.argv.slice(2);
const which = args.find((each) => each.startsWith('--workspace')) ?? 'all';
fs.appendFileSync(process.env.NOTES, 'npm ' + args[0] + ' ' + which + '\\n');
const put = (file, text) => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
};
put('node_modules/rolldown/bin/cli.mjs', fs.readFileSync(path.join(__dirname, 'rolldown.mjs')));
put('node_modules/vite/bin/vite.js', fs.readFileSync(path.join(__dirname, 'vite.js')));
const native = process.env.FAIL === 'native' ? 'throw new Error("no binary")' : 'exports.DatabaseSync = class { close() {} };';
put('node_modules/@photostructure/sqlite/index.js', native);
const page = which === '--workspace=playground';
if (process.env.HANG === (page ? 'page' : 'packages')) {
  fs.appendFileSync(process.env.NOTES, 'hangs ' + process.pid + '\\n');
  while (!fs.existsSync(path.join(process.env.NOTES, '../go'))) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
}
if (page && process.env.FAIL === 'npm') {
  console.error('npm error code ENOTCACHED: no graphiql');
  process.exit(1);
}
if (page && process.env.HANG === 'npm') {
  fs.appendFileSync(process.env.NOTES, 'hangs ' + process.pid + '\\n');
  setInterval(() => undefined, 1000);
}
`;

/** In place of rolldown: a server that says that it is ready and stays. */
const rolldown = `
import fs from 'node:fs';
fs.appendFileSync(process.env.NOTES, 'rolldown server\\n');
while (process.env.HANG === 'build' && !fs.existsSync('go')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
fs.mkdirSync('dist', { recursive: true });
fs.writeFileSync('dist/main.js', fs.readFileSync(process.env.SERVER));
`;

/** In place of vite: a page. */
const vite = `
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
const out = process.argv[process.argv.indexOf('--outDir') + 1];
fs.appendFileSync(process.env.NOTES, 'vite playground' + (os.getPriority() > 0 ? ' at low priority' : '') + '\\n');
fs.mkdirSync(path.join(out, 'assets'), { recursive: true });
fs.writeFileSync(path.join(out, 'index.html'), 'of ' + fs.readFileSync('playground/main.tsx', 'utf8'));
`;

const server = `
import fs from 'node:fs';
const note = (text) => fs.appendFileSync(process.env.NOTES, text + '\\n');
const end = (how) => { note('server ends'); process.exit(how); };
if (process.argv.includes('--help')) end(0);
process.on('SIGTERM', () => end(0));
process.on('disconnect', () => end(0));
note('server ready ' + process.argv.slice(2).join(' '));
process.send('ready');
`;

const scripts = [
  'start',
  'steps',
  'turns',
  'packages',
  'prepare',
  'bundles',
  'playground',
  'client-package',
  'starting-npm',
];

/** The scripts of this project in a folder of their own, with programs that they run in place of npm, rolldown, vite and the server. */
export class MadeProject {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'start-'));
  readonly #started: ChildProcess[] = [];
  #user: typeof nobody;

  constructor() {
    for (const name of scripts) this.#copy(`scripts/${name}.mjs`);
    for (const name of ['package.json', 'test/package.json', 'playground/package.json', '.npmrc']) this.#copy(name);
    this.write('package-lock.json', '{}');
    this.write('tsconfig.json', '{}');
    this.write('graphql/examples/one.graphql', 'query One { me { id } }');
    this.write('playground/main.tsx', 'one');
    this.write('stand-ins/npm-cli.js', npm);
    this.write('stand-ins/package.json', '{"type":"commonjs"}');
    this.write('stand-ins/rolldown.mjs', rolldown);
    this.write('stand-ins/vite.js', vite);
    this.write('stand-ins/server.js', server);
  }

  #copy(name: string): void {
    cpSync(path.join(serverRoot, name), path.join(this.folder, name));
  }

  write(name: string, text: string): void {
    mkdirSync(path.dirname(path.join(this.folder, name)), { recursive: true });
    writeFileSync(path.join(this.folder, name), text);
  }

  /** A file's text, '' where it is not there. */
  read(name: string): string {
    const file = path.join(this.folder, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }

  /** From now on it is started by somebody who may read all of it and write none. */
  keepFromWriting(): void {
    this.write('notes', '');
    chmodSync(path.join(this.folder, 'notes'), 0o666);
    for (const name of ['', '.cache']) chmodSync(path.join(this.folder, name), 0o555);
    this.#user = nobody;
  }

  /** What the programs in place noted, in their order, since this was last asked for. */
  takeNotes(): string[] {
    const notes = this.notes();
    rmSync(path.join(this.folder, 'notes'), { force: true });
    return notes;
  }

  notes(): string[] {
    return this.read('notes').split('\n').slice(0, -1);
  }

  /** Folders of builds, below .cache. */
  abandoned(): string[] {
    return readdirSync(path.join(this.folder, '.cache')).filter((name) => /^playground-\d/.test(name));
  }

  /** `npm start`. */
  start(settings: Readonly<Record<string, string>> = {}, ...args: readonly string[]) {
    return this.#run(['scripts/start.mjs', ...args], settings);
  }

  /** The same as npm does it, below a process that passes no signal on. A shell between them stays until the script ends, or becomes the script. */
  startBelow(shell: 'shell stays' | 'no shell', settings: Readonly<Record<string, string>> = {}) {
    const [program, ...args] =
      shell === 'no shell'
        ? [process.execPath, 'scripts/start.mjs']
        : ['sh', '-c', `'${process.execPath}' scripts/start.mjs; exit $?`];
    const parent = `require('node:child_process').spawn(${JSON.stringify(program)}, ${JSON.stringify(args)}, { stdio: 'inherit' })`;
    const npm = { npm_lifecycle_event: 'start', npm_package_json: path.join(this.folder, 'package.json') };
    return this.#run(['--eval', parent], { ...npm, ...settings });
  }

  #run(args: readonly string[], settings: Readonly<Record<string, string>>) {
    const child = spawn(process.execPath, args, {
      ...this.#user,
      cwd: this.folder,
      env: {
        PATH: process.env['PATH'],
        NOTES: path.join(this.folder, 'notes'),
        SERVER: path.join(this.folder, 'stand-ins/server.js'),
        npm_execpath: path.join(this.folder, 'stand-ins/npm-cli.js'),
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#started.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => void child.once('close', resolve));
    return { child, output: () => output, ended };
  }

  remove(): void {
    for (const child of this.#started) child.kill('SIGKILL');
    for (const name of ['', '.cache'])
      if (existsSync(path.join(this.folder, name))) chmodSync(path.join(this.folder, name), 0o755);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
