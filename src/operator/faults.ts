import type { EventEmitter } from 'node:events';
import type { Log } from '../platform/log/log.js';

/** Reports uncaught errors; `process` does. */
export interface FaultSource extends Pick<EventEmitter, 'on' | 'off'> {
  exit(code: number): never;
}

export interface FaultWatch {
  readonly source: FaultSource;
  readonly log: Pick<Log, 'error' | 'fatal'>;
  /** Completes what can be completed, and closes everything. */
  readonly stop: () => Promise<void>;
  /** The time for this in milliseconds. */
  readonly timeoutMs?: number;
}

/** Exit status of a server that a bug ended: EX_SOFTWARE of sysexits.h. */
export const faultStatus = 70;

/**
 * Handles uncaught errors. A rejected promise that nobody waits for affects nothing else: it is logged, and the server continues, because otherwise it would be
 * a way to stop the server. An exception leaves its work half done: it is logged, running requests are completed and waiting records are written within limits,
 * and the process ends, so that its supervisor starts it again. A second one ends the process immediately.
 * @returns a function that stops watching
 */
export function watchFaults({ source, log, stop, timeoutMs = 5_000 }: FaultWatch): () => void {
  let ending = false;
  const onException = (error: unknown) => {
    log.fatal({ err: error }, 'a bug in the program: the server stops');
    const end = () => {
      source.exit(faultStatus);
    };
    if (ending) {
      end();
      return;
    }
    ending = true;
    setTimeout(end, timeoutMs);
    stop().then(end, end);
  };
  const onRejection = (reason: unknown) => {
    const err = reason instanceof Error ? reason : new Error(String(reason));
    log.error({ err }, 'a bug in the program: an unhandled failure');
  };
  source.on('uncaughtException', onException);
  source.on('unhandledRejection', onRejection);
  return () => {
    source.off('uncaughtException', onException);
    source.off('unhandledRejection', onRejection);
  };
}
