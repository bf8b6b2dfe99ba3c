import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { nobody } from '../platform/database/postgres-programs.js';
import { pause } from './random.js';

/** What is written reaches the kernel, which a killed process does not take along. */
const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'max_connections=200'];

/** A PostgreSQL whose processes can be killed and started again. */
export class Postgres {
  #child: ChildProcess | null = null;

  private constructor(
    private readonly programs: string,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  static async start(programs: string): Promise<Postgres> {
    const folder = mkdtempSync(path.join(tmpdir(), 'trustate-torture-postgres-'));
    chmodSync(folder, 0o700);
    if (nobody) chownSync(folder, nobody.uid, nobody.gid);
    const postgres = new Postgres(programs, folder, await freePort());
    const options = ['-U', 'trustate', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    execFileSync(path.join(programs, 'initdb'), ['-D', postgres.#data, ...options], {
      ...nobody,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await postgres.up();
    return postgres;
  }

  get url(): string {
    return `postgresql://trustate@127.0.0.1:${this.port}/postgres`;
  }

  get #data(): string {
    return path.join(this.folder, 'data');
  }

  /** Starts it, and again until it answers: for a moment after a kill, what is left of the last one is in the way. */
  async up(): Promise<void> {
    for (let tries = 0; tries < 300; tries += 1) {
      if (!running(this.#child)) this.#spawn();
      if (await this.#answers()) return;
      await pause(100);
    }
    throw new Error('PostgreSQL does not start');
  }

  /** SIGKILL: a crash. SIGINT: connections are cut. SIGQUIT: the same, and the next start recovers. */
  async down(signal: 'SIGKILL' | 'SIGINT' | 'SIGQUIT'): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || !running(child)) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    await this.down('SIGQUIT');
    rmSync(this.folder, { recursive: true, force: true });
  }

  #spawn(): void {
    const options = settings.flatMap((setting) => ['-c', setting]);
    this.#child = spawn(path.join(this.programs, 'postgres'), ['-D', this.#data, '-p', String(this.port), ...options], {
      ...nobody,
      cwd: this.folder,
      stdio: 'ignore',
    });
  }

  async #answers(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.url });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('SELECT 1');
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

const running = (child: ChildProcess | null) => child?.exitCode === null && child.signalCode === null;

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('no port'));
      });
    });
  });
}
