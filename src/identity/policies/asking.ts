import { AsyncLocalStorage } from 'node:async_hooks';
import type { Asked } from './parameters.js';

/** What a request asks with, from where it is read to where policies are asked. */
interface Asking {
  readonly parameters: Asked;
  /** A REST call says what was sent; the field of its operation, which has defaults too, says no more then. */
  readonly byCall: boolean;
}

const asking = new AsyncLocalStorage<Asking>();

/** The parameters of what is being done; `null` where nobody said. */
export const askedParameters = (): Asked => asking.getStore()?.parameters ?? null;

/** Whether a REST call has said what was sent. */
export const isAskedByCall = (): boolean => asking.getStore()?.byCall === true;

/** Does something that was asked for with parameters. Following calls costs a part of every promise, so it is for where a policy looks at them. */
export function askingWith<T>(now: Asking, call: () => T): T {
  return asking.run(now, call);
}
