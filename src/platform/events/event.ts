import { problem } from '../problems.js';

/** A value in the facts of an event: ids and short words, never a secret or content. */
export type EventFact = string | number | boolean | null;
export type EventFacts = Readonly<Record<string, EventFact>>;

/** Something that becomes true in a transaction. */
export interface NewEvent {
  readonly at: Date;
  /** The kind of event, in terms of the domain that records it. */
  readonly kind: string;
  /** Id of the followed object: a workspace, a mount. */
  readonly topic: string;
  /** Id of the object that the topic belongs to, for those who follow all of it. */
  readonly scope?: string;
  /** Id of the object of the event. */
  readonly subject: string;
  readonly facts?: EventFacts;
}

/** An event as readers get it. */
export interface RecordedEvent extends Required<NewEvent> {
  /** 1, 2, 3 … in the order of relaying, the same for every reader. */
  readonly number: bigint;
}

/** What a reader follows: one topic, or a whole scope; only these kinds if some are given. */
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

/** The position of a reader: after the event with this number. */
export interface EventPosition {
  readonly number: bigint;
  /**
   * The time of that event in milliseconds since 1970, if there is one. A database that was restored from a backup assigns its numbers again to other events.
   */
  readonly at: number | null;
}

const shape = /^(\d{1,18})@(\d{1,15})?$/;

/** The id of an event for callers, who continue from it: opaque, but not secret. */
export function eventIdOf({ number, at }: EventPosition): string {
  return Buffer.from(`${number}@${at ?? ''}`).toString('base64url');
}

export const eventId = ({ number, at }: Pick<RecordedEvent, 'number' | 'at'>): string =>
  eventIdOf({ number, at: at.getTime() });

/** @throws INVALID_PARAMETER if the text was never the id of an event */
export function positionOf(id: string): EventPosition {
  const [, number, at] = shape.exec(Buffer.from(id, 'base64url').toString('latin1')) ?? [];
  if (number === undefined) throw problem('INVALID_PARAMETER', 'after is not the id of an event', ['after']);
  return { number: BigInt(number), at: at === undefined ? null : Number(at) };
}
