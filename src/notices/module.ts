import type { Access } from '../identity/access/access.js';
import { TeamSight } from '../identity/access/team-sight.js';
import type { Audit } from '../identity/audit/audit.js';
import { RecordedChanges } from '../identity/audit/recorded-changes.js';
import type { Clock } from '../platform/clock.js';
import type { Database } from '../platform/database/database.js';
import type { Events } from '../platform/events/events.js';
import { JobStore } from '../platform/jobs/job.store.js';
import type { Log } from '../platform/log/log.js';
import type { OutboundGate } from '../platform/outbound/outbound-gate.js';
import type { Seal } from '../platform/seal/seal.js';
import { MountAccess } from '../pki/access.js';
import type { PathPolicies } from '../pki/access.js';
import type { PkiService } from '../pki/module.js';
import { ReachProject } from '../state/projects/reach-project.js';
import { ReachWorkspace } from '../state/workspaces/reach-workspace.js';
import { WorkspaceStore } from '../state/workspaces/workspace.store.js';
import { noticeScope } from './context.js';
import type { NoticeScope } from './context.js';
import { Deliveries } from './deliveries.js';
import { atOnce, deliverJobKind, DeliveryJob } from './delivery.job.js';
import { DeliveryStore } from './delivery.store.js';
import { NoticeReader } from './notice-reader.js';
import { NoticeWork, receiversAtOnce } from './notice-work.js';
import { ReachPlace } from './reach-place.js';
import { Sender } from './sender.js';
import { WebhookStore } from './webhook.store.js';
import { Webhooks } from './webhooks.js';

export interface NoticesDeps {
  readonly database: Database;
  readonly access: Access;
  readonly audit: Audit;
  readonly policies: PathPolicies;
  readonly seal: Seal;
  readonly clock: Clock;
  readonly log: Log;
  readonly events: Pick<Events, 'feed' | 'log'>;
  readonly gate: OutboundGate;
  readonly pki: Pick<PkiService, 'jobs'> & { readonly services: Pick<PkiService['services'], 'authorities'> };
  /** Milliseconds that ended deliveries are kept. */
  readonly keepMs: number;
}

/**
 * Calls at once: as many as the jobs make. Those of one host are few, so that it does not take the turns of the others. Few wait: a
 * run whose calls find no turn ends at once, and leaves its place to other receivers.
 */
export const noticeLimits = { atOnce: receiversAtOnce * atOnce, perHost: 16, waiting: 32 };

/** Webhooks: who is told of what happens, and what was sent. */
export interface Notices {
  /** Creates the part of each request. */
  scope(): NoticeScope;
  readonly work: NoticeWork;
  start(): Promise<void>;
  close(): Promise<void>;
}

export function createNotices(deps: NoticesDeps): Notices {
  const { database, clock, access, policies, pki, gate } = deps;
  const { client } = database;
  const { authorities } = pki.services;
  const changes = new RecordedChanges(deps);
  const jobs = new JobStore({ database, clock });
  const store = new WebhookStore(deps);
  const deliveryStore = new DeliveryStore(deps);
  const sender = new Sender(deps);
  const places = new ReachPlace({
    policies,
    authorities,
    access,
    client,
    mounts: new MountAccess({ policies, authorities }),
    projects: new ReachProject({ client, access }),
    workspaces: new ReachWorkspace({ store: new WorkspaceStore(deps), access }),
  });
  const reader = new NoticeReader({
    ...deps,
    events: deps.events.log,
    webhooks: store,
    deliveries: deliveryStore,
    jobs,
    sight: new TeamSight({ client }),
  });
  const job = new DeliveryJob({
    webhooks: store,
    deliveries: deliveryStore,
    sender,
    clock,
    suspectsAtOnce: receiversAtOnce / 2,
    again: (subject) => database.transaction((tx) => jobs.schedule(tx, { kind: deliverJobKind, subject })),
  });
  const work = new NoticeWork({
    ...deps,
    feed: deps.events.feed,
    reader,
    job,
    jobs,
    webhooks: store,
    deliveries: deliveryStore,
  });
  const wake = () => {
    work.wake();
    pki.jobs.wake();
  };
  const shared = { places, changes, jobs, clock, wake };
  const webhooks = new Webhooks({ ...shared, store, deliveries: deliveryStore, sender, gate });
  const deliveries = new Deliveries({ ...shared, webhooks, store: deliveryStore, webhookStore: store });
  return {
    scope: () => noticeScope({ webhooks, deliveries }, store),
    work,
    start: () => work.start(),
    close: () => work.close(),
  };
}
