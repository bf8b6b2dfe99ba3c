import type { Logger } from 'pino';
import type { Audit } from '../identity/audit/audit.js';
import type { Clock } from '../platform/clock.js';
import type { Database } from '../platform/database/database.js';
import { JobRunner } from '../platform/jobs/job-runner.js';
import { JobStore } from '../platform/jobs/job.store.js';
import type { Seal } from '../platform/seal/seal.js';
import { MountAccess } from './access.js';
import type { PathPolicies } from './access.js';
import { AuthorityChanges } from './changes.js';
import { MountConfig } from './config/mount-config.js';
import type { PkiScope, PkiServices } from './context.js';
import { createIssuance } from './issuance/services.js';
import { Authorities } from './issuers/authorities.js';
import { Imports } from './issuers/imports.js';
import { Intermediates } from './issuers/intermediates.js';
import { Issuers } from './issuers/issuers.js';
import { Roots } from './issuers/roots.js';
import { Keys } from './keys/keys.js';
import { Mounts } from './mounts/mounts.js';

export interface PkiServiceDeps {
  readonly database: Database;
  readonly policies: PathPolicies;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly seal: Seal;
  readonly log: Logger;
}

/** The certificate authority, put together. */
export interface PkiService {
  readonly services: PkiServices;
  /** What makes the slice of each request. */
  scope(): PkiScope;
  /** Makes the first mount on an installation's first start, and begins with what goes on by itself. */
  start(): Promise<void>;
  /** Ends that. What is under way is finished first. */
  close(): Promise<void>;
}

export function createPkiService(deps: PkiServiceDeps): PkiService {
  const { database, seal } = deps;
  const authorities = new Authorities({ database, seal });
  const access = new MountAccess({ policies: deps.policies, authorities });
  const changes = new AuthorityChanges(deps);
  const shared = { ...deps, authorities, access, changes };
  const mounts = new Mounts(shared);
  const jobStore = new JobStore(deps);
  const issuance = createIssuance({
    ...{ ...shared, jobs: jobStore },
    wake: () => {
      jobs.wake();
    },
    failed: (error) => {
      deps.log.error({ err: error }, 'work of the certificate authority in the background failed');
    },
  });
  const jobs: JobRunner = new JobRunner({ ...deps, store: jobStore, handlers: issuance.handlers });
  const services: PkiServices = {
    authorities,
    mounts,
    keys: new Keys(shared),
    issuers: new Issuers(shared),
    roots: new Roots(shared),
    intermediates: new Intermediates(shared),
    imports: new Imports(shared),
    mountConfig: new MountConfig(shared),
    ...issuance.services,
  };
  return {
    services,
    scope: () => services,
    async start() {
      await mounts.firstStart();
      await issuance.start();
      jobs.start();
    },
    async close() {
      issuance.close();
      await jobs.close();
    },
  };
}
