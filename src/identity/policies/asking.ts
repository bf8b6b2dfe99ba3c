import { AsyncLocalStorage } from 'node:async_hooks';
import type { Asked } from './parameters.js';

/** The parameters of a request, from where they are read to where policies are checked. */
interface Asking {
  readonly parameters: Asked;
  /** Set by a REST call; the parameters of its GraphQL field, which include defaults, are then not used. */
  readonly byCall: boolean;
}

const asking = new AsyncLocalStorage<Asking>();

/** The parameters of the present request; `null` if they are unknown. */
export const askedParameters = (): Asked => asking.getStore()?.parameters ?? null;

/** Whether a REST call has set the parameters. */
export const isAskedByCall = (): boolean => asking.getStore()?.byCall === true;

/** Runs the call with these parameters. Following calls costs time for every promise, so it is only used if a policy checks parameters. */
export function askingWith<T>(now: Asking, call: () => T): T {
  return asking.run(now, call);
}
