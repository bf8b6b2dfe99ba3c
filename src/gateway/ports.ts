import type { GraphQLSchema } from 'graphql';
import type { SignInLimit } from '../identity/auth-methods/sign-in-limit.js';
import type { Caller, RequestOrigin } from '../identity/caller.js';
import type { Clock } from '../platform/clock.js';
import type { EntityKeys } from '../platform/graphql/entity.js';
import type { NodeLoaders } from '../platform/graphql/node.js';
import type { Log } from '../platform/log/log.js';
import type { Metrics } from '../platform/metrics/metrics.js';
import type { AnySlices, GatewayContext } from './context.js';
import type { DocumentManifest } from './graphql/documents.js';
import type { EdgeBounds } from './admission/bounds.js';
import type { OperationLimits } from './execution/limits.js';

/** Something that the service needs. `check` rejects if it is not available. */
export interface ReadyCheck {
  readonly name: string;
  /**
   * Without an essential part, nothing can be served. Without an inessential part much can, and all servers of an installation lose that part at the same time.
   */
  readonly essential?: boolean;
  readonly check: () => Promise<unknown>;
}

export interface GatewaySettings {
  /** The beginning of absolute URLs, instead of that of the request. */
  readonly publicUrl?: string | undefined;
  /** Addresses and networks whose `X-Forwarded-*` headers are trusted; defaults to none. */
  readonly trustedProxies?: readonly string[];
  /** The header in which those say which certificate their client has, in lower case; absent if they do not. */
  readonly clientCertificateHeader?: string | undefined;
  /** Bytes of a request document. */
  readonly maxBodySize: number;
  /** Milliseconds that a caller may take to send a request. */
  readonly requestTimeout: number;
  /** Milliseconds that an operation may run. */
  readonly operationTimeout: number;
  /** Milliseconds after which an operation is logged as slow; `null` or absent for never. */
  readonly slowOperation?: number | null;
  readonly limits?: Partial<OperationLimits>;
  /** Objects of GraphQL responses that a caller may request in a minute; `null` for no limit. */
  readonly costBudget: number | null;
  /** The only documents that may run, if set. */
  readonly trustedDocuments?: DocumentManifest | null;
  /** Other origins whose pages may call from a browser; defaults to none. */
  readonly origins?: readonly string[];
  /** Limits before callers are known; defaults to {@link defaultBounds}. */
  readonly bounds?: Partial<EdgeBounds>;
  /** Milliseconds for which browsers use only HTTPS; `null` or absent for no such header. */
  readonly hsts?: number | null;
  /** Defaults to site administrators only. */
  readonly metrics?: MetricsAccess;
  /** Who may read the schema itself: callers with a valid token, or nobody. */
  readonly introspection: 'authenticated' | 'nobody';
  /** Whether routers of Apollo Federation may use the schema as a subgraph; defaults to no. */
  readonly federation?: boolean;
}

/** Who may read `/metrics`. */
export interface MetricsAccess {
  readonly who: 'administrators' | 'open' | 'off';
  /** A token that may also read it, unless it is off. */
  readonly token?: string | undefined;
}

/** The input of the gateway; each part takes what it needs. */
export interface GatewayPorts {
  readonly settings: GatewaySettings;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly authenticate: (token: string, origin: RequestOrigin) => Promise<Caller | null>;
  /** What counts failed sign-ins, if others use it too; else the bounds of the settings say how many there may be. */
  readonly failedSignIns?: SignInLimit;
  /** With its internal fields, which GraphQL callers do not see. */
  readonly schema: GraphQLSchema;
  /** The parts of the context from the domains: `satisfies ContextSlices<Context>` where they are assembled. */
  readonly slices: AnySlices;
  readonly nodes: readonly NodeLoaders<GatewayContext>[];
  /** What a subgraph may be asked for by something else than an id; absent for nothing. */
  readonly entities?: EntityKeys<GatewayContext>;
  readonly ready: readonly ReadyCheck[];
}
