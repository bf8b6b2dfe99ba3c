import { CataloguedEvents } from '../platform/events/event-catalogue.js';
import type { EventFeed } from '../platform/events/event-feed.js';
import type { RequestContext } from '../platform/graphql/context.js';
import { problem } from '../platform/problems.js';
import type { Caller } from './caller.js';
import type { VisibleIdentity } from './visible.js';
import { IdentityEventRooms } from './events/identity-event-rooms.js';
import type { AskedIdentityEvents } from './events/identity-event-rooms.js';
import type { IdentityAudience } from './events/identity-event-table.js';
import type { IdentityLoaders } from './loaders.js';
import type { Identity } from './module.js';

/** What happens here, for those who may see it. */
export type IdentityEvents = CataloguedEvents<Caller, IdentityAudience, AskedIdentityEvents>;

/** Create it once, together with the services. */
export const identityEvents = (identity: Identity, feed: EventFeed): IdentityEvents =>
  new CataloguedEvents({ feed, rooms: new IdentityEventRooms(identity) });

/** The slice of one request: the services, and loaders that gather the reads of one answer into few statements. */
export interface IdentityScope extends Identity {
  readonly events: IdentityEvents;
  readonly load: IdentityLoaders;
  /** What hangs on the objects of the answer. A request has one caller. */
  readonly visibleTo: (caller: Caller) => VisibleIdentity;
}

/** What this room adds to the context of an operation. */
export interface IdentityContext extends RequestContext {
  /** `null` without a token; a wrong token ends the request before. */
  readonly caller: Caller | null;
  readonly identity: IdentityScope;
  /**
   * Who is calling, checked again: for anything that outlives the first answer, such as a subscription.
   * @throws UNAUTHENTICATED once the token holds no longer
   */
  readonly presentCaller?: () => Promise<Caller>;
}

/** The caller as of now; where nothing outlives the request, the caller of the request. @throws UNAUTHENTICATED */
export async function presentCaller(context: Pick<IdentityContext, 'caller' | 'presentCaller'>): Promise<Caller> {
  return context.presentCaller ? context.presentCaller() : requireCaller(context);
}

/** @throws UNAUTHENTICATED */
export function requireCaller({ caller }: Pick<IdentityContext, 'caller'>): Caller {
  if (!caller) throw problem('UNAUTHENTICATED');
  return caller;
}

/** The slice for one request; its loaders are made at their first use. */
export function identityScope(identity: Identity, events: IdentityEvents): IdentityScope {
  let load: IdentityLoaders | undefined;
  let visible: VisibleIdentity | undefined;
  const loaders = () => (load ??= identity.loaders());
  return {
    ...identity,
    events,
    get load() {
      return loaders();
    },
    visibleTo: (caller) => (visible ??= identity.visibleFor(loaders(), caller)),
  };
}
