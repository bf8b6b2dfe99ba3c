import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nobody } from './postgres-programs.js';

export interface PostgresServer {
  /** URL of a database on it, whether it exists or not. */
  urlOf(name: string): string;
  /** Ends at once, as with the machine; connections break. */
  crash(): void;
  /** Again, after a crash. */
  start(): void;
  stop(): void;
}

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  // Worlds of several test processes, whose idle connections stay for seconds.
  'max_connections=500',
];

/** Nothing that a test does has to survive a loss of power. */
const unsynced = ['fsync=off', 'full_page_writes=off', 'autovacuum=off'];

/**
 * Starts a server in a folder of its own, on a free port of the loopback.
 * @param programs their folder
 * @param durable whether what it acknowledges outlives a loss of power, as an operator has it
 */
export async function startPostgres(programs: string, { durable = false } = {}): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'trustate-postgres-'));
  chmodSync(folder, 0o700);
  if (nobody !== undefined) chownSync(folder, nobody.uid, nobody.gid);
  const data = join(folder, 'data');
  const run = (program: string, ...args: string[]) => {
    execFileSync(join(programs, program), args, { ...nobody, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const port = await freePort();
  run('initdb', '-D', data, '-U', 'trustate', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync');
  const given = durable ? settings : [...settings, ...unsynced];
  const options = ['-p', String(port), ...given.flatMap((setting) => ['-c', setting])].join(' ');
  const start = () => {
    run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start');
  };
  const crash = () => {
    run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
  };
  start();
  return {
    urlOf: (name) => `postgresql://trustate@127.0.0.1:${port}/${name}`,
    crash,
    start,
    stop: () => {
      crash();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

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
