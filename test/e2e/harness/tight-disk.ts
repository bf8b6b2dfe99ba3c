import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SmallDisk } from '../../torture/disk.js';
import type { Server } from './server.js';

/** A place for files that can be made full. */
export interface TightDisk {
  readonly folder: string;
  /** No room from now on, also for a server that starts later. */
  fill(server: Server): void;
  clear(server: Server): void;
  remove(): void;
}

/** A file system of its own. @returns null where none can be mounted: that takes root, on Linux */
export function tmpfs(): TightDisk | null {
  const disk = SmallDisk.mount(96);
  return (
    disk && {
      folder: disk.folder,
      fill: () => disk.fill(0),
      clear: () => disk.clear(),
      remove: () => disk.unmount(),
    }
  );
}

/** What SQLite needs to open a database, and no more. */
const fewBytes = 65_536;

/** A limit on the length of files, for each process: whatever would be written beyond fails, as with a quota. Needs no right, on Linux. */
export function shortFiles(): TightDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'trustate-short-files-'));
  const limit = (server: Server, bytes: string) => {
    if (server.pid === null) return;
    const { status, stderr } = spawnSync('prlimit', [`--pid=${server.pid}`, `--fsize=${bytes}:unlimited`]);
    if (status !== 0) throw new Error(`prlimit: ${stderr.toString()}`);
  };
  return {
    folder,
    fill(server) {
      limit(server, String(fewBytes));
      server.through = ['prlimit', `--fsize=${fewBytes}:unlimited`];
    },
    clear(server) {
      limit(server, 'unlimited');
      server.through = [];
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
