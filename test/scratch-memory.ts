import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';

const memory = '/dev/shm';
/** Bytes: what tests write at the same time, several times over. */
const enough = 4 * 2 ** 30;
const prefix = 'trustate-test-';

/**
 * Has whatever tests write below `os.tmpdir()` lie in memory, where Linux offers that and there is room: most of the time that tests wait is for a disk that
 * they sync to with each commit, and nothing of it has to survive a loss of power. Called by the process that starts the others, which inherit the place; what
 * it leaves when it is killed goes with the next call. Who sets `TMPDIR` has chosen already.
 */
export function scratchInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return;
  for (const name of readdirSync(memory)) {
    const owner = new RegExp(String.raw`^${prefix}(\d+)$`).exec(name)?.[1];
    if (owner !== undefined && !isRunning(Number(owner))) remove(path.join(memory, name));
  }
  const folder = path.join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env['TMPDIR'] = folder;
  process.once('exit', () => remove(folder));
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= enough && freemem() >= enough;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Another user's stays. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // It is not ours, or a server that was left behind still writes to it.
  }
}
