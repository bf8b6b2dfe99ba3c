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

/** Who acts over a connection. */
export type RemoteActor = Actor & { readonly origin: RequestOrigin };

/** Somebody who holds a signed URL: nobody knows more. */
export function anonymous(origin: RequestOrigin): RemoteActor {
  return { kind: 'anonymous', username: 'signed-url', origin };
}

/** A part of the service that acts on its own, such as the garbage collection. */
export function system(part: string): Actor {
  return { kind: 'system', username: part };
}
