import { randomBytes } from 'node:crypto';
import { constants } from 'node:os';
import type { Config } from '../../settings/config.js';
import type { Log } from '../../platform/log/log.js';
import { randomLetters } from '../../platform/ids.js';
import type { ToServing } from '../../platform/processes/messages.js';
import { ofOtherVersion } from '../../platform/processes/supervised-place.js';
import type { Welcome } from '../banner.js';
import { NamedTurns } from './named-turns.js';
import { Restarts } from './restarts.js';
import { ServingProcess } from './serving-process.js';
import type { Heard, ProcessEnd } from './serving-process.js';
import type { Asking } from './silence.js';
import { WholeMetrics } from './whole-metrics.js';

export interface SupervisorDeps {
  readonly config: Pick<Config, 'processes' | 'stopTimeout'>;
  readonly log: Log;
  /** Writes a line of a process to the log. */
  readonly writeLine: (line: string) => void;
  /** Milliseconds that a process has to begin to serve, after the very first: that one may have a large database to migrate. */
  readonly startMs?: number;
  /** How a process is asked whether it is there. */
  readonly asking?: Asking;
}

/** Milliseconds that a process has beyond the time to stop, to say so itself. */
const graceMs = 1_000;

const defaultStartMs = 300_000;

const runLetters = 8;
/** Ended processes that the next ones hear of: those before are forgotten by all other servers. */
const mostEnded = 128;

/** Nobody serves any more, and starting again does not help. */
export class NobodyServes extends Error {
  override readonly name = 'NobodyServes';

  /** @param end of the last process: one that ended by itself has said why */
  constructor(readonly end: ProcessEnd) {
    super('no process can serve');
  }

  get status(): number {
    return statusOf(this.end);
  }
}

interface Place {
  readonly number: number;
  readonly restarts: Restarts;
  process: ServingProcess | null;
  /** Processes that ended without closing, since one served. */
  predecessors: readonly number[];
  /** Of its process. */
  run: string;
  givenUp: boolean;
}

/** Starts the processes of a server, replaces those that end, and carries what they tell each other. */
export class Supervisor {
  readonly #places: readonly Place[];
  readonly #ticketKeys = randomBytes(48).toString('base64');
  readonly #metrics: WholeMetrics;
  readonly #turns = new NamedTurns((place, name) => this.#at(place)?.process?.tell({ is: 'turn', name }));
  readonly #timers = new Set<NodeJS.Timeout>();
  /** The last processes that ended without closing. */
  #endedRuns: readonly string[] = [];
  #replaced = 0;
  #started = false;
  #stopping = false;
  #stopped: Promise<number> | undefined;
  #ended: (() => void) | undefined;
  #worst = 0;
  #failed: ((reason: NobodyServes) => void) | undefined;
  #starting: Promise<unknown> = Promise.resolve();

  constructor(private readonly deps: SupervisorDeps) {
    this.#places = Array.from({ length: deps.config.processes }, (_, index) => ({
      number: index + 1,
      restarts: new Restarts(),
      process: null,
      predecessors: [],
      run: '',
      givenUp: false,
    }));
    this.#metrics = new WholeMetrics(() => this.#own());
  }

  /**
   * Resolves when the first process serves: it does what a start does once, and the others start after it.
   * @throws NobodyServes when it ends before
   */
  async start(): Promise<Welcome> {
    const [first, ...others] = this.#places;
    if (!first) throw new Error('a server has at least one process');
    const welcome = await this.#begin(first);
    this.#started = true;
    for (const place of others) this.#beginNext(place);
    return welcome;
  }

  /** Rejects when nobody serves any more and nobody can. */
  failed(): Promise<never> {
    return new Promise((_resolve, reject) => {
      this.#failed = reject;
    });
  }

  /** Lets all finish what is in flight, however often it is called. @returns the highest of their statuses */
  stop(): Promise<number> {
    return (this.#stopped ??= this.#stopAll());
  }

  async #stopAll(): Promise<number> {
    this.#stopping = true;
    for (const timer of this.#timers) clearTimeout(timer);
    const ended = new Promise<void>((resolve) => {
      this.#ended = resolve;
    });
    for (const { process } of this.#places) process?.stop();
    this.#noticeEnd();
    const late = setTimeout(() => {
      for (const { process } of this.#places) process?.kill();
    }, this.deps.config.stopTimeout + graceMs);
    await ended;
    clearTimeout(late);
    return this.#worst;
  }

  /** One after the other, so that what a start checks is checked of a quiet place. */
  #beginNext(place: Place): void {
    this.#starting = this.#starting
      .then(() => (this.#stopping ? undefined : this.#begin(place)))
      .catch(() => undefined);
  }

  #begin(place: Place): Promise<Welcome> {
    const { log, startMs = defaultStartMs, asking } = this.deps;
    place.run = randomLetters(runLetters);
    return new Promise((resolve, reject) => {
      let isStrange = false;
      const process = new ServingProcess({
        begin: {
          is: 'begin',
          place: place.number,
          of: this.#places.length,
          predecessors: [...place.predecessors],
          run: place.run,
          ended: [...this.#endedRuns],
          first: this.#places.every((each) => each.process === null),
          ticketKeys: this.#ticketKeys,
        },
        onLine: this.deps.writeLine,
        onMessage: (message) => {
          // What it said may be heard after its end. It is for the others then, not of a process that has a turn, counts, or serves.
          if (place.process !== process && message.is !== 'tell') return;
          if (message.is !== 'ready') {
            this.#heard(place, message);
            return;
          }
          clearTimeout(late);
          place.predecessors = [];
          log.info({ process: place.number, pid: process.pid }, 'a process serves');
          this.#tellOthers(place, { is: 'joined' });
          this.#tellGivenUp();
          resolve(message.welcome);
        },
        onStrange: () => {
          if (place.process !== process || isStrange) return;
          isStrange = true;
          // It may wait for an answer that never comes.
          log.error({ process: place.number, pid: process.pid }, `a process is killed. ${ofOtherVersion}`);
          process.kill();
        },
        ...(asking && { asking }),
        onSilent: (silentMs) => {
          const about = { process: place.number, pid: process.pid, silentSeconds: seconds(silentMs) };
          log.error(about, 'a process hangs: it says nothing, and is killed');
          process.kill();
        },
        onEnd: (end) => {
          clearTimeout(late);
          this.#noticed(place, process, end);
          reject(new NobodyServes(end));
        },
      });
      place.process = process;
      const late = this.#started ? setTimeout(() => this.#late(place, process), startMs) : undefined;
    });
  }

  /** The processes after it wait for it. */
  #late(place: Place, process: ServingProcess): void {
    this.deps.log.error({ process: place.number, pid: process.pid }, 'a process does not begin to serve: it is killed');
    process.kill();
  }

  #heard(place: Place, message: Exclude<Heard, { is: 'ready' }>): void {
    switch (message.is) {
      case 'tell':
        this.#tellOthers(place, { is: 'told', from: place.number, topic: message.topic, message: message.message });
        return;
      case 'turn':
        this.#turns.ask(place.number, message.name);
        return;
      case 'turn done':
        this.#turns.done(place.number, message.name);
        return;
      case 'measured':
        this.#metrics.measured(place.number, message.id, message.metrics);
        return;
      case 'metrics':
        this.#metrics.asked(place.number, message);
        void this.#render(place, message.id);
    }
  }

  async #render(place: Place, id: number): Promise<void> {
    const serving = this.#places.flatMap(({ number, process }) =>
      process?.serves === true && number !== place.number
        ? [{ place: number, ask: (asked: number) => process.tell({ is: 'measure', id: asked }) }]
        : [],
    );
    place.process?.tell({ is: 'metrics', id, text: await this.#metrics.render(serving) });
  }

  #noticed(place: Place, process: ServingProcess, end: ProcessEnd): void {
    const { log } = this.deps;
    const { servedMs } = process;
    const asked = this.#stopping;
    place.process = null;
    this.#turns.gone(place.number);
    this.#tellOthers(place, { is: 'gone', place: place.number });
    void this.#metrics.gone(place.number);
    if (asked) {
      this.#worst = Math.max(this.#worst, servedMs === null ? 0 : statusOf(end));
      this.#noticeEnd();
      return;
    }
    if (end.status !== 0 && process.pid !== undefined) {
      place.predecessors = [...place.predecessors, process.pid];
      this.#endedRuns = [...this.#endedRuns, place.run].slice(-mostEnded);
      // One that starts would wait for an answer of the one that ended. Those that serve wait for nobody.
      for (const other of this.#places)
        if (other.process?.serves === false) other.process.tell({ is: 'ended', run: place.run });
    }
    const about = { process: place.number, pid: process.pid, ...end, servedSeconds: seconds(servedMs) };
    const pause = place.restarts.after(
      servedMs,
      this.#places.every((each) => each.process === null),
    );
    if (pause !== null) {
      // The failure of the very first is that of the start.
      if (this.#started) this.#again(place, pause, about);
      return;
    }
    place.givenUp = true;
    log.error(about, 'a process could not be started again and again: it is given up, the others serve without it');
    this.#tellGivenUp();
    if (this.#places.every((each) => each.givenUp)) this.#failed?.(new NobodyServes(end));
  }

  #again(place: Place, pause: number, about: object): void {
    this.#replaced += 1;
    this.deps.log.error({ ...about, pauseMs: pause }, 'a process ended and is replaced');
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#beginNext(place);
    }, pause);
    this.#timers.add(timer);
  }

  #tellOthers(place: Place, message: ToServing): void {
    for (const other of this.#places)
      if (other !== place && other.process?.serves === true) other.process.tell(message);
  }

  #tellGivenUp(): void {
    const places = this.#places.filter(({ givenUp }) => givenUp).length;
    if (places > 0) for (const { process } of this.#places) process?.tell({ is: 'given up', places });
  }

  #noticeEnd(): void {
    if (this.#places.every(({ process }) => process === null)) this.#ended?.();
  }

  #at(number: number): Place | undefined {
    return this.#places[number - 1];
  }

  #own() {
    const serving = this.#places.filter(({ process }) => process?.serves === true).length;
    const one = (name: string, type: string, help: string, value: number) => ({
      name,
      type,
      help,
      aggregator: 'sum',
      values: [{ labels: {}, value }],
    });
    return [
      one('trustate_processes', 'gauge', 'Processes that serve.', serving),
      one('trustate_processes_replaced_total', 'counter', 'Processes that ended and were replaced.', this.#replaced),
    ];
  }
}

/** As a shell has it: 128 and the number of the signal. */
function statusOf({ status, signal }: ProcessEnd): number {
  const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1] ?? 0;
  return status ?? 128 + number;
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms / 1000);
}
