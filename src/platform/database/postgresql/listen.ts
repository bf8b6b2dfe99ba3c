import { Connection, defaultBounds, driver } from './connections.js';
import type { ConnectionBounds } from './connections.js';

/** Milliseconds until a broken connection is opened again. */
const pause = 1_000;

/** The server, and how long it may be silent before it counts as lost. */
export interface Listened {
  readonly url: string;
  readonly bounds?: Partial<ConnectionBounds> | undefined;
}

/**
 * LISTEN to any number of channels on one connection of its own, which is opened for the first of them, again whenever it breaks, and closed after the last.
 * Who listens is called for every notification of its channel and after every connection, because something may have been sent in between. A channel can be
 * silent for good reasons, so the server is asked regularly whether it is there.
 */
export class Listening {
  readonly #channels = new Map<string, Set<() => void>>();
  #current: Connection | undefined;
  /** Whether the connection listens to what was there when it was opened; what came later is asked for by itself. */
  #open = false;
  /** One question after the other: a client takes no more than one at a time. */
  #asked: Promise<unknown> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly listened: Listened) {}

  /** @returns a function that stops it; with the last one, the connection has ended when it resolves */
  listen(channel: string, heard: () => void): () => Promise<void> {
    const listeners = this.#channels.get(channel);
    if (listeners) listeners.add(heard);
    else this.#channels.set(channel, new Set([heard]));
    if (!this.#current && this.#timer === undefined) this.#connect();
    else if (this.#open) this.#join(channel, heard);
    return () => this.#leave(channel, heard);
  }

  async #leave(channel: string, heard: () => void): Promise<void> {
    const listeners = this.#channels.get(channel);
    listeners?.delete(heard);
    if (listeners?.size === 0) this.#channels.delete(channel);
    if (this.#channels.size > 0) return;
    const connection = this.#current;
    this.#lose();
    await connection?.end().catch(() => undefined);
  }

  /** Forgets the connection. */
  #lose(): void {
    this.#current = undefined;
    this.#open = false;
    this.#asked = Promise.resolve();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #again(broken: Connection): void {
    if (this.#current !== broken) return;
    this.#lose();
    // One that only failed to answer still listens.
    broken.end().catch(() => undefined);
    this.#timer = setTimeout(() => {
      this.#connect();
    }, pause).unref();
  }

  #connect(): void {
    const { url, bounds } = this.listened;
    const connection = new Connection({ connectionString: url, bounds: { ...bounds } });
    this.#timer = undefined;
    this.#current = connection;
    const broken = () => {
      this.#again(connection);
    };
    connection.on('notification', ({ channel }) => {
      if (this.#current === connection) this.#tell(channel);
    });
    connection.on('error', broken);
    connection.on('end', broken);
    this.#begin(connection).catch(broken);
  }

  async #begin(connection: Connection): Promise<void> {
    await connection.connect();
    if (this.#current !== connection) return;
    this.#open = true;
    await this.#ask(connection, [...this.#channels.keys()].map(listenTo).join('; '));
    if (this.#current !== connection) return;
    this.#stayAwake(connection);
    for (const channel of this.#channels.keys()) this.#tell(channel);
  }

  #join(channel: string, heard: () => void): void {
    const connection = this.#current;
    if (!connection) return;
    this.#ask(connection, listenTo(channel)).then(heard, () => {
      this.#again(connection);
    });
  }

  #ask(connection: Connection, sql: string): Promise<unknown> {
    const answer = this.#asked.then(() => connection.query(sql));
    this.#asked = answer.catch(() => undefined);
    return answer;
  }

  #tell(channel: string): void {
    for (const heard of this.#channels.get(channel) ?? []) heard();
  }

  /** The next question waits for the answer to the previous one. What we send also counts as a sign of life. */
  #stayAwake(connection: Connection): void {
    if (this.#current !== connection) return;
    const { silenceMs } = { ...defaultBounds, ...this.listened.bounds };
    this.#timer = setTimeout(() => {
      this.#ask(connection, 'SELECT 1').then(
        () => {
          this.#stayAwake(connection);
        },
        () => {
          this.#again(connection);
        },
      );
    }, silenceMs / 2).unref();
  }
}

const listenTo = (channel: string): string => `LISTEN ${driver.escapeIdentifier(channel)}`;
