import { CataloguedEvents } from '../platform/events/event-catalogue.js';
import type { EventFeed } from '../platform/events/event-feed.js';
import type { RequestContext } from '../platform/graphql/context.js';
import { classWith } from '../platform/class-with.js';
import { problem } from '../platform/problems.js';
import type { Caller, RequestOrigin } from './caller.js';
import type { VisibleIdentity } from './visible.js';
import { IdentityEventRooms } from './events/identity-event-rooms.js';
import type { AskedIdentityEvents } from './events/identity-event-rooms.js';
import type { IdentityAudience } from './events/identity-event-table.js';
import type { IdentityLoaders } from './loaders.js';
import type { Identity } from './module.js';

/** The events of identity, for callers who may see them. */
export type IdentityEvents = CataloguedEvents<Caller, IdentityAudience, AskedIdentityEvents>;

/** Must be created once, together with the services. */
export const identityEvents = (identity: Identity, feed: EventFeed): IdentityEvents =>
  new CataloguedEvents({ feed, rooms: new IdentityEventRooms(identity) });

/** The part of one request: the services, and loaders that combine the reads of one response into few statements. */
export interface IdentityScope extends Identity {
  readonly events: IdentityEvents;
  readonly load: IdentityLoaders;
  /** Related objects of the response. A request has only one caller. */
  readonly visibleTo: (caller: Caller) => VisibleIdentity;
  /** The caller with the rights that this request has given it, for what the answer shows. */
  readonly shownTo: (caller: Caller) => Caller;
  /** Call it once a change has let the caller into an organization: its answer shows what members see. */
  readonly joined: (caller: Caller) => Promise<void>;
}

/** The part of this room in the context of an operation. */
export interface IdentityContext extends RequestContext {
  /** `null` without a token; an invalid token ends the request before this. */
  readonly caller: Caller | null;
  readonly origin: RequestOrigin;
  readonly identity: IdentityScope;
  /**
   * Checks again who is calling: for everything that lives longer than the first response, such as a subscription.
   * @throws UNAUTHENTICATED when the token is no longer valid
   */
  readonly presentCaller?: () => Promise<Caller>;
}

/** The caller with its rights of now, for what lives longer than the first response or has waited long. @throws UNAUTHENTICATED when the token is no longer valid */
export async function presentCaller(
  context: Pick<IdentityContext, 'caller' | 'identity' | 'presentCaller'>,
): Promise<Caller> {
  if (context.presentCaller) return context.presentCaller();
  return requireCaller({ caller: await context.identity.authentication.present(requireCaller(context)) });
}

/** @throws UNAUTHENTICATED */
export function requireCaller({ caller }: Pick<IdentityContext, 'caller'>): Caller {
  if (!caller) throw problem('UNAUTHENTICATED');
  return caller;
}

/** Makes the part of each request; its loaders are created at their first use. */
export function identityScopes(identity: Identity, events: IdentityEvents): () => IdentityScope {
  class Scope extends classWith({ ...identity, events }) implements IdentityScope {
    #load: IdentityLoaders | undefined;
    #visible: VisibleIdentity | undefined;
    #joined: Caller | null = null;

    get load(): IdentityLoaders {
      return (this.#load ??= identity.loaders());
    }

    get visibleTo(): (caller: Caller) => VisibleIdentity {
      return (caller) => (this.#visible ??= identity.visibleFor(this.load, this.shownTo(caller)));
    }

    get shownTo(): (caller: Caller) => Caller {
      return (caller) => this.#joined ?? caller;
    }

    get joined(): (caller: Caller) => Promise<void> {
      return async (caller) => {
        this.#joined = await identity.authentication.present(caller);
        this.#visible = undefined;
      };
    }
  }
  return () => new Scope();
}
