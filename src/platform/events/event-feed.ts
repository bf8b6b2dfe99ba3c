import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../database/database.js';
import { problem } from '../problems.js';
import type { Siblings } from '../processes/siblings.js';
import { outsideWork } from '../work/work.js';
import { positionOf } from './event.js';
import type { EventFilter, EventPosition, RecordedEvent } from './event.js';
import type { EventLog } from './event-log.js';
import { FollowedElsewhere } from './followed-elsewhere.js';
import { Follower } from './follower.js';
import type { FollowerLimits } from './follower.js';
import { holdsEvents } from './outbox.js';
import { eventsChannel, numbering } from './relay.js';
import type { Relay } from './relay.js';

export interface EventFeedDeps {
  readonly database: Database;
  readonly events: EventLog;
  readonly relay: Relay;
  readonly log: Pick<Logger, 'error'>;
  readonly limits: FollowerLimits;
  readonly siblings: Siblings;
  /** Milliseconds between checks for events of other processes that sent no notification, while somebody follows. */
  readonly pollMs?: number;
}

/** Milliseconds that events wait for each other, so that one commit numbers many of them. */
const gatherMs = 1;

/** The same from the end of the last time, where events come one after the other: they arrive within 50 ms, and under load most commits need no relay. */
const apartMs = 30;

/** The same where the commits of all events had numbered them, so that it only read. */
const readsApartMs = 4;

/** Events handed out in one turn of the event loop. */
const atOnce = 200;

/** Delivers events to the followers in this process, and tells watchers of them. It does nothing if nobody follows here and nobody can follow elsewhere. */
export class EventFeed {
  #seen = 0n;
  readonly #open = new Set<Follower>();
  readonly #live = new Map<string, Set<Follower>>();
  readonly #watchers = new Set<() => void>();
  readonly #stop = new AbortController();
  #running: Promise<void> | null = null;
  #again = false;
  #nextAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #stopHearing: (() => void) | undefined;
  #stopRiding: (() => void) | undefined;
  #stopListening: (() => Promise<void>) | undefined;

  readonly #elsewhere: FollowedElsewhere;

  constructor(private readonly deps: EventFeedDeps) {
    this.#elsewhere = new FollowedElsewhere(deps.siblings, () => {
      if (this.#isFollowed()) this.wake();
    });
  }

  get seen(): bigint {
    return this.#seen;
  }

  start(): void {
    const { database } = this.deps;
    const shared = database.provider === 'postgresql';
    this.#stopHearing = database.onCommitted((committed) => {
      if (!holdsEvents(committed)) return;
      // With several servers, somebody may follow at another one.
      if (this.#isFollowed() || shared) this.wake();
      // On PostgreSQL, the relay notifies siblings like other servers.
      if (!shared) this.#elsewhere.written();
    });
    this.#stopRiding = database.rideAlong({
      concerns: (batch) => (this.#isFollowed() || this.#elsewhere.any) && holdsEvents(batch),
      writes: numbering,
    });
    this.#stopListening = database.listen(eventsChannel, () => {
      if (this.#isFollowed()) this.wake();
    });
  }

  /** Ends all followers without an error. */
  async close(): Promise<void> {
    this.#stop.abort();
    clearInterval(this.#timer);
    this.#stopHearing?.();
    this.#stopRiding?.();
    await this.#stopListening?.();
    for (const follower of this.#open) await follower.return();
    await this.#running;
  }

  /** The position of a reader who has seen all events that are committed by now. */
  async end(): Promise<EventPosition> {
    await this.deps.relay.run();
    return this.deps.events.end();
  }

  /**
   * Follows the events after a given event, or from now on.
   * @param after the id of an event
   * @throws EVENT_GONE, INVALID_PARAMETER
   */
  async follow(filter: EventFilter, after: string | null): Promise<Follower> {
    const { events, limits } = this.deps;
    if (this.#stop.signal.aborted) throw problem('UNAVAILABLE');
    const from = after === null ? await this.end() : positionOf(after);
    if (after !== null) await events.requireKept(from);
    if (this.#open.size === 0) {
      const { last } = await events.bounds();
      if (last > this.#seen) this.#seen = last;
      clearInterval(this.#timer);
      this.#timer = setInterval(() => {
        this.#look();
      }, this.deps.pollMs ?? 1_000).unref();
    }
    const follower = new Follower({ feed: this, log: events, limits, filter, from });
    this.#open.add(follower);
    this.#elsewhere.follow(true);
    this.wake();
    return follower;
  }

  /**
   * Says that events may have got numbers, for a reader of the log that keeps its own position and finds by itself what it was not told of.
   * @returns a function that ends it
   */
  watch(relayed: () => void): () => void {
    this.#watchers.add(relayed);
    this.#elsewhere.follow(true);
    return () => {
      this.#watchers.delete(relayed);
      if (!this.#isFollowed()) this.#elsewhere.follow(false);
    };
  }

  /** Relays and delivers new events. Call it when something may have been written; calls are combined. */
  wake(): void {
    if (this.#stop.signal.aborted) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = outsideWork(() => this.#run())
      .catch((error: unknown) => {
        if (!this.#stop.signal.aborted) this.deps.log.error({ err: error }, 'could not relay events');
      })
      .finally(() => {
        this.#running = null;
        if (!this.#again) return;
        this.#again = false;
        this.wake();
      });
  }

  join(follower: Follower): void {
    const key = keyOf(follower.filter);
    const group = this.#live.get(key);
    if (group) group.add(follower);
    else this.#live.set(key, new Set([follower]));
  }

  /** Removes a follower from delivery. */
  leave(follower: Follower): void {
    const key = keyOf(follower.filter);
    const group = this.#live.get(key);
    group?.delete(follower);
    if (group?.size === 0) this.#live.delete(key);
  }

  /** The follower has ended. */
  forget(follower: Follower): void {
    this.leave(follower);
    this.#open.delete(follower);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    if (!this.#isFollowed()) this.#elsewhere.follow(false);
  }

  #isFollowed(): boolean {
    return this.#open.size > 0 || this.#watchers.size > 0;
  }

  #look(): void {
    for (const follower of this.#open) follower.giveUpIfStalled();
    this.wake();
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    const { events, relay } = this.deps;
    const waitMs = Math.max(gatherMs, this.#nextAt - performance.now());
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    const wrote = await relay.run(signal);
    this.#nextAt = performance.now() + (wrote ? apartMs : readsApartMs);
    for (const relayed of this.#watchers) relayed();
    if (this.#open.size === 0) return;
    let isLast = false;
    while (!isLast && !signal.aborted) {
      const next = await events.next(this.#seen, atOnce);
      if (next.pruned > this.#seen) this.#failAll(problem('EVENT_GONE'));
      else for (const event of next.events) this.#handOut(event);
      if (next.through > this.#seen) this.#seen = next.through;
      isLast = this.#seen >= next.last;
      if (!isLast) await nextTurn();
    }
  }

  /** Events were removed before they were delivered. */
  #failAll(error: Error): void {
    for (const group of this.#live.values()) for (const follower of [...group]) follower.fail(error);
  }

  #handOut(event: RecordedEvent): void {
    for (const key of [`topic ${event.topic}`, `scope ${event.scope}`, 'all']) {
      for (const follower of this.#live.get(key) ?? []) follower.push(event);
    }
  }
}

function keyOf({ topic, scope }: EventFilter): string {
  if (topic !== undefined) return `topic ${topic}`;
  return scope === undefined ? 'all' : `scope ${scope}`;
}
