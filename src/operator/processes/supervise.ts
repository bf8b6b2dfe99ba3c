import type { Config } from '../../settings/config.js';
import { createSharedLog } from '../../platform/log/log.js';
import { watchFaults } from '../faults.js';
import { holdInstallation } from '../held-installation.js';
import { logOptions, tellReady } from '../serve.js';
import type { Serving } from '../serve.js';
import { untilStopped } from '../stopping.js';
import { prepareProcesses } from './serving-process.js';
import { NobodyServes, Supervisor } from './supervisor.js';

/** Milliseconds that this process waits longer than those that serve: they say what did not finish. */
const graceMs = 5_000;

/** Has other processes serve until told to stop; resolves with the exit status. Throws what prevents the start, if no process has said it. */
export async function supervise(
  config: Config,
  { signals, tell, ...telling }: Omit<Serving, 'start'>,
): Promise<number> {
  const { log, writeLine } = createSharedLog(logOptions(config));
  const folder = holdInstallation(config);
  const supervisor = new Supervisor({ config, log, writeLine });
  const unwatch = watchFaults({ source: signals, log, stop: () => supervisor.stop().then(() => undefined) });
  try {
    prepareProcesses();
    const welcome = await supervisor.start();
    let worst = 0;
    // Signals are handled before the server says that it is ready: a reader of that line may send one immediately.
    const stopped = untilStopped({
      signals,
      tell,
      timeoutMs: config.stopTimeout + graceMs,
      stop: async (reason) => {
        log.info({ reason }, 'stopping: finishing what is in flight');
        worst = await supervisor.stop();
      },
    });
    tellReady(welcome, telling);
    log.info({ http: welcome.http, https: welcome.https, pid: process.pid, processes: config.processes }, 'ready');
    const ended = await Promise.race([stopped, supervisor.failed()]);
    const status = Math.max(ended, worst === 0 ? 0 : 1);
    log.info({ status }, 'stopped');
    return status;
  } catch (error) {
    if (!(error instanceof NobodyServes)) throw error;
    const { signal, reason } = error.end;
    if (reason !== undefined) tell(`trustate: no process can be started: ${reason}.`);
    // One that ended by itself has said why.
    if (signal !== null) tell(`trustate: no process can serve: the last one was ended by ${signal}.`);
    return error.status || 1;
  } finally {
    unwatch();
    folder.close();
  }
}
