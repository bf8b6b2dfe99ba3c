import type { ProblemCode } from '../problems.js';
import { problem } from '../problems.js';
import type { EventFact, EventFilter, NewEvent, RecordedEvent } from './event.js';
import type { EventFeed } from './event-feed.js';
import { SelectedEvents } from './selected-events.js';
import type { ResumableStream } from './selected-events.js';

/** How events of one family are written. */
export interface WrittenEvents {
  /** What can happen, in words of the domain. */
  readonly kinds: readonly string[];
  /** What `topic` and `scope` are ids of. Following a scope means following everything in it. */
  readonly topic: string;
  readonly scope: string | null;
  /** What `subject` is the id of. */
  readonly subject: string;
  /** Names of the facts that an event may have. */
  readonly facts: readonly string[];
  /** Of work in the background, whose kinds all domains share: which work. */
  readonly jobs?: readonly string[];
}

/** A row of a domain's table of events: how they are written, who may see them, and how they are shown. Its name is the field of `Subscription` that tells of them. */
export interface EventRow<Audience, Shown extends object = object> extends WrittenEvents {
  /** The object type that shows an event. */
  readonly type: string;
  /** Which right, on which object. */
  readonly audience: Audience;
  /** @param place as the room that is followed calls it; `null` for an event that is of another family */
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

/** Where somebody follows events. */
export interface Room {
  readonly filter: Pick<EventFilter, 'topic' | 'scope'>;
  /** What it is called where that is shown, such as the path of a mount. */
  readonly place: string;
  /** It holds what the caller may not see, and is left out: the workspaces of an organization. */
  readonly mixed?: true;
}

/** How a domain decides who may see what, by the audiences of its table. */
export interface EventRooms<Caller, Audience, Asked> {
  /** The room that somebody asks for, who may be there. @throws whatever refuses a read, which is recorded as one */
  open(caller: Caller, audience: Audience, asked: Asked): Promise<Room>;
  /**
   * Whether an event is for somebody, now; `null` where nobody can say any more, and it is left out. An answer, no refusal to be recorded: nobody asked.
   */
  sees(caller: Caller, audience: Audience, event: RecordedEvent, room: Room): Promise<boolean | null>;
  /** What ends the stream of a subscriber who may no longer see what happens in the room. */
  refusal(audience: Audience): ProblemCode;
}

/** What a caller says in addition to the room. */
export interface AskedEvents {
  /** Some of the row's; all of them where nothing is said. */
  readonly kinds?: readonly string[] | null | undefined;
  readonly after?: string | null | undefined;
}

/** The events of a domain's table, for those who may see them at the moment that they happen. */
export class CataloguedEvents<Caller, Audience, Asked extends AskedEvents> {
  constructor(private readonly deps: { feed: EventFeed; rooms: EventRooms<Caller, Audience, Asked> }) {}

  /**
   * @param present who is calling, asked again for each event: rights and tokens end while a subscription lasts
   * @throws whatever refuses the room, UNAUTHENTICATED, EVENT_GONE, INVALID_PARAMETER; those of rights also later, when they become true
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
      const sees = await rooms.sees(await present(), row.audience, event, room);
      if (sees === true) return row.show(event, room.place);
      if (sees === null || room.mixed) return null;
      throw problem(rooms.refusal(row.audience));
    });
  }
}
