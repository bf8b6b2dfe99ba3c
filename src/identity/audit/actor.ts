import type { RequestOrigin } from '../caller.js';

/** Who acts: a caller, the holder of a signed URL, or the service itself. */
export interface Actor {
  readonly kind: 'user' | 'team' | 'organization' | 'restricted' | 'system' | 'anonymous';
  /** Name of the account, or of the part of the service. */
  readonly username: string;
  readonly userId?: string;
  readonly tokenId?: string;
  readonly origin?: RequestOrigin;
}

/** An actor with a network connection. */
export type RemoteActor = Actor & { readonly origin: RequestOrigin };

/** The holder of a signed URL, about whom nothing else is known. */
export function anonymous(origin: RequestOrigin): RemoteActor {
  return { kind: 'anonymous', username: 'signed-url', origin };
}

/** A part of the service that acts by itself, such as the garbage collection. */
export function system(part: string): Actor {
  return { kind: 'system', username: part };
}
