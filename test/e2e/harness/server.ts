import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { builtIsCurrent } from '../../built.js';
import { shortLived } from '../../short-lived.js';
import { exchange } from './exchange.js';
import { restingPort } from './ports.js';

/** Where the project lies. */
export const serverRoot = fileURLToPath(new URL('../../..', import.meta.url));

const logLine = z.looseObject({ level: z.number(), msg: z.string().default('') });
type LogLine = z.infer<typeof logLine>;
const readyLine = z.object({ msg: z.literal('ready'), http: z.string(), https: z.string() });

/** Levels of pino. */
const error = 50;
const timeoutMs = 180_000;

/** A command of Trustate: the built program where it is newer than every source, as under `npm test`; else the sources themselves. */
export function serverCommand(...command: string[]): string[] {
  const program = builtIsCurrent() ? [path.join(serverRoot, 'dist/main.js')] : ['--import', 'tsx', 'src/main.ts'];
  return [...shortLived, ...program, ...command];
}

/** A module that sets the clock of the process that imports it ahead, or behind. */
export function clockAhead(days: number): string {
  const source = `
    const Real = Date;
    const ahead = ${days} * 86_400_000;
    globalThis.Date = class Date extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + ahead) : super(...given); }
      static now() { return Real.now() + ahead; }
    };`;
  return `data:text/javascript;base64,${Buffer.from(source).toString('base64')}`;
}

/** What it takes to use a server. */
export interface Reached {
  /** Base URLs without a slash at the end. */
  readonly http: string;
  readonly https: string;
  /** Root's. */
  readonly token: string;
  /** The certificate to trust. */
  readonly caFile: string;
  /** Where its data are, for commands that run beside it. */
  readonly folder: string;
}

/** A real server in a process of its own, on a data folder of its own and free ports of this machine. */
export class Server implements Reached {
  /** Those of this process that run: a test file leaves none (`./all-stopped.ts`). */
  static readonly running = new Set<Server>();
  readonly folder = mkdtempSync(path.join(tmpdir(), 'trustate-e2e-'));
  /** Base URLs without a slash at the end. */
  http = '';
  https = '';
  /** A program that runs the next process, and its arguments. */
  through: readonly string[] = [];
  /** The Node that runs it. */
  node = process.execPath;
  readonly #settings: Readonly<Record<string, string>>;
  readonly #lines: LogLine[] = [];
  #text = '';
  #complaints = '';
  #child: ChildProcess | null = null;
  #daysLater = 0;

  private constructor(settings: Readonly<Record<string, string>>) {
    this.#settings = settings;
  }

  /** @param daysLater how far its clock runs ahead */
  static async start(
    settings: Readonly<Record<string, string>> = {},
    daysLater = 0,
    node = process.execPath,
  ): Promise<Server> {
    const server = new Server(settings);
    server.node = node;
    server.#daysLater = daysLater;
    await server.#start(await restingPort(), await restingPort());
    return server;
  }

  /** Root's token, as an operator finds it. */
  get token(): string {
    const given = this.#settings['TRUSTATE_ROOT_TOKEN'];
    return given ?? readFileSync(path.join(this.folder, 'root-token'), 'utf8').trim();
  }

  /** The certificate to trust. */
  get caFile(): string {
    return path.join(this.folder, 'ca.pem');
  }

  /** Of the process; `null` while there is none. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  get log(): readonly LogLine[] {
    return this.#lines;
  }

  /** What its processes wrote to standard error. */
  get complaints(): string {
    return this.#complaints;
  }

  /** The process ends at once, as on a loss of power. */
  async kill9(): Promise<void> {
    await this.#end('SIGKILL');
  }

  /** Asks it to stop. @returns its exit status */
  terminate(): Promise<number | null> {
    return this.#end('SIGTERM');
  }

  /**
   * Starts again on the same folder and ports, after a kill where it still runs.
   * @param daysLater how far the clock of the new process runs ahead
   */
  async restart(daysLater = 0): Promise<void> {
    await this.#end('SIGKILL');
    this.#daysLater = daysLater;
    await this.#start(new URL(this.http).port, new URL(this.https).port);
  }

  /** @throws Error when the server did not stop as it should, or logged an error that no test expected */
  async stop(expected = /^$/): Promise<void> {
    const status = await this.#end('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
    if (status !== 0 && status !== null)
      throw new Error(`the server ended with status ${String(status)}: ${this.#text}`);
    const errors = this.#lines.filter(({ level, msg }) => level >= error && !expected.test(msg));
    if (errors.length > 0)
      throw new Error(`the server logged errors:\n${errors.map((line) => JSON.stringify(line)).join('\n')}`);
  }

  async #start(httpPort: string, httpsPort: string): Promise<void> {
    const inherited = Object.entries(process.env).filter(([name]) => !/^(TRUSTATE_|VITEST|NODE_OPTIONS)/.test(name));
    // What makes short lives cheap is of the Node that runs the tests.
    const command = serverCommand('serve').slice(this.node === process.execPath ? 0 : shortLived.length);
    const [program = this.node, ...given] = [...this.through, this.node, ...command];
    const child = spawn(program, given, {
      cwd: serverRoot,
      env: {
        ...Object.fromEntries(inherited),
        TRUSTATE_DATA_DIR: this.folder,
        TRUSTATE_HTTP_PORT: httpPort,
        TRUSTATE_HTTPS_PORT: httpsPort,
        TRUSTATE_PROCESSES: process.env['TESTED_PROCESSES'] ?? '1',
        ...(this.#daysLater !== 0 && { NODE_OPTIONS: `--import=${clockAhead(this.#daysLater)}` }),
        ...this.#settings,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    Server.running.add(this);
    this.#text = '';
    this.#complaints = '';
    const addresses = await this.#listening(child);
    this.http = addresses.http;
    this.https = addresses.https;
    await this.#answering();
  }

  #listening(child: ChildProcess): Promise<{ http: string; https: string }> {
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`not ready in time: ${this.#text}`)), timeoutMs);
      let rest = '';
      child.stdout?.on('data', (chunk: Buffer) => {
        const lines = `${rest}${chunk.toString()}`.split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          const ready = this.#read(line);
          if (ready) resolve(ready);
        }
      });
      child.stderr?.on('data', (chunk: Buffer) => {
        this.#text += chunk.toString();
        this.#complaints += chunk.toString();
      });
      child.once('exit', (status) => {
        clearTimeout(late);
        reject(new Error(`the server ended with status ${String(status)} before it was ready: ${this.#text}`));
      });
    });
  }

  /** @returns addresses where the line says that the server is ready */
  #read(line: string): { http: string; https: string } | null {
    this.#text += `${line}\n`;
    if (!line.startsWith('{')) return null;
    const json: unknown = JSON.parse(line);
    this.#lines.push(logLine.parse(json));
    return readyLine.safeParse(json).data ?? null;
  }

  async #answering(): Promise<void> {
    const until = Date.now() + timeoutMs;
    for (;;) {
      const { status, text } = await exchange(`${this.http}/readyz`);
      if (status === 200) return;
      if (Date.now() > until) throw new Error(`/readyz: ${status} ${text}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** @returns the exit status; null where it was killed, before or now */
  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    this.#child = null;
    Server.running.delete(this);
    if (!child) return null;
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  }
}
