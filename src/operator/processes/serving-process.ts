import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { toSupervisor } from '../../platform/processes/messages.js';
import type { ToServing, ToSupervisor } from '../../platform/processes/messages.js';
import { closeForgotten } from './handed-connections.js';
import { wholeLines } from './whole-lines.js';

/** How a process ended: with a status, or by a signal. */
export interface ProcessEnd {
  readonly status: number | null;
  readonly signal: string | null;
}

/** What is for the supervisor to hear. */
export type Heard = Exclude<ToSupervisor, { is: 'here' }>;

export interface ServingProcessDeps {
  readonly begin: Extract<ToServing, { is: 'begin' }>;
  readonly onMessage: (message: Heard) => void;
  /** A line of its log. */
  readonly onLine: (line: string) => void;
  readonly onEnd: (end: ProcessEnd) => void;
}

/** One process that serves, seen from the one that supervises it. */
export class ServingProcess {
  readonly place: number;
  readonly #worker: Worker;
  #since: number | null = null;

  constructor({ begin, onMessage, onLine, onEnd }: ServingProcessDeps) {
    this.place = begin.place;
    const worker = (this.#worker = cluster.fork());
    closeForgotten(worker);
    const { stdout } = worker.process;
    if (stdout) wholeLines(stdout, onLine);
    worker.on('message', (message: unknown) => {
      const heard = toSupervisor.parse(message);
      if (heard.is === 'here') {
        this.tell(begin);
        return;
      }
      if (heard.is === 'ready') this.#since = performance.now();
      onMessage(heard);
    });
    // A process that cannot be started, or be told something, ends; that is heard below.
    worker.on('error', () => undefined);
    let ended = false;
    const end = (status: number | null, signal: string | null) => {
      if (ended) return;
      ended = true;
      onEnd({ status, signal });
    };
    worker.on('exit', end);
  }

  get pid(): number | undefined {
    return this.#worker.process.pid;
  }

  get serves(): boolean {
    return this.#since !== null;
  }

  /** Milliseconds that it has served; `null` if it has never begun to. */
  get servedMs(): number | null {
    return this.#since === null ? null : performance.now() - this.#since;
  }

  tell(message: ToServing): void {
    if (this.#worker.isConnected()) this.#worker.send(message, undefined, () => undefined);
  }

  /** One that is still starting has nothing to finish. */
  stop(): void {
    if (this.serves) this.tell({ is: 'stop' });
    else this.#worker.process.kill('SIGTERM');
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }
}

/** Said once, before the first process starts: the log of each comes here, what it says of a failure goes where this process says it. */
export function prepareProcesses(): void {
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
}
