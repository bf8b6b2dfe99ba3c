import { problem } from '../problems.js';
import { passes } from './event.js';
import type { EventFilter, EventPosition, RecordedEvent } from './event.js';
import type { EventLog } from './event-log.js';

/** The part of the feed that a follower uses. */
export interface FollowedFeed {
  /** The last number that was delivered to live followers. */
  readonly seen: bigint;
  /** From now on, everything after `seen` is pushed. */
  join(follower: Follower): void;
  /** Nothing is pushed any more. The follower may join again. */
  leave(follower: Follower): void;
  /** The follower has ended. */
  forget(follower: Follower): void;
}

export interface FollowerLimits {
  /** Events that are held for one reader. If there are more, the reader reads from the log at its own speed. */
  readonly queueLength: number;
  /** Milliseconds that events may wait for a reader that does not read. */
  readonly stallMs: number;
}

/**
 * The events of one reader, in order, each exactly once: first those in the log, then new ones. It holds a limited number of events. A reader that is slower
 * than the events goes back to the log. A reader that reads nothing for a while is ended.
 */
export class Follower implements AsyncIterableIterator<RecordedEvent> {
  readonly #queue: RecordedEvent[] = [];
  #through: bigint;
  #taken: EventPosition;
  #live = false;
  #ended = false;
  #failure: Error | null = null;
  #asking: (() => void) | null = null;
  /** Since when the reader has not read. */
  #idleSince: number;

  constructor(
    private readonly deps: {
      feed: FollowedFeed;
      log: Pick<EventLog, 'page' | 'requireKept'>;
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

  /** The last event that was read: another reader can continue after it and misses nothing. */
  get taken(): EventPosition {
    return this.#taken;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Only one call at a time. @throws EVENT_GONE, SUBSCRIBER_TOO_SLOW */
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

  /** Called by the feed while the follower is live. */
  push(event: RecordedEvent): void {
    if (event.number <= this.#through || !passes(this.filter, event)) return;
    if (this.#queue.length < this.deps.limits.queueLength) {
      this.#queue.push(event);
      this.#wake();
      return;
    }
    // Back to the log, after the last event that waits here.
    this.#through = this.#queue.at(-1)?.number ?? this.#through;
    this.#live = false;
    this.deps.feed.leave(this);
  }

  /** Ends it with an error for its reader. */
  fail(error: Error): void {
    this.#failure ??= error;
    this.#queue.length = 0;
    this.deps.feed.leave(this);
    this.#wake();
  }

  /** @returns whether it was ended because events wait and nobody reads them */
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
      // In the same turn: nothing can be delivered between the comparison and joining. A reader who comes from another server may have seen more than this one.
      this.#live = true;
      feed.join(this);
      return;
    }
    const { events, through } = await log.page(filter, after, feed.seen);
    // Checked after reading, because events could have been removed during it.
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

  /** An error is thrown once and ends the follower. */
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
