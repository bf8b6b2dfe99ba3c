import type { Opened } from './opened.js';
import type { Log } from '../platform/log/log.js';
import type { ServingPlace } from '../platform/processes/serving-place.js';
import type { Config } from '../settings/config.js';

/** A start under way: what it was told, and what it has opened so far. */
export interface Starting {
  readonly config: Config;
  readonly log: Log;
  readonly place: ServingPlace;
  readonly open: Opened;
  /** Hears that work in the background failed. */
  readonly failed: (error: unknown) => void;
}
