/** What the kernel counts of processes. Linux only: elsewhere every number is none. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const ticksPerSecond = 100;

/** Places of the numbers behind the name in `/proc/PID/stat`. */
const [parent, user, system, childrenUser, childrenSystem] = [1, 11, 12, 13, 14] as const;

/**
 * Seconds of CPU that processes have used with all their threads and all processes below them, also those that have ended: a database has a process for each
 * connection.
 */
export function cpuSeconds(...pids: readonly number[]): number {
  const below = childrenOf();
  const seen = new Set<number>();
  const add = (pid: number): number => {
    if (seen.has(pid)) return 0;
    seen.add(pid);
    return (
      secondsIn(`/proc/${pid}/stat`, [user, system, childrenUser, childrenSystem]) +
      sum((below.get(pid) ?? []).map(add))
    );
  };
  return sum(pids.map(add));
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** The same of the main thread of one process alone. */
export const mainThreadSeconds = (pid: number): number => secondsIn(`/proc/${pid}/task/${pid}/stat`, [user, system]);

function secondsIn(file: string, places: readonly number[]): number {
  const fields = fieldsIn(file);
  return sum(places.map((place) => Number(fields?.[place]))) / ticksPerSecond;
}

function fieldsIn(file: string): readonly string[] | null {
  try {
    // The name stands in brackets and may hold anything.
    const text = readFileSync(file, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

function processes(): readonly number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function childrenOf(): ReadonlyMap<number, readonly number[]> {
  const children = new Map<number, number[]>();
  for (const pid of processes()) {
    const above = Number(fieldsIn(`/proc/${pid}/stat`)?.[parent]);
    if (Number.isInteger(above)) children.set(above, [...(children.get(above) ?? []), pid]);
  }
  return children;
}

/** The process that listens on a port of this machine, if it can be seen who does; of several in a family the first. */
export function listenerOn(port: number): number | null {
  const sockets = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) => listening(file, port)));
  if (sockets.size === 0) return null;
  return processes().find((pid) => socketsOf(pid).some((socket) => sockets.has(socket))) ?? null;
}

const listens = '0A';

function listening(file: string, port: number): readonly string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local = '', , state]) => state === listens && local.endsWith(`:${hex}`))
      .map((fields) => `socket:[${fields[9] ?? ''}]`);
  } catch {
    return [];
  }
}

function socketsOf(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  try {
    return readdirSync(folder).flatMap((name) => {
      try {
        return [readlinkSync(`${folder}/${name}`)];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}

/** Bytes of memory that a process has resident. */
export function residentBytes(pid: number): number {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return Number.NaN;
  }
}
