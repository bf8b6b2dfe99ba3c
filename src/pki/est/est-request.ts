import type { RequestOrigin } from '../../identity/caller.js';
import type { EstPath } from './est-path.js';

/** A name and a password (RFC 7617). */
export interface Password {
  readonly name: string;
  readonly password: string;
}

/** What is known of the connection of a request. */
export interface EstConnection {
  /** Whether it is encrypted as far as its sender. */
  readonly secure: boolean;
  /** The certificates that the sender showed and has the key of, DER, its own first. Empty without. */
  readonly certificates: readonly Uint8Array[];
  /** What only its two ends know, in base64 (RFC 5929 §3, RFC 9266); undefined if another server ends the connection of the sender. */
  readonly binding: () => string | undefined;
}

/** A request for a certificate. */
export interface EstRequest {
  readonly path: EstPath;
  readonly origin: RequestOrigin;
  /** Null without. */
  readonly password: Password | null;
  readonly connection: EstConnection;
  /** As it was sent. */
  readonly body: Uint8Array;
  /** Ends when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}
