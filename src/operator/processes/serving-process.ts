import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { toSupervisor } from '../../platform/processes/messages.js';
import type { ToServing, ToSupervisor } from '../../platform/processes/messages.js';
import { closeForgotten } from './handed-connections.js';
import { Silence } from './silence.js';
import type { Asking } from './silence.js';
import { wholeLines } from './whole-lines.js';

/** How a process ended: with a status, or by a signal; with neither if the system could not start it. */
export interface ProcessEnd {
  readonly status: number | null;
  readonly signal: string | null;
  /** Why it could not be started. */
  readonly reason?: string;
}

/** What is for the supervisor to hear. */
export type Heard = Exclude<ToSupervisor, { is: 'here' | 'alive' }>;

export interface ServingProcessDeps {
  readonly begin: Extract<ToServing, { is: 'begin' }>;
  readonly onMessage: (message: Heard) => void;
  /** It says what a process of this version does not say. */
  readonly onStrange: () => void;
  /** A line of its log. */
  readonly onLine: (line: string) => void;
  /** It serves, and has said nothing for long, though asked. */
  readonly onSilent: (silentMs: number) => void;
  readonly onEnd: (end: ProcessEnd) => void;
  /** How it is asked whether it is there. */
  readonly asking?: Asking;
}

/** One process that serves, seen from the one that supervises it. */
export class ServingProcess {
  readonly place: number;
  readonly #worker: Worker | undefined;
  #since: number | null = null;
  #silence: Silence | undefined;
  /** It has ended, or is to end: nobody waits for an answer of it any more. */
  #leaving = false;

  constructor({ begin, onMessage, onStrange, onLine, onSilent, onEnd, asking }: ServingProcessDeps) {
    this.place = begin.place;
    let ended = false;
    const end = (how: ProcessEnd) => {
      if (ended) return;
      ended = true;
      this.#leave();
      onEnd(how);
    };
    const worker = (this.#worker = forked((reason) => {
      end({ status: null, signal: null, reason: String(reason) });
    }));
    if (worker?.process.pid === undefined) return;
    closeForgotten(worker);
    const { stdout } = worker.process;
    if (stdout) wholeLines(stdout, onLine);
    worker.on('message', (message: unknown) => {
      const { data: heard } = toSupervisor.safeParse(message);
      this.#silence?.broken();
      if (heard === undefined) {
        onStrange();
        return;
      }
      if (heard.is === 'alive') return;
      if (heard.is === 'here') {
        this.tell(begin);
        return;
      }
      if (heard.is === 'ready') {
        this.#since = performance.now();
        // What it said may be heard after its end, or after it was told to stop: nobody would end a silence that begins then.
        if (!this.#leaving) {
          const ask = () => this.tell({ is: 'there' });
          this.#silence = new Silence({ ask, onSilent, ...(asking && { asking }) });
        }
      }
      onMessage(heard);
    });
    worker.on('exit', (status: number | null, signal: string | null) => {
      end({ status, signal });
    });
  }

  get pid(): number | undefined {
    return this.#worker?.process.pid;
  }

  get serves(): boolean {
    return this.#since !== null;
  }

  /** Milliseconds that it has served; `null` if it has never begun to. */
  get servedMs(): number | null {
    return this.#since === null ? null : performance.now() - this.#since;
  }

  tell(message: ToServing): void {
    if (this.#worker?.isConnected() === true) this.#worker.send(message, undefined, () => undefined);
  }

  /** One that is still starting has nothing to finish. */
  stop(): void {
    // How long it may take for that is limited anyway.
    this.#leave();
    if (this.serves) this.tell({ is: 'stop' });
    else this.#worker?.process.kill('SIGTERM');
  }

  #leave(): void {
    this.#leaving = true;
    this.#silence?.end();
  }

  kill(): void {
    this.#worker?.process.kill('SIGKILL');
  }
}

/**
 * Starts a process. Whether the system says at once or later that there is no room for one (EAGAIN, EMFILE, ENOMEM), the caller hears it later.
 * @param onNone the process has not begun, and no end of it is heard
 */
function forked(onNone: (reason: unknown) => void): Worker | undefined {
  try {
    const worker = cluster.fork();
    worker.on('error', (reason: unknown) => {
      // One that runs and cannot be told something ends; that is heard as its end.
      if (worker.process.pid === undefined) onNone(reason);
    });
    return worker;
  } catch (error) {
    setImmediate(onNone, error);
    return undefined;
  }
}

/**
 * Options of Node for each of several processes: those of this one. Each keeps room for new objects, 34 MB after its start; they get half of it, unless the
 * operator says how much.
 */
export function servingOptions(own: readonly string[], nodeOptions = ''): readonly string[] {
  const said = [...own, nodeOptions].some((options) => /max[-_]semi[-_]space[-_]size/.test(options));
  return said ? own : [...own, '--max-semi-space-size=8'];
}

/** Said once, before the first process starts: the log of each comes here, what it says of a failure goes where this process says it. */
export function prepareProcesses(): void {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  const execArgv = [...servingOptions(process.execArgv, process.env['NODE_OPTIONS'])];
  cluster.setupPrimary({ execArgv, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
}
