import 'reflect-metadata';
import { Field, ID, ObjectType } from 'type-graphql';
import { eventId } from '../events/event.js';
import type { RecordedEvent } from '../events/event.js';
import type { RequestContext } from './context.js';
import { DateTime } from './scalars.js';

/** The fields of every event of a subscription. The interface itself is not in the schema, only the types that extend it. */
@ObjectType('Event', { simpleResolvers: true, description: 'Something that happened.' })
export abstract class EventFields {
  @Field(() => ID, {
    description: 'Identifies the event. Give it as `after` to a subscription to continue with the next event.',
  })
  readonly eventId!: string;

  @Field(() => DateTime, { description: 'When it happened.' })
  readonly occurredAt!: Date;
}

export const eventFields = (event: RecordedEvent): EventFields => ({ eventId: eventId(event), occurredAt: event.at });

/** The argument `after` of subscriptions. */
export const afterArgument = {
  nullable: true,
  description:
    'Id of the last event that you received. The subscription begins with the events since then. If you leave it out, you receive only new events. ' +
    'The error `EVENT_GONE` means that those events are no longer kept: reload your data, then subscribe without this argument.',
} as const;

/** The arguments of a subscription. If the connection itself says which event the client received last, that replaces `after`. */
export function resumed<Args extends { after?: string | null | undefined }>(
  args: Args,
  { resumeAfter }: Pick<RequestContext, 'resumeAfter'>,
): Args {
  return resumeAfter === undefined ? args : { ...args, after: resumeAfter };
}
