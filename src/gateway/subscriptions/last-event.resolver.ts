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
      'Id of the latest event of this server. Read it first, then read the data that you show, then subscribe with it as `after`, so that you miss no event in between.',
  })
  async lastEventId(@Ctx() context: EventsContext): Promise<string> {
    requireCaller(context);
    return eventIdOf(await context.events.end());
  }
}
