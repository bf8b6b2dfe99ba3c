import type { EventEmitter } from 'node:events';
import type { Log } from '../platform/log/log.js';

/** What tells of faults that nobody caught; `process` does. */
export interface FaultSource extends Pick<EventEmitter, 'on' | 'off'> {
  exit(code: number): never;
}

export interface FaultWatch {
  readonly source: FaultSource;
  readonly log: Pick<Log, 'error' | 'fatal'>;
  /** Finishes what can be finished, and lets go of everything. */
  readonly stop: () => Promise<void>;
  /** Milliseconds that this may take. */
  readonly patienceMs?: number;
}

/** Exit status of a server that a fault of the program ended: EX_SOFTWARE of sysexits.h. */
export const faultStatus = 70;

/**
 * What becomes of a fault that nobody caught. A promise that failed and that nobody waits for concerns nobody else: it is logged, and the server goes on; to end
 * for it would be a way to take the server down. An exception left what it came from half done: it is logged, what is in flight is finished and what waits is
 * written, within bounds, and the process ends for its supervisor to start it again. A second one ends it at once.
 * @returns what stops the watching
 */
export function watchFaults({ source, log, stop, patienceMs = 5_000 }: FaultWatch): () => void {
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
    setTimeout(end, patienceMs);
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
