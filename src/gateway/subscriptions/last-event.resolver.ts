import { Ctx, ID, Query, Resolver } from 'type-graphql';
import { requireCaller } from '../../identity/context.js';
import { eventIdOf } from '../../platform/events/event.js';
import type { EventFeed } from '../../platform/events/event-feed.js';
import type { GatewayContext } from '../context.js';

export interface EventsContext extends GatewayContext {
  readonly events: Pick<EventFeed, 'end'>;
}

@Resolver()
export class LastEventResolver {
  @Query(() => ID, {
    description:
      'Id of the latest event of this server. To miss no event, first read this id, then read your data, then subscribe with this id as `after`.',
  })
  async lastEventId(@Ctx() context: EventsContext): Promise<string> {
    requireCaller(context);
    return eventIdOf(await context.events.end());
  }
}
