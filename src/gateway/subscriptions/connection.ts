import type { ExecutionResult } from 'graphql';
import type { WebSocket } from 'ws';
import { problem } from '../../platform/problems.js';
import { refusalOf } from '../execution/operation.js';
import type { OperationDeps } from '../execution/operation.js';
import { closeCodes } from './close-codes.js';
import { Interrupted } from './delivery.js';
import type { Delivery } from './delivery.js';
import { TextResult, wholeText } from './message-texts.js';
import type { Arrival, Session } from './session.js';
import { Socket } from './socket.js';
import type { SocketLimits } from './socket.js';
import { WaitingLine } from './waiting-line.js';

export interface ConnectionDeps extends Pick<OperationDeps, 'log'> {
  readonly socket: WebSocket;
  readonly arrival: Arrival;
  readonly limits: SocketLimits;
  /** Operations in progress, and subscriptions that are being opened, at the same time. */
  readonly mostAtWork: number;
}

/** Seconds after which to try again. */
const wait = 1;

/** The state of one WebSocket: its caller, and its open subscriptions. */
export class Connection {
  readonly socket: Socket;
  readonly arrival: Arrival;
  /** Resolves when it is completely closed. */
  readonly closed: Promise<void>;
  #session: Session | null = null;
  #leave: (() => void) | null = null;
  readonly #over = new AbortController();
  /** Where its subscriptions wait that exceed the rate. */
  readonly line = new WaitingLine(this.#over.signal);
  /** Not by the client's id: the client may use an id again while its earlier subscription still opens. */
  readonly #deliveries = new Set<Delivery>();
  #after: string | null = null;
  #atWork = 0;

  constructor(private readonly deps: ConnectionDeps) {
    const { socket, limits, log } = deps;
    this.arrival = deps.arrival;
    this.socket = new Socket({
      socket,
      limits,
      isKnown: () => this.#session !== null,
      resumeAfter: () => this.#after,
      closing: () => {
        this.#dissolve();
      },
      failed: (error) => {
        log.error({ err: error }, 'a WebSocket message could not be handled');
        this.socket.close(closeCodes.failed, 'Something went wrong on our side');
      },
    });
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.#dissolve();
        resolve();
      });
    });
  }

  /** `null` until the client has sent its token. */
  get session(): Session | null {
    return this.#session;
  }

  /** @param leave releases what the connection uses */
  began(session: Session, leave: () => void): void {
    this.#session = session;
    this.#leave = leave;
    // It may be closed before it was accepted.
    if (this.#over.signal.aborted) this.#dissolve();
  }

  /** Does work for the client, up to its limit of concurrent work. @throws LIMIT_EXCEEDED */
  async atWork<T>(work: () => Promise<T>): Promise<T> {
    const { mostAtWork } = this.deps;
    if (this.#atWork >= mostAtWork) {
      const message = `More than ${mostAtWork} operations at once over one connection; try again in ${wait} s`;
      throw problem('LIMIT_EXCEEDED', message, undefined, { retryAfter: wait });
    }
    this.#atWork += 1;
    try {
      return await work();
    } finally {
      this.#atWork -= 1;
    }
  }

  /** The responses in the form of the protocol, which end with the connection. Not a generator, because ending one waits for a response that may never come. */
  answersOf(delivery: Delivery): AsyncIterableIterator<ExecutionResult, undefined> {
    this.#deliveries.add(delivery);
    if (this.#over.signal.aborted) this.#dissolve();
    const answers: AsyncIterableIterator<ExecutionResult, undefined> = {
      [Symbol.asyncIterator]: () => answers,
      next: () => this.#nextOf(delivery),
      return: async () => {
        this.#deliveries.delete(delivery);
        await delivery.return();
        return { done: true, value: undefined };
      },
    };
    return answers;
  }

  /** The token is no longer valid: every subscription gets the reason, then the connection ends. */
  end(error: Error): void {
    for (const delivery of this.#deliveries) delivery.fail(error);
    setImmediate(() => {
      this.socket.close(closeCodes.unauthorized, 'The token holds no longer');
    });
  }

  terminate(): void {
    this.deps.socket.terminate();
  }

  async #nextOf(delivery: Delivery): Promise<IteratorResult<ExecutionResult, undefined>> {
    try {
      const { value, done } = await delivery.next();
      if (done) {
        this.#deliveries.delete(delivery);
        return { done, value: undefined };
      }
      this.#after = delivery.after;
      return { done: false, value: new TextResult(await wholeText(value)) };
    } catch (error) {
      this.#deliveries.delete(delivery);
      await delivery.return();
      throw error instanceof Interrupted ? error : new Interrupted(refusalOf(error, this.deps, this.arrival));
    }
  }

  #dissolve(): void {
    this.#over.abort();
    this.#session?.close();
    this.#leave?.();
    for (const delivery of this.#deliveries) void delivery.return();
    this.#deliveries.clear();
  }
}
