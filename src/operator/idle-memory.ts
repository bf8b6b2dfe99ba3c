import { performance } from 'node:perf_hooks';
import type { EventLoopUtilization } from 'node:perf_hooks';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Log } from '../platform/log/log.js';

/** Milliseconds over which a process must have done next to nothing, and no collection before that many after one. */
const quietMs = 10_000;
const leastGapMs = 5 * 60_000;
/** The part of that time in which the main thread may have been at work: looks at jobs, and checks of its health. */
const quietShare = 0.01;
/** Bytes that are worth the pause. */
const worthwhileBytes = 16 * 1024 * 1024;

export interface IdleMemoryDeps {
  readonly log: Pick<Log, 'debug'>;
  /** Of the main thread, since a former look or since its start. */
  readonly utilization?: (since?: EventLoopUtilization) => EventLoopUtilization;
  /** Bytes of the heap that nothing uses. */
  readonly room?: () => number;
  readonly collect?: () => void;
}

/**
 * Gives the room for new objects back when nobody has asked anything for a while: after a start or a time of much work it is some 30 MB. V8 does that by itself
 * in some of its versions, after half a minute or never. It is a pause of some 80 ms, so it happens at most once in some minutes, and a process that is asked
 * something all the time never pauses for it.
 *
 * @returns ends it
 */
export function releaseMemoryWhenIdle({
  log,
  utilization = (since) => performance.eventLoopUtilization(since),
  room = unusedBytes,
  collect = collectGarbage,
}: IdleMemoryDeps): () => void {
  let since = utilization();
  let collectedAt = -Infinity;
  const look = (): void => {
    const quiet = utilization(since).utilization < quietShare;
    since = utilization();
    if (!quiet || Date.now() - collectedAt < leastGapMs || room() < worthwhileBytes) return;
    collectedAt = Date.now();
    collect();
    log.debug({ ms: Date.now() - collectedAt }, 'idle: gave memory back');
    // What it took is not what the next look is about.
    since = utilization();
  };
  const timer = setInterval(look, quietMs).unref();
  return () => {
    clearInterval(timer);
  };
}

function unusedBytes(): number {
  const { total_physical_size: held, used_heap_size: used } = getHeapStatistics();
  return held - used;
}

/**
 * Collects garbage of the whole heap, after which V8 keeps little room for new objects while few are made. Only contexts that begin meanwhile have the function
 * for it.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  try {
    runInNewContext('gc()');
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
