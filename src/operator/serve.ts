import type { Config } from '../settings/config.js';
import { createLog } from '../platform/log/log.js';
import type { Log, LogOptions } from '../platform/log/log.js';
import type { ServingPlace } from '../platform/processes/serving-place.js';
import { addressLines, banner } from './banner.js';
import type { Welcome } from './banner.js';
import { watchFaults } from './faults.js';
import { releaseMemoryWhenIdle } from './idle-memory.js';
import { untilStopped } from './stopping.js';
import type { Signals } from './stopping.js';

/** A running server. */
export interface RunningApp {
  readonly welcome: Welcome;
  /** Stops accepting, finishes running requests, and closes everything. */
  close(): Promise<void>;
}

export interface Serving {
  readonly start: (config: Config, deps: { log: Log; place?: ServingPlace }) => Promise<RunningApp>;
  readonly signals: Signals;
  readonly print: (text: string) => void;
  readonly tell: (line: string) => void;
  /** Tells whoever started the program that it serves. */
  readonly announce: () => void;
  /** Standard output is a terminal: a person reads it. */
  readonly terminal: boolean;
}

/** What the log is created with. */
export function logOptions({ logLevel, rootToken, sealKey, metricsToken }: Config): LogOptions {
  const secrets = [rootToken, sealKey, metricsToken].filter((secret) => secret !== undefined);
  return { level: logLevel, secrets };
}

/** Tells the operator where the server is. */
export function tellReady(
  welcome: Welcome,
  { print, terminal, announce }: Pick<Serving, 'print' | 'terminal' | 'announce'>,
): void {
  if (welcome.newRootToken !== null) print(banner(welcome));
  else if (terminal) print(['Trustate is ready.', '', ...addressLines(welcome), ''].join('\n'));
  announce();
}

/** Serves in this process until told to stop; resolves with the exit status. Throws what prevents the start. */
export async function serve(config: Config, { start, ...serving }: Serving): Promise<number> {
  const log = createLog(logOptions(config));
  let app: RunningApp | undefined;
  const unwatch = watchFaults({ source: serving.signals, log, stop: () => app?.close() ?? Promise.resolve() });
  try {
    app = await start(config, { log });
    return await untilEnd(app, config, { log, ...serving });
  } finally {
    unwatch();
  }
}

/** @returns the exit status */
async function untilEnd(
  app: RunningApp,
  config: Config,
  { log, signals, tell, ...telling }: Omit<Serving, 'start'> & { readonly log: Log },
): Promise<number> {
  const { welcome } = app;
  // Signals are handled before the server says that it is ready: a reader of that line may send one immediately.
  const stopped = untilStopped({
    signals,
    tell,
    timeoutMs: config.stopTimeout,
    stop(reason) {
      log.info({ reason }, 'stopping: finishing what is in flight');
      return app.close();
    },
  });
  tellReady(welcome, telling);
  log.info({ http: welcome.http, https: welcome.https, pid: process.pid }, 'ready');

  const endRelease = releaseMemoryWhenIdle({ log });
  const status = await stopped.finally(endRelease);
  log.info({ status }, 'stopped');
  return status;
}
