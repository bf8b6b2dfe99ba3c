import type { Logger } from 'pino';
import type { Audit } from '../../identity/audit/audit.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { doneOnce, usualDeadlineMs } from '../../platform/jobs/job-kind.js';
import type { JobKind } from '../../platform/jobs/job-kind.js';
import { JobProgress } from '../../platform/jobs/job-progress.js';
import type { JobStore } from '../../platform/jobs/job.store.js';
import type { Seal } from '../../platform/seal/seal.js';
import type { MountAccess, PathPolicies } from '../access.js';
import type { AuthorityChanges } from '../changes.js';
import { CrlBuilder } from '../crls/crl-builder.js';
import { CrlJob, longestCrlWaitMs } from '../crls/crl.job.js';
import { crlJobKind } from '../crls/crl.job-kind.js';
import { CrlRotation } from '../crls/crl-rotation.js';
import { CrlStore } from '../crls/crl.store.js';
import { Crls } from '../crls/crls.js';
import { DamagedCrls } from '../crls/parts/damaged.js';
import type { DamagedCrl } from '../crls/parts/damaged.js';
import { RemovalFailures } from '../crls/parts/left-parts.js';
import { RecordedWithCrl } from '../crls/recorded-with-crl.js';
import { ScopedCrls } from '../crls/scoped/scoped-crls.js';
import { ScopedCrlStore } from '../crls/scoped/scoped-crl.store.js';
import { ScopedRows } from '../crls/scoped/scoped-rows.js';
import { UnifiedRevocations } from '../crls/scoped/unified-revocations.js';
import { TakingPart } from '../crls/scoped/taking-part.js';
import { ServedCrls } from '../crls/served-crls.js';
import { RevokedRows } from '../crls/revoked-rows.js';
import { SignedLists } from '../crls/signed-lists.js';
import type { AuthorityReader } from '../issuers/authority.js';
import { OcspDelegates } from '../ocsp/delegates.js';
import { OcspResponder } from '../ocsp/responder.js';
import { LeaseEnd, leaseEndJobKind, lookAgainMs } from './lease-end.job.js';
import type { TokenEnds } from './lease-end.job.js';
import { LeaseRevocation } from './lease-revocation.job.js';
import { leaseRevocationJobKind } from './lease-revocation.job-kind.js';
import { Leases } from './leases.js';
import { MountTurns } from './mount-turns.js';
import { PublicDocuments } from './public-documents.js';
import { RevocationRequests } from './revocation-requests.js';
import { RevocationStore } from './revocation.store.js';
import { Revocations } from './revocations.js';

export interface RevocationDeps {
  readonly database: Database;
  readonly authorities: AuthorityReader;
  readonly access: MountAccess;
  readonly policies: PathPolicies;
  readonly changes: AuthorityChanges;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly log: Logger;
  readonly jobs: JobStore;
  /** Wakes the job runner. */
  readonly wake: () => void;
  readonly tokenEnds: TokenEnds;
  /** Whether large CRLs are stored whole. */
  readonly wholeCrls?: boolean;
  /** Called for certificates that were not stored before. */
  readonly stored: () => void;
  /** Called when background work fails. */
  readonly failed: (error: unknown) => void;
}

/** The part of revocation that the rest of the certificate authority sees. */
export interface RevocationServices {
  readonly revocations: Revocations;
  readonly revocationRequests: RevocationRequests;
  readonly leases: Leases;
  readonly crls: Crls;
  readonly scopedCrls: ScopedCrls;
  readonly servedCrls: ServedCrls;
  readonly unifiedRevocations: UnifiedRevocations;
  readonly crlRotation: CrlRotation;
  readonly signedLists: SignedLists;
  readonly ocspDelegates: OcspDelegates;
  readonly ocsp: OcspResponder;
  readonly publicDocuments: PublicDocuments;
}

/** Assembles revocation, CRLs and OCSP. */
export function createRevocation(deps: RevocationDeps) {
  const { database, authorities, clock, changes } = deps;
  const { client } = database;
  const damagedCrls = new DamagedCrls(deps);
  const removals = new RemovalFailures(deps);
  const storing = { ...deps, removals, damaged: (crl: DamagedCrl) => damagedCrls.found(crl) };
  const store = new CrlStore(storing);
  const rows = new RevokedRows({ database });
  const progress = new JobProgress(deps);
  const builder = new CrlBuilder();
  const crls = new Crls({ store, rows, builder, authorities, progress, clock });
  const taking = new TakingPart({ database, authorities });
  const scopedStore = new ScopedCrlStore(storing);
  const scoped = new ScopedCrls({
    store: scopedStore,
    numbers: store,
    scopedRows: new ScopedRows({ database }),
    rows,
    taking,
    builder,
    authorities,
    progress,
    clock,
  });
  const servedCrls = new ServedCrls({ crls, scoped });
  const delegates = new OcspDelegates(deps);
  const job = new CrlJob({ ...deps, crls, scoped, delegates });
  // CRLs follow changes of issuers and of their configuration.
  changes.listen(async (tx, mountId, part) => {
    if (part !== 'issuers' && part !== 'crl' && part !== 'mount') return;
    await job.schedule(tx, mountId);
    // After the transaction: work that it made due is not visible before.
    setImmediate(deps.wake);
  });
  const turns = new MountTurns(database);
  const revocationRequests = new RevocationRequests({ ...deps, turns });
  const revocationStore = new RevocationStore({ database });
  const standings = revocationStore;
  const withCrl = new RecordedWithCrl({ database, crls, builder, authorities, rows, standings, clock });
  const revocations = new Revocations({
    ...deps,
    crls,
    scoped,
    turns,
    requests: revocationRequests,
    store: revocationStore,
    withCrl,
  });
  const leases = new Leases({ ...deps, revocations });
  const leaseEnd = new LeaseEnd({ ...deps, leases });
  const leaseRevocation = new LeaseRevocation({ database, leases });
  const services: RevocationServices = {
    revocations,
    revocationRequests,
    leases,
    crls,
    scopedCrls: scoped,
    servedCrls,
    unifiedRevocations: new UnifiedRevocations({ ...deps, taking }),
    crlRotation: new CrlRotation({ ...deps, crls, scoped, client }),
    signedLists: new SignedLists({ ...deps, client }),
    ocspDelegates: delegates,
    ocsp: new OcspResponder({ ...deps, delegates, taking }),
    publicDocuments: new PublicDocuments({ database, served: servedCrls, clock }),
  };
  return {
    services,
    /** Parts of former CRLs that are not removed. */
    removals,
    /** For the job runner. */
    jobKinds: {
      [crlJobKind]: {
        run: ({ subject }, signal) => job.run(subject, signal),
        // There may have been a crash between a revocation and its CRL.
        deadlineMs: usualDeadlineMs,
        recurs: { atMostMs: longestCrlWaitMs, atStart: 'due' },
      },
      [leaseRevocationJobKind]: doneOnce((asked, signal) => leaseRevocation.run(asked, signal)),
      [leaseEndJobKind]: {
        run: (_job, signal) => leaseEnd.run(signal),
        deadlineMs: usualDeadlineMs,
        recurs: { atMostMs: lookAgainMs, atStart: 'due' },
      },
    } satisfies Record<string, JobKind>,
    /** Makes sure that jobs exist for the CRLs of every mount, and for the leases of tokens that ended in the meantime. */
    async start(): Promise<void> {
      await job.ensure();
      await leaseEnd.schedule();
    },
    close(): Promise<void> {
      leaseEnd.stop();
      store.close();
      scopedStore.close();
      return scoped.close().then(() => crls.close());
    },
  };
}
