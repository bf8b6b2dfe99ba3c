import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { databaseFor } from './databases.js';
import type { BenchDatabase } from './databases.js';
import { cpuSeconds } from './process-times.js';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** A process that serves HTTP on a port of this machine. */
export interface Serving {
  readonly port: number;
  readonly pid: number;
}

/** The databases of folders whose servers have not been discarded. */
const databases = new Map<string, BenchDatabase>();

export function newFolder(): string {
  return mkdtempSync(path.join(process.env['BENCH_DIR'] ?? tmpdir(), 'trustate-bench-'));
}

/** What `BENCH_NODE_OPTIONS` gives to the Node of every process that answers: `--cpu-prof` and the like. */
const nodeOptions = (): readonly string[] =>
  (process.env['BENCH_NODE_OPTIONS'] ?? '').split(' ').filter((option) => option !== '');

/** Milliseconds that `BENCH_SYNC_MS` adds to each sync of the servers that are measured, as on a disk that is far away. */
const syncMs = Number(process.env['BENCH_SYNC_MS'] ?? 0);

/** `BENCH_PROCESSES` is how many processes each server has. With one, the processor time of its main thread says what a request costs there. */
export const ofProcesses = (usual = 1): Readonly<Record<string, string>> => ({
  TRUSTATE_PROCESSES: process.env['BENCH_PROCESSES'] ?? String(usual),
});

/** Whether strace, which slows syncs down, runs here and may follow processes. */
export const canSlowSyncs = (): boolean => spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

/** How to start a program whose syncs take longer; what is measured stays the process that is started. */
function slowed(milliseconds: number): readonly string[] {
  if (milliseconds === 0) return [];
  if (!canSlowSyncs()) throw new Error('syncs are slowed down by strace, which does not run here');
  const [syncs, delay] = ['fsync,fdatasync', `delay_exit=${milliseconds * 1000}`];
  // Other calls must not stop for it.
  const filtered = ['--seccomp-bpf', '-e', `trace=${syncs}`, '-e', `inject=${syncs}:${delay}`];
  return ['strace', '-D', '-f', '-qqq', '-o', '/dev/null', ...filtered];
}

/** The compiled server, in a process of its own, on a data folder of its own. */
export class CompiledServer implements Serving {
  readonly port: number;
  readonly pid: number;
  /** The root token. */
  readonly token: string;

  private constructor(
    private readonly child: ChildProcess,
    readonly folder: string,
    readonly database: BenchDatabase,
    port: number,
  ) {
    this.port = port;
    this.pid = child.pid ?? 0;
    this.token = readFileSync(path.join(folder, 'root-token'), 'utf8').trim();
  }

  /**
   * A server on a folder, with the data that another one left there.
   * @param slowBy milliseconds that each of its syncs takes longer
   */
  static async start(
    folder: string,
    settings: Readonly<Record<string, string>> = {},
    slowBy = syncMs,
  ): Promise<CompiledServer> {
    const database = databases.get(folder) ?? (await databaseFor(folder));
    databases.set(folder, database);
    const given = Object.entries(process.env).filter(([name]) => !/^(TRUSTATE_|NODE_OPTIONS)/.test(name));
    const main = path.join(process.env['BENCH_DIST'] ?? path.join(root, 'dist'), 'main.js');
    const [program, ...args] = [...slowed(slowBy), process.execPath, ...nodeOptions(), main, 'serve'];
    const child = spawn(program, args, {
      cwd: root,
      env: {
        ...Object.fromEntries(given),
        TRUSTATE_DATA_DIR: folder,
        TRUSTATE_HTTP_PORT: '0',
        TRUSTATE_HTTPS_PORT: 'off',
        TRUSTATE_HOST: '127.0.0.1',
        ...ofProcesses(),
        ...database.settings,
        ...settings,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const port = await new Promise<number>((resolve, reject) => {
      child.once('exit', (status) => reject(new Error(`the server ended with status ${String(status)}`)));
      // The first process says that the server is ready. The others start after it, and connections that are open stay where they are.
      let serving = 0;
      let ready: { port: number; processes: number } | null = null;
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (/"level":(?:50|60)/.test(line)) console.log(line);
        if (line.includes('"msg":"a process serves"')) serving += 1;
        const [, at, processes] =
          /"http":"http:\/\/[^"]*:(\d+)"(?:.*"processes":(\d+))?.*"msg":"ready"/.exec(line) ?? [];
        if (at !== undefined) ready = { port: Number(at), processes: processes === undefined ? 0 : Number(processes) };
        if (ready && serving >= ready.processes) resolve(ready.port);
      });
    });
    return new CompiledServer(child, folder, database, port);
  }

  /** Seconds of CPU that the server and its database have used. */
  cpuSeconds(): number {
    return cpuSeconds(this.pid, ...this.database.pids);
  }

  /** Ends the process; its folder and its database stay. */
  async stop(): Promise<void> {
    await end(this.child);
  }

  async discard(): Promise<void> {
    await this.stop();
    await this.database.remove();
    databases.delete(this.folder);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A script of this folder in a process of its own that answers one message at a time. */
export class Helper {
  readonly pid: number;

  private constructor(private readonly child: ChildProcess) {
    this.pid = child.pid ?? 0;
  }

  /** @param answers whether it is a server that is measured, not what measures */
  static start(script: string, answers: 'answers' | 'asks' = 'asks'): Helper {
    const file = fileURLToPath(new URL(script, import.meta.url));
    const options = answers === 'answers' ? nodeOptions() : [];
    return new Helper(
      spawn(process.execPath, [...options, '--import', 'tsx', file], {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        serialization: 'advanced',
      }),
    );
  }

  ask<Answer>(message: object): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const ended = (status: number | null) => reject(new Error(`a helper ended with status ${String(status)}`));
      this.child.once('exit', ended);
      this.child.once('message', (answer) => {
        this.child.off('exit', ended);
        if (typeof answer === 'object' && 'failed' in answer) reject(new Error(String(answer.failed)));
        else resolve(answer as Answer);
      });
      this.child.send(message);
    });
  }

  async stop(): Promise<void> {
    await end(this.child);
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
