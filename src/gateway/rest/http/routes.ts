export const httpPrefix = '/http/v1';

export type HttpWork = 'read' | 'write' | 'delete' | 'lock' | 'unlock';

interface HttpRoute {
  readonly methods: readonly string[];
  readonly path: string;
  readonly work: HttpWork;
}

const state = '/:organization/:workspace';
const lock = `${state}/lock`;

/** What a path does: the methods that terraform has as defaults, and those that configurations choose for the same. */
export const httpRoutes: readonly HttpRoute[] = [
  { methods: ['GET', 'HEAD'], path: state, work: 'read' },
  { methods: ['POST', 'PUT'], path: state, work: 'write' },
  { methods: ['DELETE'], path: state, work: 'delete' },
  { methods: ['LOCK'], path: state, work: 'lock' },
  { methods: ['UNLOCK'], path: state, work: 'unlock' },
  { methods: ['POST', 'PUT', 'LOCK'], path: lock, work: 'lock' },
  { methods: ['DELETE', 'UNLOCK'], path: lock, work: 'unlock' },
];

/** Whether a request sends a state, for as long as its sender wants. */
export const sendsState = (method: string, url: string): boolean =>
  (method === 'POST' || method === 'PUT') && /^\/http\/v1\/[^/?]+\/[^/?]+\/?(?:\?|$)/.test(url);
