import { problem } from '../problems.js';
import { passes } from './event.js';
import type { EventFilter, EventPosition, RecordedEvent } from './event.js';
import type { EventLog } from './event-log.js';

/** What a follower needs of the feed that it follows. */
export interface FollowedFeed {
  /** The last number that was handed to those who are live. */
  readonly seen: bigint;
  /** From now on everything after `seen` is pushed. */
  join(follower: Follower): void;
  /** Nothing is pushed any more; it may join again. */
  leave(follower: Follower): void;
  /** It ended. */
  forget(follower: Follower): void;
}

export interface FollowerLimits {
  /** Events held for one reader. Beyond that it reads from the log, at its own pace. */
  readonly queueLength: number;
  /** Milliseconds that events may wait for a reader that takes none. */
  readonly stallMs: number;
}

/**
 * The events of one reader, in order, each once: what is in the log first, then what comes. It holds a bounded number of events: a reader that is slower
 * than they come is sent back to the log, and one that takes nothing at all for a while is given up.
 */
export class Follower implements AsyncIterableIterator<RecordedEvent> {
  readonly #queue: RecordedEvent[] = [];
  #through: bigint;
  #taken: EventPosition;
  #live = false;
  #ended = false;
  #failure: Error | null = null;
  #asking: (() => void) | null = null;
  /** Since when it takes nothing. */
  #idleSince: number;

  constructor(
    private readonly deps: {
      feed: FollowedFeed;
      log: EventLog;
      limits: FollowerLimits;
      filter: EventFilter;
      from: EventPosition;
    },
  ) {
    this.#through = deps.from.number;
    this.#taken = deps.from;
    this.#idleSince = performance.now();
  }

  get filter(): EventFilter {
    return this.deps.filter;
  }

  /** The last event that was taken: another reader can continue from there and misses nothing. */
  get taken(): EventPosition {
    return this.#taken;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** One call at a time. @throws EVENT_GONE, SUBSCRIBER_TOO_SLOW */
  async next(): Promise<IteratorResult<RecordedEvent, undefined>> {
    for (;;) {
      if (this.#failure) throw this.#surrendered(this.#failure);
      if (this.#ended) return { done: true, value: undefined };
      const value = this.#queue.shift();
      if (value) {
        this.#taken = { number: value.number, at: value.at.getTime() };
        this.#idleSince = performance.now();
        return { done: false, value };
      }
      await (this.#live ? this.#pushed() : this.#catchUp()).catch((error: unknown) => {
        throw this.#surrendered(error);
      });
    }
  }

  return(): Promise<IteratorResult<RecordedEvent, undefined>> {
    this.#end();
    return Promise.resolve({ done: true, value: undefined });
  }

  /** From the feed, while it is live. */
  push(event: RecordedEvent): void {
    if (!passes(this.filter, event)) return;
    if (this.#queue.length < this.deps.limits.queueLength) {
      this.#queue.push(event);
      this.#wake();
      return;
    }
    // Back to the log, to what is there after the last one that waits here.
    this.#through = this.#queue.at(-1)?.number ?? this.#through;
    this.#live = false;
    this.deps.feed.leave(this);
  }

  /** Ends it with an error, for its reader to see. */
  fail(error: Error): void {
    this.#failure ??= error;
    this.#queue.length = 0;
    this.deps.feed.leave(this);
    this.#wake();
  }

  /** @returns whether it was given up: events wait and nobody takes them */
  giveUpIfStalled(now = performance.now()): boolean {
    const waiting = this.#queue.length > 0 || !this.#live;
    if (!waiting || this.#asking || now - this.#idleSince < this.deps.limits.stallMs) return false;
    this.fail(problem('SUBSCRIBER_TOO_SLOW'));
    return true;
  }

  async #catchUp(): Promise<void> {
    const { feed, log, filter } = this.deps;
    const after = this.#through;
    if (after >= feed.seen) {
      // In the same turn: nothing can be handed out between the comparison and the joining.
      this.#through = feed.seen;
      this.#live = true;
      feed.join(this);
      return;
    }
    const { events, through } = await log.page(filter, after, feed.seen);
    // Asked after the reading: what was removed during it would be missing.
    await log.requireKept({ number: after, at: null });
    this.#queue.push(...events);
    this.#through = through;
    this.#idleSince = performance.now();
  }

  #pushed(): Promise<void> {
    return new Promise((resolve) => {
      this.#asking = resolve;
    });
  }

  #wake(): void {
    const wake = this.#asking;
    this.#asking = null;
    wake?.();
  }

  /** An error is thrown once, and is the end. */
  #surrendered<Failure>(failure: Failure): Failure {
    this.#end();
    this.#failure = null;
    return failure;
  }

  #end(): void {
    this.#ended = true;
    this.#queue.length = 0;
    this.deps.feed.forget(this);
    this.#wake();
  }
}
