import { getHeapStatistics } from 'node:v8';
import { collectGarbage } from '../platform/garbage.js';
import type { Log } from '../platform/log/log.js';

/** Milliseconds over which a process must have done next to nothing, and within which only so many collections are tried. */
const quietMs = 10_000;
const leastGapMs = 5 * 60_000;
/** V8 gives room back only if little was allocated since the collection before: the first one may be too near to a time of work, the second is not. */
const triesInGap = 2;
/** The part of that time in which the main thread may have been at work: looks at jobs, and checks of its health. */
const quietShare = 0.01;
/** Bytes that are worth the pause. */
const worthwhileBytes = 16 * 1024 * 1024;

export interface IdleMemoryDeps {
  readonly log: Pick<Log, 'debug'>;
  /** The part of the time since it was last asked in which the main thread was at work, at most. */
  readonly busy?: () => number;
  /** Bytes of the heap that nothing uses. */
  readonly room?: () => number;
  readonly collect?: () => void | Promise<void>;
}

/**
 * Gives the room for new objects back when nobody has asked anything for a while, and then what native code has freed: after a start or a time of much work they
 * are some 30 MB and 25 MB. V8 does its part by itself in some of its versions, after half a minute or never, glibc never. It is a pause of some 80 ms, so it happens
 * at most twice in some minutes, and a process that is asked something all the time never pauses for it.
 *
 * @returns ends it
 */
export function releaseMemoryWhenIdle({
  log,
  busy = mainThreadWatch(),
  room = unusedBytes,
  collect = collectAll,
}: IdleMemoryDeps): () => void {
  let collectedAt = -Infinity;
  let tries = 0;
  let worked = true;
  const look = async (): Promise<void> => {
    if (busy() >= quietShare) {
      worked = true;
      return;
    }
    // How much native code has freed is not known: after work it is tried.
    if (!worked && room() < worthwhileBytes) return;
    const now = performance.now();
    if (now - collectedAt >= leastGapMs) tries = 0;
    else if (tries === triesInGap) return;
    collectedAt = now;
    tries += 1;
    worked = false;
    try {
      await collect();
      log.debug({ ms: Math.round(performance.now() - now), roomBytes: room() }, 'idle: gave memory back');
    } catch (error) {
      // Such as no memory for it: the server does without.
      log.debug({ err: error }, 'idle: could not give memory back');
    }
    // What it took is not what the next look is about.
    busy();
  };
  const timer = setInterval(() => void look(), quietMs).unref();
  return () => {
    clearInterval(timer);
  };
}

/**
 * How busy the main thread is, from two measures that both are at least that. A turn of its event loop takes longer on a machine where others wait for the same
 * cores; the processor time is also that of other threads.
 */
function mainThreadWatch(): () => number {
  const look = () => ({ at: performance.now(), turns: performance.eventLoopUtilization(), cpu: process.cpuUsage() });
  let last = look();
  return () => {
    const { at, turns, cpu } = last;
    const { utilization } = performance.eventLoopUtilization(turns);
    const { user, system } = process.cpuUsage(cpu);
    last = look();
    return Math.min(utilization, (user + system) / 1_000 / (last.at - at));
  };
}

function unusedBytes(): number {
  const { total_physical_size: held, used_heap_size: used } = getHeapStatistics();
  return held - used;
}

async function collectAll(): Promise<void> {
  collectGarbage();
  // Loaded when it is needed: a command, or the process that only supervises, has no database open.
  const { trimAllocator } = await import('../platform/database/sqlite/allocator.js');
  trimAllocator();
}
