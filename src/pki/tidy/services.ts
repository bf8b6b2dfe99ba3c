import type { Logger } from 'pino';
import type { Audit } from '../../identity/audit/audit.js';
import { RecordedChanges } from '../../identity/audit/recorded-changes.js';
import type { Clock } from '../../platform/clock.js';
import type { Database } from '../../platform/database/database.js';
import { doneWhenPlanned } from '../../platform/jobs/job-kind.js';
import { JobRunner } from '../../platform/jobs/job-runner.js';
import type { JobStore } from '../../platform/jobs/job.store.js';
import type { MountAccess } from '../access.js';
import type { AuthorityChanges } from '../changes.js';
import { CrlStore } from '../crls/crl.store.js';
import type { Crls } from '../crls/crls.js';
import type { AuthorityReader } from '../issuers/authority.js';
import { StoredCounts } from './stored-counts.js';
import type { CertificateCounts } from './stored-counts.js';
import { Tidies } from './tidies.js';
import { tidyParts } from './tidy-parts.js';
import { TidyJob } from './tidy.job.js';
import { tidyJobKind } from './tidy.job-kind.js';
import { TidyStore } from './tidy.store.js';

export interface TidyDeps {
  readonly database: Database;
  readonly access: MountAccess;
  readonly authorities: AuthorityReader;
  readonly changes: AuthorityChanges;
  readonly audit: Audit;
  readonly crls: Crls;
  readonly jobs: JobStore;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Assembles tidying. It has a runner of its own: a long tidy keeps no CRL waiting. */
export function createTidy(deps: TidyDeps) {
  const { database, audit, clock, log, jobs } = deps;
  const store = new TidyStore({ database });
  const parts = tidyParts({ ...deps, crlStore: new CrlStore({ database }) });
  const job = new TidyJob({ ...deps, store, parts });
  const runner = new JobRunner({
    store: jobs,
    clock,
    log,
    kinds: { [tidyJobKind]: doneWhenPlanned(({ subject }, signal) => job.run(subject, signal)) },
  });
  const counts = new StoredCounts({ database });
  const wake = () => {
    runner.wake();
  };
  return {
    tidies: new Tidies({ ...deps, changes: new RecordedChanges({ database, audit }), store, counts, wake }),
    runner,
    /** What mounts store that publish it, by their path. */
    async published(): Promise<ReadonlyMap<string, CertificateCounts>> {
      const publishing = (await store.every()).filter(({ config }) => config.publishStoredCertificateCountMetrics);
      const byPath = new Map<string, CertificateCounts>();
      const mounts = await database.client.mount.findMany({
        where: { id: { in: publishing.map(({ mountId }) => mountId) } },
        select: { id: true, path: true },
      });
      for (const { id, path } of mounts) byPath.set(path, await counts.recently(id));
      return byPath;
    },
    start: () => job.ensure(),
  };
}
