import { EventEmitter, setMaxListeners } from 'node:events';

/**
 * As many listeners are no leak, which Node would warn of. What Node allows a signal by itself is no base to go by: ten on Node 20, any number on newer
 * ones, which they tell as 0.
 */
export function expectListeners(signal: AbortSignal, most: number): void {
  setMaxListeners(Math.max(EventEmitter.defaultMaxListeners, most), signal);
}
