/**
 * The typed client of Trustate, for browsers and Node.
 *
 * ```ts
 * import { createClient } from '@trustate/client';
 * import { WorkspaceByName } from '@trustate/client/workspaces';
 *
 * const client = createClient({ url: 'https://localhost:8443', token });
 * const outcome = await client.query(WorkspaceByName, { organization: 'default', name: 'production' });
 * ```
 */
export { createClient } from './client.js';
export type { Client } from './client.js';
export type {
  DataOf,
  Document,
  DocumentNodeOf,
  DocumentStringOf,
  MutationDocument,
  QueryDocument,
  SubscriptionDocument,
  TypedDocument,
} from './document.js';
export type { ClientOptions, RequestOptions } from './endpoint.js';
export { dataOf, TrustateError } from './outcome.js';
export type {
  ConnectionProblem,
  Cost,
  Done,
  Failure,
  Outcome,
  Problem,
  RequestProblem,
  RuleProblem,
  Success,
} from './outcome.js';
export type { ConnectionOf, PageVariables } from './pages.js';
export type { SubscriptionOptions } from './subscriptions/subscribe.js';
export type { WebSocketClass } from './subscriptions/web-socket-class.js';
export type * from './generated/types.js';
