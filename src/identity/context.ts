import type { RequestContext } from '../platform/graphql/context.js';
import { problem } from '../platform/problems.js';
import type { Caller } from './caller.js';
import type { Identity } from './identity.js';
import type { IdentityLoaders } from './loaders.js';

/** What this room adds to the context of an operation. */
export interface IdentityContext extends RequestContext {
  /** `null` without a token; a wrong token ends the request before. */
  readonly caller: Caller | null;
  readonly identity: Identity;
  readonly identityLoaders: IdentityLoaders;
}

/** @throws UNAUTHENTICATED */
export function requireCaller({ caller }: Pick<IdentityContext, 'caller'>): Caller {
  if (!caller) throw problem('UNAUTHENTICATED');
  return caller;
}
