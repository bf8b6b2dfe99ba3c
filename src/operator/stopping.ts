import type { EventEmitter } from 'node:events';

/** What tells this process to stop, and how it ends; `process` implements it. */
export interface Signals extends Pick<EventEmitter, 'on' | 'off'> {
  /** Whether the process that started this one still is there and has not let go of its channel; nothing where none is listened to. */
  readonly connected?: boolean | undefined;
  exit(code: number): never;
}

export interface Stopping {
  readonly signals: Signals;
  /** The process that supervises this one, if there is one. */
  readonly supervisor?: { onStop(listener: () => void): void };
  /** Finishes running requests and closes; called once. */
  readonly stop: (reason: string) => Promise<void>;
  /** Milliseconds until the process ends even if `stop` has not. */
  readonly timeoutMs: number;
  readonly tell: (line: string) => void;
}

/** A signal to a terminal's process group arrives from several sides at once; that is one request, not two. */
const sameRequest = 500;

/**
 * Resolves with the exit status when the server has stopped: 0 if it finished, 1 if it failed or ran out of time. The first SIGINT or SIGTERM stops it, and so
 * does its parent process that ends or lets go of the channel; a second one ends it immediately.
 */
export function untilStopped({ signals, supervisor, stop, timeoutMs, tell }: Stopping): Promise<number> {
  return new Promise((resolve) => {
    let askedAt: number | null = null;

    const onSignal = (reason: string) => {
      if (askedAt === null) {
        askedAt = performance.now();
        begin(reason);
      } else if (performance.now() - askedAt > sameRequest) {
        tell(`${reason} again: ending at once.`);
        signals.exit(130);
      }
    };
    const listeners = new Map(
      ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => [
        name,
        () => {
          onSignal(name);
        },
      ]),
    );
    const onParentGone = () => {
      if (askedAt === null) onSignal('the starting process ended or disconnected');
    };
    listeners.set('disconnect', onParentGone);
    // It may have heard the same signal.
    supervisor?.onStop(() => {
      if (askedAt === null) onSignal('the server stops');
    });
    for (const [name, listener] of listeners) signals.on(name, listener);

    const end = (status: number) => {
      clearTimeout(timer);
      for (const [name, listener] of listeners) signals.off(name, listener);
      resolve(status);
    };
    let timer: NodeJS.Timeout | undefined;

    const begin = (reason: string) => {
      timer = setTimeout(() => {
        tell('Requests in flight did not finish in time: ending without them.');
        end(1);
      }, timeoutMs);
      stop(reason).then(
        () => {
          end(0);
        },
        (error: unknown) => {
          tell(`Stopping failed: ${error instanceof Error ? error.message : String(error)}`);
          end(1);
        },
      );
    };

    // While the server began to serve: nobody heard that.
    if (signals.connected === false) onParentGone();
  });
}
