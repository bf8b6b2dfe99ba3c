import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';

/** Whether this machine can start a PostgreSQL server of the test's own. */
export const hasPostgres = ['initdb', 'pg_ctl', 'postgres'].every((program) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program))),
);

export interface PostgresServer {
  /** Makes an empty database. @returns its URL */
  emptyDatabase(name: string): Promise<string>;
  stop(): void;
}

/** PostgreSQL refuses to run as root: then it runs as `nobody`. */
const nobody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined;

/** Starts a server in a folder of its own, on a free port of the loopback. */
export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'trustate-postgres-'));
  chmodSync(folder, 0o700);
  if (nobody !== undefined) chownSync(folder, nobody.uid, nobody.gid);
  const data = join(folder, 'data');
  const run = (program: string, ...args: string[]) => {
    execFileSync(program, args, { ...nobody, cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  const port = await freePort();
  run('initdb', '-D', data, '-U', 'trustate', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync');
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', settings, 'start');
  const urlOf = (name: string) => `postgresql://trustate@127.0.0.1:${port}/${name}`;
  return {
    emptyDatabase: async (name) => {
      const client = new pg.Client({ connectionString: urlOf('postgres') });
      await client.connect();
      await client.query(`CREATE DATABASE "${name}"`);
      await client.end();
      return urlOf(name);
    },
    stop: () => {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
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
