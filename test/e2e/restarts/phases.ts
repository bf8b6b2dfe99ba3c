import type { Server } from '../harness/server.js';
import type { Site } from '../harness/site.js';

/** The server that is killed, stopped and started again. */
export interface Ground {
  readonly get: Site<Server>;
}

/** What has to outlive that: the tests of each phase, which run one phase after another. */
export interface Phases {
  /** Before the server is killed. */
  readonly before: () => void;
  /** It was killed, and runs again. */
  readonly afterKill: () => void;
  /** It was asked to stop, and runs again. */
  readonly afterStop?: () => void;
}
