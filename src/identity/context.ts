import type { RequestContext } from '../platform/graphql/context.js';
import { problem } from '../platform/problems.js';
import type { Caller } from './caller.js';
import type { Identity } from './identity.js';
import type { IdentityLoaders } from './loaders.js';

/** The slice of one request: the services, and loaders that gather the reads of one answer into few statements. */
export interface IdentityScope extends Identity {
  readonly load: IdentityLoaders;
}

/** What this room adds to the context of an operation. */
export interface IdentityContext extends RequestContext {
  /** `null` without a token; a wrong token ends the request before. */
  readonly caller: Caller | null;
  readonly identity: IdentityScope;
}

/** @throws UNAUTHENTICATED */
export function requireCaller({ caller }: Pick<IdentityContext, 'caller'>): Caller {
  if (!caller) throw problem('UNAUTHENTICATED');
  return caller;
}

/** The slice for one request. */
export function identityScope(identity: Identity): IdentityScope {
  return { ...identity, load: identity.loaders() };
}
