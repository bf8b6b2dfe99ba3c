/**
 * Each room adds its own part to the context of an operation: identity adds `caller`, the state service adds `state`, and so on (`IdentityContext`,
 * `StateContext`). The gateway builds the whole context once for each request. A resolver declares only the part that it uses.
 */
export interface RequestContext {
  /** Aborted when the request ends: a timeout, or a caller that closed the connection. Pass it to everything that can be stopped. */
  readonly signal: AbortSignal;
  /** Calls the listener once at that end, or at once if it has come already: for calls that need no signal, which takes time to make. @returns what makes it needless */
  whenEnded(listener: (reason: Error) => void): () => void;
  /** The beginning of absolute URLs in responses, without a slash at the end: scheme and host of the request, or the public URL. */
  readonly baseUrl: string;
  /** Id of the last event of a client that subscribes again; it is used instead of `after`. */
  readonly resumeAfter?: string;
  /** With `told`, a lookup that finds nothing throws the reason: REST responses have statuses and texts for it. Otherwise it returns null. */
  readonly reasons?: 'told';
}
