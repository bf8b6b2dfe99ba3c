import type { ContextFactory } from '../context.js';
import type { NamedDocuments } from '../graphql/documents.js';
import type { Places } from '../admission/places.js';
import type { RequestCounters } from '../admission/request-rates.js';
import type { Senders } from '../http/senders.js';
import type { OperationDeps } from '../execution/operation.js';
import type { Upgrade } from '../http/upgrades.js';
import type { Siblings } from '../../platform/processes/siblings.js';
import { Connections } from './connections.js';
import { EventStreams } from './event-streams.js';
import { ConnectionOperations } from './connection-operations.js';
import { Origins } from './origins.js';
import { Slots } from './slots.js';
import { SharedAnswers } from './shared-answers.js';
import type { SocketLimits } from './socket.js';
import { TokenWatch } from './token-watch.js';
import type { RightsChanges } from './token-watch.js';
import type { GatewayPorts } from '../ports.js';

/** The settings of subscriptions. Absent for none. */
export interface SubscriptionSettings {
  readonly rightsChanges: RightsChanges;
  /** Open at the same time: of all callers, and of one. */
  readonly most: number;
  readonly mostPerCaller: number;
  readonly limits?: Partial<SocketLimits & { readonly watchMs: number }>;
}

export interface SubscriptionsDeps extends OperationDeps, Pick<GatewayPorts, 'authenticate' | 'clock' | 'schema'> {
  readonly siblings: Siblings;
  readonly documents: NamedDocuments;
  readonly makeContext: ContextFactory;
  readonly senders: Senders;
  readonly places: Places;
  readonly counters: RequestCounters;
  readonly signIn: GatewayPorts['authenticate'];
  readonly subscriptions: SubscriptionSettings;
}

const defaultLimits = {
  pingMs: 12_000,
  stallMs: 20_000,
  waitingBytes: 64 * 1024,
  mostBytes: 8 * 1024 * 1024,
  watchMs: 1_000,
};

/** As many as over one HTTP/2 connection. */
const mostAtWork = 100;

/** Subscriptions, over WebSocket and server-sent events. */
export interface Subscriptions {
  readonly streams: EventStreams;
  readonly upgrade: Upgrade;
  close(): Promise<void>;
}

export function createSubscriptions(deps: SubscriptionsDeps): Subscriptions {
  const { authenticate, clock, log, makeContext, metrics, settings, siblings, subscriptions } = deps;
  const { most, mostPerCaller, rightsChanges } = subscriptions;
  const limits = { ...defaultLimits, ...subscriptions.limits };
  const slots = new Slots({ most, mostPerCaller, siblings, name: 'subscriptions' });
  const watch = new TokenWatch({ rightsChanges, clock, log, everyMs: limits.watchMs });
  const publicOrigin = settings.publicUrl === undefined ? [] : [settings.publicUrl];
  const shared = {
    ...deps,
    operations: new ConnectionOperations({ ...deps, slots, answers: new SharedAnswers() }),
    sessions: { authenticate, signIn: deps.signIn, makeContext, watch },
    origins: new Origins([...(settings.origins ?? []), ...publicOrigin]),
    limits,
  };
  const connections = new Connections({
    ...shared,
    slots: new Slots({ most, mostPerCaller, siblings, name: 'connections of subscribers' }),
    mostOpen: most,
    // A client that connects again opens all its subscriptions.
    mostAtWork: Math.max(mostAtWork, mostPerCaller),
  });
  const streams = new EventStreams(shared);
  metrics.gauge('trustate_subscriptions', 'Subscriptions that are open.', 'process', () => slots.taken);
  return {
    streams,
    upgrade: (request, socket, head) => {
      connections.upgrade(request, socket, head);
    },
    close: async () => {
      streams.close();
      await connections.close();
      watch.close();
    },
  };
}
