/**
 * Each room adds its own slice to the context of an operation: identity adds `caller`, the state service adds `state`, and so on
 * (`IdentityContext`, `StateContext`). The gateway builds the whole once a request; a resolver names only the slice it uses.
 */
export interface RequestContext {
  /** Ends when the request does: a timeout or a caller that went away. Pass it to whatever can be stopped. */
  readonly signal: AbortSignal;
  /** What absolute URLs in answers start with, without a slash at the end: scheme and host of the request, or the public URL. */
  readonly baseUrl: string;
  /** Id of the last event that a client has which subscribes again; it says so instead of `after`. */
  readonly resumeAfter?: string;
  /** `told` receives the reason why a lookup finds nothing: REST answers have statuses and texts for it. Others get null. */
  readonly reasons?: 'told';
}
