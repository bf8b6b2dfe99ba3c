import type { GraphQLSchema } from 'graphql';
import type { Caller, RequestOrigin } from '../identity/caller.js';
import type { Clock } from '../platform/clock.js';
import type { NodeLoaders } from '../platform/graphql/node.js';
import type { Log } from '../platform/log/log.js';
import type { Metrics } from '../platform/metrics/metrics.js';
import type { AnySlices, GatewayContext } from './context.js';
import type { DocumentManifest } from './graphql/documents.js';
import type { EdgeBounds } from './admission/bounds.js';
import type { OperationLimits } from './execution/limits.js';

/** Something the service needs. `check` rejects when it is not there. */
export interface ReadyCheck {
  readonly name: string;
  /** Nothing can be served without it. Without an inessential part much can, and all servers of an installation lose that part at the same time. */
  readonly essential?: boolean;
  readonly check: () => Promise<unknown>;
}

export interface GatewaySettings {
  /** What absolute URLs start with, where it is not the request that says. */
  readonly publicUrl?: string | undefined;
  /** Addresses and networks whose `X-Forwarded-*` say who called and how; defaults to none. */
  readonly trustedProxies?: readonly string[];
  /** Bytes of a request document. */
  readonly maxBodySize: number;
  /** Milliseconds that a caller may take to send a request. */
  readonly requestTimeout: number;
  /** Milliseconds that an operation may run. */
  readonly operationTimeout: number;
  /** Milliseconds from which on an operation is logged as slow; `null` or absent for never. */
  readonly slowOperation?: number | null;
  readonly limits?: Partial<OperationLimits>;
  /** Objects of GraphQL answers that a caller may ask for in a minute; `null` for no limit. */
  readonly costBudget: number | null;
  /** The only documents that run, where set. */
  readonly trustedDocuments?: DocumentManifest | null;
  /** Other origins whose pages may call from a browser: defaults to none. */
  readonly origins?: readonly string[];
  /** What callers may take up before it is known who they are; defaults to {@link defaultBounds}. */
  readonly bounds?: Partial<EdgeBounds>;
  /** Milliseconds for which browsers come back over HTTPS alone; `null` or absent to leave that open. */
  readonly hsts?: number | null;
  /** Defaults to site administrators alone. */
  readonly metrics?: MetricsAccess;
  /** Who may ask for the schema itself: callers with a valid token, or nobody. */
  readonly introspection: 'authenticated' | 'nobody';
}

/** Who may read `/metrics`. */
export interface MetricsAccess {
  readonly who: 'administrators' | 'open' | 'off';
  /** Opens it too, where it is not off. */
  readonly token?: string | undefined;
}

/** What the gateway receives in addition to what callers reach: its parts take what they need. */
export interface GatewayPorts {
  readonly settings: GatewaySettings;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly authenticate: (token: string, origin: RequestOrigin) => Promise<Caller | null>;
  /** With its internal fields, which callers of GraphQL do not see. */
  readonly schema: GraphQLSchema;
  /** What the domains add to the context: `satisfies ContextSlices<Context>` where they are put together. */
  readonly slices: AnySlices;
  readonly nodes: readonly NodeLoaders<GatewayContext>[];
  readonly ready: readonly ReadyCheck[];
}
