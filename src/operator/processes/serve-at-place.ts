import type { Config } from '../../settings/config.js';
import { createLog } from '../../platform/log/log.js';
import { SupervisedPlace } from '../../platform/processes/supervised-place.js';
import { watchFaults } from '../faults.js';
import { releaseMemoryWhenIdle } from '../idle-memory.js';
import { logOptions } from '../serve.js';
import type { RunningApp, Serving } from '../serve.js';
import { untilStopped } from '../stopping.js';

/** Serves at the place that the supervising process gives, until told to stop; resolves with the exit status. Throws what prevents the start. */
export async function serveAtPlace(config: Config, { start, signals, tell }: Serving): Promise<number> {
  const place = await SupervisedPlace.begin({
    // A channel that has broken ends this process.
    send: (message) => void process.send?.(message, undefined, {}, () => undefined),
    onMessage: (listener) => process.on('message', listener),
  });
  const log = createLog({ ...logOptions(config), readable: false, process: place.place });
  let app: RunningApp | undefined;
  const unwatch = watchFaults({ source: signals, log, stop: () => app?.close() ?? Promise.resolve() });
  try {
    const running = (app = await start(config, { log, place }));
    const stopped = untilStopped({
      signals,
      supervisor: place,
      tell,
      timeoutMs: config.stopTimeout,
      stop: () => running.close(),
    });
    place.ready(running.welcome);
    const endRelease = releaseMemoryWhenIdle({ log });
    return await stopped.finally(endRelease);
  } finally {
    unwatch();
  }
}
