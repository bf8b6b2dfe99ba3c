import type { ProblemCode } from '../problems.js';
import { problem } from '../problems.js';
import type { EventFact, EventFilter, NewEvent, RecordedEvent } from './event.js';
import type { EventFeed } from './event-feed.js';
import { SelectedEvents } from './selected-events.js';
import type { ResumableStream } from './selected-events.js';

/** The form in which the events of one family are written. */
export interface WrittenEvents {
  /** The kinds of events, in terms of the domain. */
  readonly kinds: readonly string[];
  /** What `topic` and `scope` identify. Following a scope means following everything in it. */
  readonly topic: string;
  readonly scope: string | null;
  /** What `subject` identifies. */
  readonly subject: string;
  /** Names of the facts that an event may have. */
  readonly facts: readonly string[];
  /** For events of background work, whose kinds all domains share: the names of the work. */
  readonly jobs?: readonly string[];
}

/**
 * A row of a domain's table of events: how they are written, who may see them, and how they are shown. Its name is the field of `Subscription` that reports
 * them.
 */
export interface EventRow<Audience, Shown extends object = object> extends WrittenEvents {
  /** The object type that shows an event. */
  readonly type: string;
  /** The required permission, and on which object. */
  readonly audience: Audience;
  /** @param place the name of the followed room; the result is `null` for an event of another family */
  readonly show: (event: RecordedEvent, place: string) => Shown | null;
}

export type EventTable<Audience> = Readonly<Record<string, EventRow<Audience>>>;

/** An event of a family, to be recorded in the transaction that makes it true. */
export function newEvent<const Family extends WrittenEvents>(
  _family: Family,
  event: Omit<NewEvent, 'kind' | 'facts'> & {
    readonly kind: Family['kinds'][number];
    readonly facts?: Partial<Readonly<Record<Family['facts'][number], EventFact>>>;
  },
): NewEvent {
  const { facts = {}, ...rest } = event;
  const given = Object.entries<EventFact | undefined>(facts).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return { ...rest, facts: Object.fromEntries(given) };
}

/** Whether an event is of a family. */
export function isOf({ kinds, jobs }: WrittenEvents, { kind, facts }: Pick<RecordedEvent, 'kind' | 'facts'>): boolean {
  if (!kinds.includes(kind)) return false;
  return jobs === undefined || jobs.some((job) => job === facts['job']);
}

/** The object whose events somebody follows. */
export interface Room {
  readonly filter: Pick<EventFilter, 'topic' | 'scope'>;
  /** Its name for display, such as the path of a mount. */
  readonly place: string;
  /** It contains objects that the caller may not see, whose events are left out: the workspaces of an organization. */
  readonly mixed?: true;
}

/** How a domain decides who may see what, by the audiences of its table. */
export interface EventRooms<Caller, Audience, Asked> {
  /** Opens the room of a request for callers who may be there. @throws the same as a refused read, which is recorded as one */
  open(caller: Caller, audience: Audience, asked: Asked): Promise<Room>;
  /** Where rooms may be moved: the room as it is now; `null` for one that is gone, of which nobody hears more. */
  readonly moved?: (room: Room) => Promise<Room | null>;
  /**
   * Whether a caller may see an event now; `null` if this can no longer be decided, and the event is left out. A negative answer is not recorded as a refusal,
   * because nobody requested anything.
   */
  sees(caller: Caller, audience: Audience, event: RecordedEvent, room: Room): Promise<boolean | null>;
  /** The problem that ends the stream of a subscriber who may no longer see the room. */
  refusal(audience: Audience): ProblemCode;
}

/** What a caller selects in addition to the room. */
export interface AskedEvents {
  /** Some kinds of the row; all if it is left out. */
  readonly kinds?: readonly string[] | null | undefined;
  readonly after?: string | null | undefined;
}

/** The events of a domain's table, for callers who may see them when they happen. */
export class CataloguedEvents<Caller, Audience, Asked extends AskedEvents> {
  constructor(private readonly deps: { feed: EventFeed; rooms: EventRooms<Caller, Audience, Asked> }) {}

  /**
   * @param present returns the caller, and is called for each event, because permissions and tokens can end during a subscription
   * @throws the refusal of the room, UNAUTHENTICATED, EVENT_GONE, INVALID_PARAMETER; missing permissions also later
   */
  async follow<Shown extends object>(
    row: EventRow<Audience, Shown>,
    present: () => Promise<Caller>,
    asked: Asked,
  ): Promise<ResumableStream<Shown>> {
    const { feed, rooms } = this.deps;
    const room = await rooms.open(await present(), row.audience, asked);
    const kinds = row.kinds.filter((kind) => asked.kinds?.includes(kind) ?? true);
    const follower = await feed.follow({ ...room.filter, kinds }, asked.after ?? null);
    return new SelectedEvents(follower, async (event) => {
      if (!isOf(row, event)) return null;
      const here = rooms.moved ? await rooms.moved(room) : room;
      if (here === null) return null;
      const sees = await rooms.sees(await present(), row.audience, event, here);
      if (sees === true) return row.show(event, here.place);
      if (sees === null || here.mixed) return null;
      throw problem(rooms.refusal(row.audience));
    });
  }
}
