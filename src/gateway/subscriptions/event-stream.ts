import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { GraphQLError } from 'graphql';
import { problem } from '../../platform/problems.js';
import type { Answered } from '../execution/operation.js';
import { Delivery, Interrupted } from './delivery.js';
import { wholeText } from './message-texts.js';

export interface EventStreamLimits {
  /** Milliseconds between signs of life. */
  readonly pingMs: number;
  /** Milliseconds that a client may not read while something waits for it. */
  readonly stallMs: number;
}

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  // Proxies that buffer responses would delay events.
  'x-accel-buffering': 'no',
};

/** One response that consists of events: `next` for each result, `complete` at the end. */
export class EventStream {
  #delivery: Delivery | null = null;
  #failure: Error | null = null;

  constructor(
    private readonly response: ServerResponse,
    private readonly limits: EventStreamLimits,
  ) {
    response.once('close', () => void this.#delivery?.return());
  }

  /**
   * Sends the results of `start`, until it ends or the client closes the connection.
   * @throws whatever `start` throws, before anything but the head was sent
   */
  async run(reply: FastifyReply, start: () => Promise<Delivery | Answered>): Promise<void> {
    const { response } = this;
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) response.setHeader(name, value);
    response.writeHead(200, headers).flushHeaders();
    const begun = await start();
    if (!(begun instanceof Delivery)) {
      await this.#send(next(await wholeText(begun)));
      this.#complete();
      return;
    }
    this.#delivery = begun;
    if (this.#failure) begun.fail(this.#failure);
    if (!this.#isOpen) {
      await begun.return();
      return;
    }
    // Sent at the start: even a client that is disconnected before the first event misses nothing.
    await this.#send(`id: ${begun.after ?? ''}\n\n`);
    await this.#deliver(begun);
  }

  /** Ends it with errors as its last result. */
  refuse(errors: readonly GraphQLError[]): void {
    if (!this.#isOpen) return;
    this.response.write(next(JSON.stringify({ errors: errors.map((error) => error.toJSON()) })));
    this.#complete();
  }

  /** The token is no longer valid. */
  fail(error: Error): void {
    this.#failure = error;
    this.#delivery?.fail(error);
  }

  /** Ends it without `complete`: the client connects again. */
  end(): void {
    void this.#delivery?.return();
    this.response.end();
  }

  keepAlive(): void {
    const { response } = this;
    if (response.headersSent && this.#isOpen && response.writableLength === 0) response.write(':\n\n');
  }

  async #deliver(delivery: Delivery): Promise<void> {
    try {
      for await (const answer of delivery) {
        const text = await wholeText(answer);
        if (!(await this.#send(`id: ${delivery.after ?? ''}\n${next(text)}`))) return;
      }
      if (this.#isOpen) this.#complete();
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      this.refuse(error.errors);
    }
  }

  /** @returns whether the client is still connected, when there is space again */
  async #send(text: string): Promise<boolean> {
    const { response } = this;
    if (!this.#isOpen) return false;
    if (response.write(text)) return true;
    if (await this.#drained()) return this.#isOpen;
    const tooSlow = problem('SUBSCRIBER_TOO_SLOW');
    const { code, message } = tooSlow;
    const after = this.#delivery?.after;
    // It waits behind data that the client has not read: a client that continues to read learns where to continue.
    this.response.write(next(JSON.stringify({ errors: [{ message, extensions: { code, ...(after && { after }) } }] })));
    this.#complete();
    setTimeout(() => response.destroy(), this.limits.stallMs).unref();
    return false;
  }

  /** A response reports that it is writable even after its end. */
  get #isOpen(): boolean {
    return !this.response.writableEnded && !this.response.destroyed;
  }

  #drained(): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (whether: boolean) => {
        clearTimeout(late);
        this.response.off('drain', drained).off('close', gone);
        resolve(whether);
      };
      const drained = () => {
        settle(true);
      };
      const gone = drained;
      const late = setTimeout(() => {
        settle(false);
      }, this.limits.stallMs);
      this.response.once('drain', drained).once('close', gone);
    });
  }

  #complete(): void {
    this.response.end('event: complete\ndata: \n\n');
  }
}

const next = (json: string): string => `event: next\ndata: ${json}\n\n`;
