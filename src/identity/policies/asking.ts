import { AsyncLocalStorage } from 'node:async_hooks';
import type { Asked } from './parameters.js';

/** What policies look at of a request, from where it is read to where they are checked. */
interface Asking {
  readonly parameters: Asked;
  /** How long the answer is to wait for its wrapping token, in seconds; 0 if it is sent as it is. */
  readonly wrapTtl: number;
  /** Set by a REST call; the parameters of its GraphQL field, which include defaults, are then not used. */
  readonly byCall: boolean;
}

const asking = new AsyncLocalStorage<Asking>();

/** The parameters of the present request; `null` if they are unknown. */
export const askedParameters = (): Asked => asking.getStore()?.parameters ?? null;

/** How long the present answer is to wait for its wrapping token, in seconds. */
export const askedWrapTtl = (): number => asking.getStore()?.wrapTtl ?? 0;

/** Whether a REST call has set the parameters. */
export const isAskedByCall = (): boolean => asking.getStore()?.byCall === true;

/** Runs the call with what is known of its request. Following calls costs time for every promise, so it is only used if a policy looks at it. */
export function askingWith<T>(now: Asking, call: () => T): T {
  return asking.run(now, call);
}
