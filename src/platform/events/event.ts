import { problem } from '../problems.js';

/** A value of an event's facts. Ids and few words: never a secret, never content. */
export type EventFact = string | number | boolean | null;
export type EventFacts = Readonly<Record<string, EventFact>>;

/** Something that becomes true in a transaction. */
export interface NewEvent {
  readonly at: Date;
  /** What happened, in words of the domain that records it. */
  readonly kind: string;
  /** Id of what readers follow: a workspace, a mount. */
  readonly topic: string;
  /** Id of what that belongs to, for those who follow all of it. */
  readonly scope?: string;
  /** Id of what it happened to. */
  readonly subject: string;
  readonly facts?: EventFacts;
}

/** An event as readers find it. */
export interface RecordedEvent extends Required<NewEvent> {
  /** 1, 2, 3 … in the order of relaying; the same for every reader. */
  readonly number: bigint;
}

/** What a reader follows: one topic, or all of a scope; these kinds only, where some are named. */
export interface EventFilter {
  readonly topic?: string;
  readonly scope?: string;
  readonly kinds?: readonly string[];
}

export function passes(filter: EventFilter, event: Pick<RecordedEvent, 'topic' | 'scope' | 'kind'>): boolean {
  if (filter.topic !== undefined && filter.topic !== event.topic) return false;
  if (filter.scope !== undefined && filter.scope !== event.scope) return false;
  return filter.kinds === undefined || filter.kinds.includes(event.kind);
}

/** Where a reader stands: after the event of this number. */
export interface EventPosition {
  readonly number: bigint;
  /**
   * When that event happened, in milliseconds since 1970, where there is one: a database that was restored from a backup gives its numbers again, to others.
   */
  readonly at: number | null;
}

const shape = /^(\d{1,18})@(\d{1,15})?$/;

/** The id of an event for callers, who resume from it: opaque, and no secret. */
export function eventIdOf({ number, at }: EventPosition): string {
  return Buffer.from(`${number}@${at ?? ''}`).toString('base64url');
}

export const eventId = ({ number, at }: Pick<RecordedEvent, 'number' | 'at'>): string =>
  eventIdOf({ number, at: at.getTime() });

/** @throws INVALID_PARAMETER for a text that never was the id of an event */
export function positionOf(id: string): EventPosition {
  const [, number, at] = shape.exec(Buffer.from(id, 'base64url').toString('latin1')) ?? [];
  if (number === undefined) throw problem('INVALID_PARAMETER', 'after is not the id of an event', ['after']);
  return { number: BigInt(number), at: at === undefined ? null : Number(at) };
}
