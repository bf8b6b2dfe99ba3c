import type { Measured } from '../metrics/metrics.js';
import { OperatorError } from '../operator-error.js';
import { toServing } from './messages.js';
import type { ToServing, ToSupervisor } from './messages.js';
import type { ServingPlace } from './serving-place.js';
import type { Siblings, Topic } from './siblings.js';

/** The channel to the supervising process; `process` has one. */
export interface SupervisorChannel {
  send(message: ToSupervisor): void;
  onMessage(listener: (message: unknown) => void): void;
}

const nothing: Measured = { process: [], database: [], databaseAgeMs: 0 };

/** The files of a program that runs can be exchanged: a process that is replaced then is of the new ones, and the supervising one of the former. */
export const ofOtherVersion = 'Another version of Trustate was installed while this server runs: restart the server.';

type Begin = Extract<ToServing, { is: 'begin' }>;

/** Milliseconds to wait for the metrics of all processes: longer than the supervising process waits for one that hangs. */
const metricsMs = 5_000;

/** The place of a process that a supervising one has started, and its way to the siblings. */
export class SupervisedPlace implements ServingPlace, Siblings {
  readonly siblings = this;
  readonly place: number;
  readonly of: number;
  readonly first: boolean;
  readonly predecessors: readonly number[];
  readonly run: string;
  readonly ended: string[];
  readonly ticketKeys: Buffer;
  readonly #heard = new Map<Topic, ((message: unknown, from: number) => void)[]>();
  readonly #joined: (() => void)[] = [];
  readonly #gone: ((place: number) => void)[] = [];
  readonly #stopped: (() => void)[] = [];
  readonly #turns = new Map<string, (() => void)[]>();
  readonly #metrics = new Map<number, (text: string) => void>();
  #measure: (database: boolean) => Promise<Measured> = () => Promise.resolve(nothing);
  #asked = 0;
  #givenUp = 0;

  private constructor(
    private readonly channel: SupervisorChannel,
    { place, of, first, predecessors, run, ended, ticketKeys }: Begin,
  ) {
    this.place = place;
    this.of = of;
    this.first = first;
    this.predecessors = predecessors;
    this.run = run;
    this.ended = ended;
    this.ticketKeys = Buffer.from(ticketKeys, 'base64');
  }

  /**
   * Waits for the supervising process to say which place this is.
   * @throws OperatorError where it is of a version that says so in another way, also out of the listener where it says something else so later
   */
  static begin(channel: SupervisorChannel): Promise<SupervisedPlace> {
    return new Promise((resolve, reject) => {
      let begun: SupervisedPlace | undefined;
      const ended: string[] = [];
      channel.onMessage((given) => {
        const { data: message } = toServing.safeParse(given);
        if (message === undefined) {
          const failed = new OperatorError(ofOtherVersion);
          // Later nobody waits for this, and what was not understood may be what all else depends on: the process ends by it.
          if (begun) throw failed;
          reject(failed);
        } else if (begun) begun.#hear(message);
        else if (message.is === 'begin') {
          begun = new SupervisedPlace(channel, { ...message, ended: [...message.ended, ...ended] });
          resolve(begun);
        } else if (message.is === 'ended') ended.push(message.run);
      });
      channel.send({ is: 'here' });
    });
  }

  /** Says that this process serves. */
  ready(welcome: Extract<ToSupervisor, { is: 'ready' }>['welcome']): void {
    this.channel.send({ is: 'ready', welcome });
  }

  /** The supervising process stops the server. */
  onStop(listener: () => void): void {
    this.#stopped.push(listener);
  }

  tell(topic: Topic, message: unknown): void {
    this.channel.send({ is: 'tell', topic, message });
  }

  hear(topic: Topic, heard: (message: unknown, from: number) => void): void {
    const listeners = this.#heard.get(topic);
    if (listeners) listeners.push(heard);
    else this.#heard.set(topic, [heard]);
  }

  onJoined(listener: () => void): void {
    this.#joined.push(listener);
  }

  onGone(listener: (place: number) => void): void {
    this.#gone.push(listener);
  }

  share(threads: number): number {
    return Math.max(1, Math.floor(threads / this.of) + (this.place <= threads % this.of ? 1 : 0));
  }

  async alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => {
      const waiting = this.#turns.get(name);
      if (waiting) waiting.push(resolve);
      else this.#turns.set(name, [resolve]);
      this.channel.send({ is: 'turn', name });
    });
    try {
      return await work();
    } finally {
      this.channel.send({ is: 'turn done', name });
    }
  }

  measuredBy(measure: (database: boolean) => Promise<Measured>): void {
    this.#measure = measure;
  }

  readonly metricsOfAll = async (): Promise<string> => {
    // Sent along: what this process says of itself is in the answer, however long the others or the database take.
    const { process, database, databaseAgeMs } = await this.#measure(true).catch(() => nothing);
    const id = (this.#asked += 1);
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#metrics.delete(id);
        reject(new Error('the supervising process did not gather the metrics in time'));
      }, metricsMs);
      this.#metrics.set(id, (text) => {
        clearTimeout(late);
        resolve(text);
      });
      this.channel.send({ is: 'metrics', id, process: [...process], database: [...database], databaseAgeMs });
    });
  };

  checkSiblings(): Promise<void> {
    return this.#givenUp === 0
      ? Promise.resolve()
      : Promise.reject(new Error(`${this.#givenUp} of ${this.of} processes could not be started`));
  }

  #hear(message: ToServing): void {
    switch (message.is) {
      case 'told':
        for (const heard of this.#heard.get(message.topic) ?? []) heard(message.message, message.from);
        return;
      case 'ended':
        this.ended.push(message.run);
        return;
      case 'joined':
        for (const listener of this.#joined) listener();
        return;
      case 'gone':
        for (const listener of this.#gone) listener(message.place);
        return;
      case 'given up':
        this.#givenUp = message.places;
        return;
      case 'turn':
        this.#turns.get(message.name)?.shift()?.();
        return;
      case 'measure':
        void this.#measured(message.id);
        return;
      case 'metrics':
        this.#metrics.get(message.id)?.(message.text);
        this.#metrics.delete(message.id);
        return;
      case 'there':
        this.channel.send({ is: 'alive' });
        return;
      case 'stop':
        for (const listener of this.#stopped) listener();
        return;
      case 'begin':
    }
  }

  async #measured(id: number): Promise<void> {
    const { process } = await this.#measure(false).catch(() => nothing);
    this.channel.send({ is: 'measured', id, metrics: [...process] });
  }
}
